"""Line-parallel text: line `i` of one file is the translation of line `i` of the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.learn.corpora.batches import Batch, batched, lines_of


def read(paths: Sequence[str | Path]) -> Iterator[Batch]:
    """Sentence pairs of two files, plain or compressed."""
    if len(paths) != 2:
        raise FormatError(f"line-parallel text is two files, not {len(paths)}: source and target")
    return batched(_pairs(*paths))


def _pairs(source_path: str | Path, target_path: str | Path) -> Iterator[tuple[str, str]]:
    for number, (source, target) in enumerate(
        zip_longest(lines_of(source_path), lines_of(target_path)), 1
    ):
        if source is None or target is None:
            short, long = source_path, target_path
            if target is None:
                short, long = long, short
            raise FormatError(
                f"{name_of(long)}:{number}: {name_of(short)} has only {number - 1:,} lines; the "
                "two files must have the same number of lines: get both again, of the same release"
            )
        yield source, target
