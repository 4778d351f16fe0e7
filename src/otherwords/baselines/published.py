"""Systems that are nothing but tables, weights and a search: those of SPG, PR and MCPG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from otherwords._core import MonteCarloMode
from otherwords.baselines import System, named_tables, tables_by_method
from otherwords.model import Model
from otherwords.searches import SearchOptions


class Baseline1(System):
    """SPG's Baseline-1: the table of comparable news alone, without a purpose."""

    name = "baseline-1"

    def tables(self, model: Model) -> Sequence[str]:
        """`pt2`."""
        return named_tables(self.name, model, "pt2")


class Baseline2(System):
    """SPG's Baseline-2: all tables, without a purpose."""

    name = "baseline-2"


class MonolingualTranslation(System):
    """PR: phrasal replacements from news clusters, scored by IBM Model 1."""

    name = "pr"

    def tables(self, model: Model) -> Sequence[str]:
        """`pr`."""
        return named_tables(self.name, model, "pr")


class MonteCarloTranslator(System):
    """MCPG as a translator: rules of the pivot tables until the whole sentence is covered."""

    name = "mcpg"
    search: ClassVar[SearchOptions] = {"search": "monte-carlo"}
    mode = MonteCarloMode.TRANSLATOR

    def tables(self, model: Model) -> Sequence[str]:
        """Those that were learnt by pivoting."""
        return tables_by_method(self.name, model, "pivot")
