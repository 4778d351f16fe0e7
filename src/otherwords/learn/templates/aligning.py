"""Multi-sequence alignment: sentences in columns, one after the other aligned to those before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

# In hundredths, as Barzilay and Lee have it: words that are the same, others, and a word alone.
_SAME, _OTHER, _GAP = 100, -50, -1

#: For each sentence the place of its word, or None.
Column = list[int | None]


def align_all(sentences: Sequence[Sequence[str]]) -> list[Column]:
    """Columns of words that stand for each other, from left to right.

    A sentence is aligned to the columns as they are: a word that one of them has counts as the
    same. Those that have most in common with all others come first.
    """
    common = Counter(word for words in sentences for word in set(words))
    order = sorted(
        range(len(sentences)),
        key=lambda number: (
            -sum(common[word] for word in set(sentences[number])) / max(1, len(sentences[number])),
            number,
        ),
    )
    columns: list[Column] = []
    held: list[set[str]] = []
    for number in order:
        words = sentences[number]
        columns, held = _added(columns, held, words, number, len(sentences))
    return columns


def _added(
    columns: Sequence[Column],
    held: Sequence[set[str]],
    words: Sequence[str],
    number: int,
    sentences: int,
) -> tuple[list[Column], list[set[str]]]:
    """The columns with one sentence more."""
    new_columns: list[Column] = []
    new_held: list[set[str]] = []
    for column, place in _path(held, words):
        if column is None:
            new_columns.append([None] * sentences)
            new_held.append(set())
        else:
            new_columns.append(columns[column])
            new_held.append(held[column])
        if place is not None:
            new_columns[-1][number] = place
            new_held[-1].add(words[place])
    return new_columns, new_held


def _path(held: Sequence[set[str]], words: Sequence[str]) -> list[tuple[int | None, int | None]]:
    """Pairs of a column and a place, of which one may be missing, with the highest score."""
    best = [[_GAP * place for place in range(len(words) + 1)]]
    for row, known in enumerate(held, 1):
        line = [_GAP * row]
        for place, word in enumerate(words, 1):
            pair = best[row - 1][place - 1] + (_SAME if word in known else _OTHER)
            line.append(max(pair, best[row - 1][place] + _GAP, line[place - 1] + _GAP))
        best.append(line)
    row, place = len(held), len(words)
    path: list[tuple[int | None, int | None]] = []
    while row or place:
        score = best[row][place]
        if row and place:
            gain = _SAME if words[place - 1] in held[row - 1] else _OTHER
            if score == best[row - 1][place - 1] + gain:
                row, place = row - 1, place - 1
                path.append((row, place))
                continue
        if place and score == best[row][place - 1] + _GAP:
            place -= 1
            path.append((None, place))
        else:
            row -= 1
            path.append((row, None))
    return path[::-1]
