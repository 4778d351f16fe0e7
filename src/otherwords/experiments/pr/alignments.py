"""Alignment error rates of PR's table 1, on gold alignments of English with English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from otherwords._core import Links, symmetrise
from otherwords.align.aligner import AlignerOptions, align
from otherwords.align.columns import bitext, links
from otherwords.align.evaluate import AlignmentReport, GoldPair, evaluate, read_gold
from otherwords.align.pharaoh import link_texts
from otherwords.align.texts import METHODS
from otherwords.learn.corpora.news_pairs import NewsPair
from otherwords.text import tokenise_lines

GOLD = ("en-en.msrrte.jsonl", "en-en.edinburgh.jsonl")
#: The paper's figures: all words, identical ones, others.
PUBLISHED = (0.1158, 0.1057, 0.2088)
SYMMETRISATION = "grow-diag"
#: How much identical words are preferred.
IDENTICAL = (0.0, 10.0)


def error_rates(
    paths: Sequence[Path], pairs: Sequence[NewsPair], threads: int
) -> Iterator[tuple[str, AlignmentReport]]:
    """The alignment of each gold standard: its pairs are aligned together with those of the text,
    by our aligner twice: as if it knew nothing of identical words, like PR's, and preferring them,
    which is how the recipe's model is learnt.
    """
    sides = ([pair.source for pair in pairs], [pair.target for pair in pairs])
    sources, targets = (tokenise_lines(side, "en", lower=True, threads=threads) for side in sides)
    for path in paths:
        name, gold = path.name, read_gold(path)
        for identical in IDENTICAL:
            found = _aligned(gold, (sources, targets), identical, threads)
            how = "identical words preferred" if identical else "nothing known of identical words"
            yield f"{name}, {how}", evaluate(gold, found, name=name)


def _aligned(
    gold: Sequence[GoldPair],
    pairs: tuple[Sequence[str], Sequence[str]],
    identical: float,
    threads: int,
) -> Links:
    sources = [" ".join(pair.source).lower() for pair in gold]
    targets = [" ".join(pair.target).lower() for pair in gold]
    text = bitext([*sources, *pairs[0]], [*targets, *pairs[1]])
    both = align(text, AlignerOptions(identical=identical), threads=threads)
    merged = symmetrise(both.forward, both.reverse, text, METHODS[SYMMETRISATION])
    return links(list(islice(link_texts(merged), len(gold))))
