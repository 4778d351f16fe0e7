"""What experiments are given: data, settings, what readers said, and a place for what they make."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from otherwords._core import Error, version
from otherwords.evaluate.data import checksum
from otherwords.experiments.verdicts import Line, Verdicts, write_sheets
from otherwords.files import name_of

if TYPE_CHECKING:
    from otherwords.learn.pipeline import Learning
    from otherwords.learn.steps import Watch

#: The value of a setting.
Setting: TypeAlias = int | float | str


def signed_file(path: Path) -> str:
    """For signatures: changes when a byte of the file does."""
    with path.open("rb") as file:
        return f"{path.name}:{hashlib.file_digest(file, 'sha256').hexdigest()[:16]}"


@dataclass(frozen=True)
class Given:
    """What one run of experiments works with.

    Attributes:
        folder: That of the recipe.
        data: That of corpora, gold alignments and the like.
        output: Where models, sheets and plots go; what is there already is gone on with.
        settings: By name.
        verdicts: What readers said.
        threads: How many to use.
        watch: Told how far learning has got.
    """

    folder: Path
    data: Path
    output: Path
    settings: Mapping[str, Setting]
    verdicts: Verdicts
    threads: int = 1
    watch: Watch | None = None

    def number(self, name: str) -> int:
        """A setting that is a whole number."""
        return int(self.settings[name])

    def text(self, name: str) -> str:
        """A setting that is a text."""
        return str(self.settings[name])

    def tell(self, text: str) -> None:
        """Says on the standard error what is being done."""
        print(text, file=sys.stderr, flush=True)

    def file(self, name: str) -> Path:
        """A file of the data. Raises Error where it is not there."""
        path = self.data / name
        if not path.exists():
            raise Error(
                f"{name_of(path)} is not there; name the folder of the data with --data, or by "
                "OTHERWORDS_DATA"
            )
        return path

    def learn(self, recipe: str, **variables: Path) -> Path:
        """The model that a recipe of the folder makes, in the folder of its name; a run that was
        stopped goes on.

        Args:
            recipe: Its file.
            variables: What it may name as `$NAME`, beside OTHERWORDS_DATA.
        """
        learning = self._learning(recipe, self.watch, variables)
        model = self.output / learning.recipe.name
        self.tell(f"learning {learning.recipe.name}, as {name_of(learning.recipe.path)} says")
        learning.run(model)
        return model

    def learning(self, recipe: str) -> Learning:
        """The same, for more than goes into the model; how much that is nobody knows before."""
        return self._learning(recipe, None, {})

    def _learning(
        self, recipe: str, watch: Watch | None, variables: Mapping[str, Path]
    ) -> Learning:
        from otherwords.learn.pipeline import Learning
        from otherwords.learn.recipe_file import read_recipe

        known = {"OTHERWORDS_DATA": self.data, **variables}
        os.environ |= {name: str(path.absolute()) for name, path in known.items()}
        read = read_recipe(self.folder / recipe)
        folder = (self.output / f"{read.name}.work").absolute()
        return Learning(read, folder, threads=self.threads, watch=watch)

    def sheets(
        self, lines: Iterable[Line], *, prefix: str = "", questions: Sequence[str] = ()
    ) -> str:
        """Writes sheets for reading, and says what there is to be read; see `write_sheets`."""
        items, unread = write_sheets(
            self.output, lines, self.verdicts, prefix=prefix, questions=questions
        )
        return f"{items:,} items, {unread:,} of them not read yet"

    def signature(self, texts: Iterable[str], *more: str) -> str:
        """What figures depend on: the version, the settings, the texts, what readers said, and what
        else is named.
        """
        given = sorted(self.settings.items())
        settings = [f"{name}:{value}" for name, value in given if value != ""]
        return "|".join(
            [
                f"recipe:{self.folder.name}",
                f"otherwords:{version}",
                *settings,
                f"data:{checksum(texts)}",
                *([f"verdicts:{self.verdicts.checksum}"] if self.verdicts.said else []),
                *more,
            ]
        )
