"""From text to a table, in a file or for the moment."""

from __future__ import annotations

import contextlib
import os
import stat
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from otherwords._core import (
    Duplicates,
    Error,
    FormatError,
    ImportReport,
    Table,
    TextImport,
    WriteReport,
)
from otherwords.files import name_of, reading, writing
from otherwords.tables.formats import TextOptions, guess_format, native, text_importer

#: Told the path of an input, the lines read so far and, where it is known, their share of all.
Progress = Callable[[str, int, float | None], None]

# Lines between two looks at signals and progress.
_SLICE = 50_000


@dataclass(frozen=True)
class InputReport:
    """What one input held."""

    name: str
    held: ImportReport


@dataclass(frozen=True)
class BuildReport:
    """What a table was built from, and what it has become."""

    inputs: list[InputReport]
    written: WriteReport


def build_table(
    inputs: Sequence[str | PathLike[str]],
    output: str | PathLike[str],
    *,
    text_format: str | None = None,
    options: TextOptions | None = None,
    duplicates: Duplicates = Duplicates.BEST,
    quantise: bool = False,
    patterns: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> BuildReport:
    """Builds a table file from texts of one format, plain or compressed.

    The format (`moses`, `ppdb`, `ppdb-rules` or `tsv`) is guessed from the first input if it is not
    given; PPDB is taken for phrases then, and its rules with slots go to the file `patterns`, if
    one is given. Broken lines are left out and told in the report, unless the options are strict.
    """
    if not inputs:
        raise Error("no input is given")
    paths = [str(path) for path in inputs]
    chosen = text_format or guess_format(paths[0])
    importer = text_importer(chosen, options or TextOptions())
    reports = []
    with contextlib.ExitStack() as stack:
        if patterns is not None:
            fd = stack.enter_context(writing(Path(patterns)))
            importer.keep_patterns(fd, name_of(patterns, "standard output"))
        for path in paths:
            reports.append(InputReport(name_of(path), _read(importer, path, progress)))
        try:
            written = importer.write(output, duplicates=duplicates, quantise=quantise)
        except FormatError as error:
            raise FormatError(f"{', '.join(map(name_of, paths))}: {error}") from None
    return BuildReport(reports, written)


def _read(importer: TextImport, path: str, progress: Progress | None) -> ImportReport:
    with reading(path) as fd:
        importer.open(fd, name_of(path))
        while importer.read(_SLICE):
            if progress is not None:
                progress(name_of(path), importer.report.lines, _share_read(fd))
    return importer.report


def _share_read(fd: int) -> float | None:
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode) or status.st_size == 0:
        return None
    return os.lseek(fd, 0, os.SEEK_CUR) / status.st_size


def open_table(
    path: str | PathLike[str],
    *,
    text_format: str | None = None,
    options: TextOptions | None = None,
    report: Callable[[BuildReport], None] | None = None,
) -> Table:
    """Opens a table file, or a text that is made into a table for the moment.

    `report` is told about the text, if it is one; without it, broken lines are a warning.
    """
    if text_format is None and native.is_native(path):
        return Table(path)
    import tempfile

    with tempfile.TemporaryDirectory(prefix="otherwords-") as folder:
        built = Path(folder) / "table"
        result = build_table([path], built, text_format=text_format, options=options)
        (report or _warn)(result)
        return Table(built)  # it stays mapped when its name is gone


def _warn(report: BuildReport) -> None:
    for source in report.inputs:
        for line, why in source.held.first_broken[:1]:
            warnings.warn(
                f"{source.name}: {source.held.broken:,} of {source.held.lines:,} lines are broken "
                f"and left out; the first is line {line}: {why}",
                stacklevel=3,
            )
