"""What is known of entries, as numbers: a row for each, a column for each feature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords import _core
from otherwords._core import LanguageModel, WordVectors, likeness_names
from otherwords.align.columns import text_buffers
from otherwords.learn.entries import LANGUAGES, SCORES, scores_of
from otherwords.learn.plan import ONE
from otherwords.learn.quality.knowledge import Lexicon

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

#: Columns that a batch of entries must have.
COLUMNS = (
    "source",
    "target",
    "forward",
    "backward",
    "forward_weight",
    "backward_weight",
    "count",
    "languages",
    "source_count",
    "target_count",
    "other_forward",
    "other_backward",
    "other_count",
)

# Judged phrases are neither very rare nor very frequent; beyond, nothing is known.
_COUNTS = (20, 100_000)

_LIKENESSES = tuple(likeness_names())

#: The features, in the order of their columns.
FEATURES = (
    *SCORES,
    "least_direct",  # of both directions
    "least_lexical",
    LANGUAGES,  # their number here, not its log
    "count",  # natural logs of counts
    "source_count",
    "target_count",
    "confirmed",  # whether another table has the pair, too, and what it says of it; 0 if none
    "other_direct",
    "other_inverse",
    "other_count",
    *_LIKENESSES,
    "source_fluency",  # what the language model says of the phrase by itself
    "target_fluency",
    "fluency_lost",
    "nearness",  # cosine of the sums of the vectors of the words of both phrases
    "unmatched",  # of words that one phrase has: the least of their best cosines with the other's
)


@dataclass(frozen=True)
class Described:
    """Entries as numbers.

    Attributes:
        values: Rows of `FEATURES`.
        excluded: Whether an entry says the opposite, cannot have the form of its source, or says
            no more than a shorter one.
    """

    values: NDArray[np.float64]
    excluded: NDArray[np.bool_]


def describe(
    batch: pyarrow.RecordBatch, lexicon: Lexicon, lm: LanguageModel, vectors: WordVectors
) -> Described:
    """The features of a batch with `COLUMNS`."""
    import numpy as np

    source, target = batch.column("source"), batch.column("target")
    lexicon.learn({word for side in (source, target) for word in _words(side)})
    sides = (*text_buffers(source), *text_buffers(target))
    likeness = _core.compare_phrases(*sides, lexicon.knowledge)
    near = _core.compare_vectors(*sides, vectors)
    scores = scores_of(batch)
    languages = np.bitwise_count(batch.column("languages").to_numpy()).astype(np.float64)
    counts = [
        np.log(np.clip(batch.column(name).to_numpy(), *_COUNTS))
        for name in ("count", "source_count", "target_count")
    ]
    before, after = (_core.phrase_scores(*text_buffers(side), lm) for side in (source, target))
    columns = [
        *scores,
        np.minimum(scores[0], scores[1]),
        np.minimum(scores[2], scores[3]),
        languages,
        *counts,
        *_confirmation(batch),
        *likeness.values.reshape(batch.num_rows, len(_LIKENESSES)).T,
        before,
        after,
        np.minimum(after - before, 0.0),
        near.nearness,
        near.unmatched,
    ]
    excluded = (likeness.disagrees | likeness.opposite | likeness.redundant).astype(bool)
    return Described(np.stack(columns, axis=1, dtype=np.float64), excluded)


def _confirmation(batch: pyarrow.RecordBatch) -> list[NDArray[np.float64]]:
    import numpy as np

    forward, backward, count = (
        batch.column(f"other_{name}").to_numpy() for name in ("forward", "backward", "count")
    )
    confirmed = forward > 0
    direct, inverse = (
        np.where(confirmed, np.log(np.maximum(probability, 1) / ONE), 0.0)
        for probability in (forward, backward)
    )
    return [confirmed.astype(np.float64), direct, inverse, np.log1p(count)]


def _words(column: pyarrow.Array) -> set[str]:
    return set(" ".join(column.to_pylist()).split(" "))
