"""Which candidates say the same: a classifier that learns from what aligned sentences confirm.

What is kept of it are figures: it is applied where it is fitted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords.extras import missing
from otherwords.files import replacing
from otherwords.learn.collocations.features import features_of
from otherwords.learn.collocations.objects import spell

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

    Column = NDArray[np.float64]
    Places = NDArray[np.int64]

#: The columns of what is accepted.
ENTRY_COLUMNS = ("source", "target", "probability")

_SIDES = ("first", "second")
_WORDS = ("verb", "noun")
_EACH = 5  # fewest examples of each kind, in each half
_ROUNDS = 1000
_STRENGTH = 0.3  # of what examples say, against the wish for small weights


@dataclass(frozen=True)
class Acceptance:
    """Which candidates are accepted.

    Attributes:
        least: Least probability that both collocations say the same.
        kappa: Most entries of a collocation.
    """

    least: float
    kappa: int


@dataclass(frozen=True)
class Measures:
    """How good a classifier is on examples that are held out.

    Attributes:
        positive: Examples of paraphrases.
        negative: Examples of pairs that are none.
        precision: Share of paraphrases among what is accepted.
        recall: Share of what is accepted among paraphrases.
        f: Their harmonic mean.
        auc: How likely a paraphrase is rated higher than what is none.
    """

    positive: int
    negative: int
    precision: float
    recall: float
    f: float
    auc: float


@dataclass(frozen=True)
class Files:
    """What `accept` reads and writes.

    Attributes:
        candidates: The relation of all candidates.
        examples: That of what is known about some of them.
        vectors: The file of word vectors, if there is one.
        report: A JSON file for features, weights and figures.
        output: A Parquet file of `ENTRY_COLUMNS`, with both directions of each pair.
    """

    candidates: Path
    examples: Path
    vectors: Path | None
    report: Path
    output: Path


def accept(files: Files, acceptance: Acceptance) -> Mapping[str, Any]:
    """Fits the classifier, measures it on examples held out, and writes what it accepts; which is
    nothing where there are too few examples, as in a small sample of corpora.

    Args:
        files: What is read and written.
        acceptance: Which candidates are accepted.

    Returns:
        Figures for the report.
    """
    import numpy as np
    import pyarrow.parquet

    order = [("first_id", "ascending"), ("second_id", "ascending")]
    pairs = pyarrow.parquet.read_table(files.candidates).sort_by(order)
    examples = pyarrow.parquet.read_table(files.examples).sort_by(order)
    features = features_of(pairs, files.vectors)
    values = np.column_stack(list(features.values()))
    rows = _rows_of(examples, pairs)
    labels = examples["is_paraphrase"].to_numpy()
    halves = _halves(examples)
    figures: dict[str, Any] = {
        "positive": int(labels.sum()),
        "negative": int(len(labels) - labels.sum()),
        "held out": None,
    }
    chances, weights = np.zeros(len(values)), {}
    if all(np.bincount(labels[halves == half], minlength=2).min() >= _EACH for half in (0, 1)):
        figures["held out"] = asdict(_held_out(values[rows], labels, halves, acceptance.least))
        model = _fitted(values[rows], labels)
        chances = model.predict_proba(values)[:, 1]
        weights = dict(zip(features, model[-1].coef_[0].tolist(), strict=True))
    entries = _chosen(pairs, chances, acceptance)
    figures["entries"] = entries.num_rows
    with replacing(files.report) as file:
        file.write(json.dumps({**figures, "weights": weights}, indent=1).encode())
    with replacing(files.output) as file:
        pyarrow.parquet.write_table(entries, file)
    return figures


def _fitted(values: Column, labels: Places) -> Any:
    """Logistic regression over features of unit variance."""
    linear_model, preprocessing, pipeline = _sklearn()
    return pipeline.make_pipeline(
        preprocessing.StandardScaler(),
        linear_model.LogisticRegression(C=_STRENGTH, max_iter=_ROUNDS),
    ).fit(values, labels)


def _held_out(values: Column, labels: Places, halves: Places, least: float) -> Measures:
    """How good a classifier is that has seen only pairs within one half of the collocations, on
    those within the other half; of both halves together.
    """
    import numpy as np
    from sklearn.metrics import roc_auc_score

    chances, known = [], []
    for half in (0, 1):
        model = _fitted(values[halves == half], labels[halves == half])
        chances.append(model.predict_proba(values[halves == 1 - half])[:, 1])
        known.append(labels[halves == 1 - half])
    chance, label = np.concatenate(chances), np.concatenate(known)
    accepted = chance >= least
    right = int((accepted & (label == 1)).sum())
    precision, recall = (right / max(1, int(of.sum())) for of in (accepted, label == 1))
    return Measures(
        positive=int(label.sum()),
        negative=int(len(label) - label.sum()),
        precision=precision,
        recall=recall,
        f=2 * precision * recall / max(precision + recall, 1e-9),
        auc=float(roc_auc_score(label, chance)),
    )


def _halves(examples: pyarrow.Table) -> Places:
    """Collocations are of two halves: the number of that of both, or -1 for a pair of each."""
    import numpy as np

    first, second = (examples[name].to_numpy() & 1 for name in ("first_id", "second_id"))
    return np.where(first == second, first, -1)


def _rows_of(examples: pyarrow.Table, pairs: pyarrow.Table) -> Places:
    """Where the examples stand among all pairs."""
    import numpy as np

    ids = np.rec.fromarrays([pairs[name].to_numpy() for name in ("first_id", "second_id")])
    wanted = np.rec.fromarrays([examples[name].to_numpy() for name in ("first_id", "second_id")])
    return np.searchsorted(ids, wanted)


def _chosen(pairs: pyarrow.Table, chances: Column, acceptance: Acceptance) -> pyarrow.Table:
    """The accepted pairs in both directions: the best of each source."""
    import numpy as np
    import pyarrow

    kept = np.flatnonzero((chances >= acceptance.least) & (chances > 0))
    rows = pairs.take(kept).select([f"{side}_{word}" for side in _SIDES for word in _WORDS])
    targets: dict[str, list[tuple[float, str]]] = {}
    for (*first, verb, noun), chance in zip(
        zip(*(column.to_pylist() for column in rows.columns), strict=True),
        chances[kept].tolist(),
        strict=True,
    ):
        one, other = spell((first[0], first[1])), spell((verb, noun))
        targets.setdefault(one, []).append((-chance, other))
        targets.setdefault(other, []).append((-chance, one))
    entries = [
        (source, target, -negative)
        for source in sorted(targets)
        for negative, target in sorted(targets[source])[: acceptance.kappa]
    ]
    kinds = (pyarrow.string(), pyarrow.string(), pyarrow.float64())
    return pyarrow.table(
        {
            name: pyarrow.array([entry[place] for entry in entries], kind)
            for place, (name, kind) in enumerate(zip(ENTRY_COLUMNS, kinds, strict=True))
        }
    )


def _sklearn() -> tuple[Any, Any, Any]:
    try:
        from sklearn import linear_model, pipeline, preprocessing
    except ImportError:
        raise missing("collocations need scikit-learn", "learn") from None
    return linear_model, preprocessing, pipeline
