"""From the last relation of the plan to a table file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords._core import WEIGHT_BITS, TableBuilder, WriteReport
from otherwords.align.columns import text_buffers
from otherwords.learn.plan import ONE

if TYPE_CHECKING:
    import pyarrow

#: A weight of extraction is a natural log times this.
WEIGHT_SCALE = 1 << WEIGHT_BITS

#: The scores of every learnt table, natural logs: p(target|source), p(source|target), and the
#: lexical weights of the same directions.
SCORES = ("direct", "inverse", "direct_lexical", "inverse_lexical")
#: Of tables made by pivoting: the log of the number of languages that speak for an entry.
LANGUAGES = "languages"

_ROWS = 1 << 16
_NUMBERS = ("forward", "backward", "forward_weight", "backward_weight", "count", "languages")


def score_names(method: str) -> list[str]:
    """The scores of a table made by this method."""
    return [*SCORES, LANGUAGES] if method == "pivot" else list(SCORES)


def write_table(relation: Path, output: Path, *, method: str, quantise: bool) -> WriteReport:
    """Writes a table of entries with words, and with tag signatures and word alignments if the
    relation has the columns `tags` and `alignment`; the file depends on the set of rows only.
    """
    import numpy
    import pyarrow.dataset

    names = score_names(method)
    builder = TableBuilder(names)
    for batch in pyarrow.dataset.dataset(relation, format="parquet").to_batches(batch_size=_ROWS):
        column = {name: batch.column(name).to_numpy(zero_copy_only=False) for name in _NUMBERS}
        scores = [
            numpy.log(numpy.maximum(column["forward"], 1) / ONE),
            numpy.log(numpy.maximum(column["backward"], 1) / ONE),
            column["forward_weight"] / WEIGHT_SCALE,
            column["backward_weight"] / WEIGHT_SCALE,
        ]
        if LANGUAGES in names:
            speaking = numpy.bitwise_count(column["languages"]).astype(numpy.float64)
            scores.append(numpy.log(numpy.maximum(speaking, 1.0)))
        builder.add_columns(
            *text_buffers(batch.column("source")),
            *text_buffers(batch.column("target")),
            numpy.stack(scores, axis=1).astype(numpy.float32),
            numpy.ascontiguousarray(column["count"]),
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
