"""Patterns of aligned text: sentences a CPU second, patterns a sentence, and what limits cost.

    python benchmarks/patterns.py [--pairs 5000] [--analyser models/en/analyser] [--show 20]

Needs the reference data and an analyser that the core trained.
"""

from __future__ import annotations

import argparse
import lzma
import os
import random
import time
from itertools import islice
from pathlib import Path

from otherwords._core import Analyser
from otherwords.align.columns import bitext, links
from otherwords.align.texts import AlignOptions, align_texts
from otherwords.learn.patterns.induction import InducedPatterns, induce, patterns_of
from otherwords.text.tokens import tokenise_lines

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared")) / "data"


def read(language: str, count: int) -> list[str]:
    path = DATA / "corpora" / "europarl" / f"europarl-p1.en-fr.{language}.xz"
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return tokenise_lines(list(islice(file, count)), language, threads=1)


def show(name: str, sentences: int, seconds: float, more: str = "") -> None:
    print(f"{name}: {seconds:.2f} CPU s, {sentences / seconds:,.0f} sentences/s{more}", flush=True)


def analyse(english: list[str], path: Path) -> tuple[list[str], list[str]]:
    """Tags and heads of each sentence."""
    analyser = Analyser(str(path))
    before = time.process_time()
    words = [line.split() for line in english]
    tags, _, heads, _, _ = analyser.analyse(words, True, False, True, False, False)
    show("analysis", len(english), time.process_time() - before)
    return [" ".join(each) for each in tags], [" ".join(map(str, each)) for each in heads]


def tell(found: InducedPatterns, sentences: int) -> None:
    counts, total = found.counts, found.counts.patterns
    print(
        f"{total / sentences:.1f} patterns a sentence, "
        f"{counts.left_out / (total + counts.left_out):.2%} more beyond the limits, "
        f"{counts.long_subtrees / sentences:.1f} subtrees too long"
    )
    for name in ("paired", "unaligned", "torn", "too_long", "gapped"):
        print(f"  {name.replace('_', ' ')}: {getattr(counts, name) / total:.1%}")
    print(
        f"{found.pairs.num_rows:,} rows; {len(found.pairs['pattern_id'].unique()):,} patterns, "
        f"{len(found.pairs['pivot_id'].unique()):,} pivot patterns"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5_000, help="of Europarl, English and French")
    parser.add_argument("--analyser", type=Path, default=REPOSITORY / "models" / "en" / "analyser")
    parser.add_argument("--show", type=int, default=0, help="pairs to show, chosen by chance")
    options = parser.parse_args()
    if not options.analyser.exists():
        parser.error(f"there is no analyser at {options.analyser}; give one with --analyser")
    english, french = read("en", options.pairs), read("fr", options.pairs)
    lower, other = ([line.lower() for line in side] for side in (english, french))
    alignment = links(list(align_texts(lower, other, AlignOptions(method="grow-diag", threads=1))))
    tags, heads = analyse(english, options.analyser)
    text = bitext(lower, other)

    before = time.process_time()
    found = induce(text, alignment, tags, heads, threads=1)
    show("induction with pivots", len(english), time.process_time() - before)
    tell(found, len(english))

    before = time.process_time()
    listed = patterns_of(english, tags, heads)
    seconds = time.process_time() - before
    show("patterns of sentences", len(english), seconds, f", {listed.num_rows:,} patterns")

    rows = found.pairs.select(["pattern", "pivot_pattern", "count"]).to_pylist()
    for row in random.Random(1).sample(rows, min(options.show, len(rows))):
        print(f"{row['count']}\t{row['pattern']}\t{row['pivot_pattern']}")


if __name__ == "__main__":
    main()
