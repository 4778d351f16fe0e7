"""BLEU, chrF and TER against references, and BLEU against the source: how much stays as it was.

Self-BLEU is BLEU of the outputs with the sources as references: 100 where nothing changed. iBLEU
(Sun and Zhou, 2012) rewards what is like the references and unlike the source:

    iBLEU = α · BLEU(output, references) - (1 - α) · BLEU(output, source)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from otherwords._core import Error
from otherwords.evaluate.metric import Metric, Segments
from otherwords.evaluate.sacre import Counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class _Sacre(Metric):
    """A metric of sacreBLEU against references."""

    needs: ClassVar[frozenset[str]] = frozenset({"references"})
    kind: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[dict[str, Any]] = {}
    #: Of single segments, where they differ.
    segment_options: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        self._counted = Counted(self.kind, **self.options)
        self._of_segment = Counted(self.kind, **{**self.options, **self.segment_options})

    def wanted(self, segments: Segments) -> Sequence[tuple[str, ...]]:
        """What outputs are compared with."""
        return segments.references or ()

    def statistics(self, segments: Segments) -> Numbers:
        """As sacreBLEU counts."""
        return self._counted.statistics(segments.outputs, self.wanted(segments))

    def figure(self, sums: Numbers) -> Numbers:
        """As sacreBLEU scores."""
        return self._counted.scores(sums)

    def by_segment(self, segments: Segments) -> Numbers:
        """As sacreBLEU scores sentences."""
        return self._of_segment.scores(self.counts(segments))

    @property
    def signature(self) -> str:
        """The one of sacreBLEU; its number of references is that of the last segments."""
        return f"{self.name}|{self._counted.signature()}"


class Bleu(_Sacre):
    """BLEU."""

    kind = "BLEU"
    name = "bleu"
    segment_options: ClassVar[dict[str, Any]] = {"effective_order": True}


class Chrf(_Sacre):
    """The F of character n-grams."""

    kind = "CHRF"
    name = "chrf"


class Ter(_Sacre):
    """The translation edit rate: lower is better."""

    kind = "TER"
    name = "ter"
    higher_is_better: ClassVar[bool | None] = False


class SelfBleu(Bleu):
    """BLEU of the outputs against the sources."""

    needs: ClassVar[frozenset[str]] = frozenset({"sources"})
    higher_is_better: ClassVar[bool | None] = None
    name = "self-bleu"

    def wanted(self, segments: Segments) -> Sequence[tuple[str, ...]]:
        """The source of each."""
        return [(source,) for source in segments.sources or ()]


class IBleu(Metric):
    """iBLEU.

    Args:
        alpha: What likeness to the references counts; the rest is unlikeness to the source.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"sources", "references"})

    def __init__(self, alpha: float = 0.9) -> None:
        if not 0 <= alpha <= 1:
            raise Error(f"alpha is {alpha}; it must be from 0 to 1")
        self._alpha = alpha
        self._parts = (Bleu(), SelfBleu())

    def statistics(self, segments: Segments) -> Numbers:
        """Those of both kinds of BLEU, side by side."""
        import numpy as np

        return np.hstack([part.statistics(segments) for part in self._parts])

    def figure(self, sums: Numbers) -> Numbers:
        """The weighted difference."""
        half = sums.shape[1] // 2
        to_references, to_source = self._parts
        alike = self._alpha * to_references.figure(sums[:, :half])
        return alike - (1.0 - self._alpha) * to_source.figure(sums[:, half:])

    def by_segment(self, segments: Segments) -> Numbers:
        """The same of sentences."""
        alike, unchanged = (part.by_segment(segments) for part in self._parts)
        return self._alpha * alike - (1.0 - self._alpha) * unchanged

    @property
    def signature(self) -> str:
        """With α."""
        return f"ibleu|alpha:{self._alpha:g}|{self._parts[0].signature.partition('|')[2]}"
