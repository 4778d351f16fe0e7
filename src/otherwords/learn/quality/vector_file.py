"""Word vectors in a file, and for the core."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from otherwords._core import FormatError, WordVectors
from otherwords.align.columns import text_buffers
from otherwords.files import name_of, replacing, stamp_of
from otherwords.learn.quality.vectors import Vectors
from otherwords.parquet_file import read_parquet

_COLUMNS = ("word", "vector")


def write_vectors(vectors: Vectors, path: Path) -> None:
    """Writes a Parquet file with the columns `word` and `vector`, a byte a dimension."""
    import pyarrow
    import pyarrow.parquet

    kind = pyarrow.binary(vectors.rows.shape[1]) if len(vectors.words) else pyarrow.binary()
    rows = pyarrow.array([row.tobytes() for row in vectors.rows], kind)
    words = pyarrow.array(vectors.words, pyarrow.string())
    table = pyarrow.Table.from_arrays([words, rows], names=list(_COLUMNS))
    with replacing(path) as file:
        pyarrow.parquet.write_table(  # vectors are as random as numbers get: nothing to compress
            table, file, compression="none", use_dictionary=False, write_page_checksum=True
        )


def open_vectors(path: str) -> WordVectors:
    """Reads a file that `write_vectors` wrote; once for each process, unless it is replaced."""
    return _opened(path, stamp_of(path))


@cache
def _opened(path: str, _stamp: tuple[int, int, int]) -> WordVectors:
    import numpy as np
    import pyarrow

    try:
        table = read_parquet(path, _COLUMNS).combine_chunks()
        words, rows = (table[name].to_pylist() for name in _COLUMNS)
        return WordVectors(*text_buffers(words), np.frombuffer(b"".join(rows), np.int8))
    except FileNotFoundError:
        raise
    except (pyarrow.ArrowException, OSError, KeyError, TypeError, ValueError) as error:
        raise FormatError(
            f"{name_of(path)}: damaged, or no word vectors: {error}; remove its folder, and it is "
            "made again"
        ) from None
