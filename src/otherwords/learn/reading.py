"""From the corpora of a recipe to batches of raw sentence pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from otherwords.learn.corpora import Batch, read_pairs
from otherwords.learn.corpora.batches import batched, lines_of
from otherwords.learn.corpora.readers import options_of
from otherwords.learn.recipe import Corpus

_GOLDEN = 0x9E3779B97F4A7C15  # 2⁶⁴ over the golden ratio: multiples of it fall evenly
_MODULUS = 1 << 64


def read_corpus(corpus: Corpus, files: Sequence[Path], language: str) -> Iterator[Batch]:
    """The raw sentence pairs of a corpus, or the sample that the recipe asks for."""
    if corpus.kind == "text":
        batches = batched((line, line) for path in files for line in lines_of(path))
    else:
        known = options_of(corpus.kind)
        languages = {
            "language": language,
            "source_language": language,
            "target_language": corpus.language or language,
        }
        told = {name: code for name, code in languages.items() if name in known}
        batches = read_pairs(corpus.kind, files, **{**told, **corpus.options})
    return batches if corpus.sample == 1.0 else _sample(batches, corpus.sample)


def _sample(batches: Iterable[Batch], share: float) -> Iterator[Batch]:
    """About this share of the pairs, spread evenly and the same ones always."""
    place, limit = 0, int(share * _MODULUS)
    for batch in batches:
        chosen = Batch()
        for source, target in zip(batch.sources, batch.targets, strict=True):
            if place * _GOLDEN % _MODULUS < limit:
                chosen.add(source, target)
            place += 1
        yield chosen


def files_of(paths: Sequence[Path]) -> list[Path]:
    """All files that the paths of a corpus stand for, folders with what is in them."""
    found: list[Path] = []
    for path in paths:
        found += (
            sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
        )
    return found
