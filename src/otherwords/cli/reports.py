"""What building or opening a table has to tell."""

from __future__ import annotations

import sys

from otherwords._core import WriteReport
from otherwords.tables import BuildReport, InputReport, Table, TextOptions, open_table


def summary(report: BuildReport) -> str:
    """What a person wants to know about a build."""
    lines = []
    for source in report.inputs:
        lines += complaints(source)
        if source.held.patterns:
            lines.append(
                f"{source.name}: {plural(source.held.patterns, 'rule')} with slots left out"
            )
        for why, count in source.held.left_out.items():
            lines.append(f"{source.name}: {plural(count, 'rule')} left out: {why}")
    written = report.written
    lines.append(f"{contents(written)}, {plural(written.words, 'word')}")
    if written.duplicates:
        lines.append(f"{plural(written.duplicates, 'entry')} left out for a better one of the pair")
    if written.quantisation_errors:
        errors = ", ".join(f"{error:.4f}" for error in written.quantisation_errors)
        lines.append(f"quantised; largest error of each score: {errors}")
    return "\n".join(lines)


def contents(written: WriteReport) -> str:
    """What a new table holds."""
    sources = plural(written.sources, "source phrase")
    return f"{plural(written.entries, 'entry')} of {sources}"


def plural(count: int, noun: str) -> str:
    """The noun with its number: `1 entry`, `2,000 entries`."""
    several = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{count:,} {noun if count == 1 else several}"


def complaints(report: InputReport) -> list[str]:
    """The broken lines of an input: the first ten and how many there are."""
    held = report.held
    lines = [f"{report.name}:{number}: left out: {why}" for number, why in held.first_broken]
    if held.broken:
        verb = "is" if held.broken == 1 else "are"
        lines.append(f"{report.name}: {held.broken:,} of {held.lines:,} lines {verb} broken")
    return lines


def open_reporting(path: str, *, options: TextOptions | None = None) -> Table:
    """Opens a table file or a text; what is wrong with the text goes to the standard error."""

    def tell(report: BuildReport) -> None:
        for source in report.inputs:
            for line in complaints(source):
                print(line, file=sys.stderr)

    return open_table(path, options=options, report=tell)
