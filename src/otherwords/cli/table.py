"""`otherwords table`: build, look up, convert, merge and describe paraphrase tables."""

from __future__ import annotations

import argparse

from otherwords.cli import (
    table_build,
    table_convert,
    table_info,
    table_lookup,
    table_merge,
)

_ACTIONS = {
    "build": table_build,
    "info": table_info,
    "lookup": table_lookup,
    "convert": table_convert,
    "merge": table_merge,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, module in _ACTIONS.items():
        action = actions.add_parser(
            name, help=module.HELP, description=module.HELP, allow_abbrev=False
        )
        module.add_arguments(action)


def run(options: argparse.Namespace) -> int:
    """Does what is asked for."""
    return int(_ACTIONS[options.action].run(options))
