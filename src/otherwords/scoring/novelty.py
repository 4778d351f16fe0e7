"""Novelty: how far a text is from its source, word by word."""

from __future__ import annotations

from collections.abc import Sequence

from otherwords.scoring.words import WordScorer


class Novelty(WordScorer):
    """0 for the words of the source to 1 for none of them: the least number of words to insert,
    delete or replace, as a share of the words of the longer text.
    """

    def compare(self, source: list[str], texts: list[list[str]]) -> list[float]:
        """The share of words that differ."""
        return [distance(source, text) / max(1, len(source), len(text)) for text in texts]


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """The least number of words to insert, delete or replace."""
    begin, ends = 0, (len(one), len(other))
    # Most paraphrases differ in few places: what is alike at both ends need not be looked at.
    while begin < min(ends) and one[begin] == other[begin]:
        begin += 1
    while begin < min(ends) and one[ends[0] - 1] == other[ends[1] - 1]:
        ends = ends[0] - 1, ends[1] - 1
    one, other = one[begin : ends[0]], other[begin : ends[1]]
    row = list(range(len(other) + 1))
    for place, word in enumerate(one, 1):
        before, row[0] = row[0], place
        for column, against in enumerate(other, 1):
            replaced = before + (word != against)
            before = row[column]
            row[column] = min(replaced, before + 1, row[column - 1] + 1)
    return row[-1]
