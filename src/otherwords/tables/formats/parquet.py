"""Parquet, for data frames and query engines.

Columns: source, target, one for each score (natural log), and what the table has of count, tags
and alignment; what is not known is null.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from otherwords._core import ColumnReader, Columns, Error, Table
from otherwords.extras import missing
from otherwords.files import replacing

if TYPE_CHECKING:
    import pyarrow

_ROWS = 1 << 17


def write(table: Table, path: str | PathLike[str]) -> None:
    """Writes a table. Needs pyarrow, which comes with `otherwords[learn]`."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise missing("Parquet needs pyarrow", "learn") from None

    if str(path) == "-":
        raise Error("Parquet cannot be written to a stream; name a file")
    schema = _schema(table)
    reader = ColumnReader(table)
    with (
        replacing(str(path)) as file,
        pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        while (columns := reader.next(_ROWS)).rows:
            arrays = _arrays(table, columns)
            writer.write_batch(pyarrow.RecordBatch.from_arrays(arrays, schema=schema))


def _schema(table: Table) -> pyarrow.Schema:
    import pyarrow as pa

    fields = [pa.field("source", pa.string(), False), pa.field("target", pa.string(), False)]
    fields += [pa.field(name, pa.float32(), False) for name in table.score_names]
    if table.has_counts:
        fields.append(pa.field("count", pa.uint64()))
    if table.has_tags:
        fields.append(pa.field("tags", pa.string()))
    if table.has_alignments:
        fields.append(pa.field("alignment", pa.string()))
    return pa.schema(fields)


def _arrays(table: Table, columns: Columns) -> list[Any]:
    import pyarrow as pa

    def texts(buffers: tuple[bytes, bytes]) -> Any:
        return pa.StringArray.from_buffers(columns.rows, *map(pa.py_buffer, buffers))

    def numbers(kind: Any, buffer: bytes) -> Any:
        return pa.Array.from_buffers(kind, columns.rows, [None, pa.py_buffer(buffer)])

    def null_where(array: Any, unknown: Any) -> Any:
        import pyarrow.compute

        return pyarrow.compute.replace_with_mask(
            array, pyarrow.compute.equal(array, unknown), pa.scalar(None, array.type)
        )

    arrays = [texts(columns.source), texts(columns.target)]
    arrays += [numbers(pa.float32(), scores) for scores in columns.scores]
    if table.has_counts:
        arrays.append(null_where(numbers(pa.uint64(), columns.count), 0))
    if table.has_tags:
        arrays.append(null_where(texts(columns.tags), ""))
    if table.has_alignments:
        arrays.append(null_where(texts(columns.alignment), ""))
    return arrays
