"""Applications: the purposes that sentences are said in other words for.

An application says of each unit how well it serves the purpose. Those of this package and those of
others are found by their entry points in the group `otherwords.applications`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from otherwords._core import Error
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
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP).names)


def find_application(name: str) -> type[Application]:
    """The application with this name; raises Error when there is none or it cannot be loaded."""
    from importlib.metadata import entry_points

    found = list(entry_points(group=GROUP, name=name))
    if not found:
        known = ", ".join(application_names()) or "none"
        raise Error(f"there is no application {name!r}; installed: {known}")
    try:
        loaded = found[0].load()
    except (ImportError, AttributeError) as error:
        raise Error(f"the application {name!r} ({found[0].value}) cannot be loaded: {error}") from (
            error
        )
    if not (isinstance(loaded, type) and issubclass(loaded, Application)):
        raise Error(
            f"{found[0].value}, registered as {name!r}, is no application; "
            "derive it from otherwords.Application"
        )
    return loaded
