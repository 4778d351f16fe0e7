"""Tables: building, size, opening, look-ups. CPU seconds, since machines are shared.

    python benchmarks/table.py [--entries 3000000]

The synthetic table has 16 targets a source phrase and words as frequent as those of a natural text.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import tempfile
import time
from itertools import accumulate
from pathlib import Path

from otherwords.tables import Table, build_table

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared"))
TARGETS = 16
VOCABULARY = 60_000


def write_synthetic(path: Path, entries: int) -> None:
    """A Moses table of this many entries; always the same one."""
    chance = random.Random(1)
    weights = list(accumulate(1 / (rank + 3) for rank in range(VOCABULARY)))
    words = [f"w{rank}" for rank in range(VOCABULARY)]

    def phrases(count: int) -> list[str]:
        lengths = chance.choices(range(1, 6), [15, 38, 28, 12, 7], k=count)
        stream = iter(chance.choices(words, cum_weights=weights, k=sum(lengths)))
        return [" ".join(next(stream) for _ in range(length)) for length in lengths]

    with open(path, "w", encoding="utf-8") as file:
        for source in phrases(entries // TARGETS):
            for target in phrases(TARGETS):
                file.write(f"{source} ||| {target} ||| {chance.random() ** 4 + 1e-6:.6g}\n")


def measure(name: str, text: Path, folder: Path, quantise: bool) -> None:
    path = folder / "table"
    start = time.process_time()
    written = build_table([text], path, quantise=quantise).written
    seconds = time.process_time() - start
    start = time.perf_counter()
    table = Table(path)
    opened = time.perf_counter() - start
    print(
        f"{name}{', quantised' if quantise else ''}: {written.entries:,} entries, "
        f"{written.entries / seconds:,.0f} a second, "
        f"{table.file_size / written.entries:.2f} bytes an entry, "
        f"opened in {opened * 1e3:.2f} ms"
    )
    for error in written.quantisation_errors:
        print(f"  largest error of a log score {error:.4f}")
    measure_matches(table)


def measure_matches(table: Table) -> None:
    sentences_file = SHARED / "reference" / "decode" / "sentences.txt"
    if not sentences_file.exists():
        return
    sentences = [line.split() for line in sentences_file.read_text("utf-8").splitlines()]
    start = time.process_time()
    found = sum(len(table.matches(sentence)) for sentence in sentences)
    seconds = time.process_time() - start
    if found:
        print(
            f"  matches as Python objects: {len(sentences) / seconds:,.0f} sentences a second, "
            f"{found / len(sentences):.0f} entries each"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=3_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reference = SHARED / "reference" / "decode" / "table.gz"
        if reference.exists():
            measure("reference", reference, folder, False)
            measure("reference", reference, folder, True)
        write_synthetic(folder / "synthetic.moses", options.entries)
        measure("synthetic", folder / "synthetic.moses", folder, False)
        measure("synthetic", folder / "synthetic.moses", folder, True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"peak memory {peak / 1024:,.0f} MiB")


if __name__ == "__main__":
    main()
