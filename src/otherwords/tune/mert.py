"""Minimum error rate training: the weights with the highest objective on a development set.

Exact n-best lists of all iterations are merged, and the objective is climbed on them by exact line
searches, from the best weights so far and from random ones. What counts in the end is the objective
of what is decoded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.model import Weights
from otherwords.tune.climbing import GAIN, Climber
from otherwords.tune.development import Derivation, DevelopmentSet, added_up
from otherwords.tune.line_search import Candidates
from otherwords.tune.parameters import Parameters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class MertOptions:
    """How hard to look.

    Attributes:
        n: Length of the n-best lists.
        restarts: Random points to climb from, besides the best so far.
        iterations: Most times to decode.
        seed: Of the random points and directions.
        all_scores: Tune all scores of tables, also those whose weight is 0.
        fixed: Names of tables, `lm`, `self` or `usability`: their weights keep their values.
    """

    n: int = 100
    restarts: int = 10
    iterations: int = 20
    seed: int = 1
    all_scores: bool = False
    fixed: Sequence[str] = ()


@dataclass(frozen=True)
class Iteration:
    """One time that the development set was decoded.

    Attributes:
        number: From 1.
        counts: Of the best paraphrases, added up.
        value: What they are worth.
        derivations: In the merged lists.
        inexact: Sentences whose list is not proven.
    """

    number: int
    counts: tuple[float, ...]
    value: float
    derivations: int
    inexact: int


@dataclass(frozen=True)
class Tuned:
    """The best weights, what comes of them, and what was decoded on the way; first the start."""

    weights: Weights
    counts: tuple[float, ...]
    value: float
    iterations: list[Iteration]


def tune(
    development: DevelopmentSet,
    start: Weights,
    options: MertOptions | None = None,
    tell: Callable[[Iteration], None] = lambda _: None,
) -> Tuned:
    """The weights with the highest objective on a development set that were found from these."""
    import numpy as np

    options = options or MertOptions()
    if not development.size:
        raise Error("there are no sentences to tune on")
    parameters = development.parameters
    generator = np.random.default_rng(options.seed)
    pool = _Pool(development)
    vector = rounded(parameters.vector(start))
    fixed = _fixed(parameters, vector, options)
    best, highest = vector, -math.inf
    best_counts: tuple[float, ...] = ()
    iterations: list[Iteration] = []
    for number in range(1, options.iterations + 1):
        is_new, iteration = pool.add(parameters.weights(vector), options.n, number)
        iterations.append(iteration)
        tell(iteration)
        if iteration.value > highest + GAIN:
            best, best_counts, highest = vector, iteration.counts, iteration.value
        if not is_new:
            break
        climber = Climber(pool.candidates(), parameters.bounded, generator, fixed)
        points = (climber.random_point(best) for _ in range(options.restarts))
        found = climber.climb([best, *points])
        # The lists promise no more than was decoded already: nothing is left to find.
        if found.value <= highest + GAIN:
            break
        vector = rounded(found.vector)
    return Tuned(parameters.weights(best), best_counts, highest, iterations)


def rounded(vector: Numbers) -> Numbers:
    """The vector scaled so that the largest weight is 1 or -1, which changes no order, and rounded
    to what is written into a model.
    """
    import numpy as np

    largest = float(np.abs(vector).max())
    return np.array([float(f"{weight / largest:.6g}") for weight in vector]) if largest else vector


def _fixed(parameters: Parameters, start: Numbers, options: MertOptions) -> NDArray[np.bool_]:
    import numpy as np

    names = parameters.names
    for name in options.fixed:
        if name not in names:
            raise Error(f"there is no weight of {name!r}; known: {', '.join(dict.fromkeys(names))}")
    is_score = np.arange(parameters.size) < parameters.lm
    by_name: NDArray[np.bool_] = np.array([name in options.fixed for name in names])
    unused: NDArray[np.bool_] = is_score & (start == 0)
    return by_name if options.all_scores else by_name | unused


class _Pool:
    """The merged lists."""

    def __init__(self, development: DevelopmentSet) -> None:
        self._development = development
        self._known: list[dict[tuple[int, ...], Derivation]] = [{} for _ in range(development.size)]

    def add(self, weights: Weights, n: int, number: int) -> tuple[bool, Iteration]:
        """Decodes; says whether anything is new, and what the best paraphrases come to."""
        best: list[Numbers] = []
        last = -1
        is_new = False
        inexact = 0
        for derivation in self._development.decode(weights, n):
            if derivation.sentence != last:
                last = derivation.sentence
                best.append(derivation.counts)
                inexact += not derivation.is_exact
            known = self._known[derivation.sentence]
            if derivation.units not in known:
                known[derivation.units] = derivation
                is_new = True
        size = sum(map(len, self._known))
        counts = added_up(best)
        return is_new, Iteration(number, counts, self._development.value(counts), size, inexact)

    def candidates(self) -> Candidates:
        """All of them as columns."""
        import numpy as np

        rows = [derivation for known in self._known for derivation in known.values()]
        return Candidates(
            np.array([row.sentence for row in rows]),
            np.asfortranarray([row.features for row in rows]),
            np.array([row.counts for row in rows]),
            self._development.objective,
        )
