"""From labelled pairs of patterns to the weights of all models."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.align.phrases import lexicon_from_table
from otherwords.learn import parts
from otherwords.learn.patterns import steps
from otherwords.learn.patterns.filters import fits
from otherwords.learn.patterns.fitting import (
    Fit,
    LabelledPairs,
    cross_validate,
    fit_model,
    measure,
)
from otherwords.learn.patterns.labels import Labels, numberings
from otherwords.learn.patterns.likelihood import likelihoods
from otherwords.learn.patterns.models import PatternModel
from otherwords.learn.patterns.types import type_of
from otherwords.learn.plan import patterning
from otherwords.learn.recipe import PATTERN_MODELS, PatternTable
from otherwords.learn.steps import Step
from otherwords.learn.work import Work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAST = 20  # labels


@dataclass(frozen=True)
class Fitted:
    """A model, and how well it does on the labels: fitted on them, and held out."""

    model: PatternModel
    pairs: int
    correct: int
    on_all: Fit
    held_out: Fit


@dataclass(frozen=True)
class _Found:
    """Labelled pairs that the corpora have, with their ways."""

    sources: list[str]
    targets: list[str]
    correct: NDArray[np.bool_]
    ways: NDArray[np.float64]
    begins: NDArray[np.intp]

    def labelled(self, likelihoods: NDArray[np.float64]) -> LabelledPairs:
        types = [type_of(*pair) for pair in zip(self.sources, self.targets, strict=True)]
        return LabelledPairs(self.ways, self.begins, likelihoods, types, self.correct)


@dataclass(frozen=True)
class PatternTools:
    """What a table of patterns is made with.

    Attributes:
        work: The run.
        table: What the recipe says of the table.
        found: The patterns of its corpora.
        make: Makes a step and what it needs, unless it is there, and tells its folder.
    """

    work: Work
    table: PatternTable
    found: Mapping[str, Step]
    make: Callable[[Step], Path]


def tune_models(
    tools: PatternTools, labels: Labels, *, beta: float = 1.0, seed: int = 1
) -> dict[str, Fitted]:
    """Fits all models, the simpler ones first, since Model 3 learns from the pairs of Model 2.

    Args:
        tools: What the table is made with.
        labels: What people said.
        beta: Below 1, precision counts more than recall.
        seed: Of the random beginnings.
    """
    import numpy as np

    work, table, found, make = tools.work, tools.table, tools.found, tools.make
    links = steps.linked(work, table, found)
    pivots = steps.pivots_paired(work, table, links)
    make(pivots)
    simple = _find(work, table, found, links, None, labels)
    augmented = _find(work, table, found, links, pivots, labels)
    fitted: dict[str, Fitted] = {}
    for name in PATTERN_MODELS:
        pairs = augmented if name in {"model2", "model3"} else simple
        if len(pairs.sources) < _LEAST:
            raise Error(
                f"only {len(pairs.sources)} labelled pairs are among those that the corpora have; "
                f"label {_LEAST} or more of them"
            )
        features = np.zeros((len(pairs.sources), 2))
        if name == "model3":
            model2 = fitted["model2"].model
            taught = steps.paired(work, table, "model2", model2, found, links, pivots)
            words = steps.lexicon(work, table, taught)
            lexicon = lexicon_from_table(parts.read(make(words) / steps.LEXICON_FILE))
            features = np.stack(likelihoods(pairs.sources, pairs.targets, lexicon), axis=1)
        labelled = pairs.labelled(features)
        model = fit_model(name, labelled, beta=beta, seed=seed)
        fitted[name] = Fitted(
            model,
            len(labelled),
            int(labelled.correct.sum()),
            measure(model, labelled),
            cross_validate(name, labelled, beta=beta, seed=seed),
        )
    return fitted


def _find(
    work: Work,
    table: PatternTable,
    found: Mapping[str, Step],
    links: Step,
    pivots: Step | None,
    labels: Labels,
) -> _Found:
    """The labelled pairs among the candidates, with the features of their ways."""
    import numpy as np
    import pyarrow

    texts = [
        (number, *pair)
        for number, (source, target) in enumerate(labels)
        for pair in numberings(source, target)
    ]
    numbers, sources, targets = zip(*texts, strict=True) if texts else ((), (), ())
    ways = patterning.Ways(table.epsilon, table.tau)
    query = patterning.ways_of(ways, augmented=pivots is not None)
    with tempfile.TemporaryDirectory(dir=work.resources.folder.parent) as folder:
        wanted, named = Path(folder, "wanted"), Path(folder, "named")
        named.mkdir()
        columns = {
            "label": pyarrow.array(numbers, pyarrow.int64()),
            "source": pyarrow.array(sources, pyarrow.string()),
            "target": pyarrow.array(targets, pyarrow.string()),
        }
        parts.write_table(pyarrow.table(columns), named / "part-00000.parquet")
        patterns = [work.rows_of(step, "sources") for step in found.values()]
        work.engine.write(patterning.find_pairs(), {"named": [named], "sources": patterns}, wanted)
        relations = {"links": [work.rows_of(links)], "wanted": [wanted]}
        if pivots is not None:
            relations["pivots"] = [work.rows_of(pivots)]
        rows = sorted(work.engine.rows(query, relations))
    by_pair: dict[tuple[int, int, int], list[tuple[float, ...]]] = {}
    for label, source, target, *features in rows:
        by_pair.setdefault((label, source, target), []).append(tuple(features))
    # Words may be a pattern with several roots or numberings: the likeliest one counts.
    best: dict[int, list[tuple[float, ...]]] = {}
    pairs = list(labels)
    for (label, _, _), each in by_pair.items():
        if table.filters and not fits(*pairs[label], len(each)):
            continue
        if label not in best or _mass(each) > _mass(best[label]):
            best[label] = each
    kept = sorted(best)
    sizes = [len(best[label]) for label in kept]
    return _Found(
        [pairs[label][0] for label in kept],
        [pairs[label][1] for label in kept],
        np.array([labels[pairs[label]] for label in kept], bool),
        np.array([way for label in kept for way in best[label]], float).reshape(-1, 5),
        np.cumsum([0, *sizes[:-1]]) if kept else np.zeros(0, np.intp),
    )


def _mass(ways: list[tuple[float, ...]]) -> float:
    return sum(math.exp(h1 + h2) for h1, h2, *_ in ways)
