"""Documents: paragraphs and sentences, which lose nothing of a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from otherwords import _core
from otherwords._core import Error
from otherwords.text.tokens import Tokens, encodable, tokenise

Lines = Literal["wrap", "paragraphs", "sentences"]

_BREAKS = {
    "wrap": _core.LineBreaks.WRAP,
    "paragraphs": _core.LineBreaks.PARAGRAPHS,
    "sentences": _core.LineBreaks.SENTENCES,
}


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of a document: `text[starts[i]:ends[i]]`, with only white space in between."""

    text: str
    starts: list[int]
    ends: list[int]
    paragraphs: list[int]
    """The number of the paragraph that each sentence is in, from 0."""

    @property
    def texts(self) -> list[str]:
        """The sentences as strings."""
        text = self.text
        return [text[start:end] for start, end in zip(self.starts, self.ends, strict=True)]

    def join(self, sentences: Sequence[str]) -> str:
        """The document with other sentences in place of its own; all else stays as it is."""
        if len(sentences) != len(self):
            raise Error(f"the document has {len(self)} sentences, {len(sentences)} were given")
        pieces: list[str] = []
        end = 0
        for start, behind, sentence in zip(self.starts, self.ends, sentences, strict=True):
            pieces += (self.text[end:start], sentence)
            end = behind
        return "".join((*pieces, self.text[end:]))

    def __len__(self) -> int:
        return len(self.starts)


def split(text: str, language: str = "en", *, lines: Lines = "wrap") -> Sentences:
    """Cuts a document into sentences, in linear time.

    Args:
        text: Anything, also nothing.
        language: The code of its language. English, French, German, Spanish and Italian have
            abbreviations of their own; Chinese and Japanese stops need no space behind them.
        lines: What a line break says: `wrap` nothing, only blank lines and items of lists end a
            paragraph; `paragraphs` each line is one; `sentences` each line is one sentence.
    """
    try:
        breaks = _BREAKS[lines]
    except KeyError:
        raise Error(f"lines cannot be {lines!r}; known: {', '.join(_BREAKS)}") from None
    return Sentences(text, *_core.sentence_spans(encodable(text), language, breaks))


def tokenised_sentences(
    texts: Sequence[str], language: str = "en"
) -> list[list[tuple[int, Tokens]]]:
    """For each document where its sentences begin, and their tokens; many at once are quicker."""
    if language == "zh":
        documents = [split(text, language) for text in texts]
        return [
            [
                (start, tokenise(sentence, language))
                for start, sentence in zip(document.starts, document.texts, strict=True)
            ]
            for document in documents
        ]
    found = _core.tokenised_sentences([encodable(text) for text in texts], language)
    return [
        [(start, Tokens(text[start:end], starts, ends)) for start, end, starts, ends in sentences]
        for text, sentences in zip(texts, found, strict=True)
    ]
