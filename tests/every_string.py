"""Every string that the small model can make of some texts, and a scorer that likes any of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from otherwords.paraphrases import Paraphrase
from otherwords.scoring import Candidates, Scorer
from tests.small_model import TABLES

#: A section of `model.toml`.
BRIEF = "[scorers.brief]\nweights = {length = 1, model = 0.001}\nlength = {least = 0, most = 0}"

TEXTS = [
    "in spite of rain they utilise tools with assistance",
    "they utilise assistance",
    "assistance of tools in spite of assistance",
    "rain",
]
DOCUMENT = "we utilise tools\n\nin spite of assistance\n\nrain"


class Whim(Scorer):
    """Likes texts for no reason, but the same ones every time."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        return np.array([self.like(each.source, text) for each in batch for text in each.texts])

    def like(self, source: str, text: str) -> float:
        return random.Random(f"{self.seed} {source} {text}").uniform(-1, 1)

    def like_document(self, source: str, text: str) -> float:
        """The sum over its sentences, which are paragraphs here."""
        pairs = zip(source.split("\n\n"), text.split("\n\n"), strict=True)
        return sum(self.like(*pair) for pair in pairs)


def strings(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All that the tables can make of words; the same string may come more than once."""
    if not words:
        yield ()
        return
    for rest in strings(words[1:]):
        yield words[0], *rest
    for source, target, _ in itertools.chain(*TABLES.values()):
        length = len(source.split())
        if tuple(source.split()) == tuple(words[:length]):
            for rest in strings(words[length:]):
                yield *target.split(), *rest


def texts_of(source: str) -> list[str]:
    """All texts that can be made of one in lower case without punctuation, in some order."""
    parts = [
        sorted({" ".join(each) for each in strings(part.split())}) for part in source.split("\n\n")
    ]
    return ["\n\n".join(each) for each in itertools.product(*parts)]


def ranked(best: Paraphrase) -> list[Paraphrase]:
    return [best, *best.alternatives]
