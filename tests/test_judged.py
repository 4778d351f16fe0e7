"""What people said of edits."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from otherwords._core import FormatError
from otherwords.judged import Edit, Votes, count_votes, edit_of, read_judged, write_judged


@pytest.mark.parametrize(
    ("source", "target", "edit"),
    [
        ("the question of [NN_1]", "the issue of [NN_1]", Edit("question", "issue")),
        ("[NN_1] area", "[NN_1] zone", Edit("area", "zone")),
        ("the [NN_1] part", "part of [NN_1]", Edit("the [NN_1] part", "part of [NN_1]")),
        ("very [JJ_1]", "very very [JJ_1]", Edit("", "very")),
        ("a b", "a b", Edit("", "")),
    ],
)
def test_edits(source: str, target: str, edit: Edit) -> None:
    assert edit_of(source, target) == edit


def test_votes_are_counted_and_kept(tmp_path: Path) -> None:
    issue, zone = Edit("question", "issue"), Edit("", "zone")
    edits = count_votes([(issue, True), (zone, False), (issue, False), (issue, True)])
    assert edits[issue] == Votes(2, 1)
    assert edits[Edit("question", "matter")].log_odds() == 0
    assert edits[issue].log_odds() == pytest.approx(log(2.5 / 1.5))
    assert edits[issue].log_odds(Votes(2, 0)) == pytest.approx(log(0.5 / 1.5))
    write_judged(edits, tmp_path / "judged")
    assert (tmp_path / "judged").read_text("utf-8") == "\tzone\t0\t1\nquestion\tissue\t2\t1\n"
    assert read_judged(tmp_path / "judged").votes == edits.votes


@pytest.mark.parametrize(
    "line", ["a\tb\t1", "a\tb\tone\t1", "a\tb\t1\t1\t1", "a\tb\tnan\t1", "a\tb\t1\t-1"]
)
def test_broken_lines_are_told(tmp_path: Path, line: str) -> None:
    (tmp_path / "judged").write_text(f"a\tb\t1\t0\n{line}\n", "utf-8")
    with pytest.raises(FormatError, match=r"judged:2: there should be the words of an edit"):
        read_judged(tmp_path / "judged")
