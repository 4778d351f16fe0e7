"""Engines: what runs the relational plan and the work on partitions.

The plan is SQL that DuckDB and Spark understand alike. Relations are folders of Parquet files. What
an engine must not change is the rows of a result; their order and their files are its own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from otherwords._core import Error

_ADDRESSES = ("spark://", "local[", "yarn", "k8s://")  # of Spark


@dataclass(frozen=True)
class Resources:
    """What an engine may use of this machine.

    Attributes:
        threads: How many threads; 0 for all cores.
        memory: Bytes of memory to stay near; what does not fit goes to `folder`.
        folder: Where to keep what does not fit.
    """

    threads: int
    memory: int
    folder: Path


class Engine(Protocol):
    """Runs queries over folders of Parquet files, and functions over partitions."""

    def write(self, query: str, inputs: Mapping[str, Sequence[Path]], output: Path) -> None:
        """Writes the rows of a query into a new folder.

        Args:
            query: SQL of the common dialect; each name in `inputs` is a relation.
            inputs: The folders that make up each relation.
            output: A folder that does not exist; it is complete or not there.
        """

    def rows(self, query: str, inputs: Mapping[str, Sequence[Path]]) -> list[tuple[Any, ...]]:
        """The rows of a query with few of them."""

    def each(self, function: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> None:
        """Calls a function of a module once for each tuple of arguments, in any order."""

    def close(self) -> None:
        """Gives back what the engine holds."""


def check_engine(name: str) -> None:
    """Raises Error for what `open_engine` does not know, before hours of work for it."""
    if name not in {"duckdb", "local"} and not name.startswith(_ADDRESSES):
        raise Error(f"{name!r} is no engine; choose duckdb, spark://HOST:PORT or local[*]")


def open_engine(name: str, resources: Resources) -> Engine:
    """`duckdb`, or the address of Spark: `spark://host:port`, `local[*]`, `local[2]`."""
    check_engine(name)
    if name == "duckdb":
        from otherwords.learn.engines.duckdb import DuckDB

        return DuckDB(resources)
    from otherwords.learn.engines.spark import Spark

    return Spark(name, resources)
