"""The weights of the quality model, in a file of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords._core import FormatError
from otherwords.files import name_of, replacing
from otherwords.learn.quality.features import FEATURES
from otherwords.regression import log_odds
from otherwords.toml_file import is_finite, read_toml

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_INTERCEPT = "intercept"


@dataclass(frozen=True)
class QualityWeights:
    """A logistic model: of the methods of tables, the weight of each feature."""

    methods: Mapping[str, Mapping[str, float]]

    def log_quality(self, method: str, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Natural log of the probability that an entry is correct, for rows of `FEATURES`."""
        import numpy as np

        weights = self.methods[method]
        by_feature = [weights.get(name, 0.0) for name in FEATURES]
        odds = log_odds(values, by_feature, weights.get(_INTERCEPT, 0.0))
        log_quality: NDArray[np.float64] = -np.logaddexp(0.0, -odds)
        return log_quality


def read_weights(path: Path) -> QualityWeights:
    """Reads a file that `write_weights` wrote or a person changed."""
    content = read_toml(path)
    for method, weights in content.items():
        if not isinstance(weights, dict):
            raise FormatError(f"{name_of(path)}: {method} is no section; write [{method}] above it")
        for name, weight in weights.items():
            if name not in (_INTERCEPT, *FEATURES):
                raise FormatError(f"{name_of(path)}: {method}.{name}: there is no such feature")
            if not is_finite(weight):
                raise FormatError(f"{name_of(path)}: {method}.{name}: not a finite number")
    return QualityWeights(content)


def write_weights(weights: QualityWeights, path: Path, *, notes: Mapping[str, str]) -> None:
    """Writes the file; `notes` are comments for the methods."""
    lines = []
    for method, by_feature in weights.methods.items():
        lines += [f"# {line}" for line in notes.get(method, "").splitlines()]
        lines += [f"[{method}]"]
        lines += [f"{name} = {weight:.6g}" for name, weight in by_feature.items()]
        lines += [""]
    with replacing(path) as file:
        file.write("\n".join(lines).encode())
