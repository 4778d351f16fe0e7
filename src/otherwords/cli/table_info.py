"""`otherwords table info`: what a table holds."""

from __future__ import annotations

import argparse
import json

from otherwords.cli.reports import open_reporting
from otherwords.files import name_of
from otherwords.tables import Table

HELP = "describe a table"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    parser.add_argument("table", metavar="TABLE", help="a table file, or a text")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(options: argparse.Namespace) -> int:
    """Describes the table on the standard output, after reading all of it."""
    table = open_reporting(options.table)
    table.verify()
    name = name_of(options.table)
    print(as_json(name, table) if options.json else as_text(name, table))
    return 0


def as_json(name: str, table: Table) -> str:
    """The description for programs."""
    return json.dumps(
        {
            "table": name,
            "entries": table.entry_count,
            "sources": table.source_count,
            "words": table.word_count,
            "longest_source": table.longest_source,
            "longest_target": table.longest_target,
            "scores": table.score_names,
            "counts": table.has_counts,
            "tags": table.has_tags,
            "alignments": table.has_alignments,
            "quantised": table.is_quantised,
            "bytes": table.file_size,
        },
        ensure_ascii=False,
    )


def as_text(name: str, table: Table) -> str:
    """The description for people."""
    each = table.entry_count / max(table.source_count, 1)
    has = [
        part
        for part, is_there in [
            ("counts", table.has_counts),
            ("tag signatures", table.has_tags),
            ("word alignments", table.has_alignments),
        ]
        if is_there
    ]
    bytes_each = table.file_size / max(table.entry_count, 1)
    rows = [
        ("entries", f"{table.entry_count:,}"),
        ("sources", f"{table.source_count:,}, {each:.1f} entries each"),
        ("words", f"{table.word_count:,}"),
        ("longest", f"source {table.longest_source} words, target {table.longest_target} words"),
        ("scores", ", ".join(table.score_names) + (" (quantised)" if table.is_quantised else "")),
        ("also", ", ".join(has) or "nothing"),
        ("size", f"{table.file_size:,} bytes, {bytes_each:.1f} an entry"),
    ]
    return "\n".join([name, *(f"  {row:<8} {value}" for row, value in rows)])
