"""Lattices to look at: the tokens of a text, the units that planning keeps, and the best way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from otherwords._core import Error, UnitDerivations
from otherwords.model import Model
from otherwords.paraphrases import Document, Sentence
from otherwords.planning import Plan
from otherwords.sureness import sureness_of


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
        chance: How likely it is correct where it stands; None if the model cannot tell.
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
    chance: float | None


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
    chances = _chances(model, planned)
    return [
        [_lattice(model, document, each, planned, found, chances) for each in document.sentences]
        for document in documents
    ]


def _chances(model: Model, planned: Plan) -> list[float] | None:
    try:
        sureness = sureness_of(model)
    except Error:
        return None
    chances: list[float] = sureness.probability(planned.units).tolist()
    return chances


def _lattice(
    model: Model,
    document: Document,
    sentence: Sentence,
    planned: Plan,
    found: UnitDerivations,
    chances: Sequence[float] | None,
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
                # Chances are those of phrases; see `otherwords.sureness`.
                None if chances is None or rule else chances[row],
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
