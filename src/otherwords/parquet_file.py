"""Parquet files from anywhere: Arrow takes memory for as many rows as they say they have, so that
is checked first.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any


def read_parquet(path: str | Path, columns: Sequence[str] | None = None) -> Any:
    """The columns of a file as an Arrow table; without `columns`, all. Raises ValueError where the
    numbers of rows do not fit together, and what Arrow raises.
    """
    import pyarrow.parquet

    with open(path, "rb") as file:
        source = pyarrow.parquet.ParquetFile(file, page_checksum_verification=True)
        _check(source.metadata)
        return source.read(columns=None if columns is None else list(columns))


def _check(metadata: Any) -> None:
    # What a file says of its columns is not asked for: some of it ends the process if it is wrong.
    groups = (metadata.row_group(number) for number in range(metadata.num_row_groups))
    if sum(group.num_rows for group in groups) != metadata.num_rows:
        raise ValueError("its parts do not have as many rows as it says")
