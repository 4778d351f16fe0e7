"""The steps to the tag signatures of phrases, for tables that ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from otherwords.learn import estimates, parts, plan
from otherwords.learn.analysing import Backend
from otherwords.learn.analysis_steps import cased_parts, sides_of
from otherwords.learn.corpus_steps import aligned_parts, extraction_options, size_of
from otherwords.learn.reading import files_of
from otherwords.learn.recipe import Corpus, TableRecipe
from otherwords.learn.steps import Step
from otherwords.learn.work import Work


def tagged(work: Work, corpus: Corpus, pairs: Step, backend: Backend) -> Step:
    """Penn tags of the words in the model's language, in parts like those of the corpus."""
    sides = sides_of(work, corpus)

    def action(folder: Path) -> Mapping[str, Any]:
        (folder / "rows").mkdir(exist_ok=True)
        with cased_parts(work, corpus, pairs, folder) as cased:
            calls = [
                (str(path), backend, sides, str(folder / "rows" / path.name)) for path in cased
            ]
            work.map(parts.tag, calls)
        return {"sentences": len(sides) * work.size(folder / "rows")}

    return Step(
        f"{corpus.name}.tags",
        action,
        {"analyser": backend.open().version, "sides": sides},
        files=files_of([work.recipe.file(name) for name in corpus.files]),
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
