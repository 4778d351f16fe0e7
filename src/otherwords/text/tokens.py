"""Tokens: pieces of a text that lose nothing of it.

English, French, German, Spanish and Italian have rules of their own in the core, Chinese is cut
into words by jieba, and other languages by what holds wherever words have spaces between them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from otherwords import _core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_SURROGATE = re.compile("[\ud800-\udfff]")
_VISIBLE = re.compile(r"[^\s\x00-\x20\x7f-\xa0\u200b\ufeff]+")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text: `text[starts[i]:ends[i]]`, with white space or nothing in between."""

    text: str
    starts: list[int]
    ends: list[int]

    @property
    def words(self) -> list[str]:
        """The tokens as strings."""
        text = self.text
        return [text[start:end] for start, end in zip(self.starts, self.ends, strict=True)]

    def __len__(self) -> int:
        return len(self.starts)


def tokenise(text: str, language: str = "en") -> Tokens:
    """Cuts a text of a language, given by its code, into tokens."""
    if language == "zh":
        return _chinese(text)
    starts, ends = _core.token_spans(encodable(text), language)
    return Tokens(text, starts, ends)


def tokenise_lines(
    lines: Sequence[str], language: str = "en", *, lower: bool = False, threads: int = 0
) -> list[str]:
    """Each line as its tokens with single spaces between them.

    Args:
        lines: Any number of texts.
        language: The code of their language.
        lower: Whether the tokens become lower case.
        threads: How many to use; 0 for as many as there are cores. The result is the same.
    """
    if language == "zh":
        joined = (" ".join(_chinese(line).words) for line in lines)
        return [line.lower() for line in joined] if lower else list(joined)
    try:
        return _core.tokenise_lines(list(lines), language, lower=lower, threads=threads)
    except UnicodeEncodeError:
        clean = [encodable(line) for line in lines]
        return _core.tokenise_lines(clean, language, lower=lower, threads=threads)


def encodable(text: str) -> str:
    """The text with U+FFFD for what UTF-8 cannot hold; characters keep their numbers."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _chinese(text: str) -> Tokens:
    starts: list[int] = []
    ends: list[int] = []
    for run in _VISIBLE.finditer(text):
        end = run.start()
        for piece in _jieba()(run[0]):
            starts.append(end)
            end += len(piece)
            ends.append(end)
    return Tokens(text, starts, ends)


@cache
def _jieba() -> Callable[[str], Iterable[str]]:
    import logging
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is older than this Python
        import jieba

    jieba.setLogLevel(logging.WARNING)
    cut: Any = jieba.cut
    return lambda text: cut(text, HMM=True)
