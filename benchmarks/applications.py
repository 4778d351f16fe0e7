"""What each application and both baselines do to sentences, in the form of SPG's table 1.

    python benchmarks/applications.py [MODEL] [--precision high] [--show 20]

The development sentences of the reference data, each with a second reference: how many are
paraphrased, how many replacements they have (all, and where there are any), what compress saves of
the bytes, and how many words more the reference has in common with the paraphrase.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

from otherwords import load
from otherwords.paraphrases import Paraphrase, size_of
from otherwords.text.tokens import tokenise

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared")) / "data"
FILES = ["spg-tune.tsv", "spg-test.tsv"]
SYSTEMS: dict[str, dict[str, Any]] = {
    "compress": {"application": "compress"},
    "simplify": {"application": "simplify"},
    "toward": {"application": "toward"},
    "paraphrase": {"application": "paraphrase"},
    "baseline-1": {"system": "baseline-1"},
    "baseline-2": {"system": "baseline-2"},
}


def pairs_of(files: list[str]) -> list[tuple[str, str]]:
    """Sources and references."""
    pairs = []
    for name in files:
        with open(DATA / "dev" / name, encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            pairs += [(row["source"], row["reference"]) for row in rows]
    return pairs


def in_common(text: str, reference: str) -> int:
    """Words of both, each as often as both have it."""
    first, second = (
        Counter(word.lower() for word in tokenise(each, "en").words) for each in (text, reference)
    )
    return (first & second).total()


def describe(name: str, results: list[Paraphrase], references: list[str]) -> str:
    """A row of the table."""
    changed = [result for result in results if result.text != result.source]
    edits = sum(len(result.edits) for result in results)
    before = sum(size_of(result.source) for result in results)
    saved = before - sum(result.size for result in results)
    gains = [
        in_common(result.text, reference) - in_common(result.source, reference)
        for result, reference in zip(results, references, strict=True)
    ]
    return (
        f"{name:12} {len(changed) / len(results):12.1%} {edits / len(results):12.2f} "
        f"{edits / max(1, len(changed)):12.2f} {saved / before:12.1%} "
        f"{sum(gains) / len(results):+12.2f}"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("model", nargs="?", help="default: the one of the package")
    options.add_argument("--files", nargs="+", default=FILES, help="of the folder dev")
    options.add_argument("--precision", choices=["normal", "high"], default="normal")
    options.add_argument("--show", type=int, default=0, help="changed sentences to print of each")
    given = options.parse_args()
    sources, references = map(list, zip(*pairs_of(given.files), strict=True))
    p = load(given.model)
    print(f"{len(sources)} sentences of {', '.join(given.files)}, precision {given.precision}")
    heads = ("paraphrased", "edits each", "edits chg'd", "bytes saved", "overlap")
    print(f"{'':12} {' '.join(f'{head:>12}' for head in heads)}")
    shown = []
    for name, system in SYSTEMS.items():
        results = list(p.pipe(sources, references=references, precision=given.precision, **system))
        print(describe(name, results, references))
        changed = [result for result in results if result.text != result.source]
        random.Random(7).shuffle(changed)
        shown += [(name, result) for result in changed[: given.show]]
    for name, result in shown:
        edits = "; ".join(f"{edit.source} → {edit.target}" for edit in result.edits)
        print(f"\n{name}: {edits}\n  {result.source}\n  {result.text}")


if __name__ == "__main__":
    main()
