"""Our own table files, described in docs/formats.md."""

from __future__ import annotations

from os import PathLike

from otherwords._core import Table
from otherwords.files import starts_with

MAGIC = Table.MAGIC


def is_native(path: str | PathLike[str]) -> bool:
    """Whether the file begins as a table file does; a stream never is one."""
    return starts_with(str(path), MAGIC)
