"""The English model of the package: complete, small enough, and as good as its card says."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import otherwords as ow
from otherwords.cli import main
from otherwords.contexts import PatternRanker
from otherwords.paraphrases import Paraphrase, size_of


@pytest.fixture(scope="module")
def english() -> ow.Paraphraser:
    return ow.load()


def test_it_is_whole_and_small(repository: Path, english: ow.Paraphraser) -> None:
    for table in english.model.tables:
        table.verify()
    sizes = [path.stat().st_size for path in (repository / "models" / "en").iterdir()]
    assert sum(sizes) <= 80_000_000
    assert max(sizes) <= 45_000_000


def test_its_card_tells_what_it_is_made_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "info"]) == 0
    card = capsys.readouterr().out
    for name in ("Europarl", "Tatoeba", "CC-BY-SA-4.0", "  plain: ", "send unchanged"):
        assert name in card


def test_plain_words_for_wordy_ones(english: ow.Paraphraser) -> None:
    text = "In order to assist the residents, the town purchased approximately forty vehicles."
    best = english.simplify(text)
    assert best.optimal
    assert best.confidence is not None
    assert best.confidence >= 0.8
    assert ("In order to", "To") in {(edit.source, edit.target) for edit in best.edits}
    offered = {(one.source, one.target) for one in english.suggest(text)}
    assert {("In order to", "To"), ("assist", "help"), ("purchased", "bought")} <= offered


@pytest.fixture(scope="module")
def development(shared: Path) -> list[tuple[str, str]]:
    pairs = []
    for name in ("spg-tune.tsv", "spg-test.tsv"):
        with open(shared / "data" / "dev" / name, encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            pairs += [(row["source"], row["reference"]) for row in rows]
    return pairs


@pytest.mark.parametrize(
    ("application", "share"), [("compress", 0.95), ("simplify", 0.95), ("toward", 0.57)]
)
def test_most_sentences_are_paraphrased(
    english: ow.Paraphraser, development: list[tuple[str, str]], application: str, share: float
) -> None:
    sources, references = map(list, zip(*development, strict=True))
    results = list(
        english.pipe(sources, application=application, references=references, confidence="bold")
    )
    assert all(result.optimal for result in results)
    changed = [result for result in results if result.text != result.source]
    assert len(changed) >= share * len(results)
    if application == "compress":
        assert saved(results) >= 0.09


def saved(results: list[Paraphrase]) -> float:
    """The share of bytes that is gone."""
    before = sum(size_of(result.source) for result in results)
    return 1 - sum(result.size for result in results) / before


def test_patterns_turn_words_round(english: ow.Paraphraser) -> None:
    text = "We must protect the rights of the workers."
    best = english.paraphrase(text, keep=["must", "protect"], confidence="bold")
    (edit,) = best.edits
    assert (edit.source, edit.target, edit.table) == (
        "the rights of the workers",
        "the workers’ rights",
        "pt4",
    )
    assert edit.rule == "the rights of [NNS_1] → [NNS_1] ’ rights"


def test_collocations_are_inflected(english: ow.Paraphraser) -> None:
    found = english.paraphrase("They applauded the fact.", n=50, confidence="bold")
    edits = [edit for each in (found, *found.alternatives) for edit in each.edits]
    rules = {(edit.source, edit.target): edit.rule for edit in edits if edit.table == "pt5"}
    rule = "applaud OBJ fact → welcome OBJ fact"
    assert rules["applauded the fact", "welcomed the fact"] == rule


def test_patterns_are_sure_or_looked_up_loosely(english: ow.Paraphraser) -> None:
    texts = ["We must find an answer to this question.", "We must reverse that trend."]
    sure, unsure = PatternRanker(english).rank(texts)
    assert [match.sure for match in sure] == [True] * len(sure) != []
    assert [match.sure for match in unsure] == [False]
    assert list(PatternRanker(english, unsure=0).rank(texts)) == [sure, []]
