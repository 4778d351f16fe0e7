"""Compression F: which words, and which pairs of neighbours, were kept that people keep.

Of several references, each segment takes the one that its output comes nearest to.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from otherwords.evaluate.metric import Metric, Segments, f_measure, ratio
from otherwords.evaluate.words import SIGNED, grams_of, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class KeptF(Metric):
    """F of the words of outputs against those of human compressions."""

    needs: ClassVar[frozenset[str]] = frozenset({"references"})
    order: ClassVar[int] = 1

    def statistics(self, segments: Segments) -> Numbers:
        """What both have, what the output has, and what the reference has."""
        import numpy as np

        rows = []
        for output, references in zip(
            words_of(segments.outputs), segments.references or (), strict=True
        ):
            said = grams_of(output, self.order)
            wanted = [grams_of(words, self.order) for words in words_of(references)]
            rows.append(max((_counted(said, one) for one in wanted), key=_f))
        return np.array(rows, np.float64)

    def figure(self, sums: Numbers) -> Numbers:
        """F, in percent."""
        both, said, wanted = sums.T
        return 100.0 * f_measure(ratio(both, said), ratio(both, wanted))

    @property
    def signature(self) -> str:
        """With the order."""
        return f"kept-f|order:{self.order}|{SIGNED}"


class KeptPairsF(KeptF):
    """The same of pairs of neighbours."""

    order: ClassVar[int] = 2


def _counted(said: Counter[tuple[str, ...]], wanted: Counter[tuple[str, ...]]) -> tuple[int, ...]:
    return (said & wanted).total(), said.total(), wanted.total()


def _f(counts: tuple[int, ...]) -> float:
    both, said, wanted = counts
    return 2.0 * both / (said + wanted) if said + wanted else 0.0
