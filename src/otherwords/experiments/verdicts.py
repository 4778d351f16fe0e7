"""What readers said of paraphrases, and sheets for more reading.

An item is a source and a paraphrase. A file of verdicts is a TSV with the columns `item` (digits
that stand for both texts, which need not be given away with it), `reader`, and one for each
question; or the CSV of the rating site, which has the texts. One reader may be in several files,
and a file may have some of the questions. An answer is one of those that its question has.
"""

from __future__ import annotations

import csv
import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from otherwords._core import Error, FormatError
from otherwords.evaluate.agreement import Agreement, agreement
from otherwords.evaluate.data import checksum
from otherwords.files import line_batches, name_of, replacing

SHEET, BLIND, UNREAD = "sheet.tsv", "blind.tsv", "unread.tsv"
YES, NO = "yes", "no"
_SEED = 1
_SITE = ("source", "paraphrase", "judge")
_HEAD = "item\tsource\tparaphrase"

#: What may be answered to each question.
Questions = Mapping[str, Sequence[str]]
#: From questions to answers; a question that was not asked is not there.
Answers = Mapping[str, str]


@dataclass(frozen=True)
class Line:
    """One thing to be read: what a system made of a source."""

    source: str
    paraphrase: str
    system: str


def item_of(source: str, paraphrase: str) -> str:
    """Sixteen digits for both texts, as sheets have them: with single blanks."""
    texts = "\t".join(" ".join(text.split()) for text in (source, paraphrase))
    return hashlib.sha256(texts.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Verdicts:
    """What was said of each item by each reader."""

    said: dict[str, dict[str, Answers]] = field(default_factory=dict)

    def by_reader(self, line: Line) -> Mapping[str, Answers]:
        """What each reader of an item said."""
        return self.said.get(item_of(line.source, line.paraphrase), {})

    def of(self, line: Line) -> list[Answers]:
        """The same, in the order of their names."""
        readers = self.by_reader(line)
        return [readers[name] for name in sorted(readers)]

    def readers(self, lines: Iterable[Line], questions: Iterable[str]) -> list[str]:
        """Who has answered one of the questions, those who have read most lines first."""
        asked = set(questions)
        read = Counter(
            name
            for line in lines
            for name, answers in self.by_reader(line).items()
            if not asked.isdisjoint(answers)
        )
        return sorted(read, key=lambda name: (-read[name], name))

    @property
    def checksum(self) -> str:
        """Eight digits that change when somebody says something else."""
        return checksum(
            f"{item}\t{reader}\t{sorted(answers.items())}"
            for item, readers in sorted(self.said.items())
            for reader, answers in sorted(readers.items())
        )

    def answered(self, item: str, questions: Sequence[str] = ()) -> bool:
        """Whether a reader has answered one of the questions, or any."""
        return any(
            not questions or not answers.keys().isdisjoint(questions)
            for answers in self.said.get(item, {}).values()
        )

    def agreed(self, question: str, lines: Iterable[Line], labels: int = 2) -> Agreement:
        """How far the first two readers of each item agree; an item counts once, whichever systems
        have said it.
        """
        items = {item_of(line.source, line.paraphrase): line for line in lines}
        both = (
            [answers[question] for answers in self.of(line) if question in answers][:2]
            for line in items.values()
        )
        return agreement([(pair[0], pair[1]) for pair in both if len(pair) == 2], labels)


def read_verdicts(paths: Iterable[Path], questions: Questions) -> Verdicts:
    """All verdicts of some files. Raises FormatError, with the line, for what is wrong."""
    said: dict[str, dict[str, Answers]] = {}
    for path in paths:
        try:
            for item, reader, answers in _read(path, questions):
                readers = said.setdefault(item, {})
                before = readers.get(reader, {})
                if any(before.get(name, answer) != answer for name, answer in answers.items()):
                    raise FormatError(
                        f"{name_of(path)}: {reader!r} says two things of item {item}; keep one of "
                        "them, or give two readers two names"
                    )
                readers[reader] = {**before, **answers}
        except csv.Error as error:
            raise FormatError(
                f"{name_of(path)}: this is no table: {error}; mend the line, or write it again"
            ) from None
    return Verdicts(said)


def _read(path: Path, questions: Questions) -> Iterator[tuple[str, str, Answers]]:
    lines = chain.from_iterable(line_batches(path))
    first = next(lines, "").removeprefix("\ufeff")  # which some editors put there
    separator = "\t" if "\t" in first else ","
    rows = csv.reader(
        chain([first], (f"{line}\n" for line in lines)),
        delimiter=separator,
        quoting=csv.QUOTE_NONE if separator == "\t" else csv.QUOTE_MINIMAL,
    )
    names = next(rows, [])
    is_site = set(_SITE) <= set(names)
    asked = [name for name in questions if name in names]
    needed = (*(_SITE if is_site else ("item", "reader")), *(questions if not asked else ()))
    if missing := [name for name in needed if name not in names]:
        raise FormatError(
            f"{name_of(path)}:1: there is no column {missing[0]!r}; give what the rating site "
            "writes as CSV, or a TSV with item, reader and the questions"
        )
    for row in rows:
        if len(row) != len(names):
            raise FormatError(
                f"{name_of(path)}:{rows.line_num}: {len(row)} columns where the first line has "
                f"{len(names)}; mend the line"
            )
        cells = dict(zip(names, row, strict=True))
        answers = {name: cells[name].strip() for name in asked if cells[name].strip()}
        for name, answer in answers.items():
            if answer not in questions[name]:
                raise FormatError(
                    f"{name_of(path)}:{rows.line_num}: {answer!r} is no answer to {name!r}; write "
                    f"one of {', '.join(questions[name])}"
                )
        if not answers or cells.get("stands", "1") != "1":
            continue
        if is_site:
            yield item_of(cells["source"], cells["paraphrase"]), cells["judge"], answers
        else:
            yield cells["item"], cells["reader"], answers


def refuse_filled(folder: Path) -> None:
    """Raises Error where a reader has written answers into a sheet that is to be made anew."""
    for path in sorted(folder.glob(f"*{UNREAD}")) + sorted(folder.glob(f"*{BLIND}")):
        with path.open("rb") as file:
            head = file.readline().decode("utf-8", "replace").rstrip("\r\n")
        if head != _HEAD:
            raise Error(
                f"{name_of(path)} has answers, and would be written anew; move it elsewhere, and "
                "name it with --judged"
            )


def write_sheets(
    folder: Path,
    lines: Iterable[Line],
    verdicts: Verdicts,
    *,
    prefix: str = "",
    questions: Sequence[str] = (),
) -> tuple[int, int]:
    """Writes `sheet.tsv`, all lines as the rating site takes them; `blind.tsv`, all items, mixed
    and without the system; and `unread.tsv`, those of them without a verdict. Returns how many
    items there are, and how many are unread.

    Args:
        folder: Where to.
        lines: What is to be read.
        verdicts: What has been said.
        prefix: Of all names, where there are several sets of sheets.
        questions: One of these must have been answered; without them, any.
    """
    given = [
        Line(" ".join(line.source.split()), " ".join(line.paraphrase.split()), line.system)
        for line in lines
    ]
    with replacing(folder / f"{prefix}{SHEET}") as file:
        file.write(b"source\tparaphrase\tsystem\n")
        file.writelines(
            f"{line.source}\t{line.paraphrase}\t{line.system}\n".encode() for line in given
        )
    items = {item_of(line.source, line.paraphrase): line for line in given}
    mixed = sorted(items)
    random.Random(_SEED).shuffle(mixed)
    unread = [item for item in mixed if not verdicts.answered(item, questions)]
    for name, some in ((BLIND, mixed), (UNREAD, unread)):
        with replacing(folder / f"{prefix}{name}") as file:
            file.write(f"{_HEAD}\n".encode())
            file.writelines(
                f"{item}\t{items[item].source}\t{items[item].paraphrase}\n".encode()
                for item in some
            )
    return len(items), len(unread)
