"""`otherwords evaluate compare`: systems beside each other, on the terminal and as a page."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from otherwords._core import Error
from otherwords.cli.evaluated import add_data_arguments, data_of, labels_of, measured_of
from otherwords.cli.numbers import whole
from otherwords.evaluate.comparison import Figure, Measured
from otherwords.evaluate.data import Data, System, identity, read_system
from otherwords.evaluate.page import page
from otherwords.files import name_of, writing

HELP = "compare systems: a table, and an HTML page with plots and the sentences that differ most"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    parser.add_argument(
        "systems",
        nargs="+",
        metavar="[NAME=]FILE",
        help="outputs of a system, one a line or as `--json` prints them; the first is what the "
        "others are compared with",
    )
    parser.add_argument(
        "--identity", action="store_true", help="first of all, the system that changes nothing"
    )
    add_data_arguments(parser)
    add = parser.add_argument
    add("--html", metavar="FILE", help="write the page")
    add("--title", default="Systems compared", metavar="TEXT", help="of the page")
    add(
        "--sentences",
        type=whole,
        default=20,
        metavar="N",
        help="how many sentences the page shows (default 20)",
    )
    add(
        "--json",
        action="store_true",
        help="JSON instead of a table: one object a system and metric",
    )
    parser.set_defaults(refuse=parser.error)


def run(options: argparse.Namespace) -> int:
    """Prints the table, and writes the page where one is asked for."""
    data = data_of(options)
    systems = _systems(options, data)
    if len(systems) < 2:
        options.refuse("there is one system only; give several, or --identity")
    measured = measured_of(options, systems, data)
    if options.json:
        for line in _objects(systems, measured):
            print(json.dumps(line, ensure_ascii=False))
    else:
        print("\n".join(_lines(systems, measured)))
    if options.html:
        text = page(options.title, systems, measured, sentences=options.sentences)
        with writing(options.html) as fd, os.fdopen(os.dup(fd), "w", encoding="utf-8") as file:
            file.write(text)
    return 0


def _systems(options: argparse.Namespace, data: Data) -> list[System]:
    labels = labels_of(options)
    found = [identity(data)] if options.identity else []
    for given in options.systems:
        name, equals, path = given.partition("=")
        if not equals:
            name, path = Path(given).stem, given
        found.append(read_system(name or name_of(path), path, data, labels))
    names = [system.name for system in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Error(f"two systems are called {twice!r}; name them as NAME=FILE")
    return found


def _lines(systems: Sequence[System], measured: Sequence[Measured]) -> Iterator[str]:
    width = max(len(system.name) for system in systems)
    for each in measured:
        yield f"{each.name}"
        digits = each.decimals
        for system, figure in zip(systems, each.figures, strict=True):
            value = figure.value
            text = (
                f"  {system.name:<{width}} {value.value:>8.{digits}f} "
                f"[{value.low:.{digits}f}, {value.high:.{digits}f}]"
            )
            yield text + _difference(figure, digits)
    yield "signatures"
    for each in measured:
        for system, figure in zip(systems, each.figures, strict=True):
            yield f"  {system.name}: {figure.signature}"


def _difference(figure: Figure, digits: int) -> str:
    if figure.against is None:
        return ""
    gap = figure.against.difference
    return (
        f"  {gap.value:+.{digits}f} [{gap.low:+.{digits}f}, {gap.high:+.{digits}f}], "
        f"p {figure.p:.3f}"
    )


def _objects(systems: Sequence[System], measured: Sequence[Measured]) -> Iterator[dict[str, Any]]:
    for each in measured:
        for system, figure in zip(systems, each.figures, strict=True):
            content: dict[str, Any] = {
                "metric": each.name,
                "system": system.name,
                "value": figure.value.value,
                "low": figure.value.low,
                "high": figure.value.high,
                "signature": figure.signature,
            }
            if figure.against is not None:
                gap = figure.against.difference
                content["difference"] = {
                    "value": gap.value,
                    "low": gap.low,
                    "high": gap.high,
                    "p_bootstrap": figure.against.p,
                    "p_randomisation": figure.p,
                }
            yield content
