"""Comparable text for PR: articles, headlines and captions, each with the event it tells of; and
sentences of events that are held out.

PR tried its systems on 141 such sentences, and on 59 of Barzilay and Lee, which cannot be had.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.files import line_batches, replacing
from otherwords.learn.corpora.news import read_articles
from otherwords.text import tokenise

HELD_OUT = 10  # one in so many events of ECB+
WORDS = range(8, 36)

COMPARABLE, TEST = "comparable.jsonl", "test.txt"

Article = dict[str, Any]


@dataclass(frozen=True)
class Prepared:
    """What was prepared: how many articles and clusters to learn from, how many events are held out
    of how many, and sentences of these.
    """

    articles: int
    clusters: int
    held_out: int
    events: int
    sentences: list[str]


def prepare(corpora: Path, output: Path, count: int, seed: int) -> Prepared:
    """Writes `comparable.jsonl`, an article a line with its cluster, for `kind = "news"`; and
    `test.txt`, so many sentences of clusters that are held out.
    """
    news = list(_articles(corpora / "ecbplus" / "ecbplus.jsonl.xz", "ecbplus"))
    events = sorted({_event(each["cluster"]) for each in news})
    chance = random.Random(seed)
    held_out = set(chance.sample(events, len(events) // HELD_OUT))
    told = [
        *(each for each in news if _event(each["cluster"]) not in held_out),
        *_articles(corpora / "news-headlines" / "uci-headlines.tsv.xz", "headlines"),
        *_sets(corpora / "coco-captions" / "coco-val2017.tsv.xz", "captions"),
        *_sets(corpora / "e2e" / "e2e-multiref.tsv.xz", "restaurants"),
    ]
    with replacing(output / COMPARABLE) as file:
        file.writelines(f"{json.dumps(each, ensure_ascii=False)}\n".encode() for each in told)
    seen = {sentence for each in told for sentence in each["sentences"]}
    sentences = sorted(
        {
            sentence
            for each in news
            if _event(each["cluster"]) in held_out
            for sentence in each["sentences"]
            if sentence not in seen and len(tokenise(sentence).words) in WORDS
        }
    )
    test = chance.sample(sentences, min(count, len(sentences)))
    with replacing(output / TEST) as file:
        file.writelines(f"{sentence}\n".encode() for sentence in test)
    clusters = {each["cluster"] for each in told}
    return Prepared(len(told), len(clusters), len(held_out), len(events), test)


def _articles(path: Path, prefix: str) -> Iterator[Article]:
    """News; what has no cluster is of no use here."""
    for number, each in enumerate(read_articles(path)):
        if each.cluster is not None:
            cluster = f"{prefix}-{each.cluster}"
            yield {"cluster": cluster, "doc": f"{prefix}-{number}", "sentences": each.sentences}


def _sets(path: Path, prefix: str) -> Iterator[Article]:
    """Texts that tell the same, a row for each set: as if each were an article of its own."""
    rows = (line for lines in line_batches(path) for line in lines)
    next(rows, None)  # names of columns
    for number, row in enumerate(rows):
        for place, text in enumerate(row.rstrip("\n").split("\t")[1:]):
            if text.strip():
                yield {
                    "cluster": f"{prefix}-{number}",
                    "doc": f"{prefix}-{number}-{place}",
                    "sentences": [text],
                }


def _event(cluster: str) -> str:
    """ECB+ has two clusters for each topic, of different events of one kind."""
    return cluster.split("_")[0]
