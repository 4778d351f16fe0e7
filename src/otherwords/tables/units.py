"""Units: all that the tables of a model offer for a batch of sentences, as columns.

A column has one number a unit and is a NumPy array that the core owns: nothing is copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from otherwords import _core
from otherwords._core import Error, LanguageModel, PatternCounts
from otherwords.text.surface import Replaced
from otherwords.text.tokens import Tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.signedinteger[Any]]
    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.float64]


class Units:
    """Possible replacements in a batch of sentences, in the order of sentence, table and place.

    Attributes:
        columns: What the core found.
        lm: The language model that the units were found with.
        references: For each sentence the words to come closer to, with blanks between them; None
            if there are no references.
        sentences: The tokens of each sentence.
    """

    def __init__(
        self,
        columns: _core.Units,
        lm: LanguageModel,
        references: Sequence[str] | None = None,
        sentences: Sequence[Tokens] = (),
    ) -> None:
        self.columns = columns
        self.lm = lm
        self.references = references
        self.sentences = sentences

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def sentence(self) -> Integers:
        """Number of its sentence in the batch."""
        return self.columns.sentence

    @property
    def begin(self) -> Integers:
        """Its first source token."""
        return self.columns.begin

    @property
    def end(self) -> Integers:
        """One behind its last source token."""
        return self.columns.end

    @property
    def table(self) -> Integers:
        """Number of its table."""
        return self.columns.table

    @property
    def score(self) -> Numbers:
        """Natural log of φ, the first score of its entry."""
        return self.columns.score

    @property
    def source_bytes(self) -> Integers:
        """Bytes of the text that it takes away."""
        return self.columns.source_bytes

    @property
    def target_bytes(self) -> Integers:
        """Bytes that it puts there instead, with the spaces that arise or fall away at its ends."""
        return self.columns.target_bytes

    @cached_property
    def fluency(self) -> tuple[Numbers, Numbers]:
        """What the language model says of sources and of targets, each by itself; natural logs."""
        return self.columns.fluency(self.lm)

    @cached_property
    def sentence_fluency(self) -> Numbers:
        """For each sentence, not unit, what the language model says of it, its end included."""
        return self.columns.sentence_fluency(self.lm)

    @cached_property
    def fluency_gains(self) -> Numbers:
        """How much higher the language model scores the sentence when a unit alone is replaced."""
        return self.columns.fluency_gains(self.lm)

    @cached_property
    def overlap_gains(self) -> Integers:
        """How many more words its target shares with the reference than its source does."""
        if self.references is None:
            raise Error("the application needs a reference for each text; give `reference`")
        return self.columns.overlap_gains(list(self.references))

    @cached_property
    def respellings(self) -> Flags:
        """Whether it changes spelling alone, as `neighbor` for `neighbour`."""
        return self.columns.respellings().astype(bool)

    @property
    def pattern_counts(self) -> PatternCounts:
        """How many patterns the sentences have, how many of these a table has, and how many of
        these are not one stretch of text, so that they make no unit.
        """
        return self.columns.pattern_counts

    @property
    def source_texts(self) -> list[str]:
        """The words of each sentence as tables have them, with blanks between them."""
        words = self.vocabulary
        tokens = [words[token] for token in self.columns.token_words.tolist()]
        return [" ".join(tokens[b:e]) for b, e in pairwise(self.columns.token_offsets.tolist())]

    @cached_property
    def vocabulary(self) -> list[str]:
        """All words of sources and targets, for numbers by word."""
        return self.columns.vocabulary

    def new_words(self, row: int) -> int:
        """How many words of the target of a unit carry no token of its source along."""
        first, behind = self.columns.target_offsets[row : row + 2]
        return int((self.columns.target_tokens[first:behind] < 0).sum())

    def replacement(self, row: int) -> Replaced:
        """What a surface is to write for a unit."""
        import numpy as np

        columns = self.columns
        (words,) = columns.target_texts(np.array([row], np.int64))
        first, behind = columns.target_offsets[row : row + 2]
        tokens = columns.target_tokens[first:behind].tolist()
        return int(self.begin[row]), int(self.end[row]), words, tokens

    def protected(self, sentence: int) -> bytes:
        """For each token of a sentence whether it must not be changed."""
        first, behind = self.columns.token_offsets[sentence : sentence + 2]
        return self.columns.token_protected[first:behind].tobytes()

    def sum_sources(self, by_word: Numbers) -> Numbers:
        """For each unit the sum over the words of its source of numbers by word of `vocabulary`."""
        import numpy as np

        first = self.columns.token_offsets[self.sentence]
        bounds = np.stack((first + self.begin, first + self.end), axis=1).ravel()
        # Each bound must be a place, also the one behind the last token.
        numbers = np.append(by_word[self.columns.token_words], 0.0)
        return np.add.reduceat(numbers, bounds)[::2]

    def sum_targets(self, by_word: Numbers) -> Numbers:
        """The same over the words of its target."""
        import numpy as np

        return np.add.reduceat(by_word[self.columns.target_words], self.columns.target_offsets[:-1])
