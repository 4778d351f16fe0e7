"""Our own table files, described in docs/formats.md."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from otherwords._core import Table

MAGIC = Table.MAGIC


def is_native(path: str | PathLike[str]) -> bool:
    """Whether the file begins as a table file does; a stream never is one."""
    if str(path) == "-" or (Path(path).exists() and not Path(path).is_file()):
        return False
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC
