"""Simplification: the same in more common words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from otherwords._core import Error
from otherwords.applications import Application, Units
from otherwords.extras import missing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Words that no list has count as rare, but not as impossible.
_RAREST = 1e-9


class Simplify(Application):
    """Only targets more frequent than their sources are kept; μ is 1.

    Args:
        frequency: `lm` takes the unit that the language model scores higher, each by itself, as
            more frequent. `wordfreq` looks words up in frequency lists; phrases combine as if the
            occurrences of their words were resistances in parallel, so the rarest word decides.
        language: Of the lists.
    """

    respells: ClassVar[bool] = False

    def __init__(
        self, frequency: Literal["lm", "wordfreq"] = "lm", *, language: str = "en"
    ) -> None:
        if frequency not in ("lm", "wordfreq"):
            raise Error(f"frequency cannot be {frequency!r}; it is `lm` or `wordfreq`")
        self.frequency = frequency
        self.language = language

    @property
    def signature(self) -> str:
        """What says which words are common, if it is not the language model."""
        return "" if self.frequency == "lm" else f"frequency:{self.frequency}"

    def usability(self, units: Units) -> NDArray[np.floating]:
        """1 for what is more frequent."""
        import numpy as np

        source, target = units.fluency if self.frequency == "lm" else self._listed(units)
        return np.where(target > source, 1.0, np.nan)

    def _listed(self, units: Units) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        import numpy as np

        try:
            from wordfreq import word_frequency
        except ImportError:
            raise missing("frequency lists need wordfreq", "wordfreq") from None
        rarity = np.array(
            [
                # What has no letters or digits is as common as can be.
                1.0 / word_frequency(word, self.language, minimum=_RAREST)
                if any(character.isalnum() for character in word)
                else 0.0
                for word in units.vocabulary
            ]
        )
        return -units.sum_sources(rarity), -units.sum_targets(rarity)
