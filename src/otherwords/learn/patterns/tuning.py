"""From labelled pairs of patterns to the weights of all models."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords._core import Error, Lexicon
from otherwords.align.phrases import lexicon_from_table
from otherwords.learn import parts
from otherwords.learn.patterns import steps
from otherwords.learn.patterns.entries import PairFilter
from otherwords.learn.patterns.fitting import (
    Fit,
    LabelledPairs,
    cross_validate,
    fit_model,
    fit_quality,
    measure,
    rank,
)
from otherwords.learn.patterns.labels import Label, Labels, numberings
from otherwords.learn.patterns.likelihood import likelihoods
from otherwords.learn.patterns.likeness import WordKnowledge, compare
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
class Judged:
    """What people said.

    Attributes:
        pairs: Of pairs by themselves.
        in_sentences: Of pairs in sentences, some more than once; for the quality only. Nothing if
            nobody was asked.
        kept: Models whose weights and thresholds stay as they are.
    """

    pairs: Labels
    in_sentences: Sequence[Label] | None = None
    kept: Mapping[str, PatternModel] = field(default_factory=dict)


@dataclass(frozen=True)
class Fitted:
    """A model, and how well it does on the labels: fitted on them, and held out.

    Attributes:
        model: Its weights.
        pairs: How many labelled pairs there are.
        correct: How many of these are correct.
        in_sentences: How many labels in sentences there are.
        on_all: On all pairs.
        held_out: On pairs held out; nothing if the weights were kept.
        areas: Under the ROC curve of the quality, held out: of pairs, and of those in sentences.
    """

    model: PatternModel
    pairs: int
    correct: int
    in_sentences: int
    on_all: Fit
    held_out: Fit | None
    areas: list[float]


@dataclass(frozen=True)
class _Found:
    """Labelled pairs that the corpora have, with their ways."""

    sources: list[str]
    targets: list[str]
    correct: NDArray[np.bool_]
    ways: NDArray[np.float64]
    begins: NDArray[np.intp]

    def labelled(self, lexicon: Lexicon | None, knowledge: WordKnowledge) -> LabelledPairs:
        import numpy as np

        aligned = np.zeros((len(self.sources), 2))
        if lexicon is not None:
            aligned = np.stack(likelihoods(self.sources, self.targets, lexicon), axis=1)
        types = [type_of(*pair) for pair in zip(self.sources, self.targets, strict=True)]
        alike = compare(self.sources, self.targets, knowledge)
        return LabelledPairs(self.ways, self.begins, aligned, types, alike, self.correct)


@dataclass(frozen=True)
class PatternTools:
    """What a table of patterns is made with.

    Attributes:
        work: The run.
        table: What the recipe says of the table.
        found: The patterns of its corpora.
        vectors: The word vectors, if there is text for them.
        make: Makes a step and what it needs, unless it is there, and tells its folder.
    """

    work: Work
    table: PatternTable
    found: Mapping[str, Step]
    vectors: Step | None
    make: Callable[[Step], Path]

    def knowledge(self) -> WordKnowledge:
        """What there is about words; the vectors are made if need be."""
        known = steps.word_knowledge(self.work, self.vectors)
        if known.vectors and self.vectors is not None:
            self.make(self.vectors)
        return known


def tune_models(
    tools: PatternTools, judged: Judged, *, beta: float = 1.0, seed: int = 1
) -> dict[str, Fitted]:
    """Fits all models, the simpler ones first, since Model 3 learns from the pairs of Model 2.

    Args:
        tools: What the table is made with.
        judged: What people said.
        beta: Below 1, precision counts more than recall.
        seed: Of the random beginnings.
    """
    work, table, found, make = tools.work, tools.table, tools.found, tools.make
    links = steps.linked(work, table, found)
    pivots = steps.pivots_paired(work, table, links)
    make(pivots)
    knowledge = tools.knowledge()
    by_themselves = [(*pair, correct) for pair, correct in judged.pairs.items()]
    fitted: dict[str, Fitted] = {}
    for name in PATTERN_MODELS:
        over = pivots if name in {"model2", "model3"} else None
        lexicon = None
        if name == "model3":
            model2 = fitted["model2"].model
            taught = steps.paired(work, table, "model2", model2, found, links, pivots)
            words = steps.lexicon(work, table, taught)
            lexicon = lexicon_from_table(parts.read(make(words) / steps.LEXICON_FILE))
        pairs = _find(tools, links, over, by_themselves).labelled(lexicon, knowledge)
        _check(pairs, "labelled pairs")
        in_sentences = None
        if judged.in_sentences is not None:
            seen = _find(tools, links, over, judged.in_sentences)
            in_sentences = seen.labelled(lexicon, knowledge)
            _check(in_sentences, "labelled pairs in sentences")
        fitted[name] = _fit(name, pairs, in_sentences, judged.kept.get(name), beta, seed)
    return fitted


def _check(pairs: LabelledPairs, what: str) -> None:
    """Raises Error if there is nothing to be learnt from pairs."""
    if len(pairs) < _LEAST:
        raise Error(
            f"only {len(pairs)} {what} are among those that the corpora have; "
            f"label {_LEAST} or more of them"
        )
    if len(set(pairs.correct.tolist())) < 2:
        said = "correct" if pairs.correct.all() else "wrong"
        raise Error(f"all {len(pairs)} {what} that the corpora have are {said}; label others, too")


def _fit(
    name: str,
    pairs: LabelledPairs,
    in_sentences: LabelledPairs | None,
    kept: PatternModel | None,
    beta: float,
    seed: int,
) -> Fitted:
    model = kept or fit_model(name, pairs, beta=beta, seed=seed)
    return Fitted(
        fit_quality(model, pairs, in_sentences),
        len(pairs),
        int(pairs.correct.sum()),
        len(in_sentences or ()),
        measure(model, pairs),
        None if kept else cross_validate(name, pairs, beta=beta, seed=seed),
        rank(model, pairs, in_sentences, seed=seed),
    )


def _find(tools: PatternTools, links: Step, pivots: Step | None, labels: Sequence[Label]) -> _Found:
    """The labelled pairs among the candidates, with the features of their ways."""
    import numpy as np
    import pyarrow

    work, table = tools.work, tools.table
    texts = [
        (number, *pair)
        for number, (source, target, _) in enumerate(labels)
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
        patterns = [work.rows_of(step, "sources") for step in tools.found.values()]
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
    chosen = PairFilter(table.filters, table.strict)
    for (label, _, _), each in by_pair.items():
        source_text, target_text, _ = labels[label]
        if not chosen.keeps(source_text, target_text, len(each)):
            continue
        if label not in best or _mass(each) > _mass(best[label]):
            best[label] = each
    kept = sorted(best)
    sizes = [len(best[label]) for label in kept]
    return _Found(
        [labels[label][0] for label in kept],
        [labels[label][1] for label in kept],
        np.array([labels[label][2] for label in kept], bool),
        np.array([way for label in kept for way in best[label]], float).reshape(-1, 5),
        np.cumsum([0, *sizes[:-1]]) if kept else np.zeros(0, np.intp),
    )


def _mass(ways: list[tuple[float, ...]]) -> float:
    return sum(math.exp(h1 + h2) for h1, h2, *_ in ways)
