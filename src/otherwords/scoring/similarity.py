"""Similarity as a metric: how near outputs are to their sources in meaning, by sentence vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from otherwords.evaluate.metric import Metric, Segments
from otherwords.evaluate.significance import mean, means
from otherwords.scoring import Candidates
from otherwords.scoring.embedding import Embedding

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class Similarity(Metric):
    """The mean cosine of the vectors of output and source, in percent. Needs otherwords[neural]."""

    needs: ClassVar[frozenset[str]] = frozenset({"sources"})

    def __init__(self) -> None:
        self._embedding = Embedding()

    def statistics(self, segments: Segments) -> Numbers:
        """Each cosine, and one for its count."""
        pairs = zip(segments.sources or (), segments.outputs, strict=True)
        return means(self._embedding.score([Candidates(source, [said]) for source, said in pairs]))

    def figure(self, sums: Numbers) -> Numbers:
        """The mean."""
        return 100.0 * mean(sums)

    @property
    def signature(self) -> str:
        """With the encoder."""
        return f"similarity|{self._embedding.signature}"
