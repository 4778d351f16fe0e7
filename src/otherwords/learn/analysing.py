"""Which analyser a recipe works with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from otherwords._core import Error
from otherwords.files import name_of, stamp_of
from otherwords.learn.recipe import Recipe
from otherwords.model import Model, default_folder
from otherwords.text.analysis import SPACY, Analyser, open_analyser


@dataclass(frozen=True)
class Backend:
    """An analyser, by what opens it wherever a part of a corpus is worked on.

    Attributes:
        language: Of the analyser.
        name: One of `BACKENDS`.
        path: The file of our own.
        stamp: That of the file, so that one in its place is opened anew.
    """

    language: str
    name: str
    path: Path | None = None
    stamp: tuple[int, int, int] | None = None

    def open(self, threads: int = 1) -> Analyser:
        """One for each process. Raises Error if it is not there."""
        return _opened(self, threads)


@cache
def _opened(backend: Backend, threads: int) -> Analyser:
    return open_analyser(backend.language, backend.name, backend.path, threads=threads)


def backend_of(recipe: Recipe) -> Backend | None:
    """The analyser that a recipe names or needs; None if it does neither. Raises Error if it cannot
    be opened: better now than after hours of work.
    """
    if recipe.analyser == SPACY:
        return Backend(recipe.language, SPACY)
    if recipe.analyser:
        path: Path | None = recipe.beside(recipe.analyser)
    elif not recipe.needs_analyser:
        return None
    else:
        path = _default_file(recipe.language)
    if path is None:
        raise Error(
            f"{name_of(recipe.path)}: this recipe needs an analyser for {recipe.language!r}; "
            'name one with analyser = "FILE", or analyser = "spacy"'
        )
    backend = Backend(recipe.language, "core", path, stamp_of(path))
    backend.open()
    return backend


def _default_file(language: str) -> Path | None:
    """The analyser of the model that is used where none is named, if it is of this language."""
    try:
        folder = default_folder()
    except Error:
        return None
    model = Model(folder)
    return model.analyser_file if model.language == language else None
