"""The steps that rate entries, for recipes with `[quality]`."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.learn import estimates, plan
from otherwords.learn.entries import QUALITY, SCORES, score_names
from otherwords.learn.model_text import ModelText
from otherwords.learn.quality.rating import rate
from otherwords.learn.quality.vector_file import write_vectors
from otherwords.learn.quality.vectors import VectorOptions, learn_vectors
from otherwords.learn.quality.weights import read_weights
from otherwords.learn.recipe import (
    AnyTable,
    PatternTable,
    QualityRecipe,
    Recipe,
    TableRecipe,
)
from otherwords.learn.steps import Step
from otherwords.learn.wordnet import DATABASE
from otherwords.learn.work import Work

LM_FILE = "lm"
VECTORS_FILE = "vectors.parquet"


def chosen_scores(recipe: Recipe, table: AnyTable) -> list[str]:
    """The scores of a table, φ first, which is all that given and collocation tables have."""
    if isinstance(table, PatternTable):
        return list(table.scores)
    rated = [QUALITY] if recipe.quality is not None else []
    if not isinstance(table, TableRecipe):
        return rated or [SCORES[0]]
    return list(table.scores) or [*rated, *score_names(table.method)]


def knowledge_files(
    recipe: Recipe, quality: QualityRecipe | None
) -> tuple[Path | None, Path | None]:
    """WordNet's folder and the treebank, where the recipe names them."""
    if quality is None:
        return None, None
    wordnet, treebank = (
        recipe.beside(name) if name else None for name in (quality.wordnet, quality.treebank)
    )
    return wordnet, treebank


def files_of(wordnet: Path | None, treebank: Path | None) -> list[Path]:
    """The files that steps depend on which look at these."""
    senses = [wordnet / part for part in DATABASE] if wordnet else []
    return [*senses, *([treebank] if treebank else [])]


def word_vectors(text: ModelText) -> Step:
    """The vectors of the words of the text."""
    options = VectorOptions()

    def action(folder: Path) -> Mapping[str, Any]:
        vectors = learn_vectors(text, options)
        write_vectors(vectors, folder / VECTORS_FILE)
        return {"words": len(vectors.words)}

    return Step(
        "vectors",
        action,
        options.parameters(),
        inputs=text.steps,
        estimate=estimates.vectors(text.sizes),
    )


def rated(
    work: Work, quality: QualityRecipe, entries: Mapping[str, Step], lm: Step, vectors: Step
) -> dict[str, Step]:
    """The entries of all learnt tables with the probability that they are correct, but for those
    that cannot be.
    """
    return {
        name: _rated(
            work,
            work.recipe.tables[name],
            quality,
            step,
            [other for other in entries.values() if other is not step],
            lm,
            vectors,
        )
        for name, step in entries.items()
    }


def _rated(
    work: Work,
    table: TableRecipe,
    quality: QualityRecipe,
    entries: Step,
    others: Sequence[Step],
    lm: Step,
    vectors: Step,
) -> Step:
    """The entries of one table, which those of the `others` may confirm."""
    recipe = work.recipe
    weights = recipe.beside(quality.weights)
    if not weights.is_file():
        raise FormatError(
            f"{name_of(recipe.path)}: quality.weights: {name_of(weights)}: no such file; "
            "fit the weights with `otherwords calibrate`"
        )
    if table.method not in read_weights(weights).methods:
        raise FormatError(f"{name_of(weights)}: there are no weights for {table.method} tables")
    wordnet, treebank = knowledge_files(recipe, quality)

    query = plan.confirm(len(others))

    def action(folder: Path) -> Mapping[str, Any]:
        confirmed, rows = folder / "confirmed", folder / "rows"
        relations = {f"others_{i}": [work.rows_of(step)] for i, step in enumerate(others)}
        if not rows.exists():  # else a killed run has written it, or has even done with it
            work.write(query, {"entries": [work.rows_of(entries)], **relations}, confirmed)
        rows.mkdir(exist_ok=True)
        calls = [
            (
                str(part),
                table.method,
                str(weights),
                recipe.language,
                str(wordnet or ""),
                str(treebank or ""),
                str(work.workshop.path(lm) / LM_FILE),
                str(work.workshop.path(vectors) / VECTORS_FILE),
                str(rows / part.name),
            )
            for part in sorted(confirmed.glob("*.parquet"))
        ]
        work.map(rate, calls)
        shutil.rmtree(confirmed, ignore_errors=True)
        return {"entries": work.size(rows)}

    return Step(
        f"{table.name}.quality",
        action,
        {"method": table.method, "language": recipe.language, "confirm": query},
        files=[weights, *files_of(wordnet, treebank)],
        inputs=[entries, *others, lm, vectors],
        estimate=estimates.table(entries.estimate),
    )
