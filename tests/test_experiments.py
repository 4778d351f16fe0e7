"""What all experiments of papers share: the folder of a paper, settings, verdicts, reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from otherwords._core import Error, FormatError
from otherwords.cli import main
from otherwords.evaluate.agreement import Agreement
from otherwords.experiments import Plot, Section, Setting, open_experiments
from otherwords.experiments.folder import read_paper, settle
from otherwords.experiments.page import page
from otherwords.experiments.sections import as_text
from otherwords.experiments.verdicts import (
    Line,
    Verdicts,
    item_of,
    read_verdicts,
    refuse_filled,
    write_sheets,
)

QUESTIONS = dict.fromkeys(("adequacy", "fluency"), ("1", "2", "3"))


@pytest.mark.parametrize("name", ["mcpg", "pp", "pr", "spg", "ts"])
def test_every_paper_has_its_folder_and_its_settings(repository: Path, name: str) -> None:
    paper = read_paper(repository / "recipes" / name)
    experiments = open_experiments(paper.experiments)
    assert paper.experiments == name
    assert settle(experiments.settings, paper.settings, [])
    read_verdicts(paper.verdicts, experiments.questions)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "experiments is missing; add it"),
        ('experiments = "pr"\ntitle = 1', "title = 1 is not understood"),
        ('experiments = "pr"\ntitle = "t"\ndifferent = "d"\nmodel = "x"', "model = 'x' is not"),
        ("experiments = ", "paper.toml: this is no TOML"),
    ],
)
def test_what_is_wrong_in_a_paper_is_told(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "paper.toml").write_text(text)
    with pytest.raises(FormatError, match=why):
        read_paper(tmp_path)


def test_missing_folders_data_and_experiments_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OTHERWORDS_DATA", raising=False)
    assert main(["evaluate", "recipe", str(tmp_path)]) == 1
    assert "name a folder that has one" in capsys.readouterr().err
    (tmp_path / "paper.toml").write_text('experiments = "xx"\ntitle = "t"\ndifferent = "d"\n')
    assert main(["evaluate", "recipe", str(tmp_path)]) == 1
    assert (
        "there is no experiments 'xx'; installed: mcpg, pp, pr, spg, ts" in capsys.readouterr().err
    )
    (tmp_path / "paper.toml").write_text('experiments = "pr"\ntitle = "t"\ndifferent = "d"\n')
    assert main(["evaluate", "recipe", str(tmp_path)]) == 1
    assert "there is no folder of data" in capsys.readouterr().err
    output = str(tmp_path / "out")
    assert main(["evaluate", "recipe", str(tmp_path), "-d", str(tmp_path), "-o", output]) == 1
    assert "en-en.msrrte.jsonl is not there; name the folder of the data" in capsys.readouterr().err


def test_settings_are_those_of_the_file_and_of_the_user() -> None:
    known: dict[str, Setting] = {"count": 3, "share": 0.5, "file": "x"}
    assert settle(known, {"count": 4}, ["share=0.25", "file=y=z"]) == {
        "count": 4,
        "share": 0.25,
        "file": "y=z",
    }


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("count=many", "count = 'many': give a whole number from 1 to 2147483647"),
        ("count=0", "count = '0': give a whole number from 1"),
        ("count=9999999999", "give a whole number from 1"),
        ("count=2.5", "give a whole number"),
        ("share=-1", "give a number from 0"),
        ("share=nan", "give a number"),
        ("other=1", "there is no setting 'other'; there are: count, share"),
        ("count", "sets nothing; write NAME=VALUE"),
    ],
)
def test_wrong_settings_are_told(told: str, why: str) -> None:
    with pytest.raises(Error, match=why):
        settle({"count": 3, "share": 0.5}, {}, [told], {"count": 1})


def test_numbers_of_a_file_are_not_rounded() -> None:
    with pytest.raises(Error, match="give a whole number"):
        settle({"count": 3}, {"count": 2.5}, [])
    assert settle({"share": 0.5}, {"share": 1}, []) == {"share": 1.0}


def test_verdicts_of_all_readers_are_found_by_both_texts(tmp_path: Path) -> None:
    item = item_of("a", "b")
    (tmp_path / "one.tsv").write_text(
        f"item\treader\tadequacy\tfluency\n{item}\tzoe\t3\t2\n{item}\tann\t1\t2\n"
    )
    (tmp_path / "site.csv").write_text(
        "item,source,paraphrase,judge,adequacy,fluency,stands\n"
        '1,"c, d",e,ann,2,3,0\n1,"c, d",e,ann,3,3,1\n2,f,g,ann,,,1\n'
    )
    verdicts = read_verdicts([tmp_path / "one.tsv", tmp_path / "site.csv"], QUESTIONS)
    ann, zoe = {"adequacy": "1", "fluency": "2"}, {"adequacy": "3", "fluency": "2"}
    assert verdicts.of(Line("a", "b", "x")) == [ann, zoe]
    assert verdicts.of(Line("c, d", "e", "x")) == [{"adequacy": "3", "fluency": "3"}]
    assert verdicts.of(Line("f", "g", "x")) == []
    lines = [Line("a", "b", "x"), Line("a", "b", "y"), Line("c, d", "e", "x")]
    assert verdicts.agreed("fluency", lines, 3).observed == 1.0
    assert verdicts.agreed("adequacy", lines, 3) == Agreement(1, 0.0, 0.0, 3)
    assert verdicts.agreed("adequacy", lines[2:], 3).items == 0
    assert verdicts.readers(lines, ["adequacy"]) == ["ann", "zoe"]
    assert verdicts.checksum != read_verdicts([tmp_path / "one.tsv"], QUESTIONS).checksum


def test_a_byte_order_mark_is_no_part_of_a_name(tmp_path: Path) -> None:
    (tmp_path / "said.tsv").write_text("\ufeffitem\treader\tadequacy\nx\tann\t3\n")
    assert read_verdicts([tmp_path / "said.tsv"], QUESTIONS).answered("x")


def test_a_reader_may_answer_one_question_here_and_one_there(tmp_path: Path) -> None:
    item = item_of("a", "b")
    for question, answer in (("adequacy", 3), ("fluency", 2)):
        (tmp_path / question).write_text(f"item\treader\t{question}\n{item}\tann\t{answer}\n")
    line = Line("a ", "b", "x")
    half = read_verdicts([tmp_path / "adequacy"], QUESTIONS)
    assert half.of(line) == [{"adequacy": "3"}]
    assert write_sheets(tmp_path, [line], half, prefix="more-", questions=["adequacy"]) == (1, 0)
    assert write_sheets(tmp_path, [line], half, prefix="more-", questions=["fluency"]) == (1, 1)
    assert len((tmp_path / "more-unread.tsv").read_text().splitlines()) == 2
    whole = read_verdicts([tmp_path / "adequacy", tmp_path / "fluency"], QUESTIONS)
    assert whole.of(line) == [{"adequacy": "3", "fluency": "2"}]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("item\tadequacy\n", ":1: there is no column 'reader'"),
        ("item\treader\tease\n", ":1: there is no column 'adequacy'"),
        (
            "item\treader\tadequacy\tfluency\nx\tann\t3\n",
            ":2: 3 columns where the first line has 4",
        ),
        (
            "item\treader\tadequacy\nx\tann\t 3 \nx\tbob\tmaybe\n",
            ":3: 'maybe' is no answer to 'adequacy'; write one of 1, 2, 3",
        ),
        (
            "item\treader\tadequacy\nx\tann\t3\ny\tann\t2\nx\tann\t2\n",
            "'ann' says two things of item x; keep one of them",
        ),
    ],
)
def test_broken_verdicts_are_told(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "said.tsv").write_text(text)
    with pytest.raises(FormatError, match=why):
        read_verdicts([tmp_path / "said.tsv"], QUESTIONS)


def test_sheets_are_blind_and_ask_for_what_nobody_has_read(tmp_path: Path) -> None:
    lines = [Line("a", "b", "one"), Line("a", "b", "two"), Line("a\tz", "c", "two")]
    known = Verdicts({item_of("a", "b"): {"ann": {"adequacy": "3"}}})
    assert write_sheets(tmp_path, lines, known) == (2, 1)
    assert (tmp_path / "sheet.tsv").read_text().splitlines() == [
        "source\tparaphrase\tsystem",
        "a\tb\tone",
        "a\tb\ttwo",
        "a z\tc\ttwo",
    ]
    assert (tmp_path / "unread.tsv").read_text().splitlines() == [
        "item\tsource\tparaphrase",
        f"{item_of('a z', 'c')}\ta z\tc",
    ]
    assert sorted((tmp_path / "blind.tsv").read_text().splitlines()) == sorted(
        ["item\tsource\tparaphrase", f"{item_of('a', 'b')}\ta\tb", f"{item_of('a z', 'c')}\ta z\tc"]
    )


def test_what_a_reader_has_written_is_not_written_over(tmp_path: Path) -> None:
    write_sheets(tmp_path, [Line("a", "b", "one")], Verdicts(), prefix="x-")
    refuse_filled(tmp_path)
    (tmp_path / "x-unread.tsv").write_text("item\tsource\tparaphrase\treader\tadequacy\n")
    with pytest.raises(Error, match=r"x-unread.tsv has answers.*name it with --judged"):
        refuse_filled(tmp_path)


def test_the_folder_of_a_paper_is_not_written_into(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "paper.toml").write_text('experiments = "spg"\ntitle = "t"\ndifferent = "d"\n')
    folder = str(tmp_path)
    assert main(["evaluate", "recipe", folder, "-d", folder, "-o", folder]) == 1
    assert "is the paper's own folder; name another" in capsys.readouterr().err


def test_a_section_is_a_table_on_the_terminal_and_on_the_page() -> None:
    plot = Plot("tau", "τ by <length>", "<svg></svg>")
    rows = (("pairs <b>", "139K", "6,994"), ("distance", "", "6.06"))
    section = Section("Pairs", ("", "published", "measured"), rows, "A note.", "recipe:x", (plot,))
    assert as_text(section).splitlines() == [
        "Pairs",
        "             published  measured",
        "  pairs <b>       139K     6,994",
        "  distance                  6.06",
        "  A note.",
        "  recipe:x",
    ]
    text = page("A & B", [section], "Everything.")
    assert "<h1>A &amp; B</h1>" in text
    assert "<td>pairs &lt;b&gt;</td><td>139K</td><td>6,994</td>" in text
    assert "<h3>τ by &lt;length&gt;</h3><svg></svg>" in text
    assert "<script" not in text
