"""Paraphrases: what comes out, with every edit explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from otherwords.diversity import diverse
from otherwords.text.sentences import tokenised_sentences
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
        confidence: How likely it is right where it stands, with all that is inside of it; None
            where nobody asked. What follows from another edit is as likely right as that.
        rule: The pair of patterns or collocations that it is an instance of, as
            `take [NN_1] into consideration → consider [NN_1]`; empty for phrases.
        inner: What changed within the words that it carries along, as if each stood alone.
    """

    start: int
    end: int
    source: str
    target: str
    table: str
    score: float
    usability: float
    confidence: float | None = None
    rule: str = ""
    inner: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A text in other words.

    Attributes:
        source: The text as it was.
        text: What became of it; applying all edits to the source gives it.
        score: Equation 6, summed over the sentences. Where the surest edits that fit a budget were
            taken, the log of their confidence instead.
        confidence: How likely all edits are right together; None where nobody asked.
        optimal: Proven to be the best there is, by the scorer if there is one.
        complete: Proven to be in its place among the best, likewise.
        upper_bound: No paraphrase that was allowed has a higher score by equation 6; where nothing
            is proven, how much better one could be is the difference to the score.
        edits: From left to right.
        fits: Whether the text keeps to the budget it was given; if not, it is the shortest there
            is.
        confident: Whether each sentence is as likely right as it had to be; it may not be where
            only that fits the budget.
        alternatives: The next best, when more than one paraphrase was asked for.
        global_score: What the scorer says, summed over the sentences; None if none was asked for.
    """

    source: str
    text: str
    score: float
    optimal: bool
    complete: bool
    upper_bound: float
    edits: tuple[Edit, ...]
    fits: bool = True
    confidence: float | None = None
    confident: bool = True
    alternatives: tuple[Paraphrase, ...] = ()
    global_score: float | None = None

    @property
    def worth(self) -> float:
        """What it is ranked by: what the scorer says, or else the score."""
        return self.score if self.global_score is None else self.global_score

    @property
    def size(self) -> int:
        """Bytes of the text in UTF-8."""
        return size_of(self.text)


def unchanged(text: str) -> Paraphrase:
    """A text that is left alone."""
    return Paraphrase(text, text, 0.0, True, True, 0.0, (), confidence=1.0)


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


def read_documents(texts: Sequence[str], language: str) -> list[Document]:
    """Cuts texts into sentences and these into tokens."""
    numbers = count()
    return [
        Document(text, [Sentence(start, tokens, next(numbers)) for start, tokens in sentences])
        for text, sentences in zip(texts, tokenised_sentences(texts, language), strict=True)
    ]


def choose_diverse(ranked: Sequence[Paraphrase], n: int) -> list[Paraphrase]:
    """Of paraphrases of one text, best first, the best and others that differ in their edits."""
    edits = [frozenset((edit.start, edit.end, edit.target) for edit in one.edits) for one in ranked]
    return [ranked[place] for place in diverse([one.worth for one in ranked], edits, n)]
