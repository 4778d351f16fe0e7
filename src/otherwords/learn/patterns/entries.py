"""From scored pairs of patterns to the entries of a table, part by part."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords._core import TableBuilder, WriteReport
from otherwords.align.columns import text_buffers
from otherwords.align.phrases import lexicon_from_table
from otherwords.learn import parts
from otherwords.learn.entries import QUALITY
from otherwords.learn.patterns.filters import fits
from otherwords.learn.patterns.likelihood import likelihoods
from otherwords.learn.patterns.likeness import WordKnowledge, compare
from otherwords.learn.patterns.models import PatternModel, quality_values
from otherwords.learn.patterns.slots import renumbered
from otherwords.learn.patterns.strict import stands_for
from otherwords.learn.patterns.types import type_of
from otherwords.learn.plan.patterning import SCORE_BITS

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

_ROWS = 1 << 16


@dataclass(frozen=True)
class PairFilter:
    """Which pairs are left out whatever they score.

    Attributes:
        impossible: Whether those are that cannot be right, see `fits`.
        strict: Whether those are that seldom are in sentences, see `stands_for`.
    """

    impossible: bool = True
    strict: bool = False

    def keeps(self, source: str, target: str, ways: int) -> bool:
        """Whether a pair that so many ways lead to is not left out."""
        return (not self.impossible or fits(source, target, ways)) and (
            not self.strict or stands_for(source, target)
        )


def finish_pairs(
    source: str,
    model: PatternModel,
    lexicon: str,
    chosen: PairFilter,
    knowledge: WordKnowledge,
    output: str,
) -> None:
    """Completes the scores of pairs and writes those above the threshold.

    Args:
        source: Pairs of patterns with the scores that their ways add up to.
        model: The weights.
        lexicon: What words stand for each other; nothing for models without such features.
        chosen: Which pairs are left out whatever they score.
        knowledge: What there is about words.
        output: A Parquet file of source, target, score (a natural log) and quality (likewise).
    """
    import numpy as np
    import pyarrow

    table = parts.read(source)
    score, aligned = log_scores(table), np.zeros((len(table), 2))
    if lexicon:
        words = lexicon_from_table(parts.read(lexicon))
        aligned = np.stack(likelihoods(table["source"], table["target"], words), axis=1)
        score = score + aligned @ np.asarray(model.weights[5:])
    texts = zip(table["source"].to_pylist(), table["target"].to_pylist(), strict=True)
    ways = table["ways"].to_pylist()
    pairs = [
        (row, *pair)
        for row, (enough, count, text) in enumerate(
            zip((score >= model.threshold).tolist(), ways, texts, strict=True)
        )
        if enough and (pair := renumbered(*text))[0] != pair[1] and chosen.keeps(*pair, count)
    ]
    rows, sources, targets = zip(*pairs, strict=True) if pairs else ((), (), ())
    kept = np.asarray(rows, np.intp)
    types = [type_of(*pair[1:]) for pair in pairs]
    counts = np.asarray(ways, np.float64)[kept]
    quality = [
        model.log_quality(
            quality_values(
                score[kept[some]],
                counts[some],
                aligned[kept[some]],
                types[some],
                compare(sources[some], targets[some], knowledge),
            )
        )
        for some in (slice(first, first + _ROWS) for first in range(0, len(pairs), _ROWS))
    ]
    columns = {
        "source": pyarrow.array(sources, pyarrow.string()),
        "target": pyarrow.array(targets, pyarrow.string()),
        "score": pyarrow.array(score[kept]),
        QUALITY: pyarrow.array(np.concatenate([np.zeros(0), *quality])),
    }
    parts.write_table(pyarrow.table(columns), output)


def log_scores(pairs: pyarrow.Table) -> NDArray[np.float64]:
    """Natural logs of the scores in fixed point."""
    import numpy as np

    scores: NDArray[np.float64] = np.log(pairs["score"].to_numpy() * 2.0**-SCORE_BITS)
    return scores


def write_pattern_table(
    relation: Path, output: Path, *, scores: list[str], least_quality: float, quantise: bool
) -> WriteReport:
    """Writes the file of a table of patterns; it depends on the set of rows only."""
    import numpy as np
    import pyarrow.dataset

    builder = TableBuilder(scores)
    enough = pyarrow.dataset.field(QUALITY) >= math.log(least_quality) if least_quality else None
    rows = pyarrow.dataset.dataset(relation, format="parquet")
    for batch in rows.to_batches(batch_size=_ROWS, filter=enough):
        numbers = [batch.column(name).to_numpy() for name in scores]
        builder.add_columns(
            *text_buffers(batch.column("source")),
            *text_buffers(batch.column("target")),
            np.stack(numbers, axis=1).astype(np.float32),
            np.zeros(len(batch), np.int64),
            tags=None,
            alignments=None,
        )
    return builder.write(output, quantise=quantise)
