"""`otherwords tune weights`: from labels to a manifest."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import otherwords as ow
from otherwords.cli import main
from otherwords.manifest import weights_section, write_section
from otherwords.model import Model, Weights
from tests.small_model import write_model

TEXTS = [
    "we utilise rain in spite of tools",
    "they utilise the assistance",
    "in spite of rain they utilise tools",
    "a rain",
    "they use tools in spite of assistance",
    "we utilise assistance",
]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_model(tmp_path / "model")


@pytest.fixture
def labels(model: Path, tmp_path: Path) -> Path:
    """All units of all sentences; what has an `e` is correct."""
    rows = "".join(f"{text}\tthe aid\n" for text in TEXTS)
    (tmp_path / "dev.tsv").write_text(f"source\treference\n{rows}", "utf-8")
    path = tmp_path / "labels.tsv"
    assert main(["tune", "units", str(model), str(tmp_path / "dev.tsv"), "-o", str(path)]) == 0
    head, *lines = path.read_text("utf-8").splitlines()
    targets = [line.split("\t")[5] for line in lines]
    said = ["" if not target else "1" if "e" in target else "0" for target in targets]
    labelled = [line + label for line, label in zip(lines, said, strict=True)]
    path.write_text("\n".join([head, *labelled]) + "\n", "utf-8")
    return path


def test_weights_go_into_the_model(
    model: Path, labels: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = model / "model.toml"
    before = manifest.read_text("utf-8")
    command = ["tune", "weights", str(model), str(labels), "--application", "compress"]
    assert main([*command, "--dry-run"]) == 0
    dry = capsys.readouterr()
    assert manifest.read_text("utf-8") == before
    assert main([*command, "--threads", "2"]) == 0
    wet = capsys.readouterr()
    assert wet.out == dry.out
    assert manifest.read_text("utf-8") == f"{before}\n{wet.out}"
    assert wet.out.startswith("[weights.compress]\n# rf ")
    assert "on 3 sentences tuned on; rf" in wet.out
    assert "iteration 1: rf" in wet.err
    assert "3 sentences held out" in wet.err
    written = tomllib.loads(wet.out)["weights"]["compress"]
    weights = Model(model).weights("compress")
    assert (weights.lm, weights.own, weights.usability) == (
        written["lm"],
        written["self"],
        written["usability"],
    )
    assert weights.tables == ((written["tables"]["pt1"],), (written["tables"]["pt2"],))
    # From what is in the model now, nothing better is found: rf before is rf after.
    assert main([*command, "--seed", "1"]) == 0
    figures = [line.split() for line in capsys.readouterr().err.splitlines()]
    told = [row[1:] for row in figures if row[0] in {"before", "after"}]
    assert told[0] == told[1]
    assert told[2] == told[3]


def test_references_seeds_and_baselines(
    model: Path, labels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["tune", "weights", str(model), str(labels), "--dry-run", "--application"]
    assert main([*command, "toward"]) == 1
    assert "the application needs a reference for each text" in capsys.readouterr().err
    assert main([*command, "toward", "--sentences", str(tmp_path / "dev.tsv")]) == 0
    assert "[weights.toward]" in capsys.readouterr().out
    (tmp_path / "other.tsv").write_text("source\treference\na\tb\n", "utf-8")
    assert main([*command, "toward", "--sentences", str(tmp_path / "other.tsv")]) == 1
    assert "labels.tsv:2: " in (err := capsys.readouterr().err)
    assert "other.tsv has no reference for the sentence" in err
    assert main([*command, "baseline-1", "--held-out", "0"]) == 0
    assert "tables = {pt1 = [], pt2 = " in (done := capsys.readouterr()).out
    assert "on 6 sentences tuned on; seed 1\n" in done.out
    assert "held out" not in done.err
    with pytest.raises(SystemExit, match="2"):
        main([*command, "compress", "--held-out", "1"])
    assert main([*command, "shout"]) == 2
    assert "there is no application 'shout'" in capsys.readouterr().err
    assert main([*command, "compress", "--rater", "eve"]) == 1
    assert "no labels of 'eve'" in capsys.readouterr().err


def test_only_finished_sentences(
    model: Path, labels: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = labels.read_text("utf-8").replace("\taid\tpt2\t0\n", "\taid\tpt2\t\n")
    labels.write_text(text, "utf-8")
    command = ["tune", "weights", str(model), str(labels), "--application", "compress", "--dry-run"]
    assert main([*command, "--finished", "--held-out", "0"]) == 0
    told = capsys.readouterr()
    assert "3 sentences not finished: left out" in told.err
    assert "on 3 sentences tuned on" in told.out


def test_nothing_labelled(model: Path, labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = labels.read_text("utf-8").replace("\t1\n", "\t\n").replace("\t0\n", "\t\n")
    labels.write_text(text, "utf-8")
    assert main(["tune", "weights", str(model), str(labels), "--application", "compress"]) == 1
    assert "labels.tsv: nothing is labelled" in capsys.readouterr().err


def test_only_units_of_the_best(model: Path, tmp_path: Path) -> None:
    (tmp_path / "dev").write_text("we utilise assistance\n", "utf-8")
    out = tmp_path / "labels.tsv"
    command = ["tune", "units", str(model), str(tmp_path / "dev"), "-o", str(out)]
    assert main([*command, "--application", "compress", "--best", "1"]) == 0
    rows = [line.split("\t")[4:7] for line in out.read_text("utf-8").splitlines()[1:]]
    assert rows == [["utilise", "use", "pt1"], ["assistance", "help", "pt1 pt2"]]
    with pytest.raises(SystemExit, match="2"):
        main([*command, "--best", "1"])


# ---- the manifest --------------------------------------------------------------------------------

WEIGHTS = Weights(((0.5, -0.25), (), (1.0,)), lm=0.125, own=-1.0, usability=1e-05)
SECTION = """[weights.compress]
# of old
lm = 0.125
self = -1.0
usability = 1e-05
tables = {pt1 = [0.5, -0.25], "p t" = [], pt3 = 1.0}
"""
OLD = """[weights.compress]
lm = 1  # not this
tables = {}
"""


def test_a_section() -> None:
    section = weights_section("compress", WEIGHTS, ["pt1", "p t", "pt3"], "of old")
    assert section == SECTION
    assert weights_section("a b", Weights(()), []).startswith('[weights."a b"]\nlm = 1.0\n')


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", SECTION),
        ('name = "x"', f'name = "x"\n\n{SECTION}'),
        ('name = "x"\n\n', f'name = "x"\n\n{SECTION}'),
        (OLD, SECTION),
        (f"a = 1 # one\n\n{OLD}", f"a = 1 # one\n\n{SECTION}"),
        (f"{OLD}\n# tables\n[tables.pt1]\nb = 2\n", f"{SECTION}\n# tables\n[tables.pt1]\nb = 2\n"),
        (f"[weights.toward]\nlm = 3\n{OLD}", f"[weights.toward]\nlm = 3\n{SECTION}"),
        (
            "[ weights . 'compress' ] # !\nlm = 2\n[x]\n[weights.compress.tables]\npt1 = 1\n[y]\n",
            f"{SECTION}[x]\n[y]\n",
        ),
        ("a = [\n[1],\n[2]]\n", f"a = [\n[1],\n[2]]\n\n{SECTION}"),
        ("[[rows]]\nx = 1\r\n[[rows]]\n", f"[[rows]]\nx = 1\r\n[[rows]]\n\n{SECTION}"),
    ],
)
def test_the_rest_of_the_manifest_stays(tmp_path: Path, before: str, after: str) -> None:
    manifest = tmp_path / "model.toml"
    manifest.write_bytes(before.encode())
    write_section(tmp_path, ["weights", "compress"], SECTION)
    assert manifest.read_bytes().decode() == after
    write_section(tmp_path, ["weights", "compress"], SECTION)
    assert manifest.read_bytes().decode() == after


@pytest.mark.parametrize(
    "text", ["weights = {compress = {lm = 1}}\n", "[weights]\ncompress.lm = 1\n"]
)
def test_weights_elsewhere_are_told(tmp_path: Path, text: str) -> None:
    manifest = tmp_path / "model.toml"
    manifest.write_text(text, "utf-8")
    with pytest.raises(ow.FormatError, match=r"not in a section \[weights.compress\]"):
        write_section(tmp_path, ["weights", "compress"], SECTION)
    assert manifest.read_text("utf-8") == text
