"""From the last relation of the plan to a table file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords._core import WEIGHT_BITS, TableBuilder, WriteReport
from otherwords.align.columns import text_buffers
from otherwords.learn.plan import ONE

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

#: A weight of extraction is a natural log times this.
WEIGHT_SCALE = 1 << WEIGHT_BITS

#: The scores of every learnt table, natural logs: p(target|source), p(source|target), and the
#: lexical weights of the same directions.
SCORES = ("direct", "inverse", "direct_lexical", "inverse_lexical")
#: Of tables made by pivoting: the log of the number of languages that speak for an entry.
LANGUAGES = "languages"

#: The log of the probability that an entry is correct, of recipes with `[quality]`.
QUALITY = "quality"

_ROWS = 1 << 16


def score_names(method: str) -> list[str]:
    """The scores of a table made by this method."""
    return [*SCORES, LANGUAGES] if method == "pivot" else list(SCORES)


def scores_of(batch: pyarrow.RecordBatch) -> list[NDArray[np.float64]]:
    """The `SCORES` of entries of the plan, where probabilities and weights are whole numbers."""
    import numpy as np

    forward, backward, forward_weight, backward_weight = (
        batch.column(name).to_numpy(zero_copy_only=False)
        for name in ("forward", "backward", "forward_weight", "backward_weight")
    )
    return [
        np.log(np.maximum(forward, 1) / ONE),
        np.log(np.maximum(backward, 1) / ONE),
        forward_weight / WEIGHT_SCALE,
        backward_weight / WEIGHT_SCALE,
    ]


def write_table(
    relation: Path,
    output: Path,
    *,
    scores: Sequence[str],
    least_quality: float,
    counts: bool,
    quantise: bool,
) -> WriteReport:
    """Writes a table of entries with words, and with tag signatures and word alignments if the
    relation has the columns `tags` and `alignment`; the file depends on the set of rows only.
    """
    import numpy as np
    import pyarrow.dataset

    builder = TableBuilder(scores)
    enough = pyarrow.dataset.field(QUALITY) >= math.log(least_quality) if least_quality else None
    rows = pyarrow.dataset.dataset(relation, format="parquet")
    for batch in rows.to_batches(batch_size=_ROWS, filter=enough):
        column = dict(zip(SCORES, scores_of(batch), strict=True))
        speaking = np.bitwise_count(batch.column("languages").to_numpy()).astype(np.float64)
        column[LANGUAGES] = np.log(np.maximum(speaking, 1.0))
        if QUALITY in batch.schema.names:
            column[QUALITY] = batch.column(QUALITY).to_numpy()
        count = batch.column("count").to_numpy()
        builder.add_columns(
            *text_buffers(batch.column("source")),
            *text_buffers(batch.column("target")),
            np.stack([column[name] for name in scores], axis=1).astype(np.float32),
            np.ascontiguousarray(count if counts else np.zeros_like(count)),
            tags=text_buffers(batch.column("tags")) if "tags" in batch.schema.names else None,
            alignments=_alignments(batch) if "alignment" in batch.schema.names else None,
        )
    return builder.write(output, quantise=quantise)


def _alignments(batch: pyarrow.RecordBatch) -> tuple[Any, Any]:
    """Links from source to target, two bytes each, also where an entry is a pair turned round."""
    import numpy

    offsets, content = text_buffers(batch.column("alignment").fill_null(b""))
    turned = batch.column("reversed").fill_null(False).to_numpy(zero_copy_only=False)
    links = content[offsets[0] : offsets[-1]].reshape(-1, 2)
    rows = numpy.repeat(turned, numpy.diff(offsets) // 2)[:, None]
    return offsets - offsets[0], numpy.where(rows, links[:, ::-1], links).reshape(-1)
