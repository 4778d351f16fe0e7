"""What PR and its rivals make of sentences: coverage, edit distance, lists of paraphrases."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from otherwords import Paraphraser
from otherwords.baselines.thesaurus import replaced_words
from otherwords.experiments.verdicts import Line
from otherwords.paraphrases import Paraphrase
from otherwords.text import tokenise

RANKS = 5
_DEPTH = 25  # of lists: the sentence itself may be among the best


@dataclass(frozen=True)
class Said:
    """What a system makes of a sentence: paraphrases that differ from it, best first."""

    source: str
    texts: list[str]


def generate(p: Paraphraser, sentences: Sequence[str], threads: int) -> dict[str, list[Said]]:
    """The paraphrases of all systems; WN replaces as many words as PR's best paraphrase does."""
    answers = p.pipe(sentences, system="pr", n=_DEPTH, threads=threads)
    best = [_differing(each) for each in answers]
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
        found[name] = _all_said(p, sentences, threads=threads, **options)
    return found


def _all_said(p: Paraphraser, sentences: Sequence[str], **options: Any) -> list[Said]:
    answers = p.pipe(sentences, **options)
    return [
        _said(source, _differing(each)) for source, each in zip(sentences, answers, strict=True)
    ]


def _differing(answer: Paraphrase) -> list[Paraphrase]:
    return [one for one in (answer, *answer.alternatives) if one.text != answer.source]


def _said(source: str, ranked: Sequence[Paraphrase]) -> Said:
    return Said(source, [one.text for one in ranked])


def own_sentences(comparable: Path, prefix: str, number: int, seed: int) -> list[str]:
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
    return random.Random(seed).sample(found, min(number, len(found)))


def rewritten(p: Paraphraser, sentences: Sequence[str], threads: int) -> list[Said]:
    """What MSA makes of sentences."""
    return _all_said(p, sentences, system="msa", n=RANKS, threads=threads)


def coverage(said: Sequence[Said]) -> tuple[int, int]:
    """How many sentences have a paraphrase, and how many have five."""
    return sum(bool(each.texts) for each in said), sum(len(each.texts) >= RANKS for each in said)


def mean_distance(said: Sequence[Said]) -> float:
    """The mean number of words inserted and deleted in the best paraphrases; there must be one."""
    return fmean(distance(each.source, each.texts[0]) for each in said if each.texts)


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


def lines_of(found: dict[str, list[Said]], count: int, seed: int) -> Iterator[Line]:
    """What is to be judged of so many sentences, drawn by chance: of PR the five best."""
    sentences = len(found["PR"])
    for place in sorted(random.Random(seed).sample(range(sentences), min(count, sentences))):
        for name, said in found.items():
            source, texts = said[place].source, said[place].texts
            if name == "PR":
                for rank, text in enumerate(texts[:RANKS], start=1):
                    yield Line(source, text, f"PR #{rank}")
            elif texts:
                yield Line(source, texts[0], name)
