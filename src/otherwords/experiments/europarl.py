"""What MCPG and TS work with: French and English models out of Europarl, and sentences of sittings
that nothing was learnt from.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from random import Random

from otherwords.experiments.given import Given
from otherwords.files import line_batches
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
        return "|".join(f"{path.name}:{_digest(path)}" for path in (self.table, self.lm))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def files_of(given: Given, language: Language) -> Files:
    """Those of a finished model, or of one that is learnt now."""
    named = given.text(language.name)
    folder = given.learn(named) if named.endswith(".toml") else Path(named)
    model = Model(folder)
    return Files(Path(model.tables[0].path), Path(model.lm.path))


def held_out_lines(given: Given, code: str) -> list[str]:
    """All lines of sittings that nothing was learnt from, in the language of this code."""
    path = given.file(f"corpora/europarl/europarl-heldout.en-fr.{code}.xz")
    return list(chain.from_iterable(line_batches(path)))


def held_out(given: Given, language: Language, count: int) -> list[str]:
    """So many sentences, drawn by the setting `seed`: tokenised as the models have them."""
    lines = held_out_lines(given, language.code)
    texts = tokenise_lines(lines, language.code, lower=True, threads=given.threads)
    fitting = sorted({text for text in texts if FEWEST <= len(text.split()) <= MOST})
    Random(given.number("seed")).shuffle(fitting)
    return fitting[:count]
