"""Precision, recall and error rate of alignments, by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from otherwords._core import FormatError
from otherwords.align.columns import links
from otherwords.align.evaluate import GoldPair, evaluate, read_gold
from otherwords.align.texts import AlignOptions, align_texts
from otherwords.cli import main

GOLD = [
    {"source": "The cat sat", "target": "the cat was seated", "sure": "0-0 1-1", "possible": "2-3"},
    {"source": "yes", "target": "indeed", "sure": "0-0"},
]
LINES = ["0-0 1-2 2-3", ""]


def gold_file(folder: Path) -> Path:
    path = folder / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in GOLD), "utf-8")
    return path


def test_figures_by_hand(tmp_path: Path) -> None:
    report = evaluate(read_gold(gold_file(tmp_path)), links(LINES), name="links")
    # A = {0-0 1-2 2-3}, S = {0-0 1-1, 0-0}, P = S and 2-3.
    assert report.sentences == 2
    assert (report.all.precision, report.all.recall) == (2 / 3, 1 / 3)
    assert report.all.error_rate == 1 - (1 + 2) / (3 + 3)
    # Of identical words A = {0-0}, S = {0-0 1-1}.
    assert (report.identical.precision, report.identical.recall) == (1, 1 / 2)
    assert report.identical.error_rate == 1 - (1 + 1) / (1 + 2)
    # Of different words A = {1-2 2-3}, S = {0-0} of the second pair, P = S and 2-3.
    assert (report.different.precision, report.different.recall) == (1 / 2, 0)
    assert report.different.error_rate == 1 - (0 + 1) / (2 + 1)


def test_where_there_is_nothing_there_is_no_figure() -> None:
    report = evaluate([GoldPair(["a"], ["a"], frozenset(), frozenset())], links([""]), name="links")
    assert all(map(math.isnan, (report.all.precision, report.all.recall, report.all.error_rate)))


def test_the_command_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alignment = tmp_path / "links"
    alignment.write_text("\n".join(LINES) + "\n", "utf-8")
    gold = str(gold_file(tmp_path))
    assert main(["align", "evaluate", gold, str(alignment)]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "2 sentence pairs",
        "words         links     sure  precision   recall      AER",
        "all               3        3     66.67%   33.33%   50.00%",
    ]
    assert main(["align", "evaluate", gold, str(alignment), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["different"] == {
        "links": 2,
        "sure": 1,
        "precision": 0.5,
        "recall": 0.0,
        "error_rate": pytest.approx(2 / 3),
    }


def test_alignments_of_another_text_are_refused(tmp_path: Path) -> None:
    gold = read_gold(gold_file(tmp_path))
    with pytest.raises(FormatError, match="mine: 1 alignments for 2 sentence pairs"):
        evaluate(gold, links(["0-0"]), name="mine")
    with pytest.raises(FormatError, match="mine:2: the link 0-1 leads outside"):
        evaluate(gold, links(["", "0-1"]), name="mine")


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[]",
        "3",
        '{"source": "a", "target": "b"}',
        '{"source": "a", "target": "b", "sure": "0-1"}',
        '{"source": "a", "target": "b", "sure": "0:0"}',
        '{"source": "a", "target": "b", "sure": "0-0-0"}',
        '{"source": 1, "target": "b", "sure": ""}',
        '{"source": "a", "target": "b", "sure": "", "possible": null}',
        "[" * 100_000,
    ],
)
def test_broken_gold_is_told_by_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(f"{json.dumps(GOLD[0])}\n{line}\n", "utf-8")
    with pytest.raises(FormatError, match=r"gold.jsonl:2: this is no gold alignment; write an obj"):
        read_gold(path)


@pytest.mark.parametrize(
    ("name", "pairs", "limit"),
    [("en-en.edinburgh", 714, 0.16), ("en-en.msrrte", 800, 0.45), ("en-fr.hansards", 447, 0.25)],
)
def test_gold_alone_is_enough_for_a_fair_alignment(
    shared: Path, name: str, pairs: int, limit: float
) -> None:
    gold = read_gold(shared / "data" / "align" / f"{name}.jsonl")
    assert len(gold) == pairs
    source = [" ".join(pair.source) for pair in gold]
    target = [" ".join(pair.target) for pair in gold]
    options = AlignOptions(identical=10 if name.startswith("en-en") else 0)
    report = evaluate(gold, links(align_texts(source, target, options)), name=name)
    assert report.all.error_rate < limit
