"""Labels of units: written, edited, read again, and kept when models change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import otherwords as ow
from otherwords.cli import main
from otherwords.tune.labels import UnitKey, read_labels, write_labels
from otherwords.tune.offers import offers, sample
from otherwords.tune.sentences import DevelopmentSentence, read_sentences
from tests.small_model import TABLES, write_model

HEAD = "number\tsentence\tbegin\tend\tsource\ttarget\ttables\tann\tben\n"
GOOD = "1\tWe ⟦utilise⟧ it.\t1\t2\tutilise\tuse\tpt1\t1\t0\n"
TEXTS = "We utilise rain. In spite of tools!\nrain\nWe utilise rain.\nthey like assistance\n"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


def units_of(model: Path, folder: Path, *options: str, texts: str = TEXTS) -> Path:
    (folder / "texts").write_text(texts, "utf-8")
    out = folder / "labels.tsv"
    assert main(["tune", "units", str(model), str(folder / "texts"), "-o", str(out), *options]) == 0
    return out


def test_every_unit_is_written_and_read_again(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = units_of(model, tmp_path)
    assert out.read_text("utf-8").splitlines() == [
        "number\tsentence\tbegin\tend\tsource\ttarget\ttables\trater1",
        "1\t⟦In spite of⟧ tools!\t0\t3\tIn spite of\tdespite\tpt1\t",
        "1\tIn spite of ⟦tools⟧!\t3\t4\ttools\tthe tools\tpt1\t",
        "1\tWe ⟦utilise⟧ rain.\t1\t2\tutilise\tuse\tpt1\t",
        "2\train\t\t\t\t\t\t",
        "4\tthey like ⟦assistance⟧\t2\t3\tassistance\taid\tpt2\t",
        "4\tthey like ⟦assistance⟧\t2\t3\tassistance\thelp\tpt1 pt2\t",
    ]
    assert capsys.readouterr().err == "4 sentences, 5 units, 0 labelled\n"
    before = out.read_bytes()
    write_labels(read_labels(out), out)
    assert out.read_bytes() == before


def test_only_what_planning_keeps(model: Path, tmp_path: Path) -> None:
    out = units_of(model, tmp_path, "--application", "compress")
    targets = {row.key.target for row in read_labels(out).rows}
    assert targets == {"despite", "use", "", "help", "aid"}
    (tmp_path / "references").write_text("the tools\nx\ny\naid\n", "utf-8")
    out.unlink()
    toward = ["--application", "toward", "--references", str(tmp_path / "references")]
    assert {row.key.target for row in read_labels(units_of(model, tmp_path, *toward)).rows} == {
        "the tools",
        "aid",
        "",
    }
    out.unlink()
    both = units_of(model, tmp_path, *toward, "--application", "compress")
    assert len(read_labels(both).rows) == 6


def test_labels_outlive_models_and_raters_have_columns(model: Path, tmp_path: Path) -> None:
    out = units_of(model, tmp_path, "--rater", "ann", "--rater", "ben")
    text = out.read_text("utf-8").replace("\tpt1\t\t\n", "\tpt1\t1\t\n")
    out.write_text(text.replace("\thelp\tpt1 pt2\t\t\n", "\thelp\tpt1 pt2\t0\t1\n"), "utf-8")
    other = write_model(
        tmp_path / "other", {"pt9": [("rain", "the rain", -1.0), *TABLES["pt2"][:1]]}
    )
    units_of(other, tmp_path)
    rows = [
        (row.number, row.key.target, list(row.tables), row.labels) for row in read_labels(out).rows
    ]
    assert rows == [
        (1, "despite", [], {"ann": True}),
        (1, "the tools", [], {"ann": True}),
        (1, "use", [], {"ann": True}),
        (1, "the rain", ["pt9"], {}),
        (2, "the rain", ["pt9"], {}),
        (4, "help", ["pt9"], {"ann": False, "ben": True}),
    ]


def test_all_raters_must_agree_that_a_unit_is_correct(tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    rows = ["\t1\t", "\t1\t1", "\t0\t1", "\t\t0", "\t\t"]
    path.write_text(
        HEAD + "".join(f"1\t⟦a⟧ b\t0\t1\ta\tc{i}\tpt1{labels}\n" for i, labels in enumerate(rows)),
        "utf-8",
    )
    labels = read_labels(path)
    assert {key.target: said for key, said in labels.judged().items()} == {
        "c0": True,
        "c1": True,
        "c2": False,
        "c3": False,
    }
    assert [said for _, said in labels.judged(["ben"]).items()] == [True, True, False]
    with pytest.raises(ow.Error, match="no labels of 'eve'; raters: ann, ben"):
        labels.judged(["eve"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "1: the columns must be number, sentence"),
        (HEAD.replace("ben", "ann"), "1: there is a column 'ann' already"),
        (HEAD.replace("ben", ""), "1: '' is no name of a rater"),
        (HEAD + GOOD + GOOD.replace("\t1\t0\n", "\t\t\n"), "3: the same unit stands in line 2"),
        (HEAD + GOOD.replace("\t0\n", "\n"), "2: there are 8 columns but the first line names 9"),
        (HEAD + GOOD.replace("\t0\n", "\tno\n"), "2: the label of ben is 'no'; it must be 1, 0"),
        (HEAD + GOOD.replace("⟦utilise⟧", "utilise"), "2: the sentence does not mark 'utilise'"),
        (HEAD + GOOD.replace("⟦utilise⟧", "⟦utilize⟧"), "2: the sentence does not mark 'utilise'"),
        (HEAD + GOOD.replace("it.", "⟦utilise⟧"), "2: the sentence does not mark 'utilise'"),
        (HEAD + GOOD.replace("\tuse", "\t"), "2: source or target is empty"),
        (HEAD + GOOD.replace("1\t2", "1\tx"), "2: end is 'x'; it must be a whole number"),
        (HEAD + GOOD.replace("1\t2", "2\t1"), "2: the unit ends at 1 but begins at 2"),
        (HEAD + "1\t⟦a⟧\t\t\t\t\t\t\t\n", "2: the sentence has marks but the row has no unit"),
    ],
)
def test_what_is_wrong_in_a_file_is_told(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text(text, "utf-8")
    with pytest.raises(ow.FormatError) as error:
        read_labels(path)
    assert f"labels.tsv:{why}" in str(error.value)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("1\t2", "2\t3"), "2: tokens 2 to 3 of the sentence are not 'utilise'"),
        (("1\t2", "1\t9"), "2: tokens 1 to 9 of the sentence are not 'utilise'"),
        (("it.", "that."), "2: the sentence is labelled but not among those given"),
    ],
)
def test_sentences_must_be_the_same(
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: tuple[str, str],
    why: str,
) -> None:
    (tmp_path / "texts").write_text("We utilise it.\n", "utf-8")
    out = tmp_path / "labels.tsv"
    out.write_text(HEAD + GOOD.replace(*change), "utf-8")
    before = out.read_bytes()
    assert main(["tune", "units", str(model), str(tmp_path / "texts"), "-o", str(out)]) == 1
    assert f"labels.tsv:{why}" in capsys.readouterr().err
    assert out.read_bytes() == before


def test_sentences_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "dev.tsv"
    path.write_text("id\tsource\treference\na\tOne. Two.\tFirst.\nb\tThree\tThird\n", "utf-8")
    assert read_sentences(path) == [
        DevelopmentSentence(1, "One.", "First."),
        DevelopmentSentence(1, "Two.", "First."),
        DevelopmentSentence(2, "Three", "Third"),
    ]


def test_an_empty_line_has_a_reference_too(tmp_path: Path) -> None:
    (tmp_path / "dev").write_text("\nOne.\n", "utf-8")
    (tmp_path / "references").write_text("Nothing.\nFirst.\n", "utf-8")
    found = read_sentences(tmp_path / "dev", tmp_path / "references")
    assert found == [DevelopmentSentence(2, "One.", "First.")]


@pytest.mark.parametrize(
    ("text", "references", "why"),
    [
        ("source\tx\na\n", None, "dev:2: there are 1 columns but the first line names 2"),
        ("a\nb\tc\n", None, "dev:2: there is a tab"),
        ("a\nb\n", "c\n", "references:2: it ends before the other file does"),
        ("a\n", "c\nd\n", "dev:2: it ends before the other file does"),
    ],
)
def test_broken_sentences_are_told(
    tmp_path: Path, text: str, references: str | None, why: str
) -> None:
    (tmp_path / "dev").write_text(text, "utf-8")
    if references is not None:
        (tmp_path / "references").write_text(references, "utf-8")
    with pytest.raises(ow.FormatError) as error:
        read_sentences(tmp_path / "dev", references and tmp_path / "references")
    assert why in str(error.value)


@pytest.mark.parametrize("text", ["utilise ⟦rain", "nothing to replace⟧"])
def test_marks_in_a_sentence_are_refused(model: Path, text: str) -> None:
    with pytest.raises(ow.Error, match="sentence 7 has ⟦ or ⟧"):
        offers(ow.load(model), [DevelopmentSentence(7, text)])


def test_a_sample_is_of_whole_sentences_and_grows(model: Path) -> None:
    texts = [f"{number} tools utilise assistance" for number in range(50)]
    sentences = [DevelopmentSentence(i, text) for i, text in enumerate(texts)]
    rows = offers(ow.load(model), sentences)
    assert len(rows) == 200
    keys: set[UnitKey] = set()
    drawn = rows
    for units in (1, 10, 17):
        drawn = sample(rows, units, seed=3)
        assert len(drawn) == (units + 3) // 4 * 4
        assert keys < {row.key for row in drawn}
        keys = {row.key for row in drawn}
    assert sample(rows, 17, seed=4) != drawn
    # Which sentences are drawn depends on each of them alone.
    fewer = offers(ow.load(model), [s for s in sentences if s.number % 2])
    odd = {row.key for row in sample(fewer, 1000, seed=3)} & keys
    assert odd <= {row.key for row in sample(fewer, 17, seed=3)}


def test_the_standard_output_will_do(model: Path, tmp_path: Path) -> None:
    (tmp_path / "texts").write_text("rain\n", "utf-8")
    command = ["tune", "units", str(model), str(tmp_path / "texts"), "-o", "-", "--rater", "x"]
    done = subprocess.run(
        [sys.executable, "-m", "otherwords", *command], capture_output=True, check=True
    )
    assert done.stdout.decode().splitlines()[1] == "1\train\t\t\t\t\t\t"
