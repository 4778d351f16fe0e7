"""The pairs of patterns of all four models, and lists of them of matched sizes."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from otherwords.learn.patterns import steps
from otherwords.learn.patterns.entries import PairFilter, finish_pairs
from otherwords.learn.patterns.likeness import WordKnowledge
from otherwords.learn.patterns.models import PatternModel, read_pattern_models
from otherwords.learn.patterns.tuning import PatternTools
from otherwords.learn.recipe import PATTERN_MODELS
from otherwords.learn.steps import Step

#: A source and a target.
Pair = tuple[str, str]

MODELS = {"bc": "B&C Model", "model1": "Model 1", "model2": "Model 2", "model3": "Model 3"}
ADDED, FURTHER, CUT = "Model 2 (A)", "Model 1 (A-T)", "Model 2 (F+T)"
_LARGER = 1.32  # how much larger the paper's list of Model 2 is than that of Model 1


@dataclass(frozen=True)
class Lists:
    """What is compared.

    Attributes:
        above: How many pairs of each model are above its threshold, by its name.
        pivots: How many pairs of pivots are paraphrases of each other.
        pairs: Those of each list, best first.
    """

    above: Mapping[str, int]
    pivots: int
    pairs: Mapping[str, list[Pair]]


def make_lists(tools: PatternTools, size: int) -> Lists:
    """The best pairs of each model: so many, or as many as the shortest list has.

    Args:
        tools: What the table of patterns is made with.
        size: How many; of Model 2 more, as in the paper.
    """
    work, table = tools.work, tools.table
    models = read_pattern_models(work.recipe.beside(table.weights))
    links = steps.linked(work, table, tools.found)
    pivots = steps.pivots_paired(work, table, links)
    made: dict[str, Step] = {}
    words: Step | None = None
    for name in PATTERN_MODELS:
        over = pivots if name in {"model2", "model3"} else None
        scored = steps.paired(work, table, name, models[name], tools.found, links, over)
        made[name] = _finished(tools, name, models[name], scored, words)
        if name == "model2":
            words = steps.lexicon(work, table, scored)
    above = {name: work.size(tools.make(step) / "rows") for name, step in made.items()}
    size = min(size, above["bc"], above["model1"], above["model3"], int(above["model2"] / _LARGER))
    most = int(size * _LARGER)
    wanted = {"bc": size, "model1": size + most, "model2": most, "model3": size}
    best = {name: _best(tools, step, wanted[name]) for name, step in made.items()}
    one, two = best["model1"], best["model2"]
    first = set(one[:size])
    added = [pair for pair in two[:most] if pair not in first]
    pairs = {MODELS[name]: each for name, each in best.items()} | {MODELS["model1"]: one[:size]}
    pairs |= {ADDED: added, FURTHER: one[size : size + len(added)], CUT: two[:size]}
    return Lists(
        {MODELS[name]: count for name, count in above.items()},
        work.size(tools.make(pivots) / "rows"),
        pairs,
    )


def _finished(
    tools: PatternTools, name: str, model: PatternModel, scored: Step, words: Step | None
) -> Step:
    """The pairs of a model above its threshold, with all its features, each once."""
    work, table = tools.work, tools.table
    kept_by = PairFilter(table.filters, table.strict)
    # Words may be patterns with several roots.
    query = "SELECT source, target, MAX(score) AS score FROM pairs GROUP BY source, target"

    def action(folder: Path) -> Mapping[str, Any]:
        lexicon = "" if words is None else str(work.workshop.path(words) / steps.LEXICON_FILE)
        finished = folder / "finished"
        finished.mkdir(exist_ok=True)
        calls = [
            (str(part), model, lexicon, kept_by, WordKnowledge(), str(finished / part.name))
            for part in sorted(work.rows_of(scored).glob("*.parquet"))
        ]
        work.map(finish_pairs, calls)
        work.write(query, {"pairs": [finished]}, folder / "rows")
        shutil.rmtree(finished)
        return {"pairs": work.size(folder / "rows")}

    return Step(
        f"{table.name}.{name}.pairs",
        action,
        {"model": asdict(model), "filters": asdict(kept_by), "query": query},
        inputs=[scored, *([words] if words is not None else [])],
    )


def _best(tools: PatternTools, step: Step, most: int) -> list[Pair]:
    rows = tools.work.ask(
        f"SELECT source, target FROM pairs ORDER BY score DESC, source, target LIMIT {most}",
        pairs=tools.work.rows_of(step),
    )
    return [(source, target) for source, target in rows]
