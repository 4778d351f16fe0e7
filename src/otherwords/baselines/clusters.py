"""PR's rival by statistics alone: words give way to others of their class."""

from __future__ import annotations

from collections.abc import Sequence

from otherwords.baselines import System, tables_by_method
from otherwords.model import Model


class Clusters(System):
    """CL: all members of the class of a word, all as likely as the word itself; the language
    model decides.
    """

    name = "cl"
    own = 0.0
    entries = 0.0

    def tables(self, model: Model) -> Sequence[str]:
        """Those of word clusters."""
        return tables_by_method(self.name, model, "clusters")
