"""`otherwords corpus pairs`: sentence pairs from news articles about the same event."""

from __future__ import annotations

import argparse
import sys

from otherwords.cli.actions import chosen
from otherwords.cli.numbers import not_negative, whole
from otherwords.cli.pair_table import write_pairs
from otherwords.learn.corpora.news import read_articles
from otherwords.learn.corpora.news_pairs import NewsOptions, NewsReport, mine_pairs

HELP = "find sentence pairs in news articles about the same event"

_DEFAULTS = NewsOptions()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("articles", nargs="+", metavar="ARTICLES", help=".jsonl or .tsv files, or folders")
    add("-o", "--output", default="-", metavar="FILE", help="where to write (default: stdout)")
    add("--language", default=_DEFAULTS.language, metavar="CODE", help="(default en)")
    add("--recluster", action="store_true", help="find clusters even if the articles name theirs")
    add(
        "--similarity",
        type=not_negative,
        default=_DEFAULTS.similarity,
        help="least cosine of an article and its cluster (default 0.25)",
    )
    add(
        "--days",
        type=not_negative,
        default=_DEFAULTS.days,
        help="most days between an article and the one before it; 0 for no limit (default 3)",
    )
    add(
        "--distance",
        type=whole,
        default=_DEFAULTS.distance,
        help="most words to insert and delete (default 12)",
    )
    add(
        "--share",
        type=not_negative,
        default=_DEFAULTS.share,
        help="the same as a share of the words of the longer sentence (default 0.6)",
    )
    add(
        "--ratio",
        type=not_negative,
        default=_DEFAULTS.ratio,
        help="least length of the shorter sentence, as a share of the longer one (default 2/3)",
    )
    add("--shortest", type=whole, default=_DEFAULTS.shortest, help="least words (default 5)")
    add("--longest", type=whole, default=_DEFAULTS.longest, help="most words (default 80)")
    add(
        "--substitutions",
        action="store_true",
        help="count a word in place of another as one edit, not as two",
    )
    add("--threads", type=whole, default=0, help="how many to use (default: one a core)")


def run(options: argparse.Namespace) -> int:
    """Writes a table of pairs, and on the standard error how many there are."""
    mining, report = chosen(NewsOptions, options), NewsReport()
    articles = (item for path in options.articles for item in read_articles(path, options.language))
    pairs = mine_pairs(articles, mining, report=report, threads=options.threads)
    rows = ((pair.source, pair.target, str(pair.distance), pair.cluster) for pair in pairs)
    write_pairs(options.output, ("source", "target", "distance", "cluster"), rows)
    print(summary(report), file=sys.stderr)
    return 0


def summary(report: NewsReport) -> str:
    """What a person wants to know about mining."""
    return "\n".join(
        [
            f"{report.articles:,} articles, {report.clusters:,} clusters of two or more",
            f"{report.sentences:,} sentences, {report.repeated:,} of them repeated",
            f"{report.possible:,} pairs of sentences, {report.compared:,} compared",
            f"left out: {report.punctuation:,} that differ in punctuation only, "
            f"{report.duplicates:,} duplicates",
            f"{report.pairs:,} pairs, mean distance {report.mean_distance:.2f}, "
            f"mean length {report.mean_length:.1f} words",
        ]
    )
