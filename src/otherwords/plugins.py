"""Plug-ins: classes of this package and of others, found by the names of their entry points."""

from __future__ import annotations

from typing import TypeVar

from otherwords._core import Error

_Base = TypeVar("_Base")


def plugin_names(group: str) -> list[str]:
    """The names of all that are installed in a group."""
    from importlib.metadata import entry_points

    return sorted(entry_points(group=group).names)


def find_plugin(group: str, name: str, base: type[_Base]) -> type[_Base]:
    """The class with this name; raises Error when there is none, it cannot be loaded, or it is not
    derived from the base.
    """
    from importlib.metadata import entry_points

    what = base.__name__.lower()
    found = list(entry_points(group=group, name=name))
    if not found:
        known = ", ".join(plugin_names(group)) or "none"
        raise Error(f"there is no {what} {name!r}; installed: {known}")
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
