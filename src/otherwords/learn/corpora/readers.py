"""The readers by name, as recipes and the command line choose them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from otherwords._core import Error
from otherwords.learn.corpora import (
    jsonl,
    linked,
    moses,
    news_pairs,
    sentence_alignment,
    tmx,
    translations,
    tsv,
)
from otherwords.learn.corpora.batches import Batch

READERS: dict[str, Callable[..., Iterator[Batch]]] = {
    "moses": moses.read,
    "tsv": tsv.read,
    "tmx": tmx.read,
    "jsonl": jsonl.read,
    "translations": translations.read,
    "linked": linked.read,
    "works": sentence_alignment.read,
    "news": lambda paths, **options: news_pairs.read(paths, news_pairs.NewsOptions(**options)),
}


def options_of(kind: str) -> dict[str, bool]:
    """The options of a reader, and whether it cannot do without."""
    if kind not in READERS:
        raise Error(f"there is no reader {kind!r}; there are: {', '.join(READERS)}")
    taker = news_pairs.NewsOptions if kind == "news" else READERS[kind]
    parameters = inspect.signature(taker).parameters
    return {
        name: parameter.default is parameter.empty
        for name, parameter in parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY
    }


def read_pairs(kind: str, paths: Sequence[str | Path], **options: Any) -> Iterator[Batch]:
    """Sentence pairs of a corpus of this kind in batches; options as its reader has them."""
    known = options_of(kind)
    for name in options:
        if name not in known:
            takes = ", ".join(known) or "no options"
            raise Error(f"the reader {kind!r} has no option {name!r}; it takes {takes}")
    for name, needed in known.items():
        if needed and not options.get(name):
            raise Error(f"the reader {kind!r} needs the option {name!r}")
    columns = options.get("columns")
    if columns is not None and kind != "translations" and len(columns) != 2:
        raise Error(f"two columns make a pair, not {len(columns)}: name source and target")
    return READERS[kind](paths, **options)
