"""`otherwords table lookup`: how a phrase can be said, for people to read."""

from __future__ import annotations

import argparse
import json
import math

from otherwords.cli.reports import open_reporting, plural
from otherwords.tables import Entry, Table

HELP = "show the paraphrases of a phrase"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("table", metavar="TABLE", help="a table file, or a text")
    add("phrase", nargs="+", metavar="PHRASE", help="its words, as they are in the table")
    add("-n", type=_number, default=20, metavar="N", help="show the N best (default 20)")
    add("--json", action="store_true", help="one JSON object")


def run(options: argparse.Namespace) -> int:
    """Shows the best entries on the standard output."""
    table = open_reporting(options.table)
    # Bytes of the command line that are no UTF-8 are in no table, but can be shown.
    typed = " ".join(options.phrase).encode("utf-8", "surrogateescape")
    phrase = " ".join(typed.decode("utf-8", "backslashreplace").split())
    entries = table.lookup(phrase)
    if options.json:
        print(as_json(table, phrase, entries[: options.n]))
    elif entries:
        print(as_text(table, phrase, entries, options.n))
    else:
        print(apology(table, phrase))
    return 0


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def as_json(table: Table, phrase: str, entries: list[Entry]) -> str:
    """The entries for programs."""
    return json.dumps(
        {
            "source": phrase,
            "entries": [
                {
                    "target": entry.target,
                    "scores": dict(zip(table.score_names, entry.scores, strict=True)),
                    "count": entry.count,
                    "tags": entry.tags,
                    "alignment": entry.alignment,
                }
                for entry in entries
            ],
        },
        ensure_ascii=False,
    )


def as_text(table: Table, phrase: str, entries: list[Entry], limit: int) -> str:
    """The entries for people: numbers aligned on the right, words last."""
    shown = entries[:limit]
    # A score that is no log of a probability (PPDB2.0Score) is shown as it is.
    is_log = all(entry.scores[0] <= 0 for entry in shown)
    first, *others = table.score_names
    columns: list[list[str]] = []
    if is_log:
        columns.append(["prob.", *(f"{math.exp(entry.scores[0]):.4g}" for entry in shown)])
    columns.append([first, *(f"{entry.scores[0]:.3f}" for entry in shown)])
    for place, name in enumerate(others, start=1):
        columns.append([name, *(f"{entry.scores[place]:.3f}" for entry in shown)])
    if table.has_counts:
        columns.append(["count", *("" if e.count is None else f"{e.count:,}" for e in shown)])
    if table.has_tags:
        columns.append(["tags", *(entry.tags or "" for entry in shown)])
    targets = ["paraphrase", *(entry.target for entry in shown)]
    widths = [max(map(len, column)) for column in columns]
    lines = [f"{phrase}: {plural(len(entries), 'entry')}"]
    for target, *cells in zip(targets, *columns, strict=True):
        aligned = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append("  ".join(["", *aligned, target]))
    if len(entries) > len(shown):
        lines.append(f"  … and {len(entries) - len(shown):,} more (-n {len(entries)} shows all)")
    return "\n".join(lines)


def apology(table: Table, phrase: str) -> str:
    """That there is nothing, and what there is instead."""
    words = phrase.split()
    known: dict[tuple[int, int], int] = {}
    for match in table.matches(words):
        span = (match.begin, match.end)
        known[span] = known.get(span, 0) + 1
    lines = [f"nothing is known for: {phrase}"]
    lower = phrase.lower()
    if lower != phrase and (count := len(table.lookup(lower))):
        lines.append(f"in lower case there is: {lower} ({plural(count, 'entry')})")
    # The longest known parts: those that lie in no other.
    parts = {
        (begin, end): count
        for (begin, end), count in known.items()
        if not any(a <= begin and end <= b and (a, b) != (begin, end) for a, b in known)
    }
    if parts:
        lines.append("known parts of it:")
        for (begin, end), count in parts.items():
            lines.append(f"  {' '.join(words[begin:end])} ({plural(count, 'entry')})")
    return "\n".join(lines)
