"""Diversity: of many paraphrases a few that differ in their edits, not only in a comma.

From an exact list of the best paraphrases, `WIDTH` times as long as asked for, the best is taken;
then, again and again, the one with the highest sum of

- quality: where its score is between the lowest of the list, 0, and the highest, 1;
- distance: the share of edits that it does not have in common with the taken one it is nearest to:
  1 - |A ∩ B| / |A ∪ B| for sets of edits A and B.

Of equal sums the one with the higher score counts, so the choice is always the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

#: How many paraphrases are looked at for each one that is asked for, and at most.
WIDTH = 20
MOST = 1000


def depth(n: int) -> int:
    """How long the list must be that n paraphrases are chosen from."""
    return max(n, min(WIDTH * n, MOST))


def distance(one: frozenset[Hashable], other: frozenset[Hashable]) -> float:
    """The share of edits that two paraphrases do not have in common."""
    union = len(one | other)
    return 1.0 - len(one & other) / union if union else 0.0


def diverse(scores: Sequence[float], edits: Sequence[frozenset[Hashable]], n: int) -> list[int]:
    """Which n of the paraphrases with these scores, best first, and edits to take, in order."""
    if not scores:
        return []
    spread = scores[0] - scores[-1]
    quality = [(score - scores[-1]) / spread if spread > 0.0 else 1.0 for score in scores]
    nearest = [1.0] * len(scores)
    taken = [0]
    while len(taken) < min(n, len(scores)):
        for place, edit_set in enumerate(edits):
            nearest[place] = min(nearest[place], distance(edit_set, edits[taken[-1]]))
        left = [place for place in range(len(scores)) if place not in taken]
        taken.append(max(left, key=lambda place: (quality[place] + nearest[place], -place)))
    return sorted(taken)
