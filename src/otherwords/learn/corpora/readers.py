"""The readers by name, as recipes and the command line choose them."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    parameters = inspect.signature(_taker(kind)).parameters
    return {
        name: parameter.default is parameter.empty
        for name, parameter in parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY
    }


def check_options(kind: str, options: Mapping[str, Any]) -> None:
    """Raises Error unless these are options of the reader, with values that it can take."""
    known = options_of(kind)
    hints = typing.get_type_hints(_taker(kind))
    for name, value in options.items():
        if name not in known:
            takes = ", ".join(known) or "no options"
            raise Error(f"the reader {kind!r} has no option {name!r}; it takes {takes}")
        if not _fits(value, hints[name]):
            raise Error(f"{name} = {value!r}: {_MEANINGS.get(hints[name], _OTHERWISE)} is needed")
    if len(columns := options.get("columns", ("", ""))) != 2 and kind != "translations":
        raise Error(f"two columns make a pair, not {len(columns)}: name source and target")
    if kind == "news":
        news_pairs.NewsOptions(**options)


def read_pairs(kind: str, paths: Sequence[str | Path], **options: Any) -> Iterator[Batch]:
    """Sentence pairs of a corpus of this kind in batches; options as its reader has them."""
    check_options(kind, options)
    for name, needed in options_of(kind).items():
        if needed and not options.get(name):
            raise Error(f"the reader {kind!r} needs the option {name!r}")
    return READERS[kind](paths, **options)


_MEANINGS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Sequence[str]: "a list of texts",
}
_OTHERWISE = "a table of texts"


def _fits(value: Any, hint: Any) -> bool:
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint in (bool, int, str):
        return type(value) is hint
    if hint == Sequence[str]:
        return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
    return isinstance(value, Mapping) and all(isinstance(each, str) for each in value.values())


def _taker(kind: str) -> Callable[..., Any]:
    """What has the options of a reader as parameters."""
    if kind not in READERS:
        raise Error(f"there is no reader {kind!r}; there are: {', '.join(READERS)}")
    return news_pairs.NewsOptions if kind == "news" else READERS[kind]
