"""`otherwords model info`: the card of a model."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from otherwords.card import card_of
from otherwords.model import Model, default_folder, folder_of

HELP = "print the card of a model: corpora, sizes, weights, figures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    parser.add_argument(
        "model", nargs="?", metavar="MODEL", help="its folder or name (default: en)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(options: argparse.Namespace) -> int:
    """Prints the card on the standard output."""
    folder = folder_of(options.model) if options.model else default_folder()
    card = card_of(Model(folder))
    print(json.dumps(card, ensure_ascii=False) if options.json else "\n".join(_lines(card)))
    return 0


def _lines(card: dict[str, Any]) -> Iterator[str]:
    yield f"{card['name']} ({card['language']}), {card['bytes']:,} bytes, {card['digest']}"
    yield from (card[key] for key in ("description", "licence") if key in card)
    if card["corpora"]:
        yield "\ncorpora"
        for corpus in card["corpora"]:
            yield f"  {corpus['name']}"
            yield from (f"    {key}: {value}" for key, value in corpus.items() if key != "name")
    yield "\ntables"
    for name, table in card["tables"].items():
        sizes = f"{table['entries']:,} entries of {table['sources']:,} sources"
        kind = "" if table["kind"] == "phrases" else f"{table['kind']}, "
        yield f"  {name}: {kind}{sizes}, {table['bytes']:,} bytes"
        yield f"    scores: {', '.join(table['scores'])}"
    lm = card["lm"]
    counts = ", ".join(f"{count:,}" for count in lm["n-grams"])
    yield f"\nlanguage model\n  n-grams by order: {counts}; {lm['bytes']:,} bytes"
    if card["casing"] is not None:
        yield f"\ncasing\n  {card['casing']['words']:,} words with capitals"
    if card["analyser"] is not None:
        yield "\nanalyser\n  {backend}, {bytes:,} bytes".format(**card["analyser"])
    yield "\nweights"
    for name, weights in card["weights"].items():
        numbers = [f"{key} {weights[key]:g}" for key in ("lm", "self", "usability")]
        for table, own in weights["tables"].items():
            numbers.append(f"{table} {' '.join(f'{number:g}' for number in own) or 'not used'}")
        yield f"  {name}: {', '.join(numbers)}{'' if weights['tuned'] else ' (not tuned)'}"
    if card["figures"]:
        yield "\nfigures"
        yield from (f"  {key}: {value}" for key, value in card["figures"].items())
