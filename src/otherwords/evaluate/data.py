"""Evaluation data: sources and references, and what systems made of them.

Sources and references stand in files with one a line, in a TSV whose first line names the columns
`source` and perhaps `reference`, or in JSON lines, under `source`, `orig` or `text`, and
`references`, `refs` or `summaries`. What a system made of them stands one a line, or in JSON lines
as `--json` of this package's commands prints them, which also tell the edits.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.evaluate.edited import UnitLabels, replacements_of
from otherwords.evaluate.metric import Segments
from otherwords.evaluate.replacements import Replacements
from otherwords.files import line_batches, name_of

_SOURCES = ("source", "orig", "text")
_REFERENCES = ("references", "refs", "summaries")


@dataclass(frozen=True)
class Data:
    """What systems are compared on.

    Attributes:
        sources: The texts; None if they are not known.
        references: Any number for each; None if there are none.
    """

    sources: Sequence[str] | None
    references: Sequence[tuple[str, ...]] | None

    @property
    def checksum(self) -> str:
        """Eight digits that change when a source or a reference does."""
        return checksum(
            chain(self.sources or (), ("\n".join(each) for each in self.references or ()))
        )


@dataclass(frozen=True)
class System:
    """What one system made of the data.

    Attributes:
        name: What it is called.
        segments: Its outputs beside sources and references.
        signature: What they depend on, where the system tells; else a checksum of them.
    """

    name: str
    segments: Segments
    signature: str


def read_data(
    data: str | Path | None = None,
    sources: str | Path | None = None,
    references: Sequence[str | Path] = (),
) -> Data:
    """Reads sources and references.

    Args:
        data: A TSV or JSON lines with both.
        sources: One a line, instead of those in `data`.
        references: Files with one a line, instead of those in `data`.
    """
    found = Data(None, None) if data is None else _read_both(data)
    if sources is not None:
        found = Data(read_lines(sources), found.references)
    if references:
        streams = [read_lines(path) for path in references]
        for path, lines in zip(references, streams, strict=True):
            if len(lines) != len(streams[0]):
                raise FormatError(
                    f"{name_of(path)}: there are {len(lines):,} references, but "
                    f"{len(streams[0]):,} in {name_of(references[0])}; give one for each text"
                )
        found = Data(found.sources, list(zip(*streams, strict=True)))
    return found


def read_system(
    name: str, path: str | Path, data: Data, labels: UnitLabels | None = None
) -> System:
    """Reads what a system made of the data.

    Args:
        name: What it is called.
        path: One output a line, or JSON lines.
        data: What it was given.
        labels: Which of its replacements are correct, if it tells them.
    """
    lines = read_lines(path)
    if not (lines and lines[0].startswith('{"') and '"paraphrases"' in lines[0]):
        return _system(name, lines, data, None, f"outputs:{checksum(lines)}")
    records = [_answer(line, f"{name_of(path)}:{number}") for number, line in enumerate(lines, 1)]
    outputs = [best["text"] for _, best, _ in records]
    sources = [source for source, _, _ in records]
    if data.sources is None:
        data = Data(sources, data.references)
    elif wrong := [
        n for n, (a, b) in enumerate(zip(sources, data.sources, strict=False), 1) if a != b
    ]:
        raise FormatError(
            f"{name_of(path)}:{wrong[0]}: its source is not that of the data; give what was made "
            "of the same texts"
        )
    counts = replacements_of([(source, best["edits"]) for source, best, _ in records], labels or {})
    return _system(name, outputs, data, counts, records[0][2])


def identity(data: Data) -> System:
    """The system that leaves every text as it is."""
    if data.sources is None:
        raise FormatError("the sources are not known; give them to leave them as they are")
    return _system("identity", data.sources, data, None, "identity")


def read_lines(path: str | Path) -> list[str]:
    """The lines of a file."""
    return list(chain.from_iterable(line_batches(path)))


def read_columns(path: str | Path) -> tuple[list[str], list[list[str]]]:
    """The names in the first line of a TSV, and the rows below it, all with as many columns."""
    head, *lines = read_lines(path) or [""]
    names = head.split("\t")
    rows = [line.split("\t") for line in lines]
    for number, row in enumerate(rows, 2):
        if len(row) != len(names):
            raise FormatError(
                f"{name_of(path)}:{number}: there are {len(row)} columns but the first line names "
                f"{len(names)}; separate them by single tabs"
            )
    return names, rows


def checksum(texts: Iterable[str]) -> str:
    """Eight digits that change when a text does."""
    crc = 0
    for text in texts:
        crc = zlib.crc32(f"{text}\n".encode("utf-8", "surrogatepass"), crc)
    return f"{crc:08x}"


def _system(
    name: str,
    outputs: Sequence[str],
    data: Data,
    counts: Sequence[Replacements] | None,
    signature: str,
) -> System:
    return System(name, Segments(outputs, data.sources, data.references, counts), signature)


def _read_both(path: str | Path) -> Data:
    lines = read_lines(path)
    if lines and lines[0].startswith("{"):
        return _from_json(lines, path)
    names, rows = read_columns(path)
    if "source" not in names:
        raise FormatError(
            f"{name_of(path)}: this is neither JSON lines nor a TSV whose first line names a "
            "column `source`; for plain lines, name the files of sources and references apart"
        )
    sources = [row[names.index("source")] for row in rows]
    if "reference" not in names:
        return Data(sources, None)
    return Data(sources, [(row[names.index("reference")],) for row in rows])


def _from_json(lines: Sequence[str], path: str | Path) -> Data:
    sources: list[str] = []
    references: list[tuple[str, ...]] = []
    for number, line in enumerate(lines, 1):
        where = f"{name_of(path)}:{number}"
        record = _object(line, where)
        source = next((record[key] for key in _SOURCES if key in record), None)
        given = next((record[key] for key in _REFERENCES if key in record), ())
        if not isinstance(source, str):
            raise FormatError(
                f"{where}: there is no text under {' or '.join(_SOURCES)}; give one a line"
            )
        if not isinstance(given, list | tuple) or not all(isinstance(x, str) for x in given):
            raise FormatError(f"{where}: the references are no list of texts; write […]")
        sources.append(source)
        references.append(tuple(given))
    with_references = [number for number, given in enumerate(references, 1) if given]
    if with_references and len(with_references) < len(references):
        number = next(n for n, given in enumerate(references, 1) if not given)
        raise FormatError(
            f"{name_of(path)}:{number}: there are no references under {' or '.join(_REFERENCES)}, "
            f"but line {with_references[0]} has some; give them for each text or for none"
        )
    return Data(sources, references if with_references else None)


def _answer(line: str, where: str) -> tuple[str, Mapping[str, Any], str]:
    record = _object(line, where)
    try:
        best = record["paraphrases"][0]
        source, signature = record["source"], record["signature"]
        edits = best["edits"]
        targets = [each["target"] for each in edits if isinstance(each["table"], str)]
        if len(targets) == len(edits) and all(
            type(each[key]) is int for each in edits for key in ("start", "end")
        ):
            "".join([source, best["text"], *targets]).encode()  # whole characters
            return source, best, str(signature)
    except (LookupError, TypeError, ValueError):
        pass
    raise FormatError(
        f"{where}: this is no answer as `--json` prints it; write the answers with it again"
    )


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        why = error if isinstance(error, ValueError) else "it is nested too deeply"
        raise FormatError(f"{where}: this is no JSON: {why}; write an object a line") from None
    if not isinstance(record, dict):
        raise FormatError(f"{where}: this is no JSON object; write one a line")
    return record
