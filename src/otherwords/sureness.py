"""What both a table and the language model say of units, and the numbers of a logistic model.

The score of a table knows a pair of phrases, not the sentence. What the language model gains or
loses when the unit alone is replaced tells more. `otherwords.pattern_sureness` looks at both; how
likely edits are right is up to `otherwords.confidence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.model import Model
from otherwords.model_file import MANIFEST
from otherwords.tables.units import Units

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: See `features`.
FEATURES = ("odds", "gained", "lost")

_HIGHEST = -1e-4  # of a log score: odds are finite


def read_sureness(model: Model, section: str, names: Sequence[str]) -> dict[str, float] | None:
    """The limit `high`, the intercept and the weights of features that a section of the model has;
    None if there is no such section. Raises FormatError if it lacks one of them.
    """
    if not (given := model.sureness(section)):
        return None
    known = {"high", "intercept", *names}
    if wrong := known ^ set(given):
        raise FormatError(
            f"{name_of(model.folder / MANIFEST)}: [{section}] has or lacks {min(wrong)!r}; "
            f"it should have {', '.join(sorted(known))}"
        )
    return given


def features(units: Units) -> NDArray[np.float64]:
    """Rows of `FEATURES`: the log-odds of φ, and what fluency gains and loses."""
    import numpy as np

    score = np.minimum(units.score, _HIGHEST)
    gain = units.fluency_gains
    return np.stack(
        [score - np.log(-np.expm1(score)), np.maximum(gain, 0.0), np.minimum(gain, 0.0)],
        axis=1,
    )
