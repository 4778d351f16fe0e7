"""`otherwords corpus pairs`: sentence pairs from news articles about the same event."""

from __future__ import annotations

import argparse
import os
import sys

from otherwords.files import writing
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
        type=float,
        default=_DEFAULTS.similarity,
        help="least cosine of an article and its cluster (default 0.25)",
    )
    add(
        "--days",
        type=float,
        default=_DEFAULTS.days,
        help="most days between an article and the one before it; 0 for no limit (default 3)",
    )
    add(
        "--distance",
        type=int,
        default=_DEFAULTS.distance,
        help="most words to insert and delete (default 12)",
    )
    add(
        "--share",
        type=float,
        default=_DEFAULTS.share,
        help="the same as a share of the words of the longer sentence (default 0.6)",
    )
    add(
        "--ratio",
        type=float,
        default=_DEFAULTS.ratio,
        help="least length of the shorter sentence, as a share of the longer one (default 2/3)",
    )
    add("--shortest", type=int, default=_DEFAULTS.shortest, help="least words (default 5)")
    add("--longest", type=int, default=_DEFAULTS.longest, help="most words (default 80)")
    add(
        "--substitutions",
        action="store_true",
        help="count a word in place of another as one edit, not as two",
    )
    add("--threads", type=int, default=0, help="how many to use (default: one a core)")


def run(options: argparse.Namespace) -> int:
    """Writes a table of pairs, and on the standard error how many there are."""
    mining = NewsOptions(
        language=options.language,
        recluster=options.recluster,
        similarity=options.similarity,
        days=options.days,
        distance=options.distance,
        share=options.share,
        ratio=options.ratio,
        shortest=options.shortest,
        longest=options.longest,
        substitutions=options.substitutions,
    )
    report = NewsReport()
    articles = (item for path in options.articles for item in read_articles(path, options.language))
    pairs = mine_pairs(articles, mining, report=report, threads=options.threads)
    with writing(options.output) as fd, os.fdopen(fd, "w", encoding="utf-8", closefd=False) as file:
        print("source", "target", "distance", "cluster", sep="\t", file=file)
        for pair in pairs:
            cells = (pair.source, pair.target, str(pair.distance), pair.cluster)
            print("\t".join(" ".join(cell.split()) for cell in cells), file=file)
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
