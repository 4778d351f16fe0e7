"""Decoding: sentences a second, loading, memory and growth, beside the published speed of Moses.

Task: `reference/decode` of the reference data (`OTHERWORDS_SHARED`, or `shared` beside the source
tree). Every configuration runs in a process of its own that loads binary files, decodes once to
warm up, and then a few times more; the fastest run counts. The figures of Moses are those of the
reference data, measured on the same kind of machine; they are not measured again here.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from otherwords import lm
from otherwords.search import DecodeOptions, Decoder, Search
from otherwords.tables import Table, TableBuilder, build_table

LENGTHS = (10, 20, 40, 80)
SPANS = (5, 10, 20, 40, 100)


@dataclass(frozen=True)
class Run:
    """One configuration, as a process of its own gets it."""

    table: str
    model: str
    text: str
    search: str = "exact"
    n: int = 1
    stack: int = 100
    threads: int = 1
    repeats: int = 3


@dataclass(frozen=True)
class Figures:
    """What a process measured."""

    sentences: int
    load_seconds: float
    cpu_seconds: float
    wall_seconds: float
    peak_mebibytes: float
    optimal: int

    @property
    def per_cpu_second(self) -> float:
        """Sentences for each second of one core."""
        return self.sentences / self.cpu_seconds

    @property
    def per_second(self) -> float:
        """Sentences for each second on the clock."""
        return self.sentences / self.wall_seconds


@dataclass(frozen=True)
class Row:
    """A line of the first table: a configuration and what Moses does instead."""

    name: str
    order: int
    search: str
    n: int
    threads: int
    moses: float | None = None
    moses_name: str = ""


ROWS = [
    Row("exact, 1-best", 3, "exact", 1, 1, 57, "normal search"),
    Row("exact, 1-best", 3, "exact", 1, 2),
    Row("exact, distinct 100-best", 3, "exact", 100, 1, 31, "distinct 100-best"),
    Row("exact, distinct 100-best", 3, "exact", 100, 2),
    Row("beam, stack 100", 3, "beam", 1, 1, 266, "cube pruning, pop limit 100"),
    Row("beam, stack 100", 3, "beam", 1, 2),
    Row("exact, 1-best", 5, "exact", 1, 1, 27, "normal search, stack 200"),
    Row("exact, distinct 100-best", 5, "exact", 100, 1, 18, "distinct 100-best"),
    Row("beam, stack 100", 5, "beam", 1, 1, 33, "normal search, stack 100"),
]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer sentences, 3-gram model only")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(asdict(measure(Run(**json.loads(options.measure))))))
        return
    beside = Path(__file__).resolve().parent.parent.parent / "shared"
    task = Path(os.environ.get("OTHERWORDS_SHARED", beside)) / "reference" / "decode"
    if not task.is_dir():
        sys.exit(f"no reference data at {task}; set OTHERWORDS_SHARED to where it is")
    with tempfile.TemporaryDirectory(prefix="otherwords-") as name:
        benchmark(task, Path(name), quick=options.quick)


def benchmark(task: Path, folder: Path, *, quick: bool) -> None:
    """All tables, one after the other."""
    sentences = (task / "sentences.txt").read_text("utf-8").splitlines()
    if quick:
        sentences = sentences[:100]
    text = write(folder / "text", sentences)
    table = str(folder / "table")
    build_table([task / "table.gz"], table)
    orders = [3] if quick else [3, 5]
    models = {order: str(folder / f"lm{order}") for order in orders}
    for order, model in models.items():
        lm.convert(task / f"lm{order}.arpa.xz", model)
    repeats = 1 if quick else 3

    print(
        f"{len(sentences)} sentences of 5 to 40 words, about 1,150 units each; seconds of one core"
    )
    print(f"{'':<44}{'/CPU s':>9}{'/s':>9}{'proven':>8}{'memory':>9}  against Moses")
    for row in ROWS:
        if row.order not in models:
            continue
        found = in_process(
            Run(table, models[row.order], text, row.search, row.n, 100, row.threads, repeats)
        )
        name = f"{row.order}-gram {row.name}, {row.threads} thread{'s' * (row.threads > 1)}"
        ratio = ""
        if row.moses is not None:
            ratio = f"{found.per_cpu_second / row.moses:.1f} × {row.moses:g} ({row.moses_name})"
        print(
            f"{name:<44}{found.per_cpu_second:>9.0f}{found.per_second:>9.0f}"
            f"{found.optimal / found.sentences:>8.0%}{found.peak_mebibytes:>5.0f} MiB  {ratio}"
        )
        if row.n == 1 and row.search == "exact" and row.threads == 1:
            print(
                f"{'  opening table and model':<44}{1000 * found.load_seconds:>9.1f} ms"
                "  (Moses: 900 to 1,000 ms)"
            )
    growth_with_length(sentences, table, models[3], folder, repeats)
    growth_with_options(task, sentences[:100], models[3], folder, repeats)


def growth_with_length(
    sentences: list[str], table: str, model: str, folder: Path, repeats: int
) -> None:
    """Sentences cut from the running text, so that only their length differs."""
    print("\nlength of sentence, 3-gram model: microseconds a word, one thread")
    print(f"{'words':>10}{'exact':>10}{'100-best':>10}{'beam':>10}")
    words = " ".join(sentences).split()
    for length in LENGTHS:
        pieces = [words[i : i + length] for i in range(0, len(words) - length + 1, length)]
        text = write(folder / f"length-{length}", map(" ".join, pieces))
        cells = [
            in_process(Run(table, model, text, search, n, repeats=repeats))
            for search, n in (("exact", 1), ("exact", 100), ("beam", 1))
        ]
        figures = [1e6 * found.cpu_seconds / found.sentences / length for found in cells]
        print(f"{length:>10}" + "".join(f"{figure:>10.0f}" for figure in figures))


def growth_with_options(
    task: Path, sentences: list[str], model: str, folder: Path, repeats: int
) -> None:
    """Tables with fewer entries for each source, or more that are made up."""
    print("\nentries for a source phrase, 3-gram model: milliseconds a sentence, one thread")
    print(f"{'at most':>10}{'exact':>10}{'100-best':>10}{'beam':>10}")
    text = write(folder / "options-text", sentences)
    entries = entries_of(task / "table.gz", sentences)
    for most in SPANS:
        table = str(folder / f"options-{most}")
        write_table(entries, most, table)
        cells = [
            in_process(Run(table, model, text, search, n, repeats=repeats))
            for search, n in (("exact", 1), ("exact", 100), ("beam", 1))
        ]
        figures = [1e3 * found.cpu_seconds / found.sentences for found in cells]
        print(f"{most:>10}" + "".join(f"{figure:>10.2f}" for figure in figures))


Entries = dict[str, list[tuple[float, str]]]


def entries_of(table: Path, sentences: list[str]) -> Entries:
    """The entries whose source is part of a sentence, by source."""
    spans = set()
    for words in map(str.split, sentences):
        for begin, end in itertools.combinations(range(len(words) + 1), 2):
            if end - begin <= 10:
                spans.add(" ".join(words[begin:end]))
    entries: Entries = {}
    with gzip.open(table, "rt", encoding="utf-8") as lines:
        for line in lines:
            source, target, probability = line.rstrip("\n").split(" ||| ")
            if source in spans:
                entries.setdefault(source, []).append((float(probability), target))
    return entries


def write_table(entries: Entries, most: int, path: str) -> None:
    """The best entries of each source; where there are too few, some with a word exchanged."""
    choose = random.Random(1)
    vocabulary = sorted({word for ways in entries.values() for _, t in ways for word in t.split()})
    builder = TableBuilder(["p"])
    for source, ways in entries.items():
        for probability, target in itertools.islice(
            itertools.chain(sorted(ways, reverse=True), made_up(ways, vocabulary, choose)), most
        ):
            builder.add(source, target, [math.log(probability)])
    builder.write(path)


def made_up(
    ways: list[tuple[float, str]], vocabulary: list[str], choose: random.Random
) -> Iterator[tuple[float, str]]:
    """Endless variants of the targets, ever less probable."""
    for rank in itertools.count(1):
        probability, target = choose.choice(ways)
        words = target.split()
        words[choose.randrange(len(words))] = choose.choice(vocabulary)
        yield probability / (rank + 1), " ".join(words)


def write(path: Path, lines: Iterator[str] | map[str] | list[str]) -> str:
    """Writes lines; returns the path as text."""
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return str(path)


def in_process(run: Run) -> Figures:
    """Measures in a process of its own, so that memory and loading are those of one run."""
    command = [sys.executable, __file__, "--measure", json.dumps(asdict(run))]
    return Figures(**json.loads(subprocess.run(command, check=True, capture_output=True).stdout))


def measure(run: Run) -> Figures:
    """Loads, warms up, decodes; the fastest of the repeats counts."""
    sentences = Path(run.text).read_text("utf-8").splitlines()
    start = time.perf_counter()
    decoder = Decoder([Table(run.table)], lm.LanguageModel(run.model))
    load_seconds = time.perf_counter() - start
    options = DecodeOptions(
        search=Search[run.search.upper()], n=run.n, distinct=True, stack=run.stack
    )
    optimal = sum(result.optimal for result in decoder.decode_all(sentences, options, threads=1))
    cpu, wall = math.inf, math.inf
    for _ in range(run.repeats):
        cpu_start, wall_start = time.process_time(), time.perf_counter()
        decoder.decode_all(sentences, options, threads=run.threads)
        cpu = min(cpu, time.process_time() - cpu_start)
        wall = min(wall, time.perf_counter() - wall_start)
    return Figures(len(sentences), load_seconds, cpu, wall, peak_mebibytes(), optimal)


def peak_mebibytes() -> float:
    """Most memory this program had at a time; `getrusage` would count the one that started it."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


if __name__ == "__main__":
    main()
