"""Lattices to look at: the tokens of a text, the units that planning keeps, and the best way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from otherwords._core import UnitDerivations
from otherwords.model import Model
from otherwords.paraphrases import Document, Sentence
from otherwords.planning import Plan


@dataclass(frozen=True, slots=True)
class LatticeToken:
    """A token: `text[start:end]`, in code points of the whole text.

    Attributes:
        protected: Whether no unit may change it.
    """

    start: int
    end: int
    text: str
    protected: bool


@dataclass(frozen=True, slots=True)
class LatticeUnit:
    """An edge of the lattice: the tokens `[begin, end)`, which are `text[start:stop]`, may become
    the target.

    Attributes:
        target: Words as tables have them, with blanks between them.
        table: Name of the table that offers it.
        score: log φ of that table.
        usability: μ of the application.
        rule: The pair of patterns or collocations that it is an instance of; empty for phrases.
        confidence: How likely the sentence is right with this unit alone, 0 if it never is; None if
            the model has no confidence file.
    """

    begin: int
    end: int
    start: int
    stop: int
    source: str
    target: str
    table: str
    score: float
    usability: float
    rule: str
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Lattice:
    """What can become of a sentence: `text[start:end]`.

    Attributes:
        best: Places in `units` of those that the best derivation uses, from left to right.
    """

    start: int
    end: int
    tokens: tuple[LatticeToken, ...]
    units: tuple[LatticeUnit, ...]
    best: tuple[int, ...]


def lattices_of(
    model: Model, documents: Sequence[Document], planned: Plan, found: UnitDerivations
) -> list[list[Lattice]]:
    """The lattices of the sentences of each document of a batch, with its best derivations."""
    confidence = _confidence(model, planned)
    return [
        [_lattice(model, document, each, planned, found, confidence) for each in document.sentences]
        for document in documents
    ]


def _confidence(model: Model, planned: Plan) -> list[float] | None:
    """The confidence of all units, including those that a limit would rule out."""
    import numpy as np

    known = planned.confidence
    if known is None:
        if model.confidence is None:
            return None
        known = model.confidence.of(planned.units, planned.kept)
    confidence: list[float] = np.nan_to_num(known, nan=0.0).tolist()
    return confidence


def _lattice(
    model: Model,
    document: Document,
    sentence: Sentence,
    planned: Plan,
    found: UnitDerivations,
    confidence: Sequence[float] | None,
) -> Lattice:
    units, tokens = planned.units, sentence.tokens
    starts = [sentence.start + start for start in tokens.starts]
    ends = [sentence.start + end for end in tokens.ends]
    first, behind = units.columns.unit_offsets[sentence.number : sentence.number + 2].tolist()
    kept = planned.kept
    rows = kept[(kept >= first) & (kept < behind)]
    details = zip(
        rows.tolist(),
        units.columns.target_texts(rows),
        units.columns.rule_texts(rows),
        strict=True,
    )
    edges = []
    for row, target, rule in details:
        begin, end = int(units.begin[row]), int(units.end[row])
        start, stop = starts[begin], ends[end - 1]
        edges.append(
            LatticeUnit(
                begin,
                end,
                start,
                stop,
                document.text[start:stop],
                target,
                model.table_names[int(units.table[row])],
                float(units.score[row]),
                float(planned.usability[row]),
                rule,
                None if confidence is None else confidence[row],
            )
        )
    place_of = {row: place for place, row in enumerate(rows.tolist())}
    derivation = int(found.offsets[sentence.number])
    used = found.units[found.unit_offsets[derivation] : found.unit_offsets[derivation + 1]]
    return Lattice(
        sentence.start,
        sentence.start + len(tokens.text),
        tuple(
            LatticeToken(start, end, document.text[start:end], bool(protected))
            for start, end, protected in zip(
                starts, ends, units.protected(sentence.number), strict=True
            )
        ),
        tuple(edges),
        tuple(place_of[row] for row in used.tolist()),
    )
