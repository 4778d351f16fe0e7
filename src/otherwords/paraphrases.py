"""Paraphrases: what comes out, with every edit explained."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count, groupby
from typing import NamedTuple

from otherwords._core import UnitDerivations
from otherwords.budget import Option
from otherwords.diversity import diverse
from otherwords.model import Model
from otherwords.planning import Plan
from otherwords.text.sentences import tokenised_sentences
from otherwords.text.surface import Surface
from otherwords.text.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Edit:
    """One replacement: `source_text[start:end]`, which is `source`, gives way to `target`.

    Attributes:
        start: First character, counted in code points of the source text.
        end: One behind the last.
        source: What stood there.
        target: What stands there now.
        table: Name of the table that offered it; `self` for what follows from another edit, as
            `an` for `a`.
        score: log φ of that table.
        usability: μ of the application.
    """

    start: int
    end: int
    source: str
    target: str
    table: str
    score: float
    usability: float


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A text in other words.

    Attributes:
        source: The text as it was.
        text: What became of it; applying all edits to the source gives it.
        score: Equation 6, summed over the sentences.
        optimal: Proven to be the best there is.
        complete: Proven to be in its place among the best.
        upper_bound: No paraphrase scores higher; where nothing is proven, how much better one could
            be is the difference to the score.
        edits: From left to right.
        fits: Whether the text keeps to the budget it was given; if not, it is the shortest there
            is.
        alternatives: The next best, when more than one paraphrase was asked for.
    """

    source: str
    text: str
    score: float
    optimal: bool
    complete: bool
    upper_bound: float
    edits: tuple[Edit, ...]
    fits: bool = True
    alternatives: tuple[Paraphrase, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of the text in UTF-8."""
        return size_of(self.text)


def size_of(text: str) -> int:
    """Bytes of a text in UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document: where it begins, its tokens, and its number in the batch."""

    start: int
    tokens: Tokens
    number: int


@dataclass(frozen=True, slots=True)
class Document:
    """A text and its sentences."""

    text: str
    sentences: list[Sentence] = field(default_factory=list)


#: Start and end in a sentence, what stands there then, and the number of the replacement.
Change = tuple[int, int, str, int | None]


class Wanted(NamedTuple):
    """A paraphrase to be written: one derivation for each sentence of a document."""

    document: Document
    derivations: Sequence[int]
    optimal: bool
    complete: bool


def read_documents(texts: Sequence[str], language: str) -> list[Document]:
    """Cuts texts into sentences and these into tokens."""
    numbers = count()
    return [
        Document(text, [Sentence(start, tokens, next(numbers)) for start, tokens in sentences])
        for text, sentences in zip(texts, tokenised_sentences(texts, language), strict=True)
    ]


class Writer:
    """Makes paraphrases of documents out of the derivations of a batch."""

    def __init__(self, plan: Plan, found: UnitDerivations, model: Model, surface: Surface) -> None:
        columns = plan.units.columns
        names = model.table_names
        self._found = found
        self._surface = surface
        self._self_score = model.self_score
        # Lists are quicker than arrays, one number at a time.
        self._offsets: list[int] = found.offsets.tolist()
        self._scores: list[float] = found.score.tolist()
        self._bounds: list[float] = found.upper_bound.tolist()
        self._growth: list[int] = found.growth.tolist()
        self._unit_offsets: list[int] = found.unit_offsets.tolist()
        # One row for each unit that a derivation uses.
        used = found.units
        self._begins: list[int] = columns.begin[used].tolist()
        self._ends: list[int] = columns.end[used].tolist()
        self._targets = columns.target_texts(used)
        self._tables = [names[table] for table in columns.table[used].tolist()]
        self._unit_scores: list[float] = columns.score[used].tolist()
        self._usability: list[float] = plan.usability[used].tolist()

    def derivations(self, sentence: Sentence) -> range:
        """The numbers of the derivations of a sentence."""
        return range(self._offsets[sentence.number], self._offsets[sentence.number + 1])

    def options(self, sentence: Sentence) -> list[Option]:
        """The derivations of a sentence as a budget sees them."""
        return [Option(self._growth[d], self._scores[d]) for d in self.derivations(sentence)]

    def is_complete(self, document: Document) -> bool:
        """Whether each derivation of each sentence is proven to be in its place."""
        return all(self._found.complete[sentence.number] for sentence in document.sentences)

    def best(self, documents: Sequence[Document], n: int) -> list[list[Paraphrase]]:
        """The n best paraphrases of each document, best first.

        Derivations that are written alike give one paraphrase, the first of them.
        """
        wanted = []
        for document in documents:
            complete = self.is_complete(document)
            proven = all(self._found.optimal[sentence.number] for sentence in document.sentences)
            wanted += [
                Wanted(document, chosen, proven and place == 0, complete)
                for place, chosen in enumerate(self._choices(document, n))
            ]
        results = []
        made = zip(wanted, self.write(wanted), strict=True)
        for _, group in groupby(made, key=lambda pair: id(pair[0].document)):
            distinct: dict[str, Paraphrase] = {}
            for _, one in group:
                distinct.setdefault(one.text, one)
            results.append(list(distinct.values()))
        return results

    def write(self, wanted: Sequence[Wanted]) -> list[Paraphrase]:
        """The paraphrases that are wanted; many at once are quicker."""
        changes = self._changes(
            (sentence, derivation)
            for one in wanted
            for sentence, derivation in zip(one.document.sentences, one.derivations, strict=True)
        )
        made = []
        for document, derivations, optimal, complete in wanted:
            edits = [
                self._edit(sentence, derivation, change)
                for sentence, derivation in zip(document.sentences, derivations, strict=True)
                for change in changes.get(derivation, ())
            ]
            score = sum(self._scores[derivation] for derivation in derivations)
            bound = sum(self._bounds[sentence.number] for sentence in document.sentences)
            text = _apply(document.text, edits)
            made.append(
                Paraphrase(document.text, text, score, optimal, complete, bound, tuple(edits))
            )
        return made

    def _changes(self, pairs: Iterable[tuple[Sentence, int]]) -> dict[int, list[Change]]:
        """What is to be written for each derivation that replaces anything."""
        changed = {
            derivation: sentence.tokens
            for sentence, derivation in pairs
            if self._unit_offsets[derivation] < self._unit_offsets[derivation + 1]
        }
        replacements = [
            [
                (self._begins[u], self._ends[u], self._targets[u])
                for u in range(self._unit_offsets[derivation], self._unit_offsets[derivation + 1])
            ]
            for derivation in changed
        ]
        edits = self._surface.edits(list(changed.values()), replacements)
        return dict(zip(changed, edits, strict=True))

    def _edit(self, sentence: Sentence, derivation: int, change: Change) -> Edit:
        start, end, target, replacement = change
        source = sentence.tokens.text[start:end]
        start, end = sentence.start + start, sentence.start + end
        if replacement is None:
            return Edit(start, end, source, target, "self", self._self_score, 0.0)
        unit = self._unit_offsets[derivation] + replacement
        table, score = self._tables[unit], self._unit_scores[unit]
        return Edit(start, end, source, target, table, score, self._usability[unit])

    def _choices(self, document: Document, n: int) -> list[tuple[int, ...]]:
        """The n best ways to take one derivation of each sentence, best first."""
        best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
        for sentence in document.sentences:
            # Both lists begin with the best: a pair with n or more before it is not needed.
            longer = (
                (loss - self._scores[derivation], (*chosen, derivation))
                for place, (loss, chosen) in enumerate(best, start=1)
                for derivation in self.derivations(sentence)[: n // place]
            )
            best = heapq.nsmallest(n, longer)
        return [chosen for _, chosen in best]


def choose_diverse(ranked: Sequence[Paraphrase], n: int) -> list[Paraphrase]:
    """Of paraphrases of one text, best first, the best and others that differ in their edits."""
    edits = [frozenset((edit.start, edit.end, edit.target) for edit in one.edits) for one in ranked]
    return [ranked[place] for place in diverse([one.score for one in ranked], edits, n)]


def _apply(text: str, edits: Iterable[Edit]) -> str:
    parts = []
    end = 0
    for edit in edits:
        parts += [text[end : edit.start], edit.target]
        end = edit.end
    return "".join([*parts, text[end:]])
