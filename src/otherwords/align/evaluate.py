"""How good alignments are: precision, recall and error rate of Och and Ney (2003).

The gold standard has sure links and possible ones. The figures are also told for links between
identical words and between different ones, as Quirk, Brockett and Dolan (2004) do for text of one
language: an aligner finds the former easily, and only the latter teach how to say things otherwise.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from otherwords._core import FormatError, Links
from otherwords.align.columns import bitext
from otherwords.align.pharaoh import link_texts
from otherwords.files import line_batches, name_of

LinkSet = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class GoldPair:
    """A sentence pair with the links that people gave it."""

    source: list[str]
    target: list[str]
    sure: LinkSet
    possible: LinkSet
    """Without the sure ones."""


@dataclass
class Quality:
    """Counts of links, and the figures that follow from them; nan where nothing was to be found."""

    links: int = 0
    sure: int = 0
    sure_found: int = 0
    allowed_found: int = 0

    @property
    def precision(self) -> float:
        """The share of the links that are sure or possible."""
        return self.allowed_found / self.links if self.links else math.nan

    @property
    def recall(self) -> float:
        """The share of the sure links that are found."""
        return self.sure_found / self.sure if self.sure else math.nan

    @property
    def error_rate(self) -> float:
        """The alignment error rate: 0 if all sure links and no impossible ones are found."""
        both = self.links + self.sure
        return 1 - (self.sure_found + self.allowed_found) / both if both else math.nan

    def add(self, links: LinkSet, sure: LinkSet, possible: LinkSet) -> None:
        """Counts the links of one sentence pair."""
        self.links += len(links)
        self.sure += len(sure)
        self.sure_found += len(links & sure)
        self.allowed_found += len(links & (sure | possible))


@dataclass
class AlignmentReport:
    """The quality of alignments of all words, of identical ones and of different ones."""

    sentences: int = 0
    all: Quality = field(default_factory=Quality)
    identical: Quality = field(default_factory=Quality)
    different: Quality = field(default_factory=Quality)


def evaluate(gold: Iterable[GoldPair], alignment: Links, *, name: str) -> AlignmentReport:
    """Compares alignments with the gold standard; words are compared in lower case.

    Raises FormatError, which calls the alignments `name`, when they belong to another text.
    """
    pairs = list(gold)
    alignment.check(
        bitext(
            [" ".join(pair.source) for pair in pairs], [" ".join(pair.target) for pair in pairs]
        ),
        name=name,
    )
    report = AlignmentReport()
    for pair, text in zip(pairs, link_texts(alignment), strict=True):
        sets = _links(text), pair.sure, pair.possible
        same = frozenset(
            (s, t)
            for s, t in sets[0] | sets[1] | sets[2]
            if pair.source[s].lower() == pair.target[t].lower()
        )
        report.sentences += 1
        report.all.add(*sets)
        report.identical.add(*(links & same for links in sets))
        report.different.add(*(links - same for links in sets))
    return report


def read_gold(path: str | Path) -> list[GoldPair]:
    """Reads JSON lines with tokenised `source` and `target`, and `sure` and `possible` links.

    Links are written `0-0 1-2`; `possible` may be missing. Raises FormatError with file and line.
    """
    pairs: list[GoldPair] = []
    for lines in line_batches(path):
        for line in lines:
            try:
                pairs.append(_gold_pair(json.loads(line)))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                raise FormatError(
                    f"{name_of(path)}:{len(pairs) + 1}: this is no gold alignment; write an object "
                    'like {"source": "a b", "target": "c", "sure": "0-0", "possible": "1-0"}'
                ) from None
    return pairs


def _gold_pair(row: Any) -> GoldPair:
    source, target = row["source"].split(), row["target"].split()
    sure, possible = _links(row["sure"]), _links(row.get("possible", ""))
    if any(not (0 <= s < len(source) and 0 <= t < len(target)) for s, t in sure | possible):
        raise ValueError
    return GoldPair(source, target, sure, possible - sure)


def _links(text: str) -> LinkSet:
    return frozenset(
        (int(source), int(target)) for source, target in (link.split("-") for link in text.split())
    )
