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
from otherwords.tables.formats.options import TextOptions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How often pairs of each grade are right in context: 1,824 pairs that were graded and 2,400 units
#: of them that were annotated, see docs/confidence.md.
SHARES = (0.005, 0.04, 0.22, 0.60)

_RARELY = 0.5  # mean grades below this are as good as 0
_LEAST = 20  # graded entries to predict others from
_PENALTY = 1.0
_HIGHEST = -1e-4


def share_of(grade: float) -> float:
    """How often pairs of a grade are right, also of a mean of grades."""
    lower = min(int(grade), len(SHARES) - 2)
    rest = grade - lower
    return math.exp((1 - rest) * math.log(SHARES[lower]) + rest * math.log(SHARES[lower + 1]))


@dataclass(frozen=True)
class GradedTable:
    """What became of the entries of a table: how many have a grade, how many a predicted one, and
    how many were left out.
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
    counts = [0, 0, 0]
    try:
        write_table(table, plain, log=True)
        batches = _batches(plain)
        (header,) = next(batches)
        old = header.index(GRADE) if GRADE in header else None
        if old is not None:
            del header[old]
        predict = _predictor(plain, grades)
        with writing(text) as fd, open(fd, "w", encoding="utf-8", closefd=False) as file:
            file.write("\t".join([*header, GRADE]) + "\n")
            for entries in batches:
                predicted = predict(entries)
                for fields, share in zip(entries, predicted.tolist(), strict=True):
                    if old is not None:
                        del fields[old]
                    grade = grades.get(Pair(fields[0], fields[1]))
                    if grade is not None and grade < _RARELY:
                        counts[2] += 1
                        continue
                    counts[grade is None] += 1
                    known = share if grade is None else share_of(grade)
                    file.write("\t".join([*fields, f"{math.log(known):.5g}"]) + "\n")
        build_table(
            [text], path, text_format="tsv", options=TextOptions(log=True), quantise=quantise
        )
    finally:
        text.unlink(missing_ok=True)
        plain.unlink(missing_ok=True)
    return GradedTable(*counts)


def _predictor(
    plain: Path, grades: Mapping[Pair, float]
) -> Callable[[list[list[str]]], NDArray[np.float64]]:
    """From entries to how often each is likely right, fitted to the graded entries of a table."""
    import numpy as np

    rows, shares = [], []
    batches = _batches(plain)
    next(batches)
    for entries in batches:
        for fields in entries:
            grade = grades.get(Pair(fields[0], fields[1]))
            if grade is not None:
                rows.append(_features(fields))
                shares.append(share_of(grade))
    if len(rows) < _LEAST:
        return lambda entries: np.full(len(entries), SHARES[1])
    weights, intercept = logistic(np.array(rows), np.array(shares), _PENALTY)

    def predict(entries: list[list[str]]) -> NDArray[np.float64]:
        odds = log_odds(np.array([_features(one) for one in entries]), weights.tolist(), intercept)
        return np.clip(probability(odds), SHARES[0], SHARES[-1])

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


def _batches(path: Path) -> Iterator[list[list[str]]]:
    """The lines of a table in batches; the first batch is the header alone."""
    first = True
    for batch in line_batches(path):
        entries = [line.split("\t") for line in batch]
        if first:
            yield entries[:1]
            entries, first = entries[1:], False
        if entries:
            yield entries
