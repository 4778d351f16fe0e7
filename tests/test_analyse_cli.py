"""`otherwords analyse`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from otherwords.cli import main
from tests.small_model import write_model


def test_conllu(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "She doesn't live in\nParis. Go on!"]) == 0
    first, second, rest = capsys.readouterr().out.split("\n\n")
    assert rest == ""
    lines = first.split("\n")
    assert lines[0] == "# text = She doesn't live in Paris."
    rows = [line.split("\t") for line in lines[1:]]
    assert [len(row) for row in rows] == [10] * 7
    assert [row[1] for row in rows] == ["She", "does", "n't", "live", "in", "Paris", "."]
    assert rows[3][4:8] == ["VB", "_", "0", "root"]
    assert rows[0][6:8] == ["4", "nsubj"]
    assert (rows[1][9], rows[5][9]) == ("SpaceAfter=No", "Entity=B-name|SpaceAfter=No")
    assert second.startswith("# text = Go on!\n1\tGo\tgo\t")


def test_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "text").write_text("They sold it.\n\nThey left.\n", "utf-8")
    assert main(["analyse", "--json", "-i", str(tmp_path / "text"), "--threads", "2"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["words"] == ["They", "sold", "it", "."]
    assert first["starts"] == [0, 5, 10, 12]
    assert (first["heads"], first["relations"][2]) == ([1, 1, 1, 1], "dobj")
    assert second["lemmas"] == ["they", "leave", "."]


def test_a_model_without_analyser(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["analyse", "-m", str(write_model(tmp_path)), "Go on."]) == 1
    assert "the model has no analyser" in capsys.readouterr().err
