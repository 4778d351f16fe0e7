"""Surface: the words of a paraphrase back in their text, which else keeps every byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from otherwords import _core
from otherwords.text.casing import Casing
from otherwords.text.tokens import Tokens, encodable


class Replacement(NamedTuple):
    """Tokens `[begin, end)` give way to words in lower case with single spaces between them.

    No words: the tokens are deleted.
    """

    begin: int
    end: int
    words: str
    tokens: Sequence[int] = ()
    """For each word the token of these that it carries along, which is written as it was, or -1;
    empty if all words are new."""


#: As `Replacement` has it, with or without tokens that are carried along.
Replaced = tuple[int, int, str] | tuple[int, int, str, Sequence[int]]


class Edit(NamedTuple):
    """`text[start:end]`, which is `source`, gives way to `target`."""

    start: int
    end: int
    source: str
    target: str
    replacement: int | None
    """The number of the replacement; None for what follows from another, as `an` for `a`."""


class Written(NamedTuple):
    """A text, and the edits that make it of its source: in order, without overlap."""

    text: str
    edits: list[Edit]


class Surface:
    """Writes replacements into texts: case, `a` or `an`, spaces.

    A capital at the beginning of a sentence goes to the word that is there now; capitals of all
    letters or all words follow those of the tokens; names are written as the casing statistics
    have them. Contractions are whole, and punctuation stands where it belongs.

    Args:
        language: The code of the language.
        casing: How words are written, if that is known.
    """

    def __init__(self, language: str = "en", *, casing: Casing | None = None) -> None:
        self._surface = _core.Surface(language, casing.core if casing else None)

    def write(
        self,
        sentences: Sequence[Tokens],
        replacements: Sequence[Sequence[Replaced]],
        is_protected: Sequence[bytes] | None = None,
    ) -> list[Written]:
        """Each sentence with its replacements, which are in order and do not overlap.

        Many sentences at once are quicker.
        """
        result: list[Written] = []
        found = self.edits(sentences, replacements, is_protected)
        for tokens, spans in zip(sentences, found, strict=True):
            text = tokens.text
            edits = [
                Edit(start, end, text[start:end], target, replacement)
                for start, end, target, replacement in spans
            ]
            result.append(Written(apply(text, edits), edits))
        return result

    def edits(
        self,
        sentences: Sequence[Tokens],
        replacements: Sequence[Sequence[Replaced]],
        is_protected: Sequence[bytes] | None = None,
    ) -> list[list[tuple[int, int, str, int | None]]]:
        """The edits alone: start, end, target, and the number of the replacement.

        Protected tokens, a byte for each that is not 0, have the same capitals wherever they are
        carried.
        """
        return self._surface.edits(
            [encodable(tokens.text) for tokens in sentences],
            [tokens.starts for tokens in sentences],
            [tokens.ends for tokens in sentences],
            [list(each) for each in replacements],
            is_protected,
        )


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The text with the edits, which are in order and do not overlap."""
    pieces: list[str] = []
    end = 0
    for edit in edits:
        pieces += (text[end : edit.start], edit.target)
        end = edit.end
    return "".join((*pieces, text[end:]))
