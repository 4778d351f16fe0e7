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
    quality = {intercept = 2.1, score = 0.35, ways = 0.4, structural = -0.7}

`quality` are the weights of a logistic model of whether a pair is correct; see `QUALITY`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords._core import FormatError
from otherwords.files import name_of, replacing
from otherwords.learn.patterns.likeness import LIKENESS
from otherwords.learn.patterns.types import TYPES
from otherwords.learn.recipe import PATTERN_MODELS
from otherwords.regression import log_odds
from otherwords.toml_file import excerpt, is_finite, read_toml

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How many of the features each model has.
FEATURES = {"bc": 2, "model1": 4, "model2": 5, "model3": 7}
#: How many of them differ from way to way; the others are of the pair.
OF_WAYS = 5
_TOLD_TYPES = tuple(name for name in TYPES if name != "replacement")
#: What the quality of a pair is foretold from: its log score, the log of the number of its ways,
#: how likely its words stand for each other both ways (0 without Model 3), its type, and what is
#: known of its words.
QUALITY = ("score", "ways", "forward", "backward", *_TOLD_TYPES, *LIKENESS)
_INTERCEPT = "intercept"


@dataclass(frozen=True)
class PatternModel:
    """The weights of a model.

    Attributes:
        weights: λ of all seven features, 0 for those that the model does not have.
        threshold: Least log score of a pair.
        quality: The weights of `QUALITY`, and `intercept`; nothing where they are not known.
    """

    weights: tuple[float, ...]
    threshold: float = -math.inf
    quality: Mapping[str, float] = field(default_factory=dict)

    def log_quality(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Natural log of the probability that pairs are correct, for rows of `QUALITY`; the log
        scores themselves where it is not known.
        """
        import numpy as np

        if not self.quality:
            return np.minimum(values[:, 0], 0.0)
        by_feature = [self.quality.get(name, 0.0) for name in QUALITY]
        odds = log_odds(values, by_feature, self.quality.get(_INTERCEPT, 0.0))
        log_quality: NDArray[np.float64] = -np.logaddexp(0.0, -odds)
        return log_quality


def quality_values(
    scores: NDArray[np.float64],
    ways: NDArray[np.float64],
    likelihoods: NDArray[np.float64],
    types: Sequence[str],
    likenesses: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The features of `QUALITY` by columns."""
    import numpy as np

    named = np.asarray(types)
    of_types = [(named == name).astype(np.float64) for name in _TOLD_TYPES]
    return np.column_stack([scores, np.log(ways), likelihoods, *of_types, likenesses])


def plain_model(name: str) -> PatternModel:
    """A model whose features all count once."""
    count = FEATURES[name]
    return PatternModel((1.0,) * count + (0.0,) * (7 - count))


def read_pattern_models(path: Path) -> dict[str, PatternModel]:
    """Reads the file that `write_pattern_models` wrote or a person changed."""
    try:
        content = read_toml(path)
    except FileNotFoundError:
        raise FormatError(
            f"{name_of(path)}: no such file; fit the weights with `otherwords tune patterns`"
        ) from None
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
        quality = (f"{key} = {weight:.6g}" for key, weight in model.quality.items() if weight)
        lines += [f"quality = {{{', '.join(quality)}}}", ""]
    with replacing(path) as file:
        file.write("\n".join(lines).encode())


def _model(path: Path, name: str, section: Any) -> PatternModel:
    def fail(why: str) -> Any:
        raise FormatError(f"{name_of(path)}: {name}{why}")

    def number(key: str, value: Any) -> float:
        if not is_finite(value):
            fail(f".{key}: {excerpt(value)} is no finite number")
        return float(value)

    if name not in PATTERN_MODELS:
        fail(f": there is no such model; known: {', '.join(PATTERN_MODELS)}")
    if not isinstance(section, dict) or "weights" not in section:
        fail(": there are no weights; write weights = [...] in a section of this name")
    unknown = sorted(section.keys() - {"weights", "threshold", "quality"})
    if unknown:
        fail(f".{unknown[0]}: there is no such setting; known: weights, threshold, quality")
    weights = section["weights"]
    if not isinstance(weights, list) or len(weights) != FEATURES[name]:
        fail(f".weights: the model has {FEATURES[name]} features; give a list of as many weights")
    numbers = [number("weights", weight) for weight in weights]
    if min(numbers) < 0.0:
        fail(".weights: a weight is negative; all features speak for a pair")
    quality = section.get("quality", {})
    if not isinstance(quality, dict) or not quality.keys() <= {_INTERCEPT, *QUALITY}:
        fail(f".quality: write {{NAME = NUMBER, …}}; names: {_INTERCEPT}, {', '.join(QUALITY)}")
    threshold = section.get("threshold", -math.inf)
    return PatternModel(
        (*numbers, *(0.0 for _ in range(7 - len(numbers)))),
        number("threshold", threshold) if threshold != -math.inf else threshold,
        {key: number(f"quality.{key}", weight) for key, weight in quality.items()},
    )
