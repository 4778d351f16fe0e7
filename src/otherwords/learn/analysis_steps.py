"""The step that analyses a corpus, for what is learnt from trees."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from otherwords.learn import estimates, parts
from otherwords.learn.analysing import Backend
from otherwords.learn.corpus_steps import cleaning_options, is_own, size_of
from otherwords.learn.preparing import prepare_parts
from otherwords.learn.reading import files_of, read_corpus
from otherwords.learn.recipe import Corpus
from otherwords.learn.steps import Step
from otherwords.learn.work import Work


def analysed(work: Work, corpus: Corpus, pairs: Step, backend: Backend) -> Step:
    """The sentences in the model's language analysed, in parts like those of the corpus: a relation
    `source` and, if both sides are in this language, `target`.

    Columns are `tags`, `lemmas`, `heads` and `relations`, with blanks between the items of a
    sentence; a head is the place of a word, counted from 0, and a root has its own.
    """
    sides = sides_of(work, corpus)

    def action(folder: Path) -> Mapping[str, Any]:
        with cased_parts(work, corpus, pairs, folder) as cased:
            for side in sides:
                (folder / side).mkdir(exist_ok=True)
                calls = [
                    (str(path), side, backend, work.part_threads, str(folder / side / path.name))
                    for path in cased
                ]
                work.map(parts.analyse, calls)
        return {"sentences": sum(work.size(folder / side) for side in sides)}

    return Step(
        f"{corpus.name}.analysis",
        action,
        {"analyser": backend.open().version, "sides": sides},
        files=files_of([work.recipe.file(name) for name in corpus.files]),
        inputs=[pairs],
        estimate=estimates.analysis(size_of(work, corpus), sides=len(sides)),
    )


def sides_of(work: Work, corpus: Corpus) -> tuple[str, ...]:
    """Which sides of a corpus are in the model's language."""
    return ("source", "target") if is_own(work, corpus) else ("source",)


@contextlib.contextmanager
def cased_parts(work: Work, corpus: Corpus, pairs: Step, folder: Path) -> Iterator[list[Path]]:
    """The parts of a corpus, written as the text was: names are known by their capitals."""
    recipe = work.recipe
    cased = work.rows_of(pairs)
    if recipe.lower_case:
        # The corpus has lost its capitals, so it is read once more.
        files = [recipe.file(name) for name in corpus.files]
        cased = folder / "cased"
        if not cased.exists():
            prepare_parts(
                work,
                lambda: read_corpus(corpus, files, recipe.language),
                cleaning_options(work, corpus),
                cased,
                cased=True,
            )
    yield sorted(cased.glob("*.parquet"))
    shutil.rmtree(folder / "cased", ignore_errors=True)
