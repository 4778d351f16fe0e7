"""Detokenised text: tokens with spaces between them, written as people write.

Test sets of machine translation are often kept as Moses leaves them: tokenised, with brackets and
quotation marks as HTML entities. Tables and language models know words as they stand in texts.
"""

from __future__ import annotations

import html
import re

_ENDING = re.compile(r" ('(?:s|t|re|ve|ll|d|m)|n't)(?!\w)", re.IGNORECASE)
_CLOSING = re.compile(r" ([.,;:?!%)\]}]|\.\.\.)(?!\w)")
_OPENING = re.compile(r"([(\[{]) ")
_HYPHEN = re.compile(r" @([-/])@ ")


def detokenise(text: str) -> str:
    """The text of English tokens with spaces between them, entities replaced.

    What Moses' tokeniser splits is joined: punctuation and endings such as 's with the word before
    them, quotation marks with what they enclose, and hyphens it has marked.
    """
    text = html.unescape(html.unescape(text))  # `&amp;quot;` has been through it twice
    text = _HYPHEN.sub(r"\1", text)
    text = _ENDING.sub(r"\1", text)
    text = _CLOSING.sub(r"\1", text)
    text = _OPENING.sub(r"\1", text)
    first, *others = text.split('"')
    pieces = [first]
    for place, piece in enumerate(others):
        if place % 2:  # what is behind the end of a quotation
            pieces[-1] = pieces[-1].rstrip(" ")
            pieces.append(piece)
        else:
            pieces.append(piece.lstrip(" ") if place + 1 < len(others) else piece)
    return _CLOSING.sub(r"\1", '"'.join(pieces))
