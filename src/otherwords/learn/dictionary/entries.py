"""Entries of the dictionary as people write them.

A line has four fields with tabs between them: part of speech, source, target, grade. Words are in
lower case and in their base form. `V` inflects the first word of both sides, `N` the last one; `~`
after another word says that it is inflected instead. `A`, `R` and `P` stay as they are. `one's` and
`oneself` stand for all persons; a target has only those of its source. The grade says how often the
target can replace the source, as annotators grade pairs: 3 in most contexts, 2 in a sizeable share,
1 rarely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from otherwords._core import FormatError
from otherwords.files import line_batches, name_of

#: Parts of speech: verb, noun, adjective, adverb, and anything else.
KINDS = ("V", "N", "A", "R", "P")
_GRADES = {"1", "2", "3"}
#: Ends the word that is inflected.
MARK = "~"
#: Stand for the words of all persons; a target has only those that its source has.
PERSONS = {"one's", "oneself"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One way to say something in other words, for all forms."""

    kind: str
    source: str
    target: str
    grade: int


def read_entries(path: Path) -> Iterator[Entry]:
    """The entries of a file. Raises FormatError, with the line, for what is wrong."""
    number = 0
    for lines in line_batches(path):
        for line in lines:
            number += 1
            if line.strip():
                yield _entry(path, number, line)


def _entry(path: Path, number: int, line: str) -> Entry:
    fields = line.split("\t")
    if len(fields) != 4:
        _fail(path, number, f"{len(fields)} fields; there must be 4 with tabs between them")
    kind, source, target, grade = fields
    if kind not in KINDS:
        _fail(path, number, f"the part of speech is {kind!r}; it must be one of {', '.join(KINDS)}")
    if grade not in _GRADES:
        _fail(path, number, f"the grade is {grade!r}; it must be 1, 2 or 3")
    for side in (source, target):
        if not side or side != " ".join(side.split()) or side != side.lower():
            _fail(path, number, f"{side!r} must be words in lower case, with single spaces")
        if sum(word.endswith(MARK) for word in side.split(" ")) > 1:
            _fail(path, number, f"{side!r} has more than one inflected word")
    if missing := PERSONS & set(target.split(" ")) - set(source.split(" ")):
        _fail(path, number, f"{missing.pop()!r} is in the target alone; whose would it be?")
    return Entry(kind, source, target, int(grade))


def _fail(path: Path, number: int, why: str) -> NoReturn:
    raise FormatError(f"{name_of(path)}:{number}: {why}")
