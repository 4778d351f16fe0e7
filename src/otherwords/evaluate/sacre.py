"""What sacreBLEU counts: BLEU, chrF and TER, each with its own signature. Needs
otherwords[evaluate].
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from otherwords._core import Error
from otherwords.extras import missing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class Counted:
    """A metric of sacreBLEU, statistics first and scores second.

    Args:
        kind: `BLEU`, `CHRF` or `TER`.
        options: What sacreBLEU calls them.
    """

    def __init__(self, kind: str, **options: Any) -> None:
        self._metric: Any = getattr(_metrics(), kind)(**options)

    def statistics(
        self, outputs: Sequence[str], references: Sequence[Sequence[str]]
    ) -> NDArray[np.float64]:
        """A row an output. Each output has references of its own, any number of them."""
        import numpy as np

        most = max(map(len, references))
        if not min(map(len, references)):
            raise Error("a segment has no reference; give at least one for each")
        # A segment with fewer than others repeats one of its own, which changes no figure.
        streams = [
            [given[place] if place < len(given) else given[0] for given in references]
            for place in range(most)
        ]
        rows = self._metric._extract_corpus_statistics(list(outputs), streams)
        return np.array(rows, np.float64)

    def scores(self, sums: Numbers) -> Numbers:
        """The score of each row of sums."""
        import numpy as np

        make = self._metric._compute_score_from_stats
        return np.array([make(row).score for row in sums.tolist()])

    def signature(self) -> str:
        """As sacreBLEU writes it."""
        return str(self._metric.get_signature())


@cache
def tokeniser_13a() -> Any:
    """The tokeniser of mteval-v13a, as sacreBLEU has it."""
    _metrics()
    from sacrebleu.tokenizers import tokenizer_13a

    made: Any = tokenizer_13a.Tokenizer13a
    return made()


def _metrics() -> Any:
    try:
        from sacrebleu import metrics
    except ImportError:
        raise missing("this metric needs sacrebleu", "evaluate") from None
    return metrics
