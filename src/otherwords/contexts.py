"""Patterns in context: equations 13 and 14 of PP.

How well a pattern can stand for another one in a sentence is told by both patterns and by the
sentence that they make:

    score(e'|e, S) = λ score_LL(e'|e) + (1 - λ) score_LM(e'|S)
    score_LM(e'|S) = 1/n log P(S')

S' is the sentence with the paraphrase in place of the pattern, and n the number of its words; its
end, which the language model scores too, is not counted as one. score_LL is the log score of the
table. All logs are natural.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Unpack

from otherwords._core import Error
from otherwords.model import Model
from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import Document, Sentence, read_documents
from otherwords.settings import Options
from otherwords.tables.units import Units
from otherwords.text.surface import Surface

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BATCH = 128  # texts that are worked on together


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pattern that can stand for another one.

    Attributes:
        pattern: Its words and slots.
        text: The whole text with it.
        score_ll: What the table says of both patterns.
        score_lm: What the language model says of the sentence, by word.
        score: Both, weighted.
    """

    pattern: str
    text: str
    score_ll: float
    score_lm: float
    score: float


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern of a text that a table has: `text[start:end]`, which is `source`.

    Attributes:
        start: First character, counted in code points.
        end: One behind the last.
        source: What stands there.
        pattern: Its words and slots.
        table: Name of the table.
        candidates: What can stand for it, best first.
    """

    start: int
    end: int
    source: str
    pattern: str
    table: str
    candidates: tuple[Candidate, ...]


class _Place(NamedTuple):
    sentence: int
    table: int
    begin: int
    end: int
    pattern: str


class _Option(NamedTuple):
    row: int
    pattern: str
    score_ll: float
    score_lm: float


class PatternRanker:
    """Finds the patterns of texts, and what can stand for them.

    Args:
        paraphraser: With a model that has a table of patterns.
        weight: λ, from 0 (the language model alone) to 1 (the table alone).
        top: So many candidates with the highest score_ll are kept for each pattern, and ranked.
        score: The name of the score of the table that is score_ll; its first one if it is empty.
        options: What is protected and avoided, see `otherwords.settings.Options`.

    Attributes:
        found: How many patterns the texts had so far.
        matched: How many of these a table has.
        gapped: How many of these are not one stretch of text, so that they cannot be replaced.
    """

    def __init__(
        self,
        paraphraser: Paraphraser,
        *,
        weight: float = 0.1,
        top: int = 5,
        score: str = "",
        **options: Unpack[Options],
    ) -> None:
        model = paraphraser.model
        if not 0 <= weight <= 1:
            raise Error(f"weight is {weight}; it must be from 0 to 1")
        if top < 1:
            raise Error(f"top is {top}; it must be at least 1")
        tables = [table for table, kind in enumerate(model.table_kinds) if kind == "patterns"]
        if not tables:
            raise Error(f"{model.folder}: it has no table of patterns; learn one")
        self._scores = {table: _place_of_score(model, table, score) for table in tables}
        self._paraphraser = paraphraser
        self._settings = paraphraser.settle(**options)
        self._surface = Surface(model.language, casing=model.casing)
        self._weight = weight
        self._top = top
        self.found = self.matched = self.gapped = 0

    def rank(self, texts: Iterable[str]) -> Iterator[list[Match]]:
        """The patterns of each text that a table has, from left to right."""
        rest = iter(texts)
        while batch := list(islice(rest, _BATCH)):
            documents = read_documents(batch, self._paraphraser.model.language)
            units = self._paraphraser.units(self._settings, documents, [])
            self.found += units.pattern_counts.found
            self.matched += units.pattern_counts.matched
            self.gapped += units.pattern_counts.gapped
            yield from self._matches(documents, units)

    def _matches(self, documents: Sequence[Document], units: Units) -> Iterator[list[Match]]:
        places = self._places(units)
        sentences = [
            (document, sentence) for document in documents for sentence in document.sentences
        ]
        texts = self._texts(sentences, units, places)
        found: dict[int, list[Match]] = {id(document): [] for document in documents}
        for place, options in places.items():
            document, sentence = sentences[place.sentence]
            start = sentence.start + sentence.tokens.starts[place.begin]
            end = sentence.start + sentence.tokens.ends[place.end - 1]
            candidates = [self._candidate(option, texts[option.row]) for option in options]
            found[id(document)].append(
                Match(
                    start,
                    end,
                    document.text[start:end],
                    place.pattern,
                    self._paraphraser.model.table_names[place.table],
                    tuple(sorted(candidates, key=lambda each: (-each.score, each.pattern))),
                )
            )
        for document in documents:
            yield sorted(found[id(document)], key=lambda each: (each.start, each.end, each.pattern))

    def _candidate(self, option: _Option, text: str) -> Candidate:
        score = self._weight * option.score_ll + (1 - self._weight) * option.score_lm
        return Candidate(option.pattern, text, option.score_ll, option.score_lm, score)

    def _places(self, units: Units) -> dict[_Place, list[_Option]]:
        """The patterns that a table has, with the best candidates of each."""
        import numpy as np

        rows = np.flatnonzero(np.isin(units.table, list(self._scores))).astype(np.int64)
        rules = units.columns.rule_texts(rows)
        score_lm = self._score_lm(units)[rows].tolist()
        places: dict[_Place, list[_Option]] = {}
        for row, rule, lm in zip(rows.tolist(), rules, score_lm, strict=True):
            source, target = _sides(rule, units.new_words(row))
            span = int(units.begin[row]), int(units.end[row])
            place = _Place(int(units.sentence[row]), int(units.table[row]), *span, source)
            first = units.columns.feature_offsets[row]
            score_ll = float(units.columns.features[first + self._scores[place.table]])
            places.setdefault(place, []).append(_Option(row, target, score_ll, lm))
        for options in places.values():
            options.sort(key=lambda option: -option.score_ll)
            del options[self._top :]
        return places

    @staticmethod
    def _score_lm(units: Units) -> NDArray[np.float64]:
        import numpy as np

        longer = np.diff(units.columns.target_offsets) - (units.end - units.begin)
        words = np.diff(units.columns.token_offsets)[units.sentence] + longer
        log = units.sentence_fluency[units.sentence] + units.fluency_gains
        return np.asarray(log / words, np.float64)

    def _texts(
        self,
        sentences: Sequence[tuple[Document, Sentence]],
        units: Units,
        places: Mapping[_Place, Sequence[_Option]],
    ) -> dict[int, str]:
        """For the row of each candidate the whole text with it."""
        rows = {option.row: place.sentence for place in places for option in places[place]}
        written = self._surface.write(
            [sentences[number][1].tokens for number in rows.values()],
            [[units.replacement(row)] for row in rows],
            [units.protected(number) for number in rows.values()],
        )
        texts = {}
        for (row, number), (made, _) in zip(rows.items(), written, strict=True):
            document, sentence = sentences[number]
            behind = sentence.start + len(sentence.tokens.text)
            texts[row] = document.text[: sentence.start] + made + document.text[behind:]
        return texts


def _sides(rule: str, new: int) -> tuple[str, str]:
    """Both patterns of a rule, the second of which has so many words beside its slots. They are not
    told by the arrow between them, since their words may be arrows, too.
    """
    words = rule.split(" ")
    slots = sum(word[0] == "[" and word[1:2].isupper() for word in words) // 2
    behind = len(words) - slots - new
    return " ".join(words[: behind - 1]), " ".join(words[behind:])


def _place_of_score(model: Model, table: int, score: str) -> int:
    names = model.tables[table].score_names
    if score and score not in names:
        raise Error(f"{model.table_names[table]} has no score {score!r}; known: {', '.join(names)}")
    return names.index(score) if score else 0
