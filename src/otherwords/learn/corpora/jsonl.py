"""Sentence pairs as one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.learn.corpora.batches import Batch, batched, lines_of


def read(
    paths: Sequence[str | Path], *, columns: Sequence[str] = ("source", "target")
) -> Iterator[Batch]:
    """Sentence pairs of one file or several, plain or compressed.

    Args:
        paths: The files.
        columns: The fields with source and target. A field with a list of texts gives a pair with
            each; a missing one gives an empty side, which cleaning counts.
    """
    source, target = columns
    return batched(
        (one, other)
        for path in paths
        for place, item in objects_of(path)
        for one in _texts(item, source, place)
        for other in _texts(item, target, place)
    )


def objects_of(path: str | Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a file, each with the place that messages name."""
    for number, line in enumerate(lines_of(path), 1):
        if not line.strip():
            continue
        place = f"{name_of(path)}:{number}"
        try:
            item = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise FormatError(f"{place}: this is not JSON: {error}; mend the line") from None
        if not isinstance(item, dict):
            raise FormatError(f"{place}: not a JSON object but {line[:40]!r}; write {{…}} a line")
        yield place, item


def texts_of(path: str | Path, fields: Sequence[str]) -> Iterator[str]:
    """The texts in some fields of the objects of a file."""
    for place, item in objects_of(path):
        for field in fields:
            yield from _texts(item, field, place)


def _texts(item: dict[str, Any], field: str, place: str) -> list[str]:
    value = item.get(field, "")
    texts = value if isinstance(value, list) else [value]
    for text in texts:
        if not isinstance(text, str):
            raise FormatError(f"{place}: field {field!r} is neither a text nor a list of texts")
    return texts
