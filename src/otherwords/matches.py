"""Matches: patterns of sentences that tables have, and what can stand for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from otherwords._core import Error, UnitFinder
from otherwords.model import Model
from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import Document, Sentence
from otherwords.pattern_sureness import Confirming, PatternSureness, Told
from otherwords.settings import Settings
from otherwords.tables.units import Units
from otherwords.text.surface import Surface

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: A sentence, and the document that it stands in.
InDocument = tuple[Document, Sentence]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pattern that can stand for another one.

    Attributes:
        pattern: Its words and slots.
        text: The whole text with it.
        score_ll: What the table says of both patterns.
        score_lm: What the language model says of the sentence, by word.
        score: Both, weighted.
        sureness: How likely it is right there, by `otherwords.pattern_sureness`; None where the
            model does not know.
    """

    pattern: str
    text: str
    score_ll: float
    score_lm: float
    score: float
    sureness: float | None = None

    @property
    def worth(self) -> float:
        """How sure it is, or else its score."""
        return self.score if self.sureness is None else self.sureness


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
        sure: Whether the best candidate is as likely right as is asked for.
    """

    start: int
    end: int
    source: str
    pattern: str
    table: str
    candidates: tuple[Candidate, ...]
    sure: bool = True


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
    sureness: float | None


class Shelf(NamedTuple):
    """Tables of patterns that are looked up together.

    Attributes:
        finder: Looks them up.
        names: By its numbers of the tables.
        scores: Likewise, the place of score_ll among the scores of each.
        sure: Whether they are looked up as they are, and not loosely.
    """

    finder: UnitFinder
    names: Mapping[int, str]
    scores: Mapping[int, int]
    sure: bool


@dataclass(frozen=True)
class Matcher:
    """Finds matches.

    Attributes:
        paraphraser: Its model is used.
        settings: What is protected and avoided.
        weight: λ of the score.
        top: So many candidates with the highest score_ll are kept for each pattern.
        sureness: How likely candidates are right; None if the model does not know.
        surest_first: Whether candidates are in the order of their sureness, not of their scores.
    """

    paraphraser: Paraphraser
    settings: Settings
    weight: float
    top: int
    sureness: PatternSureness | None
    surest_first: bool

    def units(self, sentences: Sequence[InDocument], shelf: Shelf) -> Units:
        """All that the tables on a shelf, and others that its finder knows, offer."""
        documents = [Document(document.text, [sentence]) for document, sentence in sentences]
        return self.paraphraser.units(self.settings, documents, [], shelf.finder)

    def matches(
        self,
        sentences: Sequence[InDocument],
        units: Units,
        shelf: Shelf,
        confirming: Confirming,
    ) -> list[list[Match]]:
        """For each sentence the patterns that are on the shelf; `confirming` are phrases that may
        speak for them.
        """
        places = self._places(units, shelf, confirming)
        texts = self._texts(sentences, units, places)
        found: list[list[Match]] = [[] for _ in sentences]
        for place, options in places.items():
            document, sentence = sentences[place.sentence]
            start = sentence.start + sentence.tokens.starts[place.begin]
            end = sentence.start + sentence.tokens.ends[place.end - 1]
            candidates = [self._candidate(option, texts[option.row]) for option in options]
            found[place.sentence].append(
                Match(
                    start,
                    end,
                    document.text[start:end],
                    place.pattern,
                    shelf.names[place.table],
                    tuple(sorted(candidates, key=self._order)),
                    shelf.sure,
                )
            )
        return found

    def _candidate(self, option: _Option, text: str) -> Candidate:
        score = self.weight * option.score_ll + (1 - self.weight) * option.score_lm
        return Candidate(
            option.pattern, text, option.score_ll, option.score_lm, score, option.sureness
        )

    def _order(self, each: Candidate) -> tuple[float, str]:
        return -(each.worth if self.surest_first else each.score), each.pattern

    def _places(
        self, units: Units, shelf: Shelf, confirming: Confirming
    ) -> dict[_Place, list[_Option]]:
        """The patterns that a table has, with the best candidates of each; what changes spelling
        or apostrophes alone is none.
        """
        import numpy as np

        is_pattern = np.isin(units.table, list(shelf.scores)) & ~units.respellings
        rows = np.flatnonzero(is_pattern).tolist()
        pairs = pattern_pairs(units, rows)
        score_lm = self._score_lm(units).tolist()
        sure: Sequence[float | None] = [None] * len(rows)
        if self.sureness is not None:
            told = Told(confirming, loose=not shelf.sure)
            sure = self.sureness.probability(units, rows, pairs, told)
        found: dict[_Place, dict[str, _Option]] = defaultdict(dict)
        for row, (source, target), likely in zip(rows, pairs, sure, strict=True):
            if _plain(source) == _plain(target):
                continue
            span = int(units.begin[row]), int(units.end[row])
            place = _Place(int(units.sentence[row]), int(units.table[row]), *span, source)
            first = units.columns.feature_offsets[row]
            score_ll = float(units.columns.features[first + shelf.scores[place.table]])
            # What is looked up loosely may be found in several ways.
            option = _Option(row, target, score_ll, score_lm[row], likely)
            found[place].setdefault(target, option)
        return {
            place: sorted(options.values(), key=lambda option: -option.score_ll)[: self.top]
            for place, options in found.items()
        }

    @staticmethod
    def _score_lm(units: Units) -> NDArray[np.float64]:
        import numpy as np

        longer = np.diff(units.columns.target_offsets) - (units.end - units.begin)
        words = np.diff(units.columns.token_offsets)[units.sentence] + longer
        log = units.sentence_fluency[units.sentence] + units.fluency_gains
        return np.asarray(log / words, np.float64)

    def _texts(
        self,
        sentences: Sequence[InDocument],
        units: Units,
        places: Mapping[_Place, Sequence[_Option]],
    ) -> dict[int, str]:
        """For the row of each candidate the whole text with it."""
        model = self.paraphraser.model
        surface = Surface(model.language, casing=model.casing)
        rows = {option.row: place.sentence for place in places for option in places[place]}
        written = surface.write(
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


def shelves_of(model: Model, score: str) -> tuple[Shelf, Shelf]:
    """The tables of patterns of a model, and these looked up loosely.

    Args:
        model: Raises Error if it has no such tables.
        score: The name of the score that is score_ll; the first one of each table if it is empty.
    """
    numbers = [number for number, kind in enumerate(model.table_kinds) if kind == "patterns"]
    if not numbers:
        raise Error(f"{model.folder}: it has no table of patterns; learn one")
    names = [model.table_names[number] for number in numbers]
    scores = [0 for _ in numbers]
    if score:
        known = {name: model.tables[n].score_names for name, n in zip(names, numbers, strict=True)}
        for name, given in known.items():
            if score not in given:
                raise Error(f"{name} has no score {score!r}; known: {', '.join(given)}")
        scores = [given.index(score) for given in known.values()]
    sure = Shelf(
        model.finder,
        dict(zip(numbers, names, strict=True)),
        dict(zip(numbers, scores, strict=True)),
        sure=True,
    )
    loose = Shelf(model.loose_finder, dict(enumerate(names)), dict(enumerate(scores)), sure=False)
    return sure, loose


def pattern_pairs(units: Units, rows: Sequence[int]) -> list[tuple[str, str]]:
    """Both patterns of some units."""
    import numpy as np

    rules = units.columns.rule_texts(np.asarray(rows, np.int64))
    return [_sides(rule, units.new_words(row)) for rule, row in zip(rules, rows, strict=True)]


def _plain(pattern: str) -> str:
    """A pattern with one kind of apostrophes."""
    return pattern.replace("’", "'")


def _sides(rule: str, new: int) -> tuple[str, str]:
    """Both patterns of a rule, the second of which has so many words beside its slots. They are not
    told by the arrow between them, since their words may be arrows, too.
    """
    words = rule.split(" ")
    slots = sum(word[0] == "[" and word[1:2].isupper() for word in words) // 2
    behind = len(words) - slots - new
    return " ".join(words[: behind - 1]), " ".join(words[behind:])
