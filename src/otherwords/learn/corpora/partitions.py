"""Prepared corpora as Parquet: `part-00000.parquet`, … with columns `id`, `source`, `target`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of, replacing, replacing_folder
from otherwords.learn.corpora.batches import Batch
from otherwords.parquet_file import read_parquet

#: Rows in a file, at most.
ROWS = 50_000


def write_corpus(folder: str | Path, batches: Iterable[Batch], *, rows: int = ROWS) -> int:
    """Writes a prepared corpus into a folder, which appears when it is complete.

    An `id` is the place of the pair in the corpus, counted from 0. A corpus without pairs is one
    file without rows. Returns the number of pairs.
    """
    with replacing_folder(folder) as part:
        for number, first, batch in _parts(batches, rows):
            write_part(part, number, first, batch)
        return first + len(batch)


def write_part(folder: Path, number: int, first: int, batch: Batch) -> None:
    """Writes one file of a corpus, with ids from `first` on."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(
        {
            "id": pa.array(range(first, first + len(batch)), pa.int64()),
            "source": pa.array(batch.sources, pa.string()),
            "target": pa.array(batch.targets, pa.string()),
        }
    )
    with replacing(folder / f"part-{number:05}.parquet") as file:
        pq.write_table(table, file, compression="zstd", write_page_checksum=True)


def _parts(batches: Iterable[Batch], rows: int) -> Iterator[tuple[int, int, Batch]]:
    """Number, first id and rows of each file."""
    number = first = 0
    waiting = Batch()
    for batch in batches:
        waiting.sources += batch.sources
        waiting.targets += batch.targets
        while len(waiting) >= rows:
            yield number, first, Batch(waiting.sources[:rows], waiting.targets[:rows])
            waiting = Batch(waiting.sources[rows:], waiting.targets[rows:])
            number, first = number + 1, first + rows
    if len(waiting) or number == 0:
        yield number, first, waiting


def read_corpus(folder: str | Path) -> Iterator[Batch]:
    """The pairs of a prepared corpus, a file at a time, in the order of their ids."""
    import pyarrow as pa

    files = sorted(Path(folder).glob("part-*.parquet"))
    if not files:
        raise FormatError(f"{name_of(folder)}: no part-*.parquet here; prepare a corpus first")
    for path in files:
        try:
            table = read_parquet(path, ["source", "target"])
            if not all(column.type == pa.string() for column in table.columns):
                raise ValueError("its columns are no texts")
            batch = Batch(table["source"].to_pylist(), table["target"].to_pylist())
        except (pa.ArrowException, OSError, KeyError, ValueError) as error:
            raise FormatError(
                f"{name_of(path)}: damaged, or no prepared corpus: {error}; prepare it again"
            ) from None
        yield batch
