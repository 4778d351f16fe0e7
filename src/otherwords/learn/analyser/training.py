"""From analysed parts to an analyser."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords import _core
from otherwords._core import Error
from otherwords.align.columns import text_buffers
from otherwords.learn.analyser.recipe import Network

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

_UNKNOWN = 255
_ROOT = "ROOT"
_COLUMNS = ("tags", "entities", "relations")


class Lessons:
    """All that an analyser learns from, as columns with one row a word."""

    def __init__(self) -> None:
        self._tables: list[pyarrow.Table] = []

    def add(self, path: Path, *, tags: Sequence[Sequence[str]] | None = None) -> None:
        """Adds a part; with tags that are better than the teacher's."""
        import pyarrow
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(path)
        if tags is not None:
            place = table.column_names.index("tags")
            table = table.set_column(place, "tags", pyarrow.array(tags, table["tags"].type))
        self._tables.append(table)

    def train(
        self,
        path: Path,
        network: Network,
        *,
        threads: int,
        watch: Callable[[int, int], None],
    ) -> Mapping[str, Any]:
        """Trains an analyser and writes it; returns figures for the report."""
        import numpy as np
        import pyarrow
        import pyarrow.compute

        table = pyarrow.concat_tables(self._tables).combine_chunks()
        lengths = pyarrow.compute.list_value_length(table["words"]).to_numpy()
        columns = {
            name: table[name].combine_chunks().flatten()
            for name in ("words", "lemmas", "heads", *_COLUMNS)
        }
        names = {name: _names(name, columns[name]) for name in _COLUMNS}
        numbers = {name: _numbers(columns[name], names[name]) for name in _COLUMNS}
        offsets, letters = text_buffers(columns["words"])
        _core.train_analyser(
            str(path),
            sentences=np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
            word_offsets=offsets,
            word_bytes=letters,
            heads=columns["heads"].to_numpy().astype(np.int32),
            tags=numbers["tags"],
            entities=numbers["entities"],
            relations=numbers["relations"],
            tag_names=names["tags"],
            entity_names=names["entities"],
            relation_names=names["relations"],
            lemmas=_lemma_rules(columns["words"], columns["lemmas"], numbers["tags"]),
            **asdict(network),
            threads=threads,
            watch=watch,
        )
        return {
            "sentences": len(lengths),
            "words": int(lengths.sum()),
            "tags": len(names["tags"]),
            "relations": len(names["relations"]) + 1,
        }


def _names(what: str, column: pyarrow.Array) -> list[str]:
    """The classes of a column in order; a root is not chosen but found."""
    names = sorted(name for name in column.unique().to_pylist() if name != _ROOT)
    if not 0 < len(names) < _UNKNOWN:
        raise Error(
            f"the text has {len(names)} different {what}; an analyser learns from 1 to "
            f"{_UNKNOWN - 1}"
        )
    return names


def _numbers(column: pyarrow.Array, names: Sequence[str]) -> NDArray[np.uint8]:
    import pyarrow
    import pyarrow.compute

    known = pyarrow.array(names, column.type)
    found = pyarrow.compute.index_in(column, value_set=known).fill_null(_UNKNOWN)
    numbers: NDArray[np.uint8] = found.cast(pyarrow.uint8()).to_numpy(zero_copy_only=False)
    return numbers


def _lemma_rules(
    words: pyarrow.Array, lemmas: pyarrow.Array, tags: NDArray[np.uint8]
) -> _core.LemmaRules:
    import numpy as np
    import pyarrow

    keys = ["word", "lemma", "tag"]
    counted = (
        pyarrow.table([words, lemmas, pyarrow.array(tags)], names=keys)
        .group_by(keys)
        .aggregate([([], "count_all")])
        .sort_by([(key, "ascending") for key in keys])
        .combine_chunks()
    )
    return _core.LemmaRules(
        *text_buffers(counted["word"].combine_chunks()),
        *text_buffers(counted["lemma"].combine_chunks()),
        counted["tag"].to_numpy().astype(np.uint8),
        counted["count_all"].to_numpy().astype(np.int64),
    )
