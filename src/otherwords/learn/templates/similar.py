"""Clusters of sentences that are alike: complete-link, by the n-grams that they have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LONGEST = 4  # of n-grams
_ROWS = 512  # sentences to compare with all others at a time


def cluster_alike(sentences: Sequence[Sequence[str]], least: float) -> list[list[int]]:
    """The numbers of sentences that are alike, cluster by cluster, the largest first.

    Args:
        sentences: Words.
        least: Least similarity of each two sentences of a cluster: twice the n-grams that they have
            in common, as a share of those of both.
    """
    import numpy as np

    rows, columns, likeness = _near_pairs(sentences, least)
    # Of equal ones those that come first, so that clusters depend on nothing else.
    order = np.lexsort((columns, rows, -likeness))
    clusters = {number: [number] for number in range(len(sentences))}
    of = list(range(len(sentences)))
    # Two clusters are joined when all their pairs have come by: the least similar one counts.
    seen: dict[int, dict[int, int]] = {}
    for one, other in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        first, second = sorted((of[one], of[other]))
        if first == second:
            continue
        count = seen.setdefault(first, {}).get(second, 0) + 1
        seen[first][second] = count
        seen.setdefault(second, {})[first] = count
        if count == len(clusters[first]) * len(clusters[second]):
            _join(first, second, clusters, of, seen)
    return sorted(clusters.values(), key=lambda members: (-len(members), members))


def _join(
    first: int,
    second: int,
    clusters: dict[int, list[int]],
    of: list[int],
    seen: dict[int, dict[int, int]],
) -> None:
    for member in clusters[second]:
        of[member] = first
    clusters[first] += clusters.pop(second)
    del seen[first][second]
    for other, count in seen.pop(second).items():
        if other == first:
            continue
        del seen[other][second]
        total = seen[first].get(other, 0) + count
        seen[first][other] = seen[other][first] = total


def _near_pairs(
    sentences: Sequence[Sequence[str]], least: float
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """All pairs of sentences that are similar enough, and how similar they are."""
    import numpy as np

    counts, sizes = _ngrams(sentences)
    turned = counts.T.tocsr()
    found: list[tuple[Any, ...]] = []
    for begin in range(0, len(sentences), _ROWS):
        common = (counts[begin : begin + _ROWS] @ turned).tocoo()
        rows, columns = common.row + begin, common.col
        likeness = 2.0 * common.data / np.maximum(1, sizes[rows] + sizes[columns])
        near = (columns > rows) & (likeness >= least)
        found.append((rows[near], columns[near], likeness[near]))
    if not found:
        empty = np.zeros(0, np.int64)
        return empty, empty, np.zeros(0)
    rows, columns, likeness = (np.concatenate(each) for each in zip(*found, strict=True))
    return rows.astype(np.int64), columns.astype(np.int64), likeness


def _ngrams(sentences: Sequence[Sequence[str]]) -> tuple[Any, NDArray[np.int64]]:
    """A row of 0 and 1 for each sentence, and how many n-grams it has."""
    import numpy as np
    from scipy.sparse import csr_matrix

    numbers: dict[tuple[str, ...], int] = {}
    places: list[int] = []
    offsets = [0]
    for words in sentences:
        places += sorted({numbers.setdefault(each, len(numbers)) for each in _ngrams_of(words)})
        offsets.append(len(places))
    ones = np.ones(len(places), np.int32)
    shape = (len(sentences), max(1, len(numbers)))
    sizes = np.diff(np.array(offsets, np.int64)).astype(np.int64)
    return csr_matrix((ones, places, offsets), shape), sizes


def _ngrams_of(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for n in range(1, _LONGEST + 1):
        for begin in range(len(words) - n + 1):
            yield tuple(words[begin : begin + n])
