"""Clusters of sentences that are alike: complete-link, by the n-grams that they have in common."""

from __future__ import annotations

from collections.abc import Sequence

from otherwords._core import alike_pairs

_LONGEST = 4  # of n-grams


def cluster_alike(sentences: Sequence[Sequence[str]], least: float) -> list[list[int]]:
    """The numbers of sentences that are alike, cluster by cluster, the largest first.

    Args:
        sentences: Words.
        least: Least similarity of each two sentences of a cluster: twice the n-grams that they have
            in common, as a share of those of both.
    """
    import numpy as np

    near = alike_pairs([" ".join(words) for words in sentences], least=least, longest=_LONGEST)
    # Of equal ones those that come first, so that clusters depend on nothing else.
    order = np.lexsort((near.second, near.first, -near.likeness))
    clusters = {number: [number] for number in range(len(sentences))}
    of = list(range(len(sentences)))
    # Two clusters are joined when all their pairs have come by: the least similar one counts.
    seen: dict[int, dict[int, int]] = {}
    for one, other in zip(near.first[order].tolist(), near.second[order].tolist(), strict=True):
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
