"""Sentences and links between them, as Tatoeba exports them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.learn.corpora.batches import Batch, batched, lines_of


def read(
    paths: Sequence[str | Path], *, source_language: str, target_language: str
) -> Iterator[Batch]:
    """The linked sentences of two languages, or of one.

    Args:
        paths: A file with number, language and text of each sentence, and a file with the numbers
            of two linked sentences a line, both with tabs, plain or compressed.
        source_language: Code of the language of the sources as the file has it, such as `eng`.
        target_language: The same for the targets. If it is the same language, a link that is given
            in both directions makes one pair.
    """
    if len(paths) != 2:
        raise FormatError(f"linked sentences are two files, not {len(paths)}: sentences and links")
    return batched(_pairs(paths[0], paths[1], source_language, target_language))


def _pairs(
    sentences: str | Path, links: str | Path, source: str, target: str
) -> Iterator[tuple[str, str]]:
    texts: dict[str, dict[int, str]] = {source: {}, target: {}}
    for number, line in enumerate(lines_of(sentences), 1):
        fields = line.split("\t", 2)
        if len(fields) != 3 or not fields[0].isdecimal():
            raise FormatError(
                f"{name_of(sentences)}:{number}: not number, language and text: {line[:40]!r}"
            )
        if fields[1] in texts:
            texts[fields[1]][int(fields[0])] = fields[2]
    sources, targets = texts[source], texts[target]
    for number, line in enumerate(lines_of(links), 1):
        ends = line.split("\t")
        if len(ends) < 2 or not (ends[0].isdecimal() and ends[1].isdecimal()):
            raise FormatError(f"{name_of(links)}:{number}: not two numbers: {line[:40]!r}")
        one, other = int(ends[0]), int(ends[1])
        if one in sources and other in targets and (source != target or one < other):
            yield sources[one], targets[other]
