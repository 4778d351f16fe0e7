"""Relations small enough to be computed by hand, and an engine to run queries over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

from otherwords.learn.engines import Engine

# Phrases of the example: English A, B, C, D; pivots f, g, h.
A, B, C, D = 1, 2, 3, 4
F, G, H = 11, 12, 13


class Relations:
    """A folder of relations, made from rows or by queries."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self._engine, self._folder = engine, folder

    def put(self, name: str, **columns: Sequence[Any]) -> Path:
        folder = self._folder / name
        folder.mkdir()
        pyarrow.parquet.write_table(pyarrow.table(columns), folder / "part-00000.parquet")
        return folder

    def run(self, name: str, query: str, **inputs: Path) -> list[tuple[Any, ...]]:
        output = self._folder / name
        self._engine.write(query, {key: [path] for key, path in inputs.items()}, output)
        return self.rows(name)

    def rows(self, name: str) -> list[tuple[Any, ...]]:
        table = pyarrow.parquet.read_table(self._folder / name)
        return sorted(tuple(row.values()) for row in table.to_pylist())

    def __getitem__(self, name: str) -> Path:
        return self._folder / name


def phrases(counts: Mapping[int, int], **features: Mapping[int, Any]) -> dict[str, Sequence[Any]]:
    """Phrases that differ in everything the filters look at, but for the features given."""
    ids = list(counts)
    defaults: dict[str, Any] = {
        "words": lambda phrase: f"w{phrase}",
        "folded": lambda phrase: 1000 + phrase,
        "content": lambda phrase: 2000 + phrase,
        "sense": lambda phrase: 3000 + phrase,
        "numbers": lambda phrase: 0,
        "punctuation": lambda phrase: 0,
        "negations": lambda phrase: 0,
        "length": lambda phrase: 1,
        "unbalanced": lambda phrase: False,
        "functional": lambda phrase: False,
    }
    columns: dict[str, Sequence[Any]] = {
        "id": ids,
        "count": list(counts.values()),
    }
    for name, default in defaults.items():
        given = features.get(name, {})
        columns[name] = [given.get(phrase, default(phrase)) for phrase in ids]
    return columns
