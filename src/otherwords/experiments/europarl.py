"""What MCPG and TS work with: French and English models out of Europarl, and sentences of sittings
that nothing was learnt from.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from random import Random

from otherwords._core import Error
from otherwords.experiments.given import Given, signed_file
from otherwords.files import line_batches, name_of
from otherwords.model import Model
from otherwords.text.tokens import tokenise_lines

FEWEST, MOST = 5, 40
"""Words of a sentence."""


@dataclass(frozen=True)
class Language:
    """One that experiments are done in; its name is also that of the setting that says where its
    model comes from: a recipe of the folder, or the folder of a model that is finished.
    """

    name: str
    code: str


LANGUAGES = (Language("french", "fr"), Language("english", "en"))


@dataclass(frozen=True)
class Files:
    """The table and the language model of a language."""

    table: Path
    lm: Path

    @cached_property
    def signature(self) -> str:
        """Changes when a byte of them does."""
        return "|".join(map(signed_file, (self.table, self.lm)))


def check_named(given: Given) -> None:
    """Raises Error where something that is needed is not there: learning takes long."""
    for language in LANGUAGES:
        held_out_file(given, language.code)
        named = given.text(language.name)
        if not named.endswith(".toml"):
            _files(Path(named))
        elif not (given.folder / named).is_file():
            raise Error(
                f"{name_of(given.folder / named)} is not there; set {language.name} to a recipe "
                "beside paper.toml, or to the folder of a model"
            )


def files_of(given: Given, language: Language) -> Files:
    """Those of a finished model, or of one that is learnt now."""
    named = given.text(language.name)
    return _files(given.learn(named) if named.endswith(".toml") else Path(named))


def _files(folder: Path) -> Files:
    model = Model(folder)
    if len(model.tables) != 1:
        raise Error(
            f"{name_of(folder)} has {len(model.tables)} tables; these experiments take a model "
            "with one, and its language model"
        )
    return Files(Path(model.tables[0].path), Path(model.lm.path))


def held_out_file(given: Given, code: str) -> Path:
    """Sittings that nothing was learnt from, in the language of this code."""
    return given.file(f"corpora/europarl/europarl-heldout.en-fr.{code}.xz")


def held_out_lines(given: Given, code: str) -> list[str]:
    """All lines of these."""
    return list(chain.from_iterable(line_batches(held_out_file(given, code))))


def held_out(given: Given, language: Language, count: int) -> list[str]:
    """So many sentences, drawn by the setting `seed`: tokenised as the models have them."""
    lines = held_out_lines(given, language.code)
    texts = tokenise_lines(lines, language.code, lower=True, threads=given.threads)
    fitting = sorted({text for text in texts if FEWEST <= len(text.split()) <= MOST})
    Random(given.number("seed")).shuffle(fitting)
    return fitting[:count]
