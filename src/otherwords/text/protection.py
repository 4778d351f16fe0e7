"""Protection: tokens that must stay as they are, and words never to produce."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from enum import IntFlag
from itertools import accumulate, pairwise

from otherwords import _core
from otherwords.option_checks import wrong
from otherwords.text.casing import Casing
from otherwords.text.tokens import Tokens, encodable


class Reason(IntFlag):
    """Why a token is protected."""

    NUMBER = 1
    ADDRESS = 2
    TAG = 4
    CODE = 8
    QUOTED = 16
    NAME = 32
    TERM = 64
    ENTITY = 128


class Protector:
    """Says which tokens of sentences must not be touched.

    Always protected are numbers with their measures, currencies and dates, addresses, file names,
    hashtags, mentions and code. A name is known by a capital that neither its place in the sentence
    nor a headline demands, or by the casing statistics; German, where nouns have capitals, has no
    such guard.

    Args:
        language: The code of the language.
        keep: Terms of one or several words, whatever their case.
        names: Whether names are protected.
        quoted: Whether text between quotation marks is protected.
        casing: How words are written, if that is known.
    """

    def __init__(
        self,
        language: str = "en",
        *,
        keep: Iterable[str] = (),
        names: bool = True,
        quoted: bool = False,
        casing: Casing | None = None,
    ) -> None:
        self._quoted = quoted
        self._quotations = _core.Protection(
            language, keep=[], names=False, quoted=True, casing=None
        )
        self._protection = _core.Protection(
            language,
            keep=terms(keep),
            names=names,
            quoted=quoted,
            casing=casing.core if casing else None,
        )

    def protect_quotations(
        self, text: str, sentences: Sequence[tuple[int, Tokens]], protected: Sequence[bytes]
    ) -> list[bytes]:
        """Adds what is quoted across the sentences of a text to the reasons of their tokens.
        Quotation marks are matched within each line.

        Args:
            text: The text.
            sentences: Where each sentence begins, and its tokens.
            protected: The reasons of the tokens of each sentence.
        """
        if not self._quoted or len(sentences) < 2:
            return list(protected)
        starts = [begin + start for begin, tokens in sentences for start in tokens.starts]
        ends = [begin + end for begin, tokens in sentences for end in tokens.ends]
        marked = bytearray(b"".join(protected))
        first = 0
        while first < len(starts):
            line_end = text.find("\n", starts[first])
            behind = bisect_left(starts, len(text) if line_end < 0 else line_end, first + 1)
            (reasons,) = self._quotations.reasons(
                [encodable(text)], [starts[first:behind]], [ends[first:behind]]
            )
            for place, reason in enumerate(reasons, first):
                marked[place] |= reason & Reason.QUOTED
            first = behind
        cuts = list(accumulate((len(each) for each in protected), initial=0))
        return [bytes(marked[begin:end]) for begin, end in pairwise(cuts)]

    def protect(
        self,
        sentences: Sequence[Tokens],
        entities: Sequence[Iterable[tuple[int, int]]] | None = None,
    ) -> list[bytes]:
        """The reasons of each token of each sentence as a byte, 0 for one that may be replaced.

        Args:
            sentences: Any number of them; many at once are quicker.
            entities: For each sentence, the token spans `[begin, end)` of the entities that an
                analysis found.
        """
        reasons = self._protection.reasons(
            [encodable(tokens.text) for tokens in sentences],
            [tokens.starts for tokens in sentences],
            [tokens.ends for tokens in sentences],
        )
        if entities is None:
            return reasons
        return [_with(each, spans) for each, spans in zip(reasons, entities, strict=True)]


class Avoided:
    """Words and phrases never to produce, whatever their case."""

    def __init__(self, avoided: Iterable[str], language: str = "en") -> None:
        self._terms = _core.Terms(terms(avoided), language)

    def are_in(self, lines: Sequence[str]) -> list[bool]:
        """Whether one is in each line of lower-case tokens with spaces between them."""
        return self._terms.contained_in(list(lines))


def terms(given: object, name: str = "terms") -> list[str]:
    """Terms as the core takes them; raises OptionError for what is not a list of strings.

    Args:
        given: The terms.
        name: What messages call them.
    """
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        hint = f", such as [{given!r}]" if isinstance(given, str) else ""
        raise wrong(name, given, f"a list of strings{hint}")
    listed = list(given)
    for place, term in enumerate(listed, 1):
        if not isinstance(term, str):
            raise wrong(f"item {place} of {name}", term, "a string")
    return [encodable(term) for term in listed]


def _with(reasons: bytes, entities: Iterable[tuple[int, int]]) -> bytes:
    marked = bytearray(reasons)
    for begin, end in entities:
        for token in range(begin, min(end, len(marked))):
            marked[token] |= Reason.ENTITY
    return bytes(marked)
