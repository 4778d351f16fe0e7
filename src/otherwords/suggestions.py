"""Suggestions: every replacement worth showing to somebody who edits a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from otherwords.model import Model
from otherwords.paraphrases import Document
from otherwords.planning import Plan
from otherwords.text.surface import Surface

if TYPE_CHECKING:
    from otherwords.text.surface import Replaced
    from otherwords.text.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One possible replacement: `text[start:end]`, which is `source`, may give way to `target`.

    Attributes:
        start: First character, counted in code points of the text.
        end: One behind the last.
        source: What stands there.
        target: What may stand there instead.
        table: Name of the table that offers it.
        confidence: How likely the sentence is right with this replacement alone.
    """

    start: int
    end: int
    source: str
    target: str
    table: str
    confidence: float


def suggestions_of(
    model: Model, documents: Sequence[Document], planned: Plan, least: float
) -> list[list[Suggestion]]:
    """For each document of a batch the units of a plan that are at least so likely right, the
    surest first. Units that make the same sentence are one suggestion.
    """
    import numpy as np

    units, confidence = planned.units, planned.confidence
    if confidence is None:
        raise ValueError("the plan does not know how likely its units are right")
    rows = np.flatnonzero(~np.isnan(planned.usability) & (confidence >= least)).tolist()
    place = {
        sentence.number: (number, sentence)
        for number, document in enumerate(documents)
        for sentence in document.sentences
    }
    tokens: list[Tokens] = []
    replaced: list[list[Replaced]] = []
    protected = []
    for row in rows:
        number_in_batch = int(units.sentence[row])
        tokens.append(place[number_in_batch][1].tokens)
        replaced.append([units.replacement(row)])
        protected.append(units.protected(number_in_batch))
    written = Surface(model.language, casing=model.casing).edits(tokens, replaced, protected)
    found: list[list[tuple[Suggestion, str]]] = [[] for _ in documents]
    for row, changes in zip(rows, written, strict=True):
        if not changes:
            continue
        number, sentence = place[int(units.sentence[row])]
        text = sentence.tokens.text
        # What follows from the unit, as `a` for `an`, belongs to the suggestion.
        start, end = changes[0][0], changes[-1][1]
        target, done = "", start
        for first, behind, new, _ in changes:
            target += text[done:first] + new
            done = behind
        one = Suggestion(
            sentence.start + start,
            sentence.start + end,
            text[start:end],
            target,
            model.table_names[int(units.table[row])],
            float(confidence[row]),
        )
        made = f"{sentence.start} {text[:start]}{target}{text[end:]}"
        found[number].append((one, made))
    return [_surest(each) for each in found]


def _surest(found: Sequence[tuple[Suggestion, str]]) -> list[Suggestion]:
    """Suggestions in order. Of those that make the same sentence the shortest is shown, and the
    surest says how likely it is right.
    """
    by_sentence: dict[str, list[Suggestion]] = {}
    for one, made in found:
        by_sentence.setdefault(made, []).append(one)
    merged = [
        replace(
            min(same, key=lambda one: (one.end - one.start, -one.confidence, one.start)),
            confidence=max(one.confidence for one in same),
        )
        for same in by_sentence.values()
    ]
    return sorted(merged, key=lambda one: (-one.confidence, one.start, one.end, one.target))
