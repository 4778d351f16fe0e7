"""Sentence pairs in batches, so that no corpus has to fit into memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from otherwords.files import line_batches

#: Pairs in a batch, unless it is the last one.
BATCH = 10_000


@dataclass(slots=True)
class Batch:
    """Sentence pairs that follow each other in a corpus: source `i` belongs to target `i`."""

    sources: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.sources)

    def add(self, source: str, target: str) -> None:
        """Appends a pair."""
        self.sources.append(source)
        self.targets.append(target)


def batched(pairs: Iterable[tuple[str, str]], size: int = BATCH) -> Iterator[Batch]:
    """Puts single pairs into batches."""
    batch = Batch()
    for source, target in pairs:
        batch.add(source, target)
        if len(batch) == size:
            yield batch
            batch = Batch()
    if len(batch):
        yield batch


def lines_of(path: str | Path) -> Iterator[str]:
    """The lines of a text; what is not UTF-8 becomes lone surrogates, which cleaning counts."""
    for lines in line_batches(path, errors="surrogateescape"):
        yield from lines
