"""What is known of two collocations, as numbers for a classifier.

All features are the same whichever of both comes first: where there is one for each direction or
for each collocation, the lower and the higher one are taken. How frequent collocations are is none
of the features: it decides which of them are seen in examples, so what it seems to tell is not so.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from otherwords._core import compare_vectors
from otherwords.align.columns import text_buffers
from otherwords.learn.plan.collocating import NEAR, SYNONYMS
from otherwords.learn.quality.vector_file import open_vectors

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

    Column = NDArray[np.float64]

_LEAST = 1e-6  # a probability of nothing
_UNKNOWN = 0.3  # the cosine where there are no vectors, as that of words without one
_WORDS = ("verb", "noun")


def features_of(candidates: pyarrow.Table, vectors: Path | None) -> dict[str, Column]:
    """The features of candidates by their names.

    Args:
        candidates: As the plan has them.
        vectors: The file of word vectors, if there are any.
    """
    import numpy as np

    def column(name: str) -> Column:
        return np.asarray(candidates[name], np.float64)

    found: dict[str, Column] = {}
    same = {
        word: candidates[f"first_{word}_id"].to_numpy()
        == candidates[f"second_{word}_id"].to_numpy()
        for word in _WORDS
    }
    for level in ("translations", "contexts", "verbs", "nouns"):
        ways = [column(f"{level}_{way}") for way in ("forward", "backward")]
        if (word := level[:-1]) in same:
            ways = [np.where(same[word], 1.0, way) for way in ways]
        logs = [np.log(np.maximum(way, _LEAST)) for way in ways]
        found |= _both(level, *logs)
    found["translations shared"] = np.log1p(column("translations_shared"))
    for level in ("translations", "verbs", "nouns"):
        speaking = np.bitwise_count(candidates[f"{level}_languages"].to_numpy())
        found[f"{level} languages"] = speaking.astype(np.float64)
    for word in _WORDS:
        grade = column(f"{word}_grade")
        found[f"same {word}"] = same[word].astype(np.float64)
        found[f"{word} synonyms"] = (grade == SYNONYMS).astype(np.float64)
        found[f"{word} near"] = (grade == NEAR).astype(np.float64)
        near = _cosines(candidates[f"first_{word}"], candidates[f"second_{word}"], vectors)
        found[f"{word} cosine"] = np.where(same[word], 1.0, near)
    return found


def _both(name: str, first: Column, second: Column) -> dict[str, Column]:
    import numpy as np

    return {
        f"{name} lower": np.minimum(first, second),
        f"{name} higher": np.maximum(first, second),
    }


def _cosines(first: pyarrow.Array, second: pyarrow.Array, vectors: Path | None) -> Column:
    """How near words are as vectors."""
    import numpy as np

    if vectors is None:
        return np.full(len(first), _UNKNOWN)
    known = open_vectors(str(vectors))
    found = compare_vectors(*text_buffers(first), *text_buffers(second), known, threads=1)
    return found.nearness.astype(np.float64)
