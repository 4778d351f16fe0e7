"""`otherwords rate results`: distributions, agreement, and which systems differ."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from otherwords.cli.rating import add_project_argument, opened
from otherwords.cli.reports import plural

if TYPE_CHECKING:
    from otherwords.evaluate.significance import Interval
    from otherwords.server.rating.protocols import Measure
    from otherwords.server.rating.results import Results

HELP = "print labels of each judge, means, agreement, and which systems differ"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_project_argument(parser)
    parser.add_argument("--json", action="store_true", help="JSON instead of text")


def run(options: argparse.Namespace) -> int:
    """Prints the figures."""
    import json

    from otherwords.server.rating.export import figures
    from otherwords.server.rating.projects import find_project
    from otherwords.server.rating.results import Results

    with opened(options) as database:
        results = Results(database, find_project(database, options.project))
    if options.json:
        print(json.dumps(figures(results), ensure_ascii=False))
        return 0
    print(
        f"{plural(len(results.items), 'item')}, {plural(len(results.said), 'judgement')} of "
        f"{plural(len(results.progress), 'judge')}, {plural(results.changes, 'change')} of mind"
    )
    if results.said:
        for measure in results.measures:
            _print_measure(results, measure)
    return 0


def _print_measure(results: Results, measure: Measure) -> None:
    print(f"\n{measure.title}")
    _print_table(
        ["", "", *(f"{value} %" for value in measure.values), "n"],
        (
            [
                row.group,
                row.judge,
                *(_fixed(100 * share, 2) for share in row.shares.values()),
                str(row.number),
            ]
            for row in results.distributions
            if row.measure == measure.name
        ),
    )
    _print_table(
        ["", "items", "mean", "interval", "by all", "interval"],
        (
            [row.group, str(row.items), *_with_range(row.mean), *_with_range(row.by_all)]
            for row in results.figures
            if row.measure == measure.name
        ),
    )
    for row in results.agreement:
        if row.measure != measure.name:
            continue
        when = "" if results.project.current_pass == 1 else "first " if row.number else "final "
        for pair in row.pairs:
            print(
                f"{when}{pair.first} and {pair.second}: {plural(pair.items, 'item')}, agreement "
                f"{pair.observed.value:.1%}, kappa with P(E) = 1/{len(measure.values)} "
                f"{_shown(pair.uniform)}, Cohen's kappa {_shown(pair.cohen)}"
            )
        if row.nominal is not None:
            ordinal = f", ordinal {_shown(row.ordinal)}" if row.ordinal else ""
            print(
                f"{when}Krippendorff's alpha of {plural(row.items, 'item')}: nominal "
                f"{_shown(row.nominal)}{ordinal}"
            )
    for compared in results.comparisons:
        if compared.measure == measure.name:
            print(
                f"{compared.second} less {compared.first}: {_shown(compared.result.difference)} on "
                f"{plural(compared.sources, 'source')}, p {compared.result.p:.3f}, with Holm "
                f"{compared.adjusted:.3f}"
            )


def _print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    lines = [head, *rows]
    if len(lines) == 1:
        return
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (
            f"{cell:<{width}}" if not head[place] else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def _fixed(value: float, digits: int) -> str:
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def _with_range(interval: Interval | None) -> list[str]:
    if interval is None:
        return ["–", "–"]
    return [_fixed(interval.value, 3), _range(interval)]


def _range(interval: Interval) -> str:
    return "–" if math.isnan(interval.low) else f"{interval.low:.3f} to {interval.high:.3f}"


def _shown(interval: Interval | None) -> str:
    if interval is None:
        return "–"
    return f"{_fixed(interval.value, 3)} ({_range(interval)})"
