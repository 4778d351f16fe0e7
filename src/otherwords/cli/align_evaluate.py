"""`otherwords align evaluate`: precision, recall and error rate of alignments."""

from __future__ import annotations

import argparse
import json
import math

from otherwords.align.evaluate import AlignmentReport, Quality, evaluate, read_gold
from otherwords.align.pharaoh import read_links
from otherwords.files import name_of

HELP = "compare alignments with a gold standard of sure and possible links"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("gold", metavar="GOLD", help="JSON lines: source, target, sure, possible")
    parser.add_argument(
        "alignment", nargs="?", default="-", metavar="LINKS", help="the links (default: stdin)"
    )
    parser.add_argument("--json", action="store_true", help="JSON instead of text")


def run(options: argparse.Namespace) -> int:
    """Prints the figures."""
    gold, name = read_gold(options.gold), name_of(options.alignment)
    report = evaluate(gold, read_links(options.alignment), name=name)
    rows = {"all": report.all, "identical": report.identical, "different": report.different}
    if options.json:
        figures = {name: _figures(quality) for name, quality in rows.items()}
        print(json.dumps({"sentences": report.sentences, **figures}))
    else:
        print(_text(report, rows))
    return 0


def _figures(quality: Quality) -> dict[str, float | int | None]:
    shares = {
        "precision": quality.precision,
        "recall": quality.recall,
        "error_rate": quality.error_rate,
    }
    return {
        "links": quality.links,
        "sure": quality.sure,
        **{name: None if math.isnan(share) else share for name, share in shares.items()},
    }


def _text(report: AlignmentReport, rows: dict[str, Quality]) -> str:
    lines = [
        f"{report.sentences:,} sentence pairs",
        "words         links     sure  precision   recall      AER",
    ]
    for name, quality in rows.items():
        shares = (quality.precision, quality.recall, quality.error_rate)
        precision, recall, error_rate = ("–" if math.isnan(x) else f"{x:.2%}" for x in shares)
        lines.append(
            f"{name:<10} {quality.links:>8,} {quality.sure:>8,} "
            f"{precision:>10} {recall:>8} {error_rate:>8}"
        )
    return "\n".join(lines)
