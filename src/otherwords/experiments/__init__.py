"""Experiments of papers: all their figures on open data, the published ones beside ours.

A folder of `recipes/` has what an experiment is made from: recipes of models, `paper.toml` with its
settings, and what readers said. Which experiments it names are found by their entry points in the
group `otherwords.experiments`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

from otherwords._core import Error
from otherwords.errors import OptionError
from otherwords.experiments.given import Given, Setting
from otherwords.experiments.sections import Plot, Section
from otherwords.experiments.verdicts import Questions
from otherwords.plugins import find_plugin

__all__ = ["GROUP", "Experiments", "Given", "Plot", "Section", "Setting", "open_experiments"]

GROUP = "otherwords.experiments"


class Experiments(ABC):
    """The experiments of one paper.

    Attributes:
        settings: What `paper.toml` or a user may set, with what it is otherwise; a value has the
            type that it has here.
        least: The smallest number of a setting, where that is not 0.
        questions: What readers are asked of each item, with the answers that there are; none where
            nobody reads.
    """

    settings: ClassVar[Mapping[str, Setting]] = {}
    least: ClassVar[Mapping[str, int]] = {}
    questions: ClassVar[Questions] = {}

    @abstractmethod
    def run(self, given: Given) -> Iterator[Section]:
        """Yields each table as soon as it is measured."""


def open_experiments(name: str) -> Experiments:
    """The experiments of this name. Raises Error when there are none."""
    try:
        return find_plugin(GROUP, name, Experiments)()  # type: ignore[type-abstract]
    except OptionError as error:  # the name is in a file, not on the command line
        raise Error(str(error)) from None
