"""The log-linear models of pairs of patterns: equations 3, 7 and 8 of Zhao et al. (2009).

    score(e2|e1) = sum over all ways of e1 to e2 of exp(sum of λ_i h_i)

The features are h1 = log p(c1|e1), h2 = log p(e2|c2), the lexical weights h3 and h4 of the same
directions, h5 = the log score of the pivots c1 and c2 as paraphrases, and h6 = log p(e2|e1) and
h7 = log p(e1|e2) by word alignment within the language. Models are told apart by which of these
count; that of Bannard and Callison-Burch has the first two, with weights of 1.

Weights are in a file, a section a model:

    [model3]
    weights = [0.9, 1.1, 0.4, 0.3, 0.8, 0.2, 0.2]
    threshold = -7.5                # of the log score
    quality = {intercept = 2.1, slope = 0.35}
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords._core import FormatError
from otherwords.files import name_of, replacing
from otherwords.learn.recipe import PATTERN_MODELS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How many of the features each model has.
FEATURES = {"bc": 2, "model1": 4, "model2": 5, "model3": 7}
#: How many of them differ from way to way; the others are of the pair.
OF_WAYS = 5


@dataclass(frozen=True)
class PatternModel:
    """The weights of a model.

    Attributes:
        weights: λ of all seven features, 0 for those that the model does not have.
        threshold: Least log score of a pair.
        intercept: With `slope`, the log-odds that a pair is correct, given its log score.
        slope: See `intercept`; 0 where it is not known.
    """

    weights: tuple[float, ...]
    threshold: float = -math.inf
    intercept: float = 0.0
    slope: float = 0.0

    def log_quality(self, score: NDArray[np.float64]) -> NDArray[np.float64]:
        """Natural log of the probability that pairs with these log scores are correct; the log
        scores themselves where it is not known.
        """
        import numpy as np

        if self.slope == 0.0:
            return np.minimum(score, 0.0)
        quality: NDArray[np.float64] = -np.logaddexp(0.0, -(self.intercept + self.slope * score))
        return quality


def plain_model(name: str) -> PatternModel:
    """A model whose features all count once."""
    count = FEATURES[name]
    return PatternModel((1.0,) * count + (0.0,) * (7 - count))


def read_pattern_models(path: Path) -> dict[str, PatternModel]:
    """Reads the file that `write_pattern_models` wrote or a person changed."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise FormatError(
            f"{name_of(path)}: no such file; fit the weights with `otherwords tune patterns`"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{name_of(path)}: this is no TOML: {error}") from None
    return {name: _model(path, name, section) for name, section in content.items()}


def write_pattern_models(
    models: Mapping[str, PatternModel], path: Path, *, notes: Mapping[str, str]
) -> None:
    """Writes the file; `notes` are comments for the models."""
    lines = []
    for name, model in models.items():
        lines += [f"# {line}" for line in notes.get(name, "").splitlines()]
        weights = ", ".join(f"{weight:.6g}" for weight in model.weights[: FEATURES[name]])
        lines += [f"[{name}]", f"weights = [{weights}]", f"threshold = {model.threshold:.6g}"]
        lines += [f"quality = {{intercept = {model.intercept:.6g}, slope = {model.slope:.6g}}}", ""]
    with replacing(path) as file:
        file.write("\n".join(lines).encode())


def _model(path: Path, name: str, section: Any) -> PatternModel:
    def fail(why: str) -> Any:
        raise FormatError(f"{name_of(path)}: {name}{why}")

    def number(key: str, value: Any) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or math.isnan(value):
            fail(f".{key}: {value!r} is not a number")
        return float(value)

    if name not in PATTERN_MODELS:
        fail(f": there is no such model; known: {', '.join(PATTERN_MODELS)}")
    if not isinstance(section, dict) or "weights" not in section:
        fail(": there are no weights; write weights = [...] in a section of this name")
    weights = section["weights"]
    if not isinstance(weights, list) or len(weights) != FEATURES[name]:
        fail(f".weights: the model has {FEATURES[name]} features; give a list of as many weights")
    numbers = [number("weights", weight) for weight in weights]
    if min(numbers) < 0.0:
        fail(".weights: a weight is negative; all features speak for a pair")
    quality = section.get("quality", {})
    if not isinstance(quality, dict) or not quality.keys() <= {"intercept", "slope"}:
        fail(".quality: write {intercept = NUMBER, slope = NUMBER}")
    return PatternModel(
        (*numbers, *(0.0 for _ in range(7 - len(numbers)))),
        number("threshold", section.get("threshold", -math.inf)),
        number("quality.intercept", quality.get("intercept", 0.0)),
        number("quality.slope", quality.get("slope", 0.0)),
    )
