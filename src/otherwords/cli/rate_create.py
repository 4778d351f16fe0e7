"""`otherwords rate create`: makes a project of a file of paraphrases."""

from __future__ import annotations

import argparse
from pathlib import Path

from otherwords.cli.numbers import positive, whole
from otherwords.cli.rating import add_address_argument, add_database_argument, link_of
from otherwords.cli.reports import plural

HELP = "make a project of a file of paraphrases, and print the link of its organiser"
_PROTOCOLS = ("spg", "pr", "mcpg", "pp")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add(
        "items",
        metavar="FILE",
        help="TSV or JSONL with source, paraphrase and system, and where wanted application, "
        "reference and instances; or what `otherwords tune units` writes",
    )
    add("--protocol", required=True, choices=_PROTOCOLS, help="what judges are asked")
    add("--name", metavar="NAME", help="of the project (default: that of the file)")
    add("--panel", type=positive, default=0, metavar="N", help="share items out among N judges")
    add(
        "--each",
        type=positive,
        metavar="N",
        help="judges of the panel who judge an item (default: 1)",
    )
    add(
        "--shared",
        type=whole,
        default=0,
        metavar="N",
        help="items that all judges of the panel judge, to see how far they agree (default: 0)",
    )
    add("--seed", type=whole, default=1, help="of the order of items (default: 1)")
    add("--language", default="en", metavar="CODE", help="of the sentences of units (default: en)")
    add_database_argument(parser)
    add_address_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Makes the project, and the database if there is none."""
    from otherwords.server.rating.assignment import Panel
    from otherwords.server.rating.database import Database
    from otherwords.server.rating.items import read_items
    from otherwords.server.rating.projects import create_project
    from otherwords.server.rating.scales import protocol_of

    each = options.each or (1 if options.panel else 0)
    panel = Panel(options.panel, each, options.shared, options.seed % (1 << 31))
    items = read_items(options.items, options.language)
    name = options.name or Path(options.items).name.partition(".")[0]
    database = Database(options.database)
    try:
        database.migrate()
        token = create_project(database, name, protocol_of(options.protocol), items, panel)
    finally:
        database.close()
    systems = len({system for item in items for system in item.systems})
    print(f"{name}: {plural(len(items), 'item')} of {plural(systems, 'system')}")
    print(f"organiser: {link_of(options, token)}")
    return 0
