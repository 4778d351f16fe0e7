"""Word alignment and phrase pairs: CPU seconds, throughput, and error rates; eflomal beside us.

    python benchmarks/align.py [--pairs 100000] [--monolingual 20000]

Needs the reference data. An aligner learns from the sentences of a gold standard followed by other
text: Europarl for the French ones, linked English sentences of Tatoeba for the English ones.
"""

from __future__ import annotations

import argparse
import lzma
import os
import resource
import time
from itertools import islice
from pathlib import Path

from otherwords.align.columns import bitext, links
from otherwords.align.evaluate import evaluate, read_gold
from otherwords.align.phrases import (
    ExtractedPhrases,
    ExtractOptions,
    count_table,
    extract,
    lexicon_from_counts,
)
from otherwords.align.texts import AlignOptions, align_texts
from otherwords.text.tokens import tokenise_lines

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared")) / "data"
PART = 50_000


def cpu_seconds() -> float:
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def read(name: str, count: int, language: str) -> list[str]:
    with lzma.open(DATA / "corpora" / name, "rt", encoding="utf-8") as file:
        return tokenise_lines(list(islice(file, count)), language, lower=True)


def europarl(count: int) -> tuple[list[str], list[str]]:
    name = "europarl/europarl-p1.en-fr"
    return read(f"{name}.en.xz", count, "en"), read(f"{name}.fr.xz", count, "fr")


def tatoeba(count: int) -> tuple[list[str], list[str]]:
    path = DATA / "corpora" / "tatoeba" / "tatoeba-direct.en-en.tsv.xz"
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    rows = rows[:: max(1, len(rows) // count)][:count]  # they are sorted
    source, target = ([row[side] for row in rows] for side in (0, 1))
    return tokenise_lines(source, "en", lower=True), tokenise_lines(target, "en", lower=True)


def measure_alignment(
    name: str, more: tuple[list[str], list[str]], options: AlignOptions
) -> list[str]:
    """Aligns a gold standard with more text behind it; the links of the latter."""
    gold = read_gold(DATA / "align" / f"{name}.jsonl")
    source = [" ".join(pair.source) for pair in gold] + more[0]
    target = [" ".join(pair.target) for pair in gold] + more[1]
    before = cpu_seconds()
    lines = list(align_texts(source, target, options))
    seconds = cpu_seconds() - before
    report = evaluate(gold, links(lines[: len(gold)]), name=name)
    shares = (report.all.error_rate, report.identical.error_rate, report.different.error_rate)
    everything, identical, different = (f"{share:.2%}" for share in shares)
    extra = f", identical {options.identical:g}" if options.identical else ""
    print(
        f"{name} and {len(more[0]):,} pairs, {options.aligner}{extra}, {options.method}: "
        f"{seconds:.1f} CPU s; precision {report.all.precision:.2%}, "
        f"recall {report.all.recall:.2%}, AER {everything} "
        f"(identical words {identical}, different {different})",
        flush=True,
    )
    return lines[len(gold) :]


def measure_extraction(text: tuple[list[str], list[str]], lines: list[str]) -> None:
    source, target = text
    before, start = cpu_seconds(), time.perf_counter()
    pairs = bitext(source, target)
    lexicon = lexicon_from_counts([count_table(pairs, links(lines))])
    occurrences = distinct = 0
    for begin in range(0, len(lines), PART):
        part = slice(begin, begin + PART)
        found: ExtractedPhrases = extract(
            bitext(source[part], target[part]),
            links(lines[part]),
            lexicon,
            ExtractOptions(target_words=False),
        )
        occurrences += int(found.pairs["count"].to_numpy().sum())
        distinct += found.pairs.num_rows
    seconds = cpu_seconds() - before
    print(
        f"extraction of {len(lines):,} pairs: {seconds:.1f} CPU s, "
        f"{time.perf_counter() - start:.1f} s; {occurrences:,} phrase pairs, "
        f"{occurrences / len(lines):.1f} a sentence, {occurrences / seconds:,.0f} a CPU second; "
        f"{distinct:,} distinct in parts of {PART:,}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000, help="of Europarl")
    parser.add_argument("--monolingual", type=int, default=20_000, help="of Tatoeba")
    options = parser.parse_args()
    bilingual, monolingual = europarl(options.pairs), tatoeba(options.monolingual)
    lines = measure_alignment("en-fr.hansards", bilingual, AlignOptions())
    measure_extraction(bilingual, lines)
    measure_alignment("en-fr.hansards", bilingual, AlignOptions(aligner="eflomal"))
    for name in ("en-en.edinburgh", "en-en.msrrte"):
        for chosen in (
            AlignOptions(),
            AlignOptions(identical=10),
            AlignOptions(aligner="eflomal"),
        ):
            measure_alignment(name, monolingual, chosen)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"peak memory {peak / 1024:,.0f} MiB")


if __name__ == "__main__":
    main()
