"""Development sentences: what units are labelled and weights are tuned on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import line_batches, name_of
from otherwords.text.sentences import split

#: A text and its reference.
Record = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class DevelopmentSentence:
    """A sentence, the number of the record it comes from, and the reference of that record."""

    number: int
    text: str
    reference: str | None = None


def read_sentences(
    path: str | Path, references: str | Path | None = None, *, language: str = "en"
) -> list[DevelopmentSentence]:
    """The different sentences of a file, each once.

    Args:
        path: One text a line, or a TSV whose first line names a column `source` and perhaps a
            column `reference`. A text may have several sentences.
        references: One reference a line, for a file that has none.
        language: Of the texts.
    """
    lines = chain.from_iterable(line_batches(path))
    head = list(islice(lines, 1))
    names = "".join(head).split("\t")
    if len(names) > 1 and "source" in names:
        records = _columns(lines, names, path)
    else:
        records = _texts(chain(head, lines), path)
    if references is not None:
        records = _with_references(records, references, path)
    return sentences_of(records, language=language)


def sentences_of(records: Iterable[Record], *, language: str) -> list[DevelopmentSentence]:
    """The different sentences of texts with their references, each once."""
    found: dict[str, DevelopmentSentence] = {}
    for number, (text, reference) in enumerate(records, start=1):
        for sentence in split(text, language).texts:
            found.setdefault(sentence, DevelopmentSentence(number, sentence, reference))
    return list(found.values())


def _columns(lines: Iterable[str], names: Sequence[str], path: str | Path) -> Iterator[Record]:
    source = names.index("source")
    reference = names.index("reference") if "reference" in names else None
    for number, line in enumerate(lines, start=2):
        fields = line.split("\t")
        if len(fields) != len(names):
            raise FormatError(
                f"{name_of(path)}:{number}: there are {len(fields)} columns but the first line "
                f"names {len(names)}; separate them by single tabs"
            )
        yield fields[source], None if reference is None else fields[reference]


def _texts(lines: Iterable[str], path: str | Path) -> Iterator[Record]:
    for number, line in enumerate(lines, start=1):
        if "\t" in line:
            raise FormatError(
                f"{name_of(path)}:{number}: there is a tab; name the columns in the first line, "
                "one of them `source`"
            )
        yield line, None


def _with_references(
    records: Iterable[Record], references: str | Path, path: str | Path
) -> Iterator[Record]:
    lines = chain.from_iterable(line_batches(references))
    for number, (record, reference) in enumerate(zip_longest(records, lines), start=1):
        if record is None or reference is None:
            where = references if reference is None else path
            raise FormatError(
                f"{name_of(where)}:{number}: it ends before the other file does; "
                "there must be a reference for each text"
            )
        yield record[0], reference


def order_by_chance(texts: Iterable[str], seed: int) -> list[str]:
    """The texts in an order that depends on each text and the seed alone.

    So those that come first do so also when others are added.
    """

    def key(text: str) -> tuple[bytes, str]:
        known = f"{seed}\n{text}".encode("utf-8", "surrogatepass")
        return hashlib.blake2b(known, digest_size=8).digest(), text

    return sorted(texts, key=key)


def divide(texts: Iterable[str], held_out: float, seed: int) -> tuple[list[str], list[str]]:
    """Texts to tune on, one at least, and a share that is held out, by chance."""
    drawn = order_by_chance(texts, seed)
    others = min(len(drawn) - 1, round(held_out * len(drawn)))
    return drawn[others:], drawn[:others]
