"""How far two raters agree: the share of equal labels, and kappa, which allows for chance.

    kappa = (P(A) - P(E)) / (1 - P(E))

P(A) is the share of items on which the labels agree. Cohen takes for P(E) how often they would if
each rater gave as many of each label as he did, but by chance; SPG (section 5.1) takes 1 / number
of labels.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of two raters, on the items that both have labelled.

    Attributes:
        items: How many there are.
        observed: P(A); nan where there are none.
        by_chance: P(E) as Cohen has it; nan where there are none.
        labels: How many labels there are to choose from.
    """

    items: int
    observed: float
    by_chance: float
    labels: int

    @property
    def cohen(self) -> float:
        """Cohen's kappa; nan where both raters gave one and the same label to everything."""
        return _kappa(self.observed, self.by_chance)

    @property
    def told(self) -> str:
        """Cohen's kappa for people to read."""
        return "–" if math.isnan(self.cohen) else f"{self.cohen:.2f}"

    @property
    def uniform(self) -> float:
        """Kappa with all labels equally probable."""
        return _kappa(self.observed, 1.0 / self.labels)


def agreement(pairs: Iterable[tuple[Hashable, Hashable]], labels: int = 2) -> Agreement:
    """From the two labels of each item, which are of so many kinds."""
    given = list(pairs)
    if not given:
        return Agreement(0, math.nan, math.nan, labels)
    first, second = (Counter(pair[side] for pair in given) for side in (0, 1))
    by_chance = sum(first[label] * second[label] for label in first) / len(given) ** 2
    return Agreement(len(given), sum(a == b for a, b in given) / len(given), by_chance, labels)


def _kappa(observed: float, by_chance: float) -> float:
    return (observed - by_chance) / (1.0 - by_chance) if by_chance < 1.0 else math.nan
