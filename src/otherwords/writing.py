"""Writing: paraphrases of texts out of the derivations of their sentences."""

from __future__ import annotations

import copy
import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from otherwords._core import UnitDerivations
from otherwords.budget import Option
from otherwords.confidence import joint
from otherwords.model import Model
from otherwords.paraphrases import Document, Edit, Paraphrase, Sentence
from otherwords.planning import Plan
from otherwords.scoring import Candidates
from otherwords.text.surface import Replaced, Surface
from otherwords.used import Used, UsedUnits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


#: Start, end, what stands there then, and the number of the unit among those of a derivation.
Change: TypeAlias = tuple[int, int, str, int | None]


class Changed(NamedTuple):
    """What a derivation changes in a sentence.

    Attributes:
        changes: From left to right.
        units: Those it uses.
        shown: How what is inside of others is written.
    """

    changes: list[Change]
    units: list[Used]
    shown: Mapping[int, str]


class Wanted(NamedTuple):
    """A paraphrase to be written: one derivation for each sentence of a document."""

    document: Document
    derivations: Sequence[int]
    optimal: bool
    complete: bool


class Ranking(NamedTuple):
    """How a scorer ranks the derivations of a batch.

    Attributes:
        order: The candidates of each sentence, by its number, best first.
        score: What the scorer says of each candidate.
        proven: The numbers of sentences that have no better derivations than their candidates.
    """

    order: Mapping[int, Sequence[int]]
    score: Mapping[int, float]
    proven: frozenset[int]


