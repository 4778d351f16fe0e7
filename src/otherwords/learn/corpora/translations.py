"""Several translations of one work: a row a verse, a column a translation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from otherwords._core import Error
from otherwords.learn.corpora.batches import Batch, batched
from otherwords.learn.corpora.fields import chosen_rows


def read(
    paths: Sequence[str | Path],
    *,
    columns: Sequence[str] = (),
    header: bool = True,
    score: str = "",
    least: float = 0.0,
    where: Mapping[str, str] | None = None,
) -> Iterator[Batch]:
    """Each two translations of a row as a pair, in the order of the columns.

    Args:
        paths: Tables with tabs, plain or compressed.
        columns: Which translations, by name or by number from 0; default: all columns but the
            first, as many as a row has.
        header: Whether the first line names the columns.
        score: A column with a number that says how good the row is.
        least: What the score must be at least.
        where: Columns and the values they must have.
    """
    if len(columns) == 1:
        raise Error("one translation makes no pairs: name two columns or more, or none for all")
    return batched(
        pair
        for path in paths
        for places, fields in chosen_rows(
            path, columns, header=header, score=score, least=least, where=where
        )
        for pair in combinations(_versions(fields, places), 2)
    )


def _versions(fields: Sequence[str], places: Sequence[int]) -> list[str]:
    chosen = (fields[place] for place in places if place < len(fields)) if places else fields[1:]
    return [text for text in chosen if text.strip()]
