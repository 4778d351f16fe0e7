"""Baselines: systems that the applications are compared with, as the papers did.

A system takes the place of an application: which tables it uses, how these are weighted where the
model has no weights for it, which of their units it keeps, and how it searches. Or it rewrites
whole sentences by itself. Those of this package and those of others are found by their entry points
in the group `otherwords.systems`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from otherwords._core import Error, MonteCarloMode
from otherwords.applications import Application
from otherwords.applications.paraphrase import Paraphrase
from otherwords.errors import OptionError
from otherwords.model import Model, Weights
from otherwords.plugins import find_plugin, plugin_names
from otherwords.searches import SearchOptions
from otherwords.text.tokens import Tokens

__all__ = ["GROUP", "Rewriter", "Rewriting", "System", "open_system", "system_names"]

GROUP = "otherwords.systems"


class Rewriting(NamedTuple):
    """A sentence in other words, as a whole.

    Attributes:
        words: In lower case.
        tokens: For each word the source token that it carries along, or -1.
        score: The higher, the better.
    """

    words: Sequence[str]
    tokens: Sequence[int]
    score: float


class Rewriter(ABC):
    """Rewrites whole sentences. Any number of threads may use one.

    Attributes:
        name: What edits say that they come from.
    """

    name: ClassVar[str]

    @abstractmethod
    def rewrite(self, tokens: Tokens, n: int) -> Sequence[Rewriting]:
        """Up to n ways to say a sentence, best first; none if there is no other way."""


class _Everything(Paraphrase):
    """All units are kept, as the papers have it."""

    respells: ClassVar[bool] = True


class System:
    """What an application is compared with: knows no purpose, so that all units are as usable.

    Attributes:
        name: What weights of a model and signatures call it.
        lm: λ of the language model, where the model has no weights for the system,
        own: of the self table,
        entries: and of the first score of each table that it uses.
        search: How it searches unless the user says something else.
        mode: What Monte-Carlo search samples, where it is that.
        options: Which options of a user it has beside those of all systems.
        rewrites: Whether it rewrites whole sentences, without tables.
    """

    name: ClassVar[str]
    lm: ClassVar[float] = 1.0
    own: ClassVar[float] = 1.0
    entries: ClassVar[float] = 1.0
    search: ClassVar[SearchOptions] = {}
    mode: ClassVar[MonteCarloMode | None] = None
    options: ClassVar[frozenset[str]] = frozenset()
    rewrites: ClassVar[bool] = False

    def tables(self, model: Model) -> Sequence[str]:
        """The names of the tables that it uses. Raises Error if the model lacks one."""
        return model.table_names

    @property
    def application(self) -> Application:
        """What keeps units."""
        return _Everything()

    def weights(self, model: Model) -> Weights:
        """The weights that the model has for it; none for a table that is not used."""
        used = set(self.tables(model))
        given = model.weights(self.name, tables=self.entries, lm=self.lm, own=self.own)
        tables = zip(model.table_names, given.tables, strict=True)
        return replace(given, tables=tuple(each if name in used else () for name, each in tables))

    def rewriter(self, model: Model) -> Rewriter:
        """What rewrites, for a system that does. Raises Error if the model has nothing for it."""
        raise NotImplementedError


def named_tables(system: str, model: Model, *names: str) -> list[str]:
    """Tables that a system needs, by their names."""
    if missing := [name for name in names if name not in model.table_names]:
        raise Error(
            f"{system} needs the table {missing[0]}, which {model.folder} does not have; name a "
            "model that has it with -m or load(PATH) (docs/baselines.md)"
        )
    return list(names)


def tables_by_method(system: str, model: Model, method: str) -> list[str]:
    """All tables that were made by a method, which a system needs."""
    found = [name for name, made in model.table_methods.items() if made == method]
    if not found:
        raise Error(
            f'{system} needs a table that was learnt with method = "{method}", and {model.folder} '
            "has none; name a model that has one with -m or load(PATH), or learn one with a "
            "recipe such as recipes/pr/recipe.toml (docs/baselines.md)"
        )
    return found


def system_names() -> list[str]:
    """The names of all systems that are installed."""
    return plugin_names(GROUP)


def open_system(given: str | System, options: Mapping[str, Any]) -> System:
    """A system by its name, with the options that it has. Raises Error when there is none, or for
    an option that it does not have.
    """
    kind = find_plugin(GROUP, given, System) if isinstance(given, str) else type(given)
    if wrong := sorted(set(options) - kind.options):
        raise OptionError(f"the system {kind.name} has no {wrong[0]}; leave it out")
    if not isinstance(given, str):
        if options:
            raise Error(f"tell the system itself: {kind.__name__}({sorted(options)[0]}=…)")
        return given
    return kind(**options)
