"""What scorers cost and gain: hybrid search and Monte-Carlo search beside exact search.

    python benchmarks/hybrid.py [MODEL] [--sentences N] [--application NAME]
                                [--scorers model=1,embedding=10 grammar …] [--candidates 50 200]
                                [--episodes 20 100]

Development sentences of the reference data, one after the other on one core, for each scorer, each
number of candidates of hybrid search and each number of episodes of Monte-Carlo search: sentences
in a CPU second, texts of a sentence that the scorer sees and how many in a CPU second, how much of
the time it takes, the mean of what it says of the answers, and how many of these are others than
those of exact search.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from statistics import mean
from typing import Any

from development import sources_of

from otherwords import Paraphraser, Scorer, load
from otherwords.paraphrases import Paraphrase
from otherwords.scoring import Candidates
from otherwords.scoring.choosing import choose_scorer
from otherwords.scoring.combination import Combination, Part, apart
from otherwords.scoring.model_score import ModelScore

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
    answers = list(p.pipe(texts, confidence="bold", **options))
    return answers, time.process_time() - start


def watched(scorer: Scorer) -> tuple[Scorer, Watched]:
    """A scorer of the same value, and what of it is watched: all but the score of the model, which
    Monte-Carlo search has in the core.
    """
    weight, others = apart(scorer)
    watch = Watched(others or scorer)
    if others is None or weight == 0:
        return watch, watch
    return Combination([Part(weight, ModelScore()), Part(1.0, watch)]), watch


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("model", nargs="?", help="default: the one of the package")
    options.add_argument("--files", nargs="+", default=["spg-test.tsv"], help="of the folder dev")
    options.add_argument("--sentences", type=int, default=100)
    options.add_argument("--application", default="paraphrase")
    options.add_argument("--scorers", nargs="+", default=SCORERS, metavar="SCORER")
    options.add_argument("--candidates", nargs="+", type=int, default=[50, 200])
    options.add_argument("--episodes", nargs="*", type=int, default=[20, 100])
    given = options.parse_args()
    texts = sources_of(given.files)[: given.sentences]
    p = load(given.model)
    p.paraphrase(texts[0])  # files are opened
    exact, seconds = timed(p, texts, application=given.application)
    words = sum(len(text.split()) for text in texts)
    print(
        f"{len(texts)} sentences of {words / len(texts):.1f} words, {given.application}, one core"
    )
    heads = ["sentences/s", "texts", "texts/s", "scoring", "by scorer", "other answer"]
    print(f"{'':36} {' '.join(f'{head:>12}' for head in heads)}")
    print(f"{'exact':36} {len(texts) / seconds:12,.1f}", flush=True)
    searches: list[tuple[str, dict[str, Any]]] = [
        *((f"{count}", {"candidates": count}) for count in given.candidates),
        *((f"{count} episodes", sampling(count)) for count in given.episodes),
    ]
    for name in given.scorers:
        inner = choose_scorer(p.model, name)
        for what, search in searches:
            if apart(inner)[1] is None and "episodes" in search:
                continue  # the core needs no scorer for it
            scorer, watch = watched(inner)
            found, seconds = timed(p, texts, application=given.application, scorer=scorer, **search)
            others = sum(one.text != other.text for one, other in zip(found, exact, strict=True))
            print(
                f"{f'{name}, {what}':36} {len(texts) / seconds:12,.1f} "
                f"{watch.texts / len(texts):12,.1f} {watch.texts / watch.seconds:12,.0f} "
                f"{watch.seconds / seconds:12.1%} {mean(one.worth for one in found):12.4f} "
                f"{others / len(texts):12.1%}",
                flush=True,
            )


def sampling(episodes: int) -> dict[str, Any]:
    """Options of Monte-Carlo search that leaves little to rank in the end."""
    return {"search": "monte-carlo", "episodes": episodes, "candidates": 20}


if __name__ == "__main__":
    main()
