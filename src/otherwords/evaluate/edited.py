"""Replacements out of edits: the tokens that each replaces, and whether it is labelled correct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from otherwords.evaluate.replacements import Replacements, count_replacements
from otherwords.text.sentences import tokenised_sentences
from otherwords.text.tokens import Tokens, tokenise_lines

#: Whether a unit is correct, by its sentence, its first token, one behind its last, and its target.
UnitLabels: TypeAlias = Mapping[tuple[str, int, int, str], bool]


def replacements_of(
    answers: Sequence[tuple[str, Sequence[Mapping[str, Any]]]],
    labels: UnitLabels,
    language: str = "en",
) -> list[Replacements]:
    """The counts of each text, from its source and its edits as `--json` prints them.

    Edits that follow from others are none of their own.
    """
    sentences = tokenised_sentences([source for source, _ in answers], language)
    found = []
    for (_, edits), parts in zip(answers, sentences, strict=True):
        counts = Replacements()
        for start, tokens in parts:
            units = [
                _unit(edit, start, tokens, labels, language)
                for edit in edits
                if edit["table"] != "self" and start <= edit["start"] < start + len(tokens.text)
            ]
            counts += count_replacements(len(tokens), units)
        found.append(counts)
    return found


def _unit(
    edit: Mapping[str, Any], start: int, tokens: Tokens, labels: UnitLabels, language: str
) -> tuple[int, bool | None]:
    """Its source words, and its label."""
    first, last = edit["start"] - start, edit["end"] - start
    touched = [
        place
        for place, (begin, end) in enumerate(zip(tokens.starts, tokens.ends, strict=True))
        if begin < last and end > first
    ]
    if not touched:
        return 0, None
    (target,) = tokenise_lines([edit["target"]], language, lower=True, threads=1)
    return len(touched), labels.get((tokens.text, touched[0], touched[-1] + 1, target))
