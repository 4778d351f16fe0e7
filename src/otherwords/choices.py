"""Choices: what a user has decided for some places of a text.

The rest of the text is decoded around them: a chosen unit is in every derivation, and of what shall
stay as it is nothing is replaced. What a user decides for need not serve the application.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from otherwords._core import Error
from otherwords.option_checks import wrong
from otherwords.paraphrases import Document
from otherwords.planning import Plan
from otherwords.text import tokenise_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Choice(NamedTuple):
    """For `text[start:end]`, the target of a unit that a table offers there, or None: it stays."""

    start: int
    end: int
    target: str | None


def choices_of(name: str, given: object) -> list[Choice]:
    """The choices that triples stand for. Raises OptionError for anything else."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise wrong(name, given, "a list of (start, end, target)")
    return [_choice(f"item {place} of {name}", each) for place, each in enumerate(given, 1)]


def _choice(name: str, given: object) -> Choice:
    match given:
        case (int(start), int(end), str() | None as target):
            return Choice(start, end, target)
    raise wrong(name, given, "(start, end, target): two whole numbers, and a string or None")


class _Place(NamedTuple):
    """Tokens of a sentence."""

    sentence: int
    begin: int
    end: int


def with_choices(
    planned: Plan, document: Document, choices: Sequence[Choice], *, language: str, lower: bool
) -> Plan:
    """The plan of a batch of one document, with what is chosen.

    Raises Error where choices overlap, or the tables do not offer what is chosen.
    """
    import numpy as np

    _check(document, choices)
    units, usability = planned.units, planned.usability.copy()
    chosen: list[int] = []
    for choice in choices:
        if choice.target is None:
            for sentence, begin, end in _places(document, choice):
                inside = (units.begin < end) & (units.end > begin)
                usability[(units.sentence == sentence) & inside] = np.nan
            continue
        rows = _offered(planned, document, choice)
        texts = units.columns.target_texts(rows)
        wanted = {choice.target, *tokenise_lines([choice.target], language, lower=lower, threads=1)}
        found = [int(row) for row, text in zip(rows, texts, strict=True) if text in wanted]
        if not found:
            offered = ", ".join(sorted(set(texts))) or "nothing"
            raise Error(
                f"{_shown(choice)} cannot become {choice.target!r}; offered there: {offered}"
            )
        usability[found] = np.nan_to_num(usability[found])
        chosen += found
    confidence = None if planned.confidence is None else planned.confidence.copy()
    if confidence is not None:
        confidence[chosen] = 1.0  # nobody knows better
    return Plan(units, usability, chosen, confidence)


def _check(document: Document, choices: Sequence[Choice]) -> None:
    for choice in choices:
        if not 0 <= choice.start < choice.end <= len(document.text):
            raise Error(
                f"{_shown(choice)} is not within the text, which ends at {len(document.text)}"
            )
    for one, other in pairwise(sorted(choices, key=lambda choice: choice.start)):
        if other.start < one.end:
            raise Error(f"{_shown(one)} and {_shown(other)} overlap; choose for one of them")


def _places(document: Document, choice: Choice) -> Iterator[_Place]:
    """The tokens that a choice touches, sentence by sentence."""
    for sentence in document.sentences:
        first = bisect_right(sentence.tokens.ends, choice.start - sentence.start)
        behind = bisect_left(sentence.tokens.starts, choice.end - sentence.start)
        if first < behind:
            yield _Place(sentence.number, first, behind)


def _offered(planned: Plan, document: Document, choice: Choice) -> NDArray[np.int64]:
    """The rows of the units whose source is what the choice is for."""
    import numpy as np

    places = list(_places(document, choice))
    if len(places) != 1:
        return np.array([], np.int64)
    ((sentence, begin, end),) = places
    units = planned.units
    here = (units.sentence == sentence) & (units.begin == begin) & (units.end == end)
    return np.flatnonzero(here).astype(np.int64)


def _shown(choice: Choice) -> str:
    return f"text[{choice.start}:{choice.end}]"
