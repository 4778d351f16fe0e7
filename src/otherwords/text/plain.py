"""The simplest ways from a text to sentences and from replacements to a text that lose nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from otherwords._core import spaced, within_word
from otherwords.text.tokens import Tokens, tokenise


@dataclass(frozen=True, slots=True)
class Replacement:
    """The tokens [begin, end) give way to words."""

    begin: int
    end: int
    words: Sequence[str]


@dataclass(frozen=True, slots=True)
class Change:
    """Characters [start, end) of a sentence give way to the target of a replacement."""

    start: int
    end: int
    target: str
    replacement: int


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end: each line that is not blank is one."""
    found = []
    end = 0
    for line in text.splitlines(keepends=True):
        start, end = end, end + len(line)
        if not line.isspace():
            found.append((start, start + len(line.rstrip())))
    return found


def protected_tokens(tokens: Tokens, keep: Iterable[Sequence[str]]) -> list[bool]:
    """Which tokens belong to a term, a sequence of words, that must stay; case does not matter."""
    words = [word.lower() for word in tokens.words]
    is_protected = [False] * len(words)
    for term in keep:
        size = len(term)
        for begin in range(len(words) - size + 1):
            if words[begin : begin + size] == list(term):
                is_protected[begin : begin + size] = [True] * size
    return is_protected


def words_of(term: str, language: str) -> list[str]:
    """The words of a term as sentences are compared with it."""
    return [word.lower() for word in tokenise(term, language).words]


def write(tokens: Tokens, replacements: Sequence[Replacement]) -> list[Change]:
    """The changes that put replacements, in order, into the text of the tokens."""
    return [_change(tokens, number, replacement) for number, replacement in enumerate(replacements)]


def _change(tokens: Tokens, number: int, replacement: Replacement) -> Change:
    text, begin, end = tokens.text, replacement.begin, replacement.end

    def token(at: int) -> str:
        return text[tokens.starts[at] : tokens.ends[at]]

    target = replacement.words[0]
    for left, right in zip(replacement.words, replacement.words[1:], strict=False):
        target += f" {right}" if spaced(left, right) else right
    start, stop = tokens.starts[begin], tokens.ends[end - 1]
    if begin > 0:
        behind = tokens.ends[begin - 1]
        joins = not spaced("", replacement.words[0])
        if joins:
            start = behind
        elif behind == start and within_word(token(begin - 1), token(begin)):
            target = f" {target}"
    if (
        end < len(tokens)
        and tokens.starts[end] == stop
        and within_word(token(end - 1), token(end))
        and spaced("", token(end))
    ):
        target += " "
    return Change(start, stop, target, number)
