"""Apache Spark, for corpora that outgrow one machine.

All machines of the cluster must see the work folder under the same path and have otherwords
installed, as usual for jobs on a shared file system.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from otherwords._core import Error
from otherwords.extras import missing
from otherwords.learn.engines import Resources


class Spark:
    """Queries and partitions run wherever the cluster puts them."""

    def __init__(self, address: str, resources: Resources) -> None:
        try:
            from py4j.protocol import Py4JError
            from pyspark.errors import PySparkException
            from pyspark.sql import SparkSession
        except ImportError:
            raise missing("the engine Spark needs pyspark", "spark") from None

        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        self._errors = (PySparkException, Py4JError)
        settings = {
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.driver.memory": f"{resources.memory >> 20}m",
            "spark.local.dir": os.fspath(resources.folder),
            # Where the user has set nothing: queries fail on overflow instead of being wrong.
            "spark.sql.ansi.enabled": "true",
            "spark.sql.session.timeZone": "UTC",
            "spark.sql.parquet.compression.codec": "lz4_raw",
        }
        if resources.threads:
            settings["spark.cores.max"] = str(resources.threads)
        builder = SparkSession.builder.master(address).appName("otherwords learn")
        for name, value in settings.items():
            builder = builder.config(name, value)
        try:
            self._session = builder.getOrCreate()
        except Exception as error:
            raise Error(f"Spark at {address} cannot be started: {error}") from error
        self._session.sparkContext.setLogLevel("ERROR")

    def write(self, query: str, inputs: Mapping[str, Sequence[Path]], output: Path) -> None:
        """Writes the rows of a query into a new folder."""
        part = output.with_name(output.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        self._run(query, inputs, lambda frame: frame.write.parquet(f"file://{part.absolute()}"))
        for path in part.iterdir():
            if path.suffix != ".parquet":
                path.unlink()  # marks and checksums of Spark, which the manifest has no use for
        os.rename(part, output)

    def rows(self, query: str, inputs: Mapping[str, Sequence[Path]]) -> list[tuple[Any, ...]]:
        """The rows of a query with few of them."""
        found: list[tuple[Any, ...]] = []
        self._run(query, inputs, lambda frame: found.extend(tuple(row) for row in frame.collect()))
        return found

    def each(self, function: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> None:
        """Calls a function once for each tuple of arguments, spread over the cluster."""
        if not calls:
            return
        context = self._session.sparkContext
        try:
            context.parallelize(calls, len(calls)).foreach(lambda arguments: function(*arguments))
        except Exception as error:
            raise Error(f"Spark: {_reason(error)}") from error

    def close(self) -> None:
        """Ends the application on the cluster."""
        self._session.stop()

    def _run(
        self, query: str, inputs: Mapping[str, Sequence[Path]], use: Callable[[Any], None]
    ) -> None:
        try:
            for name, folders in inputs.items():
                paths = [_pattern(folder) for folder in folders]
                self._session.read.parquet(*paths).createOrReplaceTempView(name)
            use(self._session.sql(query))
        except self._errors as error:
            raise Error(f"Spark: {_reason(error)}") from error


def _pattern(folder: Path) -> str:
    """The address of a folder; Spark would take some characters of a name for wildcards."""
    return "file://" + re.sub(r"([\[\]{}*?\\])", r"\\\1", os.fspath(folder.absolute()))


def _reason(error: Exception) -> str:
    """The last line of a failure on the cluster that says something."""
    lines = [line.strip() for line in str(error).splitlines() if "Error: " in line]
    return lines[-1] if lines else str(error).partition("\n")[0]
