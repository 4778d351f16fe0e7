"""An application of one's own: say it with fewer of the letter e."""

import numpy as np

from otherwords.applications import Application, Units


class WithoutE(Application):
    """Only targets with fewer e than their sources are kept; μ is how many fewer."""

    def usability(self, units: Units) -> np.ndarray:
        """How many e each unit saves."""
        count = np.array([float(word.count("e")) for word in units.vocabulary])
        fewer = units.sum_sources(count) - units.sum_targets(count)
        return np.where(fewer > 0, fewer, np.nan)
