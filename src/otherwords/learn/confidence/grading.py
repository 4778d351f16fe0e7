"""Tables with grades: pairs that are never right leave, and the others say how often they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords._core import Table
from otherwords.confidence import GRADE
from otherwords.files import line_batches, writing
from otherwords.learn.confidence.annotations import Pair
from otherwords.regression import log_odds, logistic, probability
from otherwords.tables.building import build_table
from otherwords.tables.formats import write_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How often pairs of each grade are right in context: 1,824 pairs that were graded and 2,400 units
#: of them that were annotated, see docs/confidence.md.
SHARES = (0.005, 0.04, 0.22, 0.60)

_PENALTY = 1.0
_HIGHEST = -1e-4


def share_of(grade: float) -> float:
    """How often pairs of a grade are right, also of a mean of grades."""
    lower = min(int(grade), len(SHARES) - 2)
    rest = grade - lower
    return math.exp(
        (1 - rest) * math.log(SHARES[lower]) + rest * math.log(SHARES[lower + 1])
    )


@dataclass(frozen=True)
class GradedTable:
    """What became of a table: entries that were kept with a grade and with a predicted one, and
    those that were left out.
    """

    graded: int
    predicted: int
    left_out: int


def grade_table(
    table: Table, grades: Mapping[Pair, float], path: Path, *, quantise: bool = True
) -> GradedTable:
    """Writes a table whose entries have a score more, `grade`: the log of how often pairs of its
    grade are right. Where nobody graded a pair, it follows from its score and its form.
    """
    text = path.with_name(f"{path.name}.tsv")
    plain = path.with_name(f"{path.name}.all.tsv")
    try:
        write_table(table, plain, log=True)
        predict = _predictor(plain, grades)
        counts = [0, 0, 0]
        with writing(text) as fd, open(fd, "w", encoding="utf-8", closefd=False) as file:
            for number, fields in enumerate(_lines(plain)):
                if number == 0:
                    file.write("\t".join([*fields, GRADE]) + "\n")
                    continue
                grade = grades.get(Pair(fields[0], fields[1]))
                if grade is not None and grade < 0.5:
                    counts[2] += 1
                    continue
                share = predict(fields) if grade is None else share_of(grade)
                counts[grade is None] += 1
                file.write("\t".join([*fields, f"{math.log(share):.5g}"]) + "\n")
        from otherwords.tables.formats.options import TextOptions

        build_table(
            [text], path, text_format="tsv", options=TextOptions(log=True), quantise=quantise
        )
    finally:
        text.unlink(missing_ok=True)
        plain.unlink(missing_ok=True)
    return GradedTable(*counts)


def _predictor(
    plain: Path, grades: Mapping[Pair, float]
) -> Callable[[list[str]], float]:
    """From an entry to how often it is likely right, fitted to the graded entries of its table."""
    import numpy as np

    rows, shares = [], []
    for number, fields in enumerate(_lines(plain)):
        grade = None if number == 0 else grades.get(Pair(fields[0], fields[1]))
        if grade is not None:
            rows.append(_features(fields))
            shares.append(share_of(grade))
    if len(rows) < 2:
        return lambda _: SHARES[1]
    weights, intercept = logistic(np.array(rows), np.array(shares), _PENALTY)

    def predict(fields: list[str]) -> float:
        values: NDArray[np.float64] = np.array([_features(fields)])
        odds = log_odds(values, weights.tolist(), intercept)
        return float(np.clip(probability(odds)[0], SHARES[0], SHARES[-1]))

    return predict


def _features(fields: list[str]) -> list[float]:
    source, target = fields[0].split(" "), fields[1].split(" ")
    score = min(float(fields[2]), _HIGHEST)
    common = len(set(source) & set(target))
    longer = len(target) - len(source)
    return [
        score - math.log(-math.expm1(score)),
        float(len(source)),
        float(max(longer, 0)),
        float(max(-longer, 0)),
        float(common),
    ]


def _lines(path: Path) -> Iterator[list[str]]:
    return (line.split("\t") for batch in line_batches(path) for line in batch)
