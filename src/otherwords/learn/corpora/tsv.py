"""Sentence pairs in two columns of a table with tabs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from otherwords.learn.corpora.batches import Batch, batched
from otherwords.learn.corpora.fields import chosen_rows


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
        (_field(fields, source), _field(fields, target))
        for path in paths
        for (source, target), fields in chosen_rows(
            path, columns, header=header, score=score, least=least, where=where
        )
    )


def _field(fields: Sequence[str], place: int) -> str:
    return fields[place] if place < len(fields) else ""
