"""Columns of text between Arrow and the core, without copies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from otherwords._core import Bitext, Error, Links, Texts
from otherwords.extras import missing

if TYPE_CHECKING:
    import pyarrow

#: Texts as Arrow has them (an array, chunked or not), or any strings.
TextColumn: TypeAlias = "pyarrow.Array | pyarrow.ChunkedArray | Iterable[str]"


def bitext(source: TextColumn, target: TextColumn) -> Bitext:
    """Sentence pairs for the core; words are separated by blanks.

    Raises FormatError when there are more sentences of one side than of the other.
    """
    return Bitext(*text_buffers(source), *text_buffers(target))


def links(column: TextColumn, *, name: str = "alignment") -> Links:
    """Alignments from texts like `0-0 1-2`; messages call them `name`."""
    return Links(*text_buffers(column), name=name)


def text_array(texts: Texts, *, binary: bool = False) -> pyarrow.Array:
    """Texts of the core as an Arrow array of strings, or of bytes."""
    pa = _arrow()
    kind = pa.binary() if binary else pa.string()
    buffers = [None, pa.py_buffer(texts.offsets), pa.py_buffer(texts.content)]
    return pa.Array.from_buffers(kind, len(texts.offsets) - 1, buffers)


def text_buffers(column: TextColumn) -> tuple[Any, Any]:
    """The offsets and the bytes of a column."""
    import numpy as np

    pa = _arrow()
    if not isinstance(column, pa.Array | pa.ChunkedArray):
        column = pa.array(column, pa.string())
    if isinstance(column, pa.ChunkedArray):
        column = _combined(column)
    if column.null_count:
        raise Error("a column of texts has empty cells (null); leave these rows out")
    if column.type != pa.string():
        column = column.cast(pa.string())
    _, offsets, content = column.buffers()
    if not len(column):
        return np.zeros(1, np.int32), np.zeros(0, np.uint8)
    begin = column.offset
    return (
        np.frombuffer(offsets, np.int32)[begin : begin + len(column) + 1],
        np.frombuffer(content or b"", np.uint8),
    )


def _combined(column: Any) -> Any:
    pa = _arrow()
    if not column.chunks:
        return pa.array([], pa.string())
    try:
        return pa.concat_arrays(column.chunks)
    except pa.ArrowInvalid:
        raise Error(
            "a column has more than 2 GiB of text; work on fewer sentences at a time"
        ) from None


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise missing("this needs pyarrow and numpy", "learn") from None
    return pyarrow