class Writer:
    """Makes paraphrases of documents out of the derivations of a batch."""

    def __init__(
        self,
        plan: Plan,
        found: UnitDerivations,
        model: Model,
        surface: Surface,
        most: int | None = None,
    ) -> None:
        self._units = plan.units
        self._found = found
        self._used = UsedUnits(plan, found, model.table_names)
        self._surface = surface
        self._self_score = model.self_score
        # Lists are quicker than arrays, one number at a time.
        self._offsets: list[int] = found.offsets.tolist()
        self._scores: list[float] = found.score.tolist()
        self._bounds: list[float] = found.upper_bound.tolist()
        self._growth: list[int] = found.growth.tolist()
        self._costs: list[int] | None = None if plan.confidence is None else found.cost.tolist()
        self._most = most  # what a sentence may cost; None for anything
        self._ranking: Ranking | None = None
        self._worth: Sequence[float] | Mapping[int, float] = self._scores

    def ranked(self, ranking: Ranking) -> Writer:
        """One that takes only candidates, and ranks them as a scorer does."""
        other = copy.copy(self)
        other._ranking, other._worth = ranking, ranking.score
        return other

    def derivations(self, sentence: Sentence) -> Sequence[int]:
        """The numbers of the derivations of a sentence."""
        if self._ranking is not None:
            return self._ranking.order[sentence.number]
        return range(self._offsets[sentence.number], self._offsets[sentence.number + 1])

    def options(self, sentence: Sentence) -> list[Option]:
        """The derivations of a sentence as a budget sees them."""
        return [Option(self._growth[d], self._worth[d]) for d in self.derivations(sentence)]

    def is_complete(self, document: Document) -> bool:
        """Whether each derivation of each sentence is proven to be in its place."""
        return self._is_proven(document, self._found.complete)

    def is_all(self, sentence: Sentence, asked: int) -> bool:
        """Whether a search that was asked for so many derivations has found all there are."""
        is_complete = bool(self._found.complete[sentence.number])
        return is_complete and len(self.derivations(sentence)) < asked

    def _is_proven(self, document: Document, proven: NDArray[np.uint8]) -> bool:
        numbers = [sentence.number for sentence in document.sentences]
        is_ranked = self._ranking is None or self._ranking.proven.issuperset(numbers)
        return is_ranked and bool(proven[numbers].all())

    def best(self, documents: Sequence[Document], n: int) -> list[list[Paraphrase]]:
        """The n best paraphrases of each document, best first.

        Derivations that are written alike give one paraphrase, the first of them.
        """
        wanted = []
        for document in documents:
            complete = self.is_complete(document)
            proven = self._is_proven(document, self._found.optimal)
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
                edit
                for sentence, derivation in zip(document.sentences, derivations, strict=True)
                for edit in self._edits(sentence, changes.get(derivation))
            ]
            score = sum(self._scores[derivation] for derivation in derivations)
            worth = sum(self._worth[derivation] for derivation in derivations)
            bound = sum(self._bounds[sentence.number] for sentence in document.sentences)
            spans = [(edit.start, edit.end, edit.target, None) for edit in edits]
            text = _apply(document.text, spans)
            made.append(
                Paraphrase(
                    document.text,
                    text,
                    score,
                    optimal,
                    complete,
                    bound,
                    tuple(edits),
                    confidence=self._confidence(derivations),
                    confident=self._is_confident(derivations),
                    global_score=None if self._ranking is None else worth,
                )
            )
        return made

    def candidates(self, chosen: Iterable[tuple[Sentence, Sequence[int]]]) -> Iterator[Candidates]:
        """Sentences as some of their derivations say them, and what the model says of these."""
        chosen = list(chosen)
        changes = self._changes((sentence, one) for sentence, some in chosen for one in some)
        for sentence, some in chosen:
            text = sentence.tokens.text
            yield Candidates(
                text,
                [_apply(text, changes[one].changes) if one in changes else text for one in some],
                [self._scores[one] for one in some],
            )

    def _changes(self, pairs: Iterable[tuple[Sentence, int]]) -> dict[int, Changed]:
        """What is to be written for each derivation that replaces anything."""
        used = {
            derivation: (sentence, units)
            for sentence, derivation in pairs
            if (units := self._used.of(derivation))
        }
        written = self._written(
            (sentence, [self._used.replacement(unit) for unit in units])
            for sentence, units in used.values()
        )
        # What is inside of others, as if it stood alone.
        inner = {
            unit: sentence
            for sentence, units in used.values()
            for _, others in units
            for unit in others
        }
        alone = self._written(
            (sentence, [self._used.replacement(Used(unit))]) for unit, sentence in inner.items()
        )
        shown = {
            unit: next((target for _, _, target, number in changes if number == 0), "")
            for unit, changes in zip(inner, alone, strict=True)
        }
        return {
            derivation: Changed(changes, units, shown)
            for (derivation, (_, units)), changes in zip(used.items(), written, strict=True)
        }

    def _written(self, replaced: Iterable[tuple[Sentence, list[Replaced]]]) -> list[list[Change]]:
        given = list(replaced)
        sentences = [sentence for sentence, _ in given]
        return self._surface.edits(
            [sentence.tokens for sentence in sentences],
            [replacements for _, replacements in given],
            [self._units.protected(sentence.number) for sentence in sentences],
        )

    def _edits(self, sentence: Sentence, changed: Changed | None) -> Iterator[Edit]:
        if changed is None:
            return
        text = sentence.tokens.text
        for start, end, target, number in changed.changes:
            span = sentence.start + start, sentence.start + end, text[start:end], target
            if number is None:
                yield Edit(*span, "self", self._self_score, 0.0)
                continue
            unit, others = changed.units[number]
            inner = tuple(self._inner(sentence, other, changed.shown[other]) for other in others)
            yield self._edit(span, unit, inner)

    def _inner(self, sentence: Sentence, unit: int, target: str) -> Edit:
        tokens = sentence.tokens
        start, end = tokens.starts[self._used.begin[unit]], tokens.ends[self._used.end[unit] - 1]
        span = sentence.start + start, sentence.start + end, tokens.text[start:end], target
        return self._edit(span, unit)

    def _edit(
        self, span: tuple[int, int, str, str], unit: int, inner: tuple[Edit, ...] = ()
    ) -> Edit:
        used = self._used
        confidence = used.confidence[unit]
        if confidence is not None:
            confidence *= math.prod(each.confidence or 0.0 for each in inner)
        return Edit(
            *span,
            used.table[unit],
            used.score[unit],
            used.usability[unit],
            confidence=confidence,
            rule=used.rule[unit],
            inner=inner,
        )

    def _confidence(self, derivations: Iterable[int]) -> float | None:
        if self._costs is None:
            return None
        return joint(sum(self._costs[derivation] for derivation in derivations))

    def _is_confident(self, derivations: Iterable[int]) -> bool:
        if self._costs is None or self._most is None:
            return True
        return all(self._costs[derivation] <= self._most for derivation in derivations)

    def _choices(self, document: Document, n: int) -> list[tuple[int, ...]]:
        """The n best ways to take one derivation of each sentence, best first."""
        best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
        for sentence in document.sentences:
            # Both lists begin with the best: a pair with n or more before it is not needed.
            longer = (
                (loss - self._worth[derivation], (*chosen, derivation))
                for place, (loss, chosen) in enumerate(best, start=1)
                for derivation in self.derivations(sentence)[: n // place]
            )
            best = heapq.nsmallest(n, longer)
        return [chosen for _, chosen in best]


def _apply(text: str, changes: Iterable[Change]) -> str:
    parts = []
    end = 0
    for start, behind, target, _ in changes:
        parts += [text[end:start], target]
        end = behind
    return "".join([*parts, text[end:]])
