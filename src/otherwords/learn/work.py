"""What all steps share: the recipe, the engine, and helpers to run queries into folders."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from otherwords.learn.engines import Engine, Resources, open_engine
from otherwords.learn.recipe import Recipe
from otherwords.learn.steps import Step, Workshop

#: Told how many parts of a step are done and how many there are.
Tick = Callable[[int, int], None]


@dataclass
class Work:
    """One run of a recipe.

    Attributes:
        recipe: What to learn.
        workshop: Where the steps are made.
        engine_name: Which engine to open when the first step needs it.
        resources: What it may use.
        tick: Told how far a step has got.
    """

    recipe: Recipe
    workshop: Workshop
    engine_name: str
    resources: Resources
    tick: Tick

    @cached_property
    def engine(self) -> Engine:
        """Opened when it is first used: Spark takes its time."""
        shutil.rmtree(self.resources.folder, ignore_errors=True)  # what a killed run left there
        self.resources.folder.mkdir(parents=True, exist_ok=True)
        return open_engine(self.engine_name, self.resources)

    @property
    def part_threads(self) -> int:
        """Threads for the work on one part: all where one is done after the other, one where many
        are done at the same time.
        """
        return self.resources.threads if self.engine_name == "duckdb" else 1

    def close(self) -> None:
        """Closes the engine if there is one."""
        if "engine" in self.__dict__:
            self.engine.close()

    def rows_of(self, step: Step, relation: str = "rows") -> Path:
        """Where a finished step keeps a relation."""
        return self.workshop.path(step) / relation

    def write(self, query: str, inputs: Mapping[str, Sequence[Path]], output: Path) -> None:
        """Writes the rows of a query, unless an earlier try has done so."""
        if not output.exists():
            self.engine.write(query, inputs, output)
            self.workshop.note()

    def ask(self, query: str, **inputs: Path) -> list[tuple[Any, ...]]:
        """The rows of a small query."""
        return self.engine.rows(query, {name: [path] for name, path in inputs.items()})

    def size(self, relation: Path) -> int:
        """How many rows a relation has, as its files say."""
        import pyarrow.parquet

        files = relation.glob("*.parquet")
        return sum(pyarrow.parquet.read_metadata(path).num_rows for path in files)

    def map(self, function: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> None:
        """Makes parts: calls a function whose last argument is the file or folder it writes, whole
        or not at all. Parts that an earlier try has made are left as they are.
        """
        missing = [call for call in calls if not Path(call[-1]).exists()]
        done = len(calls) - len(missing)
        batch = 1 if self.engine_name == "duckdb" else max(1, len(missing))
        for begin in range(0, len(missing), batch):
            self.tick(done + begin, len(calls))
            self.engine.each(function, missing[begin : begin + batch])
        self.tick(len(calls), len(calls))
