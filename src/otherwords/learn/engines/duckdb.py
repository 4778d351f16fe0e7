"""The default engine: DuckDB in this process, out of core where memory does not suffice."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from otherwords._core import Error
from otherwords.extras import missing
from otherwords.learn.engines import Resources


class DuckDB:
    """Queries run on all threads; partitions one after the other, since the core has threads."""

    def __init__(self, resources: Resources) -> None:
        try:
            import duckdb
        except ImportError:
            raise missing("learning needs DuckDB", "learn") from None

        self._error = duckdb.Error
        self._connection = duckdb.connect(
            config={
                "threads": resources.threads or len(os.sched_getaffinity(0)),
                "memory_limit": f"{resources.memory // 1024}KiB",
                "temp_directory": os.fspath(resources.folder),
                "preserve_insertion_order": False,
                "autoinstall_known_extensions": False,
            }
        )
        # In a session it would draw over what the user sees; we tell how far it has got ourselves.
        self._connection.execute("SET enable_progress_bar = false")

    def write(self, query: str, inputs: Mapping[str, Sequence[Path]], output: Path) -> None:
        """Writes the rows of a query into a new folder."""
        part = output.with_name(output.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        file = _quoted(os.fspath(part / "part-00000.parquet"))
        self._run(f"COPY ({query}) TO {file} (FORMAT parquet, COMPRESSION lz4_raw)", inputs)
        os.rename(part, output)

    def rows(self, query: str, inputs: Mapping[str, Sequence[Path]]) -> list[tuple[Any, ...]]:
        """The rows of a query with few of them."""
        return list(self._run(query, inputs).fetchall())

    def each(self, function: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> None:
        """Calls a function once for each tuple of arguments."""
        for arguments in calls:
            function(*arguments)

    def close(self) -> None:
        """Gives back memory and temporary files."""
        self._connection.close()

    def _run(self, query: str, inputs: Mapping[str, Sequence[Path]]) -> Any:
        try:
            for name, folders in inputs.items():
                globs = ", ".join(_pattern(folder) for folder in folders)
                self._connection.execute(
                    f"CREATE OR REPLACE TEMP VIEW {name} AS SELECT * FROM read_parquet([{globs}])"
                )
            return self._connection.execute(query)
        except self._error as error:
            raise Error(f"DuckDB: {error}") from error


def _quoted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def _pattern(folder: Path) -> str:
    """All Parquet files of a folder, whatever characters its name has."""
    return _quoted(re.sub(r"([*?\[])", r"[\1]", os.fspath(folder)) + "/*.parquet")
