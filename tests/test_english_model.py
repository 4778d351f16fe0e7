"""The English model of the package: complete, small enough, and as good as its card says."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import otherwords as ow
from otherwords.cli import main
from otherwords.paraphrases import Paraphrase, size_of


@pytest.fixture(scope="module")
def english() -> ow.Paraphraser:
    return ow.load()


def test_it_is_whole_and_small(repository: Path, english: ow.Paraphraser) -> None:
    for table in english.model.tables:
        table.verify()
    sizes = [path.stat().st_size for path in (repository / "models" / "en").iterdir()]
    assert sum(sizes) <= 60_000_000
    assert max(sizes) <= 45_000_000


def test_its_card_tells_what_it_is_made_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "info"]) == 0
    card = capsys.readouterr().out
    for name in ("Europarl", "Tatoeba", "CC-BY-SA-4.0", "plain: 634 entries", "send unchanged"):
        assert name in card


def test_plain_words_for_wordy_ones(english: ow.Paraphraser) -> None:
    text = "In order to assist the residents, the town purchased approximately forty vehicles."
    best = english.simplify(text, precision="high")
    assert best.text == "To help the residents, the town bought about forty vehicles."
    assert best.optimal


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
    results = list(english.pipe(sources, application=application, references=references))
    assert all(result.optimal for result in results)
    changed = [result for result in results if result.text != result.source]
    assert len(changed) >= share * len(results)
    if application == "compress":
        assert saved(results) >= 0.10


def saved(results: list[Paraphrase]) -> float:
    """The share of bytes that is gone."""
    before = sum(size_of(result.source) for result in results)
    return 1 - sum(result.size for result in results) / before
