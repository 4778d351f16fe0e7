"""Comparable text for PR: articles, headlines and captions, each with the event it tells of.

    python recipes/pr/prepare.py DATA OUT

DATA is the folder that has `corpora`. Writes OUT/comparable.jsonl, an article a line with its
cluster, for `kind = "news"`; and OUT/test.txt, sentences of clusters that are held out: PR tried
its systems on 141 such sentences, and on 59 of Barzilay and Lee, which cannot be had.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from otherwords.files import line_batches, writing
from otherwords.learn.corpora.news import read_articles
from otherwords.text import tokenise

SEED = 4
HELD_OUT = 10  # one in so many events of ECB+
SENTENCES = 200
WORDS = range(8, 36)

Article = dict[str, Any]


def articles(path: Path, prefix: str) -> Iterator[Article]:
    """News; what has no cluster is of no use here."""
    for number, each in enumerate(read_articles(path)):
        if each.cluster is not None:
            cluster = f"{prefix}-{each.cluster}"
            yield {"cluster": cluster, "doc": f"{prefix}-{number}", "sentences": each.sentences}


def sets(path: Path, prefix: str) -> Iterator[Article]:
    """Texts that tell the same, a row for each set: as if each were an article of its own."""
    rows = (line for lines in line_batches(path) for line in lines)
    next(rows)  # names of columns
    for number, row in enumerate(rows):
        for place, text in enumerate(row.rstrip("\n").split("\t")[1:]):
            if text.strip():
                yield {
                    "cluster": f"{prefix}-{number}",
                    "doc": f"{prefix}-{number}-{place}",
                    "sentences": [text],
                }


def event(cluster: str) -> str:
    """ECB+ has two clusters for each topic, of different events of one kind."""
    return cluster.split("_")[0]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("out", type=Path)
    given = options.parse_args()
    corpora = given.data / "corpora"
    news = list(articles(corpora / "ecbplus" / "ecbplus.jsonl.xz", "ecbplus"))
    events = sorted({event(each["cluster"]) for each in news})
    chance = random.Random(SEED)
    held_out = set(chance.sample(events, len(events) // HELD_OUT))
    told = [
        *(each for each in news if event(each["cluster"]) not in held_out),
        *articles(corpora / "news-headlines" / "uci-headlines.tsv.xz", "headlines"),
        *sets(corpora / "coco-captions" / "coco-val2017.tsv.xz", "captions"),
        *sets(corpora / "e2e" / "e2e-multiref.tsv.xz", "restaurants"),
    ]
    given.out.mkdir(parents=True, exist_ok=True)
    with writing(given.out / "comparable.jsonl") as fd, open(fd, "wb", closefd=False) as file:
        file.writelines(f"{json.dumps(each, ensure_ascii=False)}\n".encode() for each in told)
    seen = {sentence for each in told for sentence in each["sentences"]}
    sentences = sorted(
        {
            sentence
            for each in news
            if event(each["cluster"]) in held_out
            for sentence in each["sentences"]
            if sentence not in seen and len(tokenise(sentence).words) in WORDS
        }
    )
    test = chance.sample(sentences, min(SENTENCES, len(sentences)))
    with writing(given.out / "test.txt") as fd, open(fd, "wb", closefd=False) as file:
        file.writelines(f"{sentence}\n".encode() for sentence in test)
    print(f"{len(told):,} articles of {len({each['cluster'] for each in told}):,} clusters")
    print(
        f"{len(held_out)} of {len(events)} events held out, {len(test)} sentences of these to test"
    )


if __name__ == "__main__":
    main()
