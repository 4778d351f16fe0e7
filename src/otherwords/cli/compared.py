"""`--replace`: how many words `wn` replaces, also as many as another system did."""

from __future__ import annotations

import json
from collections.abc import Iterator

from otherwords._core import FormatError
from otherwords.baselines.thesaurus import Span, replaced_words
from otherwords.files import line_batches, name_of


def words_to_replace(given: str | None, language: str) -> int | dict[str, int] | None:
    """A number, or for each sentence as many as were replaced in the answers in a file, which
    `--json` has written.
    """
    if given is None or given.isdecimal():
        return None if given is None else int(given)
    return replaced_words(_edits_in(given), language)


def _edits_in(path: str) -> Iterator[tuple[str, list[Span]]]:
    """Each source, and where the edits of its best paraphrase are."""
    number = 0
    for lines in line_batches(path):
        for line in lines:
            number += 1
            try:
                answer = json.loads(line)
                source, edits = answer["source"], answer["paraphrases"][0]["edits"]
                spans = [(int(each["start"]), int(each["end"])) for each in edits]
                "".join([source]).encode()  # a text of whole characters
            except (ValueError, LookupError, TypeError, OverflowError, RecursionError):
                raise FormatError(
                    f"{name_of(path)}:{number}: no answer of `otherwords … --json`; write the "
                    "answers of the compared system with it"
                ) from None
            yield source, spans
