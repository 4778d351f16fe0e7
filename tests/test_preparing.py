"""Corpora that are prepared part by part are those that are prepared as a whole."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from otherwords._core import CasingCounter, Error
from otherwords.learn import parts, preparing
from otherwords.learn.corpora import (
    Batch,
    CleaningOptions,
    CleaningReport,
    prepare,
    read_corpus,
    write_corpus,
)
from otherwords.learn.engines import Resources
from otherwords.learn.preparing import prepare_parts
from otherwords.learn.recipe import Recipe
from otherwords.learn.steps import Workshop
from otherwords.learn.work import Work

OPTIONS = CleaningOptions(target_language="fr", lower=True, longest=3)
ROWS = 5  # of a part


def raw_batches() -> Iterator[Batch]:
    """Good and bad pairs, many of them twice."""
    chance = random.Random(5)
    words = ["The", "old Mill", "was sold", "", "it's", "\udcff", "Ã©", "слово"]
    for _ in range(9):
        batch = Batch()
        for _ in range(11):
            source, target = (
                " ".join(chance.choices(words, [9, 9, 9, 9, 9, 1, 1, 1], k=2)) for _ in range(2)
            )
            batch.add(source, target)
        yield batch


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    """A run whose corpora have many small parts."""
    monkeypatch.setattr(preparing, "write_corpus", partial(write_corpus, rows=ROWS))
    resources = Resources(1, 1 << 28, tmp_path / "spill")
    run = Work(Recipe(tmp_path, "x"), Workshop(tmp_path), "duckdb", resources, lambda *_: None)
    yield run
    run.close()


def rows_in(folder: Path) -> list[tuple[str, str]]:
    return [
        pair
        for batch in read_corpus(folder)
        for pair in zip(batch.sources, batch.targets, strict=True)
    ]


@pytest.mark.parametrize("cased", [False, True])
def test_parts_give_what_the_whole_gives(work: Work, tmp_path: Path, cased: bool) -> None:
    whole, counter, other = CleaningReport(), CasingCounter(), CasingCounter()
    batches = prepare(raw_batches(), OPTIONS, report=whole, source_casing=counter, cased=cased)
    expected = [
        pair for batch in batches for pair in zip(batch.sources, batch.targets, strict=True)
    ]
    assert len(whole.dropped) >= 5
    assert len(expected) > 2 * ROWS
    output = tmp_path / "step" / "rows"
    output.parent.mkdir()
    report = prepare_parts(work, raw_batches, OPTIONS, output, source_casing=other, cased=cased)
    assert rows_in(output) == expected
    assert report == whole
    assert other.forms() == counter.forms()
    assert [path.name for path in output.parent.iterdir()] == ["rows"]


def test_what_is_done_is_not_done_again(
    work: Work, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokenise = parts.tokenise
    done: list[str] = []

    def stopping(source: str, options: CleaningOptions, threads: int, output: str) -> None:
        if len(done) == 3:
            done.append("")
            raise Error("stopped")
        done.append(output)
        tokenise(source, options, threads, output)

    monkeypatch.setattr(parts, "tokenise", stopping)
    with pytest.raises(Error, match="stopped"):
        prepare_parts(work, raw_batches, OPTIONS, tmp_path / "rows")

    def unread() -> Iterator[Batch]:
        raise AssertionError("the corpus is read already")

    report = prepare_parts(work, unread, OPTIONS, tmp_path / "rows")
    assert len(done) == len(set(done))
    monkeypatch.undo()
    assert report == prepare_parts(work, raw_batches, OPTIONS, tmp_path / "again")
    assert rows_in(tmp_path / "rows") == rows_in(tmp_path / "again")
