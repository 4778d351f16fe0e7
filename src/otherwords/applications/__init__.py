"""Applications: the purposes that sentences are said in other words for.

An application says of each unit how well it serves the purpose. Those of this package and those of
others are found by their entry points in the group `otherwords.applications`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from otherwords.plugins import find_plugin, plugin_names
from otherwords.tables.units import Units

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["GROUP", "Application", "Units", "application_names", "find_application"]

GROUP = "otherwords.applications"


class Application(ABC):
    """One purpose.

    Attributes:
        usability_weight: λ of the usability where the model has no weights for the application.
        respells: Whether a change of spelling alone (`neighbour`, `neighbor`) serves the purpose.
    """

    usability_weight: ClassVar[float] = 1.0
    respells: ClassVar[bool] = True

    @abstractmethod
    def usability(self, units: Units) -> NDArray[np.floating]:
        """μ of each unit: how well it serves the purpose; not-a-number if it does not."""

    @property
    def signature(self) -> str:
        """What μ depends on beside the application, as `name:value`; nothing unless told."""
        return ""


def application_names() -> list[str]:
    """The names of all applications that are installed."""
    return plugin_names(GROUP)


def find_application(name: str) -> type[Application]:
    """The application with this name; raises Error when there is none or it cannot be loaded."""
    return find_plugin(GROUP, name, Application)  # type: ignore[type-abstract]
