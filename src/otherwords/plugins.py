"""Plug-ins: classes of this package and of others, found by the names of their entry points."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar

from otherwords._core import Error
from otherwords.errors import OptionError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

_Base = TypeVar("_Base")


@cache
def _installed(group: str) -> EntryPoints:
    """Looked for once: a search through all that is installed takes longer than a sentence."""
    from importlib.metadata import entry_points

    return entry_points(group=group)


def plugin_names(group: str) -> list[str]:
    """The names of all that are installed in a group."""
    return sorted(_installed(group).names)


def find_plugin(group: str, name: str, base: type[_Base]) -> type[_Base]:
    """The class with this name; raises OptionError when there is none, and Error when it cannot be
    loaded or is not derived from the base.
    """
    what = base.__name__.lower()
    found = list(_installed(group).select(name=name))
    if not found:
        known = ", ".join(plugin_names(group)) or "none"
        raise OptionError(f"there is no {what} {name!r}; installed: {known}")
    try:
        loaded = found[0].load()
    except (ImportError, AttributeError) as error:
        raise Error(f"the {what} {name!r} ({found[0].value}) cannot be loaded: {error}") from error
    if not (isinstance(loaded, type) and issubclass(loaded, base)):
        raise Error(
            f"{found[0].value}, registered as {name!r}, is no {what}; "
            f"derive it from otherwords.{base.__name__}"
        )
    return loaded
