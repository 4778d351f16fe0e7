"""Batches for annotators: what to ask, and what was answered.

A folder has a file `NAME-0001.tsv` for each batch, with an id and what is shown on each line, and
`NAME.index.tsv`, which says what each id stands for. An annotator writes `NAME-0001.ANNOTATOR.txt`:
the ids of items that are not `0`, with their answers, one per line, and `done` on the last line. A
batch that is to be answered twice has `NAME-0001.twice` beside it, for another annotator.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, NoReturn

from otherwords._core import Error, FormatError
from otherwords.files import line_batches, name_of, writing
from otherwords.learn.confidence.annotations import read_rows

_DONE = "done"  # ends the answers to a batch
_ANSWERED = re.compile(r"^(?P<batch>(?P<name>.+)-\d{4,})\.(?P<annotator>[A-Za-z0-9_-]+)\.txt$")


class Item(NamedTuple):
    """Something to be annotated: what is shown, and what it stands for."""

    shown: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What an annotator said of an item."""

    fields: tuple[str, ...]
    answer: str
    annotator: str
    batch: str


def write_batches(
    folder: Path,
    name: str,
    items: Sequence[Item],
    columns: Sequence[str],
    *,
    size: int,
    twice: float,
) -> int:
    """Writes batches of so many items, a share of them to be answered twice; returns how many."""
    if Path(name).name != name:
        raise Error(f"{name!r} cannot begin the names of files; leave slashes out")
    for item in items:
        if any(mark in field for field in (item.shown, *item.fields) for mark in "\t\n\r"):
            raise Error(
                f"{item.shown!r}: a tab or line break in it would break the columns of batches"
            )
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / f"{name}.index.tsv").exists():
        raise Error(
            f"{name_of(folder)}: there are batches {name!r} already; take another folder or name"
        )
    index = ["\t".join(["batch", "id", *columns])]
    count = 0
    for first in range(0, len(items), size):
        count += 1
        batch = f"{name}-{count:04d}"
        part = items[first : first + size]
        _write(folder / f"{batch}.tsv", [f"{i}\t{item.shown}" for i, item in enumerate(part, 1)])
        index += ["\t".join([batch, str(i), *item.fields]) for i, item in enumerate(part, 1)]
        if int(count * twice) > int((count - 1) * twice):
            _write(folder / f"{batch}.twice", [])
    _write(folder / f"{name}.index.tsv", index)
    return count


def read_answers(
    folder: Path, name: str, known: Mapping[str, str], columns: Sequence[str]
) -> Iterator[Answer]:
    """All answers of a folder, `0` for items that are not named. Raises FormatError for an answer
    that is not known, and for an id that the batch does not have.
    """
    batches: dict[str, dict[str, tuple[str, ...]]] = {}
    index = folder / f"{name}.index.tsv"
    for _, row in read_rows(index, ("batch", "id", *columns)):
        batches.setdefault(row["batch"], {})[row["id"]] = tuple(row[each] for each in columns)
    for path in sorted(folder.glob("*.txt")):
        match = _ANSWERED.match(path.name)
        if not path.name.startswith(f"{name}-") or (match and match["name"] != name):
            continue  # answers to batches of another name
        if match is None or match["batch"] not in batches:
            raise FormatError(
                f"{name_of(path)}: there is no such batch; the name must be BATCH.ANNOTATOR.txt"
            )
        items = batches[match["batch"]]
        said: dict[str, str] = {}
        lines = [line for line in _lines(path) if line.strip()]
        if not lines or lines.pop() != _DONE:
            raise FormatError(f"{name_of(path)}: its last line must be {_DONE!r}; is it complete?")
        for number, line in enumerate(lines, 1):
            one, _, answer = line.partition("\t")
            if one not in items:
                _fail(path, number, f"the batch has no id {one!r}")
            if answer not in known:
                _fail(path, number, f"{answer!r} is not an answer; it can be {', '.join(known)}")
            if said.setdefault(one, answer) != answer:
                _fail(path, number, f"id {one} has two answers")
        for one, fields_of in items.items():
            yield Answer(fields_of, said.get(one, "0"), match["annotator"], match["batch"])


def _lines(path: Path) -> Iterator[str]:
    return (line for batch in line_batches(path) for line in batch)


def _write(path: Path, lines: Sequence[str]) -> None:
    with writing(path) as fd, os.fdopen(os.dup(fd), "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def _fail(path: Path, line: int, why: str) -> NoReturn:
    raise FormatError(f"{name_of(path)}:{line}: {why}")
