"""`otherwords rate`: projects in which people judge paraphrases, and what came out."""

from __future__ import annotations

import argparse

from otherwords.cli import (
    rate_create,
    rate_export,
    rate_judges,
    rate_link,
    rate_migrate,
    rate_projects,
    rate_results,
    rate_second_pass,
    rate_serve,
)
from otherwords.cli.actions import Action, add_actions, run_action
from otherwords.extras import missing

_ACTIONS: dict[str, Action] = {
    "create": rate_create,
    "judges": rate_judges,
    "serve": rate_serve,
    "projects": rate_projects,
    "results": rate_results,
    "second-pass": rate_second_pass,
    "export": rate_export,
    "link": rate_link,
    "migrate": rate_migrate,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    add_actions(parser, _ACTIONS)


def run(options: argparse.Namespace) -> int:
    """Does what is asked for."""
    try:
        import alembic  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError as error:
        raise missing(f"ratings need {error.name}", "serve") from None
    return run_action(options, _ACTIONS)
