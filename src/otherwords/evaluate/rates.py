"""How much changes: length, words that are new, the share of texts that are paraphrased at all."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from otherwords.evaluate.metric import Metric, Segments, ratio
from otherwords.evaluate.words import SIGNED, grams_of, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class Share(Metric):
    """A sum divided by another one, in percent.

    Attributes:
        signed: What the signature says.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"sources"})
    higher_is_better: ClassVar[bool | None] = None
    signed: ClassVar[str]
    scale: ClassVar[float] = 100.0

    @abstractmethod
    def rows(self, segments: Segments) -> list[tuple[float, float]]:
        """For each segment what is added up above and below."""

    def statistics(self, segments: Segments) -> Numbers:
        """What is above, and what is below."""
        import numpy as np

        return np.array(self.rows(segments), np.float64)

    def figure(self, sums: Numbers) -> Numbers:
        """The share."""
        return self.scale * ratio(sums[:, 0], sums[:, 1])

    @property
    def signature(self) -> str:
        """What it counts."""
        return self.signed


class ByteRate(Share):
    """Bytes of the outputs among those of the sources, in UTF-8."""

    higher_is_better: ClassVar[bool | None] = False
    signed = "byte-rate"

    def rows(self, segments: Segments) -> list[tuple[float, float]]:
        """Bytes."""
        pairs = zip(segments.outputs, segments.sources or (), strict=True)
        return [(_size(output), _size(source)) for output, source in pairs]


class WordRate(Share):
    """Words of the outputs among those of the sources."""

    higher_is_better: ClassVar[bool | None] = False
    signed = f"word-rate|{SIGNED}"

    def rows(self, segments: Segments) -> list[tuple[float, float]]:
        """Words."""
        pairs = zip(words_of(segments.outputs), words_of(segments.sources or ()), strict=True)
        return [(len(output), len(source)) for output, source in pairs]


class Changed(Share):
    """The share of texts that are paraphrased: outputs that are not their sources."""

    signed = "changed"

    def rows(self, segments: Segments) -> list[tuple[float, float]]:
        """One for each output that differs."""
        pairs = zip(segments.outputs, segments.sources or (), strict=True)
        return [(output.strip() != source.strip(), 1.0) for output, source in pairs]


class Novelty(Share):
    """The share of the words of the outputs that their sources do not have."""

    signed = f"novelty|{SIGNED}"

    def rows(self, segments: Segments) -> list[tuple[float, float]]:
        """New words, and all."""
        pairs = zip(words_of(segments.outputs), words_of(segments.sources or ()), strict=True)
        return [
            ((grams_of(output, 1) - grams_of(source, 1)).total(), len(output))
            for output, source in pairs
        ]


class OverlapGain(Share):
    """How many more words an output shares with its reference than its source does, in the mean;
    of several references, the one that this is most for.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"sources", "references"})
    higher_is_better: ClassVar[bool | None] = True
    decimals: ClassVar[int] = 3
    signed = f"overlap-gain|{SIGNED}"
    scale: ClassVar[float] = 1.0

    def rows(self, segments: Segments) -> list[tuple[float, float]]:
        """Gained words."""
        found = []
        triples = zip(
            words_of(segments.outputs),
            words_of(segments.sources or ()),
            segments.references or (),
            strict=True,
        )
        for output, source, references in triples:
            said, was = grams_of(output, 1), grams_of(source, 1)
            wanted = [grams_of(words, 1) for words in words_of(references)]
            gain = max((said & one).total() - (was & one).total() for one in wanted)
            found.append((float(gain), 1.0))
        return found


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
