"""How well metrics follow people with one set of references or another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from otherwords.evaluate.comparison import Chance
from otherwords.evaluate.correlation import COEFFICIENTS, compare, correlation
from otherwords.evaluate.significance import Comparison, Interval

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: By metric and set of references, what the metric says of each item.
Scores: TypeAlias = "Mapping[tuple[str, str], ArrayLike]"

#: What the averages over groups are called.
AVERAGE = "average"


@dataclass(frozen=True)
class Followed:
    """How well a metric follows people.

    Attributes:
        group: Of which items; `average` is the mean of all groups.
        items: How many.
        metric: Its name.
        references: The set it was computed with.
        coefficient: `pearson` or `kendall`.
        value: The correlation, and where it lies.
        against: The comparison with the first set of references; None for that itself.
    """

    group: str
    items: int
    metric: str
    references: str
    coefficient: str
    value: Interval
    against: Comparison | None


def follow(
    scores: Scores, human: Sequence[float], groups: Sequence[str], chance: Chance
) -> Iterator[Followed]:
    """All correlations, of each group and on the average."""
    import numpy as np

    names = list(dict.fromkeys(groups))
    member = np.array([names.index(group) for group in groups])
    wanted = np.asarray(human, np.float64)
    places = [np.flatnonzero(member == number) for number in range(len(names))]
    parts = [(name, [place]) for name, place in zip(names, places, strict=True)]
    if len(names) > 1:
        parts.append((AVERAGE, places))
    for group, chosen in parts:
        sizes = [len(each) for each in chosen]
        for kind, make in COEFFICIENTS.items():
            found = {
                key: [make(np.asarray(given, np.float64)[each], wanted[each]) for each in chosen]
                for key, given in scores.items()
            }
            first: dict[str, str] = {}
            for (metric, references), own in found.items():
                plain = first.setdefault(metric, references)
                against = None
                if plain != references:
                    against = compare(found[metric, plain], own, sizes, chance)
                yield Followed(
                    group,
                    sum(sizes),
                    metric,
                    references,
                    kind,
                    correlation(own, sizes, chance),
                    against,
                )
