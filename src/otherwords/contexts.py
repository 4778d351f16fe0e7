"""Patterns in context: equations 13 and 14 of PP, and which patterns are sure.

How well a pattern can stand for another one in a sentence is told by both patterns and by the
sentence that they make:

    score(e'|e, S) = λ score_LL(e'|e) + (1 - λ) score_LM(e'|S)
    score_LM(e'|S) = 1/n log P(S')

S' is the sentence with the paraphrase in place of the pattern, and n the number of its words; its
end, which the language model scores too, is not counted as one. score_LL is the log score of the
table. All logs are natural.

A model may also know how likely a candidate is right where it stands (`pattern_sureness`): from its
score, from what the language model gains, and from what else speaks for it. Then candidates are
ranked by that, and patterns are told only if their best one is sure. Sentences that have none get
their best unsure one, for which tables are looked up loosely (core/units/pattern_units.h). So
nearly every sentence has a suggestion, and most suggestions are right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Unpack

from otherwords._core import Error
from otherwords.matches import Candidate, InDocument, Match, Matcher, shelves_of
from otherwords.options import Options
from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import read_documents
from otherwords.pattern_sureness import SECTION, Confirming, confirming_phrases, pattern_sureness

__all__ = ["Candidate", "Match", "PatternRanker"]

#: λ of the paper.
PUBLISHED_WEIGHT = 0.1
_BATCH = 128  # texts that are worked on together


class PatternRanker:
    """Finds the patterns of texts, and what can stand for them.

    Args:
        paraphraser: With a model that has a table of patterns.
        weight: λ, from 0 (the language model alone) to 1 (the table alone), to rank candidates by
            equation 13. Without it they are ranked by how sure they are if the model knows it, and
            else as if it were 0.1.
        top: So many candidates with the highest score_ll are kept for each pattern, and ranked.
        score: The name of the score of the table that is score_ll; its first one if it is empty.
        least: How sure the best candidate of a pattern must be, from 0 to 1; the model's limit if
            it is None. Where the model does not know, all patterns of the table are sure.
        unsure: So many patterns are told of a sentence that has none that is sure; the best ones.
        options: What is protected and avoided, see `otherwords.options.Options`.

    Attributes:
        found: How many patterns the texts had so far.
        matched: How many of these a table has.
        gapped: How many of these are not one stretch of text, so that they cannot be replaced.
        unsure: How many were told though they are not sure.
    """

    def __init__(
        self,
        paraphraser: Paraphraser,
        *,
        weight: float | None = None,
        top: int = 5,
        score: str = "",
        least: float | None = None,
        unsure: int = 1,
        **options: Unpack[Options],
    ) -> None:
        if weight is not None and not 0 <= weight <= 1:
            raise Error(f"weight is {weight}; it must be from 0 to 1")
        if top < 1:
            raise Error(f"top is {top}; it must be at least 1")
        if least is not None and not 0 <= least <= 1:
            raise Error(f"least is {least}; it must be from 0 to 1")
        if unsure < 0:
            raise Error(f"unsure is {unsure}; it must not be negative")
        model = paraphraser.model
        self._sure, self._loosely = shelves_of(model, score)
        sureness = pattern_sureness(model)
        if sureness is None and least:
            raise Error(
                f"{model.folder} does not tell how sure patterns are, so least cannot be {least}; "
                f"fit [{SECTION}] with `otherwords tune sureness --patterns`"
            )
        self._least = sureness.high if least is None and sureness is not None else least or 0.0
        options.setdefault("confidence", "bold")  # patterns know for themselves how sure they are
        self._matcher = Matcher(
            paraphraser,
            paraphraser.settle(**options),
            PUBLISHED_WEIGHT if weight is None else weight,
            top,
            sureness,
            surest_first=weight is None,
        )
        self._language = model.language
        kinds = enumerate(model.table_kinds)
        self._phrases = [number for number, kind in kinds if kind == "phrases"]
        self._most_unsure = unsure
        self.found = self.matched = self.gapped = self.unsure = 0

    def rank(self, texts: Iterable[str]) -> Iterator[list[Match]]:
        """The patterns of each text that a table has, from left to right; of those whose best
        candidates make the same text only one.
        """
        rest = iter(texts)
        while batch := list(islice(rest, _BATCH)):
            documents = read_documents(batch, self._language)
            sentences = [
                (document, sentence) for document in documents for sentence in document.sentences
            ]
            by_document: dict[int, list[Match]] = {id(document): [] for document in documents}
            matches = self._matches(sentences)
            for (document, _), found in zip(sentences, matches, strict=True):
                by_document[id(document)] += found
            for found in by_document.values():
                yield sorted(found, key=lambda each: (each.start, each.end, each.pattern))

    def _matches(self, sentences: Sequence[InDocument]) -> list[list[Match]]:
        """For each sentence the patterns that are sure, or else the best that are not."""
        units = self._matcher.units(sentences, self._sure)
        self.found += units.pattern_counts.found
        self.matched += units.pattern_counts.matched
        self.gapped += units.pattern_counts.gapped
        confirming = confirming_phrases(units, self._phrases)
        matches = self._told(self._matcher.matches(sentences, units, self._sure, confirming))
        sure = [_once(match for match in found if match.sure) for found in matches]
        if not self._most_unsure:
            return sure
        bare = [number for number, found in enumerate(sure) if not found]
        again = {number: place for place, number in enumerate(bare)}
        loose = self._loose(
            [sentences[number] for number in bare],
            {
                change._replace(sentence=again[change.sentence]): odds
                for change, odds in confirming.items()
                if change.sentence in again
            },
        )
        for number, more in zip(bare, loose, strict=True):
            others = {(each.start, each.end, each.pattern): each for each in more}
            others |= {(each.start, each.end, each.pattern): each for each in matches[number]}
            sure[number] = sorted(others.values(), key=_best_first)[: self._most_unsure]
            self.unsure += len(sure[number])
        return sure

    def _loose(self, sentences: Sequence[InDocument], confirming: Confirming) -> list[list[Match]]:
        """What is found when tables are looked up loosely; none of it counts as sure."""
        units = self._matcher.units(sentences, self._loosely)
        return self._matcher.matches(sentences, units, self._loosely, confirming)

    def _told(self, matches: list[list[Match]]) -> list[list[Match]]:
        """The same matches, which know whether they are sure."""
        if self._matcher.sureness is None:
            return matches
        return [[replace(match, sure=self._is_sure(match)) for match in found] for found in matches]

    def _is_sure(self, match: Match) -> bool:
        return match.candidates[0].worth >= self._least


def _once(matches: Iterable[Match]) -> list[Match]:
    """Of matches whose best candidates make the same text the best one."""
    by_text: dict[str, Match] = {}
    for match in sorted(matches, key=_best_first):
        by_text.setdefault(match.candidates[0].text, match)
    return list(by_text.values())


def _best_first(match: Match) -> tuple[float, int, int, str]:
    return -match.candidates[0].worth, match.start, match.end, match.pattern
