"""`otherwords rate export`: judgements in files, for programs and for `otherwords tune`."""

from __future__ import annotations

import argparse
import os

from otherwords.cli.rating import add_project_argument, opened

HELP = "write judgements as CSV or JSON, or as labels that `otherwords tune` reads"
_FORMATS = ("csv", "json", "labels", "patterns")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_project_argument(parser)
    parser.add_argument(
        "--format",
        choices=_FORMATS,
        default="csv",
        help="csv: all judgements (default); json: items, judgements and results; labels: of "
        "units, for `tune`; patterns: pairs of patterns, for `tune patterns`",
    )
    parser.add_argument(
        "-o", "--output", default="-", metavar="FILE", help="(default: the standard output)"
    )


def run(options: argparse.Namespace) -> int:
    """Writes all or nothing."""
    from otherwords._core import Error
    from otherwords.files import writing
    from otherwords.server.rating.export import as_csv, as_json, as_labels, as_pattern_labels
    from otherwords.server.rating.projects import find_project
    from otherwords.server.rating.results import Results
    from otherwords.tune.labels import write_labels

    with opened(options) as database:
        results = Results(database, find_project(database, options.project))
    if options.format == "labels":
        write_labels(as_labels(results), options.output)
        return 0
    if options.format == "patterns" and results.project.protocol.name != "pp":
        raise Error("pairs of patterns are judged by the protocol pp; choose another format")
    writers = {"csv": as_csv, "json": as_json, "patterns": as_pattern_labels}
    text = writers[options.format](results)
    with writing(options.output) as fd, os.fdopen(os.dup(fd), "w", encoding="utf-8") as file:
        file.write(text)
    return 0
