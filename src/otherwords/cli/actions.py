"""Commands with actions, such as `otherwords table build`: one module an action."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping
from typing import Protocol, TypeVar

_Options = TypeVar("_Options")


class Action(Protocol):
    """What the module of an action has."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declares the options."""

    def run(self, options: argparse.Namespace) -> int:
        """Does it; returns the exit code."""


def add_actions(parser: argparse.ArgumentParser, actions: Mapping[str, Action]) -> None:
    """Declares the actions of a command and their options."""
    parsers = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, action in actions.items():
        own = parsers.add_parser(
            name, help=action.HELP, description=action.HELP, allow_abbrev=False
        )
        action.add_arguments(own)


def run_action(options: argparse.Namespace, actions: Mapping[str, Action]) -> int:
    """Does what is asked for."""
    return actions[options.action].run(options)


def chosen(kind: type[_Options], options: argparse.Namespace) -> _Options:
    """A dataclass of options, each from the one of the same name on the command line."""
    names = [field.name for field in dataclasses.fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: getattr(options, name) for name in names})
