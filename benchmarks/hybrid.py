"""Throughput of hybrid search beside exact search, for each scorer and number of candidates.

    python benchmarks/hybrid.py [MODEL] [--sentences N] [--application NAME]
                                [--scorers embedding grammar …] [--candidates 50 200]

Development sentences of the reference data, one after the other on one core: sentences in a CPU
second, candidates of a sentence and how many of them the scorer sees in a CPU second, how much of
the time it takes, and how many answers are others than those of exact search.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

from applications import pairs_of

from otherwords import Paraphraser, Scorer, load
from otherwords.paraphrases import Paraphrase
from otherwords.scoring import Candidates
from otherwords.scoring.choosing import choose_scorer

SCORERS = ["model", "length", "novelty", "repetition", "grammar", "embedding"]


class Watched(Scorer):
    """A scorer that counts texts and its own CPU seconds."""

    def __init__(self, inner: Scorer) -> None:
        self._inner = inner
        self.texts = 0
        self.seconds = 0.0

    def score(self, batch: Sequence[Candidates]) -> Any:
        start = time.process_time()
        try:
            return self._inner.score(batch)
        finally:
            self.seconds += time.process_time() - start
            self.texts += sum(len(each.texts) for each in batch)


def timed(p: Paraphraser, texts: list[str], **options: Any) -> tuple[list[Paraphrase], float]:
    """The answers, and the CPU seconds that they took."""
    start = time.process_time()
    answers = list(p.pipe(texts, **options))
    return answers, time.process_time() - start


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("model", nargs="?", help="default: the one of the package")
    options.add_argument("--files", nargs="+", default=["spg-test.tsv"], help="of the folder dev")
    options.add_argument("--sentences", type=int, default=100)
    options.add_argument("--application", default="paraphrase")
    options.add_argument("--scorers", nargs="+", default=SCORERS, metavar="SCORER")
    options.add_argument("--candidates", nargs="+", type=int, default=[50, 200])
    given = options.parse_args()
    texts = [source for source, _ in pairs_of(given.files)][: given.sentences]
    p = load(given.model)
    p.paraphrase(texts[0])  # files are opened
    exact, seconds = timed(p, texts, application=given.application)
    words = sum(len(text.split()) for text in texts)
    print(
        f"{len(texts)} sentences of {words / len(texts):.1f} words, {given.application}, one core"
    )
    heads = ["sentences/s", "candidates", "texts/s", "scoring", "other answer"]
    print(f"{'':26} {' '.join(f'{head:>12}' for head in heads)}")
    print(f"{'exact':26} {len(texts) / seconds:12,.1f}")
    for name in given.scorers:
        inner = choose_scorer(p.model, name)
        for candidates in given.candidates:
            scorer = Watched(inner)
            found, seconds = timed(
                p, texts, application=given.application, scorer=scorer, candidates=candidates
            )
            others = sum(one.text != other.text for one, other in zip(found, exact, strict=True))
            print(
                f"{name + f', {candidates}':26} {len(texts) / seconds:12,.1f} "
                f"{scorer.texts / len(texts):12,.1f} {scorer.texts / scorer.seconds:12,.0f} "
                f"{scorer.seconds / seconds:12.1%} {others / len(texts):12.1%}"
            )


if __name__ == "__main__":
    main()
