"""Running text cut into sentences, well enough to learn from."""

from __future__ import annotations

import re

from otherwords.text import tokenise

# Full stops of abbreviations are part of their token, so a token of its own ends a sentence.
_END = re.compile(r"[.!?…。！？]+$")
_CLOSING = frozenset("\"'”’»)]}") | {"''"}


def split_sentences(text: str, language: str = "en") -> list[str]:
    """The sentences of a text; the end of a line always ends one."""
    return [
        sentence
        for line in text.splitlines()
        for sentence in _sentences(line, language)
        if sentence
    ]


def _sentences(line: str, language: str) -> list[str]:
    tokens = tokenise(line, language)
    words = tokens.words
    sentences, begin, ended = [], 0, False
    for place, word in enumerate(words):
        start = tokens.starts[place]
        apart = place > 0 and start > tokens.ends[place - 1]
        if ended and apart and not word[0].islower():
            sentences.append(line[begin:start].strip())
            begin, ended = start, False
        if _END.search(word) and not word[0].isalnum():
            ended = True
        elif word not in _CLOSING:
            ended = False
    sentences.append(line[begin:].strip())
    return sentences
