"""Speed and agreement of our analyser, with spaCy beside it in the same run.

    python benchmarks/analyse.py [MODEL] [--sentences N]

Held-out Europarl and news of the reference data, cut into words once for both. CPU seconds of one
thread, since machines are shared; of five runs the best, of spaCy one. Then how often both agree,
how often each has the tags of the treebank, and how long it takes to the first answer.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from otherwords import load
from otherwords._core import Error
from otherwords.learn.analyser.evaluating import compare, tag_accuracy
from otherwords.learn.analyser.texts import TextCorpus, choose
from otherwords.learn.treebank import read_treebank
from otherwords.text.analysis import Analyser
from otherwords.text.core_analyser import CoreAnalyser
from otherwords.text.spacy_analyser import SpacyAnalyser

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared")) / "data"
TEXTS = {
    "europarl": TextCorpus("europarl", ("corpora/europarl/europarl-heldout.en-fr.en.xz",)),
    "news": TextCorpus(
        "news",
        ("dev/spg-test.tsv", "dev/spg-tune.tsv", "dev/spg-more.tsv"),
        kind="tsv",
        columns=("source",),
        header=True,
    ),
}
RUNS = 5


def cpu_seconds(work: Callable[[], object], runs: int) -> float:
    """The least of several runs."""
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def wall_seconds(*command: str) -> float:
    """Of a new process, the best of five."""
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def rate(analyser: Analyser, sentences: list[list[str]], parts: list[str], runs: int) -> float:
    """Words a CPU second."""
    words = sum(map(len, sentences))
    return words / cpu_seconds(lambda: list(analyser.analyse(sentences, parts)), runs)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("model", nargs="?", help="default: the one of the package")
    options.add_argument("--sentences", type=int, default=2000, help="of each text")
    given = options.parse_args()
    file = load(given.model).model.analyser_file
    if file is None:
        raise Error("the model has no analyser")
    start = time.perf_counter()
    ours = CoreAnalyser(file)
    opened = time.perf_counter() - start
    print(f"{file.stat().st_size / 1e6:.2f} MB, opened in {1000 * opened:.1f} ms")
    spacy = SpacyAnalyser("en")
    next(spacy.tags([["Go"]]))  # loaded

    sentences: dict[str, list[list[str]]] = {}
    for name, text in TEXTS.items():
        found = choose(text, [DATA / each for each in text.files], "en", 80)
        sentences[name] = list(found.sentences.values())[: given.sentences]
    everything = [words for each in sentences.values() for words in each]
    print(f"{'words a CPU second':24} {'ours':>10} {'spaCy':>10} {'ratio':>7}")
    for what, parts in {
        "tags": ["tags"],
        "tags and trees": ["tags", "heads", "relations"],
        "all": ["tags", "lemmas", "heads", "relations", "entities"],
    }.items():
        own, other = rate(ours, everything, parts, RUNS), rate(spacy, everything, parts, 1)
        print(f"{what:24} {own:10,.0f} {other:10,.0f} {own / other:7.1f}")

    for name, each in sentences.items():
        agreement = asdict(compare(list(ours.analyse(each)), list(spacy.analyse(each))))
        print(f"agreement with spaCy on {name}, {agreement.pop('words'):,} words")
        print("  " + ", ".join(f"{key} {share:.2%}" for key, share in agreement.items()))
    bank = read_treebank([DATA / "treebank" / "ewt-dev.conllu.xz"])
    right = [each.tags for each in bank]
    for name, analyser in (("ours", ours), ("spaCy", spacy)):
        accuracy = tag_accuracy(analyser.tags(each.words for each in bank), right)
        print(f"tags as in the treebank (ewt-dev): {name} {accuracy:.2%}")
    print(f"import of otherwords: {wall_seconds('-c', 'import otherwords'):.3f} s")
    command = ["-m", "otherwords", "compress", "They took the matter into consideration."]
    if given.model:
        command += ["-m", given.model]
    print(f"first answer of the command line: {wall_seconds(*command):.3f} s")


if __name__ == "__main__":
    main()
