"""Purposes: an application, or a system to compare it with, and the weights that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from otherwords.applications import Application, find_application
from otherwords.baselines import System, open_system
from otherwords.errors import OptionError
from otherwords.model import Model, Weights
from otherwords.option_checks import wrong


@dataclass(frozen=True)
class Purpose:
    """What sentences are said in other words for.

    Attributes:
        name: What its weights are called.
        application: It decides which units are kept, and how usable they are.
        system: What stands in place of an application, if anything does.
    """

    name: str
    application: Application
    system: System | None = None

    def weights(self, model: Model, *, confident: bool = False) -> Weights:
        """The weights that the model has for it, perhaps others with a limit of confidence; none
        for a table that is not used.
        """
        if self.system is not None:
            return self.system.weights(model)
        usability = self.application.usability_weight
        return model.weights(self.name, usability=usability, confident=confident)


def choose(
    application: object,
    system: str | System | None = None,
    options: Mapping[str, Any] | None = None,
) -> Purpose:
    """An application, or a system instead of it. Raises Error when there is none.

    Args:
        application: Its name, or one of your own.
        system: Likewise.
        options: What the system is told.
    """
    if system is not None:
        opened = open_system(system, options or {})
        return Purpose(opened.name, opened.application, opened)
    if options:
        raise OptionError(f'{min(options)} is for a system; name it: system="wn"')
    if isinstance(application, Application):
        return Purpose(type(application).__name__.lower(), application)
    if not isinstance(application, str):
        raise wrong("application", application, "the name of an application or an Application")
    return Purpose(application, find_application(application)())
