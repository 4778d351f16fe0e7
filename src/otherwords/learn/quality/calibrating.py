"""From judged phrases and what was learnt to the weights of the quality model."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords._core import Error, FormatError, LanguageModel, WordVectors
from otherwords.files import name_of
from otherwords.learn import plan
from otherwords.learn.engines import Engine, Resources, open_engine
from otherwords.learn.named_columns import rows_by_name
from otherwords.learn.pipeline import Learning
from otherwords.learn.quality.features import describe
from otherwords.learn.quality.fitting import Fitted, Judged, fit
from otherwords.learn.quality.knowledge import Lexicon, open_lexicon
from otherwords.learn.quality.vector_file import open_vectors
from otherwords.learn.quality_steps import LM_FILE, VECTORS_FILE, knowledge_files
from otherwords.learn.recipe import Recipe

if TYPE_CHECKING:
    import pyarrow

_MEMORY = 2 << 30
_COLUMNS = ("phrase", "paraphrase", "scores")

#: What judges said of pairs of phrases, from 1 to 5.
Judgements = dict[tuple[str, str], list[float]]


def read_judged(path: Path) -> Judgements:
    """Reads a TSV with the columns phrase, paraphrase and scores; phrases in lower case."""
    found: Judgements = {}
    for line, row in rows_by_name(path, _COLUMNS):
        try:
            scores = [float(score) for score in row["scores"].split(",")]
            if not all(1.0 <= score <= 5.0 for score in scores):
                raise ValueError
        except ValueError:
            raise FormatError(
                f"{name_of(path)}:{line}: scores are no numbers from 1 to 5 with commas between "
                "them; mend the line or take it out"
            ) from None
        found.setdefault((row["phrase"].lower(), row["paraphrase"].lower()), []).extend(scores)
    return found


def calibrate(
    recipe: Recipe, work: Path, judgements: Judgements, labels: Judgements
) -> dict[str, Fitted]:
    """Fits one model for each method of the recipe's tables.

    Args:
        recipe: What was learnt.
        work: The work folder, with finished candidates and language model. Word vectors are made
            there if need be.
        judgements: What people said of pairs by themselves.
        labels: What they said of pairs in sentences.
    """
    if not recipe.tables:
        raise Error(f"{name_of(recipe.path)}: there is no table to rate; add one that is learnt")
    if recipe.lm is None:
        raise Error(f"{name_of(recipe.path)}: rating entries needs a language model; add [lm]")
    files = (str(path or "") for path in knowledge_files(recipe, recipe.quality))
    lexicon = open_lexicon(recipe.language, *files)
    learning = Learning(dataclasses.replace(recipe, quality=None), work)
    lm = LanguageModel(str(learning.folder("lm") / LM_FILE))
    vectors = open_vectors(str(learning.vectors() / VECTORS_FILE))
    by_method: dict[str, list[pyarrow.Table]] = {}
    with tempfile.TemporaryDirectory() as name:
        engine = open_engine("duckdb", Resources(0, _MEMORY, Path(name)))
        for table in recipe.tables.values():
            rows = _judged_candidates(
                engine, learning, table.name, recipe.tables, {**judgements, **labels}, Path(name)
            )
            by_method.setdefault(table.method, []).append(rows)
        engine.close()
    return {
        method: fit(_described(tables, judgements, labels, lexicon, lm, vectors))
        for method, tables in by_method.items()
    }


def _judged_candidates(
    engine: Engine,
    learning: Learning,
    table: str,
    tables: Iterable[str],
    judgements: Judgements,
    folder: Path,
) -> pyarrow.Table:
    import pyarrow
    import pyarrow.parquet

    judged = folder / f"{table}.judged"
    judged.mkdir()
    columns = {
        "source": [source for source, _ in judgements],
        "target": [target for _, target in judgements],
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), judged / "part.parquet")
    relations = {
        "judged": [judged],
        "phrases": [learning.folder(f"{table}.phrases") / "rows"],
        "candidates": [learning.folder(f"{table}.candidates") / "rows"],
    }
    found = folder / f"{table}.found"
    engine.write(plan.find_judged(), relations, found)
    others = [learning.folder(f"{name}.entries") / "rows" for name in tables if name != table]
    relations = {f"others_{i}": [rows] for i, rows in enumerate(others)}
    engine.write(plan.confirm(len(others)), {"entries": [found], **relations}, folder / table)
    return pyarrow.parquet.read_table(folder / table).sort_by(
        [("source", "ascending"), ("target", "ascending")]
    )


def _described(
    tables: list[pyarrow.Table],
    judgements: Judgements,
    labels: Judgements,
    lexicon: Lexicon,
    lm: LanguageModel,
    vectors: WordVectors,
) -> Judged:
    import numpy as np
    import pyarrow

    rows = pyarrow.concat_tables(tables)
    if rows.num_rows == 0:
        raise Error("none of the judged pairs is a candidate; judge phrases that the corpora have")
    batch = rows.combine_chunks().to_batches()[0]
    described = describe(batch, lexicon, lm, vectors)
    kept = ~described.excluded
    chosen = batch.filter(pyarrow.array(kept))
    sources, targets = (chosen.column(side).to_pylist() for side in ("source", "target"))
    pairs = list(zip(sources, targets, strict=True))
    said = [
        (row, by_pair[pair], by_pair is labels)
        for by_pair in (judgements, labels)
        for row, pair in enumerate(pairs)
        if pair in by_pair
    ]
    return Judged(
        [sources[row] for row, _, _ in said],
        described.values[kept][[row for row, _, _ in said]],
        [scores for _, scores, _ in said],
        np.array([in_sentences for _, _, in_sentences in said], dtype=bool),
    )
