"""Corpora: cleaning, pairs from news, sentence alignment. CPU seconds, since machines are shared.

python benchmarks/corpora.py [--pairs 100000]
"""

from __future__ import annotations

import argparse
import lzma
import os
import resource
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from otherwords._core import align_sentences, near_pairs
from otherwords.learn.corpora import (
    Batch,
    CleaningOptions,
    CleaningReport,
    prepare,
    read_pairs,
    write_corpus,
)
from otherwords.learn.corpora.news import read_articles
from otherwords.learn.corpora.news_pairs import NewsOptions, NewsReport, mine_pairs
from otherwords.text import tokenise_lines

REPOSITORY = Path(__file__).resolve().parent.parent
CORPORA = (
    Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared")) / "data" / "corpora"
)


def measure_cleaning(most: int) -> None:
    paths = [CORPORA / "europarl" / f"europarl-p1.en-fr.{side}.xz" for side in ("en", "fr")]

    def limited() -> Iterator[Batch]:
        return islice(read_pairs("moses", paths), most // 10_000)

    with tempfile.TemporaryDirectory() as folder:
        report = CleaningReport()
        start = time.process_time()
        options = CleaningOptions(target_language="fr", lower=True)
        write_corpus(Path(folder, "corpus"), prepare(limited(), options, report=report, threads=1))
        seconds = time.process_time() - start
    print(f"cleaning: {report.read:,} pairs, {report.read / seconds:,.0f} a second")


def measure_news() -> None:
    path = CORPORA / "ecbplus" / "ecbplus.jsonl.xz"
    articles = list(read_articles(path))
    report = NewsReport()
    start = time.process_time()
    list(mine_pairs(articles, NewsOptions(), report=report, threads=1))
    seconds = time.process_time() - start
    print(
        f"news: {report.articles:,} articles, {report.possible:,} pairs of sentences, "
        f"{report.compared:,} compared, {report.pairs:,} kept in {seconds:.2f} s"
    )
    lines = [line for article in articles for line in tokenise_lines(article.sentences, lower=True)]
    start = time.process_time()
    found = near_pairs(
        [lines],
        distance=12,
        share=0.6,
        ratio=2 / 3,
        shortest=5,
        longest=80,
        substitutions=False,
        threads=1,
    )[0]
    seconds = time.process_time() - start
    print(
        f"as one cluster: {found.sentences:,} sentences, {found.compared:,} compared, "
        f"{len(found.pairs):,} kept in {seconds:.2f} s"
    )


def measure_alignment() -> None:
    with lzma.open(CORPORA / "bible" / "bible-english.tsv.xz", "rt", encoding="utf-8") as file:
        rows = [line.split("\t") for line in file][1:]
    one = [row[1].lower() for row in rows]
    other = [row[3].lower() for row in rows]
    start = time.process_time()
    beads = align_sentences(one, other)
    seconds = time.process_time() - start
    right = sum(
        bead.first_begin == bead.second_begin and bead.first_end == bead.second_end
        for bead in beads
    )
    print(
        f"alignment: {len(one):,} sentences of two translations in {seconds:.1f} s, "
        f"{100 * right / len(beads):.2f} % of {len(beads):,} beads join the same verses"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    options = parser.parse_args()
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}; set OTHERWORDS_SHARED to where they are")
        return
    measure_cleaning(options.pairs)
    measure_news()
    measure_alignment()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"peak memory {peak / 1024:,.0f} MiB")


if __name__ == "__main__":
    main()
