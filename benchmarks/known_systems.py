"""Simplification and compression beside known systems and simple rivals.

    python benchmarks/known_systems.py [MODEL] [--texts N] [--ratios 0.9 0.8] [--samples N]

Simplification: both variants of SARI, and BLEU, on the half of the development texts of Turk that
`otherwords tune metric` with the same seed holds out, and on the same texts of ASSET, for the
system that changes nothing, one that drops the last fifth of the words, `simplify` and
`simplify-sari`. Published figures are of the test sets, which have other texts: they are printed
beside.

Compression: F of words and of pairs of words against a human compression (Clarke and Lapata), chrF
against it, and similarity of meaning with the text by sentence vectors, for `compress` without a
limit of confidence, by default, with high confidence, and within ratios of the bytes, beside two
rivals within as many bytes as the answer of `compress` to each text has: its first words, and what
is left when words are dropped by chance.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Unpack

from otherwords import Paraphraser, load
from otherwords.evaluate.metric import Segments, find_metric
from otherwords.evaluate.significance import bootstrap
from otherwords.options import Options
from otherwords.text.detokenise import detokenise
from otherwords.tune.sentences import divide

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared"))
#: SARI of the test sets: Turk as Zhang and Lapata (2017) have it, ASSET as Martin et al. (2020).
PUBLISHED = {
    "turk": {"PBMT-R": 38.56, "SBMT-SARI": 39.96},
    "asset": {"PBMT-R": 34.63, "SBMT-SARI": 37.2},
}
SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", nargs="?")
    parser.add_argument("--texts", type=int, help="of each set (default: all)")
    parser.add_argument("--ratios", type=float, nargs="*", default=[0.9, 0.8])
    parser.add_argument("--samples", type=int, default=1000, help="of the bootstrap")
    options = parser.parse_args()
    p = load(options.model)
    simplification(p, options.texts, options.samples)
    compression(p, options.texts, options.ratios, options.samples)


def simplification(p: Paraphraser, most: int | None, samples: int) -> None:
    """Prints the figures of both sets."""
    sets = {name: read(f"simplification/{name}-valid.jsonl", "orig", "refs") for name in PUBLISHED}
    held_out = set(divide(sets["turk"], 0.5, SEED)[1])
    # Both sets have the same texts in the same order, some with other spaces or quotation marks.
    places = [place for place, text in enumerate(sets["turk"]) if text in held_out]
    for name, references in sets.items():
        every = list(references)
        texts = [every[place] for place in places][:most]
        wanted = [references[text] for text in texts]
        print(f"{name}: {len(texts):,} texts held out")
        systems = {
            "identity": texts,
            "first 80% of the words": [first_words(text, 0.8) for text in texts],
            "simplify": said(p, texts, "simplify", confidence="bold"),
            "simplify-sari": said(p, texts, "simplify-sari", confidence="bold"),
        }
        for system, outputs in systems.items():
            show(system, Segments(outputs, texts, wanted), samples, "sari", "sari-original", "bleu")
        for system, sari in PUBLISHED[name].items():
            print(f"  {system:<26} sari {sari:.2f} on the test set, as published")


def compression(p: Paraphraser, most: int | None, ratios: Sequence[float], samples: int) -> None:
    """Prints the figures at each ratio."""
    references = read("compression/written.jsonl", "text", "summaries", detokenise)
    texts = list(references)[:most]
    wanted = [references[text] for text in texts]
    metrics = ("byte-rate", "kept-f", "kept-pairs-f", "chrf", "similarity")
    print(f"compression: {len(texts):,} texts")
    show("human", Segments([each[0] for each in wanted], texts, wanted), samples, *metrics)
    show("identity", Segments(texts, texts, wanted), samples, *metrics)
    asked: dict[str, Options] = {"compress": {"confidence": "bold"}}
    if p.model.confidence is not None:
        asked["compress, default confidence"] = {}
        asked["compress, high confidence"] = {"confidence": "high"}
    for ratio in ratios:
        asked[f"compress within {ratio:.0%}"] = {"ratio": ratio, "confidence": "bold"}
    for title, options in asked.items():
        outputs = said(p, texts, "compress", **options)
        draw = random.Random(SEED)
        sizes = [len(output.encode()) for output in outputs]
        first = [within(text.split(), size) for text, size in zip(texts, sizes, strict=True)]
        drawn = [by_chance(draw, text, size) for text, size in zip(texts, sizes, strict=True)]
        for system, made in [(title, outputs), ("  first words", first), ("  by chance", drawn)]:
            show(system, Segments(made, texts, wanted), samples, *metrics)


def said(
    p: Paraphraser, texts: list[str], application: str, **options: Unpack[Options]
) -> list[str]:
    return [each.text for each in p.pipe(texts, application=application, **options)]


def first_words(text: str, share: float) -> str:
    words = text.split()
    return " ".join(words[: round(share * len(words))])


def within(words: Sequence[str], size: int) -> str:
    """As many words from the first on as have so many bytes."""
    while len(" ".join(words).encode()) > size:
        words = words[:-1]
    return " ".join(words)


def by_chance(draw: random.Random, text: str, size: int) -> str:
    """What has so many bytes when words are dropped by chance."""
    words = text.split()
    while len(" ".join(words).encode()) > size:
        del words[draw.randrange(len(words))]
    return " ".join(words)


def read(
    path: str, text: str, references: str, write: Callable[[str], str] = str
) -> dict[str, tuple[str, ...]]:
    lines = (SHARED / "data" / "dev" / path).read_text("utf-8").splitlines()
    records = map(json.loads, lines)
    return {write(each[text]): tuple(map(write, each[references])) for each in records}


def show(name: str, segments: Segments, samples: int, *metrics: str) -> None:
    figures = []
    for each in metrics:
        metric = find_metric(each)
        found = bootstrap(metric.counts(segments), metric.figure, samples=samples, seed=SEED)
        figures.append(f"{each} {found.value:.2f} [{found.low:.2f}, {found.high:.2f}]")
    print(f"  {name:<26} {'  '.join(figures)}", flush=True)


if __name__ == "__main__":
    main()
