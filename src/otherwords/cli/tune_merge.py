"""`otherwords tune merge`: answers of annotators, checked and added to annotations."""

from __future__ import annotations

import argparse
import datetime
import sys
from collections import defaultdict
from pathlib import Path
from typing import TypeVar

from otherwords._core import Error
from otherwords.files import name_of
from otherwords.learn.confidence.annotations import (
    ANSWERS,
    PARTS,
    Grade,
    InContext,
    Pair,
    UnitKey,
    agreement,
    read_contexts,
    read_grades,
    write_contexts,
    write_grades,
)
from otherwords.tune.batches import Answer, read_answers
from otherwords.tune.sampling import PAIR_COLUMNS, UNIT_COLUMNS

HELP = "check the answers of annotators and add them to a file of annotations"

_Said = TypeVar("_Said", Grade, InContext)
_GRADES = dict.fromkeys(("0", "1", "2", "3"), "")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("folder", metavar="FOLDER", help="batches with their answers")
    add(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="annotations, plain or compressed; those in it already are kept",
    )
    add("--pairs", action="store_true", help="grades of pairs (default: units in context)")
    add("--name", default="batch", metavar="NAME", help="begins the name of each batch")
    add("--part", choices=PARTS, default="fit", help="what units are for (default: fit)")
    add(
        "--date",
        type=datetime.date.fromisoformat,
        default=datetime.date.today(),
        metavar="DATE",
        help="when they were annotated, as 2026-11-19 (default: today)",
    )


def run(options: argparse.Namespace) -> int:
    """Writes the annotations, and reports on the standard error how far annotators agree."""
    folder, output = Path(options.folder), Path(options.output)
    known, columns = (_GRADES, PAIR_COLUMNS) if options.pairs else (ANSWERS, UNIT_COLUMNS)
    answers = list(read_answers(folder, options.name, known, columns))
    if not answers:
        raise Error(f"{name_of(folder)}: nobody has answered a batch {options.name!r} yet")
    said: dict[object, list[object]] = defaultdict(list)
    for each in answers:
        said[each.fields].append(each.answer)
    if options.pairs:
        grades = read_grades(output) if output.exists() else []
        write_grades(
            _merged(grades, [_grade(each, options.date.isoformat()) for each in answers]), output
        )
    else:
        units = read_contexts(output) if output.exists() else []
        given = [_unit(each, options.date.isoformat(), options.part) for each in answers]
        write_contexts(_merged(units, given), output)
    twice, same = agreement(said)
    shown = f"; {twice:,} answered twice, {same:.1%} alike" if twice else ""
    print(f"{len(answers):,} answers of {len(said):,} items{shown}", file=sys.stderr)
    return 0


def _merged(old: list[_Said], new: list[_Said]) -> list[_Said]:
    """Old annotations, but for those of items that the same annotator annotates again."""
    again = {(each.annotator, _item_of(each)) for each in new}
    return [each for each in old if (each.annotator, _item_of(each)) not in again] + new


def _item_of(said: Grade | InContext) -> Pair | UnitKey:
    return said.pair if isinstance(said, Grade) else said.key


def _grade(answer: Answer, date: str) -> Grade:
    pair = Pair(*answer.fields)
    return Grade(pair, int(answer.answer), answer.annotator, date, answer.batch)


def _unit(answer: Answer, date: str, part: str) -> InContext:
    kind, sentence, begin, end, target, weight = answer.fields
    said = answer.answer, answer.annotator, date, answer.batch
    try:
        key = UnitKey(sentence, int(begin), int(end), target)
        return InContext(kind, key, *said, float(weight), part)
    except ValueError:
        raise Error(
            f"batch {answer.batch} has the tokens {begin!r} to {end!r} and the weight {weight!r}, "
            "which must be numbers; is its index damaged?"
        ) from None
