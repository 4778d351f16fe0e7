"""The steps to the tag signatures of phrases, for tables that ask for them."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from otherwords.learn import estimates, parts, plan
from otherwords.learn.analysing import Backend
from otherwords.learn.corpus_steps import (
    aligned_parts,
    cleaning_options,
    extraction_options,
    is_own,
    size_of,
)
from otherwords.learn.preparing import prepare_parts
from otherwords.learn.reading import files_of, read_corpus
from otherwords.learn.recipe import Corpus, TableRecipe
from otherwords.learn.steps import Step
from otherwords.learn.work import Work


def tagged(work: Work, corpus: Corpus, pairs: Step, backend: Backend) -> Step:
    """Penn tags of the words in the model's language, in parts like those of the corpus."""
    recipe = work.recipe
    sides = ("source", "target") if is_own(work, corpus) else ("source",)
    files = [recipe.file(name) for name in corpus.files]

    def action(folder: Path) -> Mapping[str, Any]:
        cased = work.rows_of(pairs)
        if recipe.lower_case:
            # The corpus has lost what a tagger knows names by, so it is read once more.
            cased = folder / "cased"
            if not cased.exists():
                prepare_parts(
                    work,
                    lambda: read_corpus(corpus, files, recipe.language),
                    cleaning_options(work, corpus),
                    cased,
                    cased=True,
                )
        (folder / "rows").mkdir(exist_ok=True)
        calls = [
            (str(path), backend, sides, str(folder / "rows" / path.name))
            for path in sorted(cased.glob("*.parquet"))
        ]
        work.map(parts.tag, calls)
        shutil.rmtree(folder / "cased", ignore_errors=True)
        return {"sentences": len(sides) * work.size(folder / "rows")}

    return Step(
        f"{corpus.name}.tags",
        action,
        {"analyser": backend.open().version, "sides": sides},
        files=files_of(files),
        inputs=[pairs],
        estimate=estimates.tags(size_of(work, corpus), sides=len(sides)),
    )


def counted(
    work: Work, corpus: Corpus, table: TableRecipe, pairs: Step, links: Step, tags: Step
) -> Step:
    """How often the phrases of a corpus were seen with which signature, in parts like its own."""
    options = extraction_options(work, corpus, table)

    def action(folder: Path) -> Mapping[str, Any]:
        (folder / "rows").mkdir(exist_ok=True)
        calls = [
            (
                *files,
                str(work.rows_of(tags) / name),
                options,
                table.signatures,
                str(folder / "rows" / name),
            )
            for name, files in aligned_parts(work, pairs, links).items()
        ]
        work.map(parts.count_signatures, calls)
        return {"rows": work.size(folder / "rows")}

    return Step(
        f"{table.name}.{corpus.name}.signatures",
        action,
        {**asdict(options), "threads": 0, "detail": table.signatures},
        inputs=[pairs, links, tags],
        estimate=estimates.signatures(size_of(work, corpus)),
    )


def chosen(work: Work, table: TableRecipe, seen: Mapping[str, Step], phrases: Step) -> Step:
    """The signatures of the phrases of a table; `seen` has the counts of its corpora."""
    query = plan.sign([work.recipe.corpora[name].weight for name in seen])

    def action(folder: Path) -> Mapping[str, Any]:
        relations = {f"counts_{i}": [work.rows_of(step)] for i, step in enumerate(seen.values())}
        relations["phrases"] = [work.rows_of(phrases)]
        work.write(query, relations, folder / "rows")
        different = work.ask(
            "SELECT COUNT(DISTINCT signature_1) FROM chosen", chosen=folder / "rows"
        )
        return {"phrases": work.size(folder / "rows"), "signatures": different[0][0]}

    return Step(
        f"{table.name}.signatures",
        action,
        {"sign": query},
        inputs=[*seen.values(), phrases],
        estimate=estimates.chosen([step.estimate for step in seen.values()], phrases.estimate),
    )
