"""The parser of the command line: says what is allowed, and what was probably meant."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from otherwords.nearest import nearest


class Parser(argparse.ArgumentParser):
    """Takes no abbreviations, here and in all commands: an option added later would break them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **options})

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Refuses what is not known here already, where the options of the command are known."""
        parsed, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(self._complaint(unknown))
        return parsed, unknown

    def _complaint(self, unknown: Sequence[str]) -> str:
        options = [word.split("=")[0] for word in unknown if word.startswith("-")]
        if not options:
            return f"unexpected argument {unknown[0]!r}"
        hint = _hint(options[0], self._option_string_actions) or f"; see {self.prog} --help"
        return f"there is no option {options[0]}{hint}"

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        if isinstance(action, argparse._SubParsersAction):
            hint = _hint(value, known) or f"; it has {', '.join(known)}"
            self.error(f"{self.prog} has no command {value!r}{hint}")
        raise argparse.ArgumentError(
            action, f"{value!r} is not one of {', '.join(known)}" + _hint(value, known)
        )


def _hint(name: str, known: Iterable[str]) -> str:
    meant = nearest(name, known)
    return "" if meant is None else f"; did you mean {meant}?"
