"""The sentences that an analyser is learnt from, chosen from corpora and cut into words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from otherwords.learn.corpora.batches import lines_of
from otherwords.learn.corpora.fields import chosen_rows
from otherwords.learn.corpora.jsonl import texts_of
from otherwords.learn.settings_file import limits
from otherwords.text import tokenise

#: How a corpus of text may be written.
KINDS = ("text", "tsv", "jsonl")


@dataclass(frozen=True)
class TextCorpus:
    """Where sentences come from.

    Attributes:
        name: What reports call it.
        files: Files relative to the recipe's folder of data, plain or compressed.
        kind: `text` with a sentence a line, `tsv` or `jsonl`.
        columns: Columns of a table or fields of an object that hold sentences.
        header: Whether the first line of a table names its columns.
        sentences: How many to take at most, 0 for all; the same ones always, from all over it.
        sample: Which share of these to take.
    """

    name: str
    files: tuple[str, ...]
    kind: str = limits("text", choices=KINDS)
    columns: tuple[str, ...] = ()
    header: bool = False
    sentences: int = limits(0, least=0)
    sample: float = limits(1.0, above=0.0, most=1.0)


@dataclass(frozen=True)
class Chosen:
    """Sentences of a corpus.

    Attributes:
        sentences: Their words, by numbers that depend on their text alone and are in order.
        broken: How many lines were left out because they are no Unicode.
    """

    sentences: dict[bytes, list[str]]
    broken: int


def choose(corpus: TextCorpus, files: Sequence[Path], language: str, longest: int) -> Chosen:
    """The sentences to take from a corpus, each once, without those that have no words or more than
    `longest`.
    """
    numbers: dict[bytes, str] = {}
    broken = 0
    for path in files:
        for text in _texts(corpus, path):
            try:
                numbers[hashlib.blake2b(text.encode(), digest_size=12).digest()] = text
            except UnicodeEncodeError:  # half a character: what was read is not UTF-8
                broken += 1
    order = sorted(numbers)[: corpus.sentences or None]
    order = order[: max(1, round(corpus.sample * len(order)))]
    cut = {number: tokenise(numbers[number], language).words for number in order}
    kept = {number: words for number, words in cut.items() if 0 < len(words) <= longest}
    return Chosen(kept, broken)


def _texts(corpus: TextCorpus, path: Path) -> Iterator[str]:
    lines: Iterator[str]
    if corpus.kind == "text":
        lines = lines_of(path)
    elif corpus.kind == "tsv":
        columns = corpus.columns or ("0",)
        rows = chosen_rows(path, columns, header=corpus.header, score="", least=0.0, where=None)
        lines = (fields[at] for places, fields in rows for at in places if at < len(fields))
    else:
        lines = texts_of(path, corpus.columns)
    return (text for line in lines if (text := line.strip()))
