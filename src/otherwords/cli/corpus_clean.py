"""`otherwords corpus clean`: sentence pairs of any kind, cleaned and tokenised, as Parquet."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from otherwords._core import CasingCounter
from otherwords.cli.actions import chosen
from otherwords.cli.numbers import finite, not_negative, positive, whole
from otherwords.cli.progress import LineProgress
from otherwords.learn.corpora import (
    READERS,
    Batch,
    CleaningOptions,
    CleaningReport,
    prepare,
    read_pairs,
    write_corpus,
)
from otherwords.learn.corpora.cleaning import REASONS
from otherwords.learn.corpora.readers import options_of
from otherwords.text.casing import Casing

HELP = "clean and tokenise sentence pairs, and keep them as Parquet"

_DEFAULTS = CleaningOptions()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="of the corpus, plain or compressed")
    add("-o", "--output", required=True, metavar="FOLDER", help="the folder to write")
    add("--format", choices=READERS, default="moses", help="what the files are (default moses)")
    add("--source-language", default="en", metavar="CODE", help="of the sources (default en)")
    add("--target-language", default="en", metavar="CODE", help="of the targets (default en)")
    add("--lower", action="store_true", help="put all words in lower case")
    add("--casing", metavar="FILE", help="keep how words of the sources were written")
    add("--shortest", type=positive, default=_DEFAULTS.shortest, help="least words of a side")
    add(
        "--longest",
        type=positive,
        default=_DEFAULTS.longest,
        help="most words of a side (default 80)",
    )
    add(
        "--ratio",
        type=not_negative,
        default=_DEFAULTS.ratio,
        help="how many times the words of the other side a side may have (default 9)",
    )
    add("--identical", action="store_true", help="keep pairs with the same words on both sides")
    add("--duplicates", action="store_true", help="keep pairs that occur again")
    add(
        "--columns",
        type=lambda text: text.split(","),
        metavar="LIST",
        help="where the texts are, by name or by number from 0 (tsv, jsonl, translations)",
    )
    add("--header", action="store_true", default=None, help="the first line names the columns")
    add("--score", metavar="COLUMN", help="says how good a pair is (tsv, translations)")
    add("--least", type=finite, help="least score, or least overlap of aligned sentences (works)")
    add(
        "--where",
        type=_condition,
        action="append",
        metavar="COLUMN=VALUE",
        help="use only rows with this value; may be given several times (tsv, translations)",
    )
    add("--threads", type=whole, default=0, help="how many to use (default: one a core)")


def run(options: argparse.Namespace) -> int:
    """Writes the corpus, and on the standard error what was dropped and why."""
    cleaning = chosen(CleaningOptions, options)
    report = CleaningReport()
    casing = CasingCounter() if options.casing else None
    with LineProgress() as progress:
        pairs = _counted(read_pairs(options.format, options.files, **_reading(options)), progress)
        prepared = prepare(
            pairs, cleaning, report=report, source_casing=casing, threads=options.threads
        )
        write_corpus(options.output, prepared)
    if casing is not None:
        Casing.of(*casing.forms()).write(options.casing)
    print(summary(report), file=sys.stderr)
    return 0


def summary(report: CleaningReport) -> str:
    """What a person wants to know about cleaning."""
    lines = [f"{report.kept:,} of {report.read:,} pairs kept"]
    lines += [
        f"  {report.dropped[reason]:>9,}  {why}"
        for reason, why in REASONS.items()
        if report.dropped[reason]
    ]
    lines.append(f"{report.source_words:,} words of sources, {report.target_words:,} of targets")
    return "\n".join(lines)


def _reading(options: argparse.Namespace) -> dict[str, Any]:
    """The options of the reader that were given, and the languages if it takes them."""
    given = {
        "columns": options.columns,
        "header": options.header,
        "score": options.score,
        "least": options.least,
        "where": dict(options.where) if options.where else None,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    known = options_of(options.format)
    languages = {
        "language": options.source_language,
        "source_language": options.source_language,
        "target_language": options.target_language,
    }
    return chosen | {name: code for name, code in languages.items() if name in known}


def _counted(batches: Iterable[Batch], progress: LineProgress) -> Iterator[Batch]:
    done = 0
    for batch in batches:
        done += len(batch)
        progress("pairs", done, None)
        yield batch


def _condition(text: str) -> tuple[str, str]:
    column, equals, value = text.partition("=")
    if not (column and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is not COLUMN=VALUE")
    return column, value
