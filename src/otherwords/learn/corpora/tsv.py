"""Sentence pairs in two columns of a table with tabs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from otherwords.learn.corpora.batches import Batch, batched
from otherwords.learn.corpora.fields import RowFilter, place_of, rows_of


def read(
    paths: Sequence[str | Path],
    *,
    columns: Sequence[str] = ("0", "1"),
    header: bool = False,
    score: str = "",
    least: float = 0.0,
    where: Mapping[str, str] | None = None,
) -> Iterator[Batch]:
    """Sentence pairs of one file or several, plain or compressed.

    Args:
        paths: The files.
        columns: Source and target, by name or by number from 0. A row that lacks one of them gives
            an empty side, which cleaning counts.
        header: Whether the first line names the columns.
        score: A column with a number that says how good the pair is.
        least: What the score must be at least.
        where: Columns and the values they must have.
    """
    return batched(
        pair for path in paths for pair in _pairs(path, columns, header, score, least, where or {})
    )


def _pairs(
    path: str | Path,
    columns: Sequence[str],
    header: bool,
    score: str,
    least: float,
    where: Mapping[str, str],
) -> Iterator[tuple[str, str]]:
    names, rows = rows_of(path, header)
    source, target = (place_of(column, names, path) for column in columns)
    keeps = RowFilter(path, names, score, least, where)
    for number, fields in rows:
        if keeps(number, fields):
            size = len(fields)
            yield fields[source] if source < size else "", fields[target] if target < size else ""
