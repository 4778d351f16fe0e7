"""PR's rivals by WordNet: words give way to members of their most frequent synset."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, cast

from otherwords.applications import Application, Units
from otherwords.baselines import System, tables_by_method
from otherwords.model import Model
from otherwords.option_checks import whole
from otherwords.text.sentences import tokenised_sentences

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How many words to replace: in each sentence, or in sentences by their words.
Replace = int | Mapping[str, int]

_WORDS = 3  # as many as PR changes, by its mean edit distance of 2.9


def replace_count(name: str, value: object) -> Replace:
    """What the option `replace` may be: a number of words, or one for each sentence."""
    return cast(Replace, value if isinstance(value, Mapping) else whole(0)(name, value))


#: Start and end of what was replaced in a text, in code points.
Span = tuple[int, int]


class WordNet(System):
    """WN: some words, chosen at random, give way to members of their synset chosen at random.

    Args:
        replace: How many words of each sentence, or `replaced_words` of the compared system; 3
            unless told.
        seed: Of the choice, which else depends on the sentence alone.
    """

    name = "wn"
    lm = 0.0
    entries = 0.0
    options = frozenset({"replace"})

    def __init__(self, replace: Replace = _WORDS, *, seed: int = 1) -> None:
        self._arbitrary = Arbitrary(replace_count("replace", replace), seed)

    def tables(self, model: Model) -> Sequence[str]:
        """Those of a thesaurus."""
        return tables_by_method(self.name, model, "thesaurus")

    @property
    def application(self) -> Application:
        """Keeps units at random."""
        return self._arbitrary


class WordNetByModel(System):
    """WN+LM: all members of the most frequent synset, all as likely as the word itself; the
    language model decides.
    """

    name = "wn-lm"
    own = 0.0
    entries = 0.0

    def tables(self, model: Model) -> Sequence[str]:
        """Those of a thesaurus."""
        return tables_by_method(self.name, model, "thesaurus")


class Arbitrary(Application):
    """Keeps one unit of each of some words, all by chance.

    Args:
        replace: See `WordNet`.
        seed: Of the choice.
    """

    def __init__(self, replace: Replace, seed: int) -> None:
        self._replace = replace
        self._seed = seed

    def usability(self, units: Units) -> NDArray[np.floating]:
        """0 for each unit that is kept."""
        import numpy as np

        usability = np.full(len(units), np.nan)
        by_word: dict[int, dict[int, list[int]]] = {}
        places = zip(units.sentence.tolist(), units.begin.tolist(), strict=True)
        for row, (sentence, begin) in enumerate(places):
            by_word.setdefault(sentence, {}).setdefault(begin, []).append(row)
        texts = units.source_texts
        for sentence, words in by_word.items():
            text = texts[sentence]
            chance = Random(zlib.crc32(text.encode("utf-8", "surrogatepass")) ^ self._seed)
            for begin in chance.sample(sorted(words), min(len(words), self._wanted(text))):
                usability[chance.choice(words[begin])] = 0.0
        return usability

    def _wanted(self, text: str) -> int:
        if isinstance(self._replace, int):
            return self._replace
        return self._replace.get(text.lower(), 0)

    @property
    def signature(self) -> str:
        """The seed."""
        return f"seed:{self._seed}"


def replaced_words(
    answers: Iterable[tuple[str, Sequence[Span]]], language: str = "en"
) -> dict[str, int]:
    """How many words a system has replaced in each sentence, for `replace` of `WordNet`.

    Args:
        answers: Sources, and where their edits are.
        language: Of the sources.
    """
    answers = list(answers)
    documents = tokenised_sentences([source for source, _ in answers], language)
    counts = {}
    for (_, spans), sentences in zip(answers, documents, strict=True):
        for start, tokens in sentences:
            words = zip(tokens.starts, tokens.ends, strict=True)
            touched = [
                any(begin < end + start and first + start < behind for begin, behind in spans)
                for first, end in words
            ]
            counts[" ".join(tokens.words).lower()] = sum(touched)
    return counts
