"""SPG's experiments, on a model and sentences small enough to know what comes out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from otherwords.cli import main
from otherwords.experiments.verdicts import item_of
from tests.small_model import write_model

SOURCES = {
    "We utilise tools in spite of the rain.": "We use tools despite the rain.",
    "They utilise assistance.": "They use aid.",
    "The rain.": "A rain.",
}
WEIGHTS = """
[weights.compress]
# rf 0.2 → 0.25 on 4 sentences tuned on; rf 0.1 → 0.125 on 2 sentences held out; seed 1
lm = 1.0
"""

#: Whether a replacement is right, alone in its sentence.
READ = {
    ("They utilise assistance.", "They use assistance."): "yes",
    ("They utilise assistance.", "They utilise help."): "no",
    ("We utilise tools in spite of the rain.", "We use tools in spite of the rain."): "yes",
}

Rows = dict[str, list[str]]


def run(folder: Path, *options: str) -> dict[str, Rows]:
    """All tables by their titles, with rows by their first cells."""
    model, out = folder / "model", folder / "out"
    if not model.exists():
        write_model(model)
        with open(model / "model.toml", "a", encoding="utf-8") as file:
            file.write(WEIGHTS)
        lines = [f"{source}\t{reference}\n" for source, reference in SOURCES.items()]
        (folder / "set.tsv").write_text("source\treference\n" + "".join(lines))
        (folder / "paper.toml").write_text(
            'experiments = "spg"\ntitle = "t"\ndifferent = "d"\nverdicts = ["said.tsv"]\n'
            '[settings]\nsamples = 9\ntest = "set.tsv"\ndevelopment = "set.tsv"\n'
        )
        (folder / "said.tsv").write_text("item\treader\tadequacy\tfluency\tusability\tcorrect\n")
    given = ["evaluate", "recipe", str(folder), "-d", str(folder), "-o", str(out), *options]
    assert main([*given, "--set", f"model={model}"]) == 0
    report = json.loads((out / "report.json").read_text("utf-8"))
    return {
        section["title"]: {row[0]: row[1:] for row in section["rows"]}
        for section in report["sections"]
    }


def named(found: dict[str, Rows], title: str) -> Rows:
    """The table whose title begins so."""
    (rows,) = (rows for name, rows in found.items() if name.startswith(title))
    return rows


def test_published_figures_stand_beside_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run(tmp_path)
    tables = named(found, "Tables")
    assert tables["pt1"] == ["3,041,822", "4"]
    assert tables["pt3"] == ["17,668", "0"]
    # Of utilise (twice), in spite of, tools, and assistance as help and as aid, one is in both.
    assert tables["units that several tables offer"] == ["about 2 %", "16.67 % of 6"]
    generated = named(found, "Generation on 3 test sentences, confidence bold")
    assert generated["compress"][0:3:2] == ["97.2", "5.36"]
    assert generated["compress"][1].startswith("66.7 [")
    assert generated["compress"][3].startswith("1.33 ")
    assert generated["compress"][4].startswith("2.00 ")
    assert generated["baseline-1"][1].startswith("33.3 ")
    # The model cannot tell how sure it is.
    assert not any("confidence high" in title for title in found)
    assert "names no confidence file" in capsys.readouterr().err


def test_applications_are_achieved_on_purpose_and_by_chance(tmp_path: Path) -> None:
    found = named(run(tmp_path), "Applications achieved")
    assert found["compress: fewer bytes: by compress"] == ["100", "100.00 of 2"]
    assert found["compress: each replacement serves it: by compress"] == ["", "100.00 of 2"]
    assert found["toward: more words of the reference: by baseline-2"][0] == "7.16"
    # Baseline-1 has `help` where the reference has `aid`.
    assert found["toward: more words of the reference: by baseline-1"] == ["", "0.00 of 1"]
    assert found["toward: each replacement serves it: by baseline-1"] == ["", "0.00 of 1"]


def test_what_readers_say_is_counted(tmp_path: Path) -> None:
    found = run(tmp_path)
    split = named(found, "Development and test")
    assert split["compress: rf, %, when tuned"] == ["25.0 (4 tuned on)", "12.5 (2 held out)"]
    assert split["compress: rp, %; rf, %"] == ["not read", "not read"]
    assert named(found, "Adequacy")["simplify, reader 1, measured"][0] == "0"
    unread = (tmp_path / "out" / "unread.tsv").read_text("utf-8").splitlines()[1:]
    with open(tmp_path / "said.tsv", "a", encoding="utf-8") as file:
        for place, line in enumerate(unread):
            item = line.split("\t")[0]
            file.write(f"{item}\tann\t3\t2\t3\t\n{item}\tben\t{3 if place else 1}\t2\t2\t\n")
        for (source, target), correct in READ.items():
            file.write(f"{item_of(source, target)}\tann\t\t\t\t{correct}\n")
    found = run(tmp_path)
    table = named(found, "Adequacy")
    assert table["simplify, rater 1, published"][1] == "29.77 / 44.03 / 26.21"
    assert table["simplify, reader 1, measured"] == [
        "2",
        "0.00 / 0.00 / 100.00",
        "0.00 / 100.00 / 0.00",
        "0.00 / 0.00 / 100.00",
    ]
    assert table["compress, reader 2, measured"][3] == "0.00 / 0.00 / 100.00"
    assert table["baseline-2, reader 2, measured"][3] == "(0.00 / 100.00 / 0.00)"
    agreed = named(found, "Agreement")
    assert agreed["fluency"][:3] == ["0.6500", "1.0000", "100.0 %"]
    assert agreed["usability"][:3] == ["0.5849", "-0.5000", "0.0 %"]
    assert float(agreed["adequacy"][1]) < 1
    # Three of the replacements were read; two are right.
    assert named(found, "Development and test")["compress: rp, %; rf, %"][1].startswith("66.7 of 3")
    assert len((tmp_path / "out" / "unread.tsv").read_text("utf-8").splitlines()) == 1


def test_readers_of_ones_own_take_the_place_of_the_papers(tmp_path: Path) -> None:
    run(tmp_path)
    unread = (tmp_path / "out" / "unread.tsv").read_text("utf-8").splitlines()[1:]
    items = [line.split("\t")[0] for line in unread]
    for file, reader, label in (("said.tsv", "a", 1), ("people.tsv", "people", 3)):
        head = "item\treader\tadequacy\n"
        rows = "".join(f"{item}\t{reader}\t{label}\n" for item in items)
        (tmp_path / file).write_text(head + rows)
    shares = [
        named(run(tmp_path, *options), "Adequacy")["compress, reader 1, measured"][1]
        for options in ((), ("--judged", str(tmp_path / "people.tsv")))
    ]
    assert shares == ["100.00 / 0.00 / 0.00", "0.00 / 0.00 / 100.00"]


def test_labels_are_looked_for_beside_the_paper_and_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path)
    capsys.readouterr()
    given = ["evaluate", "recipe", str(tmp_path), "-d", str(tmp_path), "-o", str(tmp_path / "out")]
    assert main([*given, "--set", "labels=none.tsv"]) == 1
    told = capsys.readouterr()
    assert str(tmp_path / "none.tsv") in told.err
    assert "Tables" not in told.out


def test_sets_need_one_reference_of_each_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path)
    (tmp_path / "set.tsv").write_text('{"source": "a", "references": ["b", "c"]}\n')
    given = ["evaluate", "recipe", str(tmp_path), "-d", str(tmp_path), "-o", str(tmp_path / "out")]
    assert main(given) == 1
    assert "there must be sentences with one reference each" in capsys.readouterr().err


def test_examples_are_marked_by_kinds_of_tables(tmp_path: Path) -> None:
    found = named(run(tmp_path, "--set", "examples=1"), "Examples")
    assert any(line.startswith("compress, published: Liu Lefei") for line in found)
    sources = [line.removeprefix("source: ") for line in found if line.startswith("source: ")]
    assert len(sources) == 2
    assert sources[1] in SOURCES
    marked = "compress: We [use]phr tools [despite]phr the rain."
    assert (marked in found) == (sources[1] == next(iter(SOURCES)))
