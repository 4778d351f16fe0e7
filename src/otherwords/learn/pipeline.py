"""From a recipe to a model: all steps in order, and what became of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from otherwords._core import Error
from otherwords.files import name_of
from otherwords.learn import analysis_steps, corpus_steps, model_steps, signature_steps
from otherwords.learn.analysing import backend_of
from otherwords.learn.collocations.steps import Analysed, collocations_of
from otherwords.learn.engines import Resources, check_engine
from otherwords.learn.model_text import ModelText
from otherwords.learn.patterns import steps as pattern_steps
from otherwords.learn.patterns.tuning import Fitted, Judged, PatternTools, tune_models
from otherwords.learn.quality_steps import rated, word_vectors
from otherwords.learn.recipe import CollocationTable, PatternTable, Recipe, TableRecipe
from otherwords.learn.steps import Outcome, Run, Step, Watch, Workshop, in_order
from otherwords.learn.table_steps import entries_of, given_table, table_of
from otherwords.learn.templates.steps import template_step
from otherwords.learn.word_steps import cluster_table, thesaurus_table
from otherwords.learn.work import Work


@dataclass(frozen=True)
class Goals:
    """The steps whose files make up a model.

    Attributes:
        tables: Those of the tables, by name; the given ones first, so that a broken line in them is
            told before anything is learnt.
        others: Those of the language model, the casing statistics and templates of sentences.
        vectors: That of the word vectors, if there is text for them: no part of a model, but rated
            entries and the weights of ratings are made from it.
    """

    tables: dict[str, Step]
    others: dict[str, Step]
    vectors: Step | None

    def steps(self) -> list[Step]:
        """These and all they are made from, in the order in which they can be made."""
        return in_order([*self.tables.values(), *self.others.values()])


@dataclass(frozen=True)
class Learnt:
    """A finished run: what was learnt, and what each step came to."""

    recipe: Recipe
    engine: str
    outcomes: list[Outcome]


class Learning:
    """A recipe that is being followed."""

    def __init__(
        self,
        recipe: Recipe,
        folder: Path,
        *,
        engine: str = "duckdb",
        threads: int = 0,
        memory: int = 4 << 30,
        watch: Watch | None = None,
    ) -> None:
        """Plans the steps.

        Args:
            recipe: What to learn.
            folder: The work folder, where steps keep what they make.
            engine: See `open_engine`.
            threads: How many to use; 0 for all cores.
            memory: Bytes that queries may use before they go to disk.
            watch: Told how far it has got.
        """
        check_engine(engine)
        self.recipe = recipe
        self.backend = backend_of(recipe)
        self._workshop = Workshop(folder)
        resources = Resources(threads, memory, folder / "spill")
        self._run = Run(self._workshop, watch)
        self._work = Work(recipe, self._workshop, engine, resources, self._run.tick)
        self.goals = self._plan()
        self._run.steps = self.goals.steps()

    @property
    def steps(self) -> list[Step]:
        """All steps, in order."""
        return self._run.steps

    def finished(self, step: Step) -> bool:
        """Whether a step need not be made again."""
        return self._run.finished(step)

    def folder(self, name: str) -> Path:
        """Where the step of this name has its files. Raises Error if it is not finished."""
        step = next(step for step in self.steps if step.name == name)
        if not self.finished(step):
            raise Error(
                f"{name_of(self._workshop.path(step))}: not finished, or the recipe was changed "
                "since; run `otherwords learn` first, with the same recipe but for [quality]"
            )
        return self._workshop.path(step)

    def vectors(self) -> Path:
        """Where the word vectors are, which are made if need be.

        Raises Error if the corpora are not finished, or if there is no language model.
        """
        step = self.goals.vectors
        if step is None:
            raise Error(f"{name_of(self.recipe.path)}: word vectors need text; add [lm]")
        for corpus in step.inputs:
            self.folder(corpus.name)
        if not self.finished(step):
            with self._workshop.locked():
                self._workshop.make(step)
        return self._workshop.path(step)

    def tune_patterns(
        self, name: str, judged: Judged, *, beta: float = 1.0, seed: int = 1
    ) -> dict[str, Fitted]:
        """Fits the models of a table of patterns to what people said, see `tune_models`."""
        with self.patterns_of(name) as tools:
            return tune_models(tools, judged, beta=beta, seed=seed)

    @contextlib.contextmanager
    def patterns_of(self, name: str) -> Iterator[PatternTools]:
        """What a table of patterns is made with; no other process may work there meanwhile. Raises
        Error if there is no such table.
        """
        table = self.recipe.patterns.get(name)
        if table is None:
            known = ", ".join(self.recipe.patterns) or "none"
            raise Error(
                f"{name_of(self.recipe.path)}: there is no table {name!r} of patterns; "
                f"there are: {known}"
            )
        with self._workshop.locked():
            try:
                found = self._found_patterns(table, self._corpora())
                yield PatternTools(self._work, table, found, self.goals.vectors, self._made)
            finally:
                self._work.close()

    def _made(self, step: Step) -> Path:
        for each in in_order([step]):
            self._workshop.make(each)
        return self._workshop.path(step)

    def run(self, model: Path) -> Learnt:
        """Makes what is not made yet, and then the model directory."""
        model.mkdir(parents=True, exist_ok=True)  # where that fails, it is better told at once
        with self._workshop.locked():
            try:
                outcomes = self._run.make_all()
                self._workshop.repair([*self.goals.tables.values(), *self.goals.others.values()])
            finally:
                self._work.close()
            by_name = {outcome.step.name: outcome for outcome in outcomes}
            model_steps.write_model(
                self.recipe,
                model,
                {name: by_name[step.name] for name, step in self.goals.tables.items()},
                {name: by_name[step.name] for name, step in self.goals.others.items()},
                self.backend,
            )
        return Learnt(self.recipe, self._work.engine_name, outcomes)

    def _plan(self) -> Goals:
        recipe, work = self.recipe, self._work
        corpora = self._corpora()
        others, vectors = {}, None
        if recipe.lm is not None:
            text = ModelText(work, recipe.lm.corpora, corpora)
            others["lm"] = model_steps.language_model(work, recipe.lm, text)
            vectors = word_vectors(text)
        entries = {name: self._entries(table, corpora) for name, table in recipe.tables.items()}
        if recipe.quality is not None and vectors is not None:
            entries = rated(work, recipe.quality, entries, others["lm"], vectors)
        tables = {name: given_table(work, table) for name, table in recipe.given.items()}
        for name, table in recipe.tables.items():
            tables[name] = table_of(work, table, entries[name])
        for name, table_of_patterns in recipe.patterns.items():
            found = self._found_patterns(table_of_patterns, corpora)
            tables[name] = pattern_steps.learnt(work, table_of_patterns, found, vectors)
        for name, each in recipe.collocations.items():
            tables[name] = self._collocations(each, corpora, vectors)
        for name, thesaurus in recipe.thesauri.items():
            tables[name] = thesaurus_table(work, thesaurus)
        for name, clusters in recipe.clusters.items():
            tables[name] = cluster_table(work, clusters, ModelText(work, clusters.corpora, corpora))
        if recipe.templates is not None:
            others["templates"] = template_step(work, recipe.templates)
        if recipe.lower_case and corpora:
            others["casing"] = model_steps.casing(work, list(corpora.values()))
        return Goals(tables, others, vectors)

    def _corpora(self) -> dict[str, Step]:
        """The corpora that anything is learnt from."""
        recipe = self.recipe
        learnt: list[TableRecipe | PatternTable] = list(recipe.tables.values())
        learnt += recipe.patterns.values()
        used = [name for table in learnt for name in table.corpora]
        for each in recipe.collocations.values():
            used += (*each.corpora, *each.confirm)
        used += [name for clusters in recipe.clusters.values() for name in clusters.corpora]
        used += recipe.lm.corpora if recipe.lm is not None else ()
        return {
            name: corpus_steps.prepared(self._work, recipe.corpora[name])
            for name in dict.fromkeys(used)
        }

    def _found_patterns(self, table: PatternTable, corpora: Mapping[str, Step]) -> dict[str, Step]:
        work, found = self._work, {}
        if self.backend is None:
            raise Error(f"{name_of(self.recipe.path)}: table {table.name}: there is no analyser")
        for name in table.corpora:
            corpus, pairs = self.recipe.corpora[name], corpora[name]
            links = corpus_steps.aligned(work, corpus, pairs)
            analysis = analysis_steps.analysed(work, corpus, pairs, self.backend)
            found[name] = pattern_steps.extracted(work, corpus, table, pairs, links, analysis)
        return found

    def _entries(self, table: TableRecipe, corpora: dict[str, Step]) -> Step:
        work, extracted, signed = self._work, {}, {}
        for name in table.corpora:
            corpus, pairs = self.recipe.corpora[name], corpora[name]
            links = corpus_steps.aligned(work, corpus, pairs)
            extracted[name] = corpus_steps.extracted(work, corpus, table, pairs, links)
            if table.signatures != "none" and self.backend is not None:
                tags = signature_steps.tagged(work, corpus, pairs, self.backend)
                signed[name] = signature_steps.counted(work, corpus, table, pairs, links, tags)
        return entries_of(work, table, extracted, signed)

    def _collocations(
        self, table: CollocationTable, corpora: dict[str, Step], vectors: Step | None
    ) -> Step:
        work, backend = self._work, self.backend
        if backend is None:
            raise Error(f"{name_of(self.recipe.path)}: table {table.name}: there is no analyser")
        given = {}
        for name in (*table.corpora, *table.confirm):
            corpus, pairs = self.recipe.corpora[name], corpora[name]
            links = corpus_steps.aligned(work, corpus, pairs)
            analysis = analysis_steps.analysed(work, corpus, pairs, backend)
            given[name] = Analysed(corpus, pairs, links, analysis)
        found, confirming = ([given[name] for name in of] for of in (table.corpora, table.confirm))
        return collocations_of(work, table, found, confirming, vectors)
