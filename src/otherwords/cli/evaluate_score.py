"""`otherwords evaluate score`: figures of one system's outputs."""

from __future__ import annotations

import argparse
import json

from otherwords.cli.evaluated import add_data_arguments, data_of, labels_of, measured_of
from otherwords.evaluate.data import read_system
from otherwords.files import name_of

HELP = "figures of a system's outputs, with intervals and signatures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    parser.add_argument(
        "output",
        nargs="?",
        default="-",
        metavar="OUTPUT",
        help="one output a line, or what `--json` prints (default: stdin)",
    )
    add_data_arguments(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a figure")


def run(options: argparse.Namespace) -> int:
    """Prints the figures."""
    data = data_of(options)
    system = read_system(name_of(options.output), options.output, data, labels_of(options))
    measured = measured_of(options, [system], data)
    width = max(len(each.name) for each in measured)
    for each in measured:
        (figure,) = each.figures
        value, digits = figure.value, each.decimals
        if options.json:
            content = {
                "metric": each.name,
                "value": value.value,
                "low": value.low,
                "high": value.high,
                "signature": figure.signature,
            }
            print(json.dumps(content, ensure_ascii=False))
        else:
            print(
                f"{each.name:<{width}} {value.value:>8.{digits}f} "
                f"[{value.low:.{digits}f}, {value.high:.{digits}f}]  {figure.signature}"
            )
    return 0
