"""What PR and its rivals make of sentences: coverage, edit distance, lists of paraphrases."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from otherwords import Paraphraser
from otherwords.baselines.thesaurus import replaced_words
from otherwords.paraphrases import Paraphrase
from otherwords.text import tokenise

RANKS = 5
SEED = 4
_DEPTH = 25  # of lists: the sentence itself may be among the best


@dataclass(frozen=True)
class Said:
    """What a system makes of a sentence: paraphrases that differ from it, best first."""

    source: str
    texts: list[str]


def generate(p: Paraphraser, sentences: Sequence[str]) -> dict[str, list[Said]]:
    """The paraphrases of all systems; WN replaces as many words as PR's best paraphrase does."""
    best = [_differing(each) for each in p.pipe(sentences, system="pr", n=_DEPTH)]
    spans = [
        (source, [(edit.start, edit.end) for edit in each[0].edits] if each else [])
        for source, each in zip(sentences, best, strict=True)
    ]
    found = {"PR": [_said(source, each) for source, each in zip(sentences, best, strict=True)]}
    rivals: dict[str, dict[str, Any]] = {
        "WN": {"system": "wn", "replace": replaced_words(spans)},
        "WN+LM": {"system": "wn-lm", "n": _DEPTH},
        "CL": {"system": "cl", "n": _DEPTH},
        "MSA": {"system": "msa", "n": RANKS},
    }
    for name, options in rivals.items():
        answers = p.pipe(sentences, **options)
        found[name] = [
            _said(source, _differing(each)) for source, each in zip(sentences, answers, strict=True)
        ]
    return found


def _differing(answer: Paraphrase) -> list[Paraphrase]:
    return [one for one in (answer, *answer.alternatives) if one.text != answer.source]


def _said(source: str, ranked: Sequence[Paraphrase]) -> Said:
    return Said(source, [one.text for one in ranked])


def own_sentences(comparable: Path, prefix: str, number: int) -> list[str]:
    """Some sentences of the text that was learnt from: of clusters whose names begin so."""
    with open(comparable, encoding="utf-8") as file:
        articles = [json.loads(line) for line in file]
    found = sorted(
        {
            sentence
            for each in articles
            if each["cluster"].startswith(prefix)
            for sentence in each["sentences"]
        }
    )
    return random.Random(SEED).sample(found, min(number, len(found)))


def rewritten(p: Paraphraser, sentences: Sequence[str]) -> list[Said]:
    """What MSA makes of sentences."""
    answers = p.pipe(sentences, system="msa", n=RANKS)
    return [
        _said(source, _differing(each)) for source, each in zip(sentences, answers, strict=True)
    ]


def coverage(said: Sequence[Said]) -> tuple[int, int]:
    """How many sentences have a paraphrase, and how many have five."""
    return sum(bool(each.texts) for each in said), sum(len(each.texts) >= RANKS for each in said)


def mean_distance(said: Sequence[Said]) -> float:
    """The mean number of words inserted and deleted in the best paraphrases."""
    distances = [distance(each.source, each.texts[0]) for each in said if each.texts]
    return sum(distances) / len(distances) if distances else float("nan")


def distance(source: str, target: str) -> int:
    """How many words of lower case must be deleted and inserted."""
    first, second = ([word.lower() for word in tokenise(each).words] for each in (source, target))
    common = [0] * (len(second) + 1)
    for word in first:
        before = common
        common = [0]
        for place, other in enumerate(second):
            same = before[place] + 1 if word == other else 0
            common.append(max(same, before[place + 1], common[place]))
    return len(first) + len(second) - 2 * common[-1]


def sheet(found: dict[str, list[Said]]) -> Iterator[tuple[str, str, str]]:
    """Source, paraphrase and system of all that is to be judged: of PR the five best."""
    for rows in zip_longest(*found.values()):
        for name, said in zip(found, rows, strict=True):
            if said is None:
                continue
            if name == "PR":
                for rank, text in enumerate(said.texts[:RANKS], start=1):
                    yield said.source, text, f"PR #{rank}"
            elif said.texts:
                yield said.source, said.texts[0], name
