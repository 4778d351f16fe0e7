"""The formats of tables: one short file each."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Protocol

from otherwords._core import Error, FormatError, Table, TextImport
from otherwords.files import name_of, open_binary
from otherwords.tables.formats import moses, native, parquet, ppdb, ppdb_rules, tsv
from otherwords.tables.formats.options import TextOptions

__all__ = [
    "READERS",
    "TEXT_WRITERS",
    "WRITERS",
    "TextOptions",
    "format_of_name",
    "guess_format",
    "native",
    "text_importer",
    "write_table",
]


class _TextWriter(Protocol):
    def __call__(self, table: Table, path: str | PathLike[str], *, log: bool) -> None: ...


READERS: dict[str, Callable[[TextOptions], TextImport]] = {
    "moses": moses.importer,
    "ppdb": ppdb.importer,
    "ppdb-rules": ppdb_rules.importer,
    "tsv": tsv.importer,
}
TEXT_WRITERS: dict[str, _TextWriter] = {"moses": moses.write, "tsv": tsv.write}
WRITERS = [*TEXT_WRITERS, "parquet"]
_COMPRESSED = {".gz", ".xz", ".zst"}


def text_importer(name: str, options: TextOptions) -> TextImport:
    """What reads texts of this format."""
    if name not in READERS:
        raise Error(f"no text format is called {name!r}; there are {', '.join(READERS)}")
    return READERS[name](options)


def guess_format(path: str | PathLike[str]) -> str:
    """The text format of a file, from its first line."""
    if str(path) == "-" or (Path(path).exists() and not Path(path).is_file()):
        raise Error(
            f"{name_of(path)}: the format of a stream cannot be guessed; "
            f"give it: {', '.join(READERS)}"
        )
    with open_binary(str(path)) as source:
        start = source.read(1 << 16)
    if start.startswith(native.MAGIC):
        raise FormatError(
            f"{name_of(path)}: a table file where a text is expected; is it compressed?"
        )
    line = next((line for line in start.split(b"\n") if line.strip()), b"")
    fields = [field.strip() for field in line.split(b"|||")]
    if len(fields) >= 4 and fields[0].startswith(b"[") and b"=" in fields[3]:
        return "ppdb"
    if len(fields) >= 3:
        return "moses"
    if line.count(b"\t") >= 2:
        return "tsv"
    raise FormatError(
        f"{name_of(path)}:1: neither Moses (`source ||| target ||| scores`) nor PPDB "
        "(`[LHS] ||| source ||| target ||| features`) nor TSV (source, target, scores)"
    )


def write_table(
    table: Table,
    path: str | PathLike[str],
    *,
    name: str | None = None,
    log: bool = False,
) -> None:
    """Writes a table as `moses`, `tsv` or `parquet`, which the name of the file tells if need be.

    Scores are written as probabilities, or as natural logs with `log`; in Parquet always as logs.
    """
    chosen = name or format_of_name(path)
    if chosen == "parquet":
        parquet.write(table, path)
    else:
        TEXT_WRITERS[chosen](table, path, log=log)


def format_of_name(path: str | PathLike[str]) -> str:
    """The format that the name of an output asks for."""
    suffixes = [suffix for suffix in Path(path).suffixes if suffix not in _COMPRESSED]
    name = suffixes[-1][1:] if suffixes else "moses"
    if name in {"txt", "moses"}:
        return "moses"
    if name in WRITERS:
        return name
    raise Error(
        f"{name_of(path)}: the name does not tell the format; say which of {', '.join(WRITERS)}"
    )
