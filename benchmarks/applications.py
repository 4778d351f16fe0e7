"""What each application and both baselines do to sentences, in the form of SPG's table 1.

    python benchmarks/applications.py [MODEL] [--precision high] [--show 20] [--analyser spacy]

The development sentences of the reference data, each with a second reference: how many are
paraphrased, how many replacements they have (all, and where there are any), what compress saves of
the bytes, how many words more the reference has in common with the paraphrase, and, where the model
has an analyser, how many discords (`they goes`) texts have more than their sources, as our analyser
and spaCy see them: some of them are none, but those of the sources are taken off.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from otherwords import load
from otherwords.evaluate.concord import discords
from otherwords.paraphrases import Paraphrase, size_of
from otherwords.text.analysis import BACKENDS, Analyser
from otherwords.text.core_analyser import CoreAnalyser
from otherwords.text.spacy_analyser import SpacyAnalyser
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


def count_discords(results: list[Paraphrase], judge: Analyser) -> int:
    """How many more discords the texts have than their sources."""
    counts = []
    for texts in ([each.text for each in results], [each.source for each in results]):
        words = [tokenise(text, "en").words for text in texts]
        found = zip(words, judge.analyse(words), strict=True)
        counts.append(sum(len(discords(each, analysis)) for each, analysis in found))
    return counts[0] - counts[1]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("model", nargs="?", help="default: the one of the package")
    options.add_argument("--files", nargs="+", default=FILES, help="of the folder dev")
    options.add_argument("--precision", choices=["normal", "high"], default="normal")
    options.add_argument("--analyser", choices=BACKENDS)
    options.add_argument("--show", type=int, default=0, help="changed sentences to print of each")
    given = options.parse_args()
    sources, references = map(list, zip(*pairs_of(given.files), strict=True))
    p = load(given.model, analyser=given.analyser)
    print(f"{len(sources)} sentences of {', '.join(given.files)}, precision {given.precision}")
    heads = ["paraphrased", "edits each", "edits chg'd", "bytes saved", "overlap"]
    judges: list[Analyser] = []
    if p.model.analyser_file is not None:
        judges.append(CoreAnalyser(p.model.analyser_file))
        heads.append("discords")
    if find_spec("spacy") is not None:
        judges.append(SpacyAnalyser("en"))
        heads.append("by spaCy")
    print(f"{'':12} {' '.join(f'{head:>12}' for head in heads)}")
    shown = []
    for name, system in SYSTEMS.items():
        results = list(p.pipe(sources, references=references, precision=given.precision, **system))
        counts = [f"{count_discords(results, judge):+12}" for judge in judges]
        print(" ".join([describe(name, results, references), *counts]))
        changed = [result for result in results if result.text != result.source]
        random.Random(7).shuffle(changed)
        shown += [(name, result) for result in changed[: given.show]]
    for name, result in shown:
        edits = "; ".join(f"{edit.source} → {edit.target}" for edit in result.edits)
        print(f"\n{name}: {edits}\n  {result.source}\n  {result.text}")


if __name__ == "__main__":
    main()
