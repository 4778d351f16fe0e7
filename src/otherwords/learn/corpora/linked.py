"""Sentences and links between them, as Tatoeba exports them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.learn.corpora.batches import Batch, batched, lines_of

_DIGITS = 18  # of the number of a sentence, at most


def read(
    paths: Sequence[str | Path], *, source_language: str, target_language: str
) -> Iterator[Batch]:
    """The linked sentences of two languages, or of one.

    Args:
        paths: One or more files with number, language and text of each sentence, and last a file
            with the numbers of two linked sentences a line; with tabs, plain or compressed.
        source_language: Code of the language of the sources as the file has it, such as `eng`.
        target_language: The same for the targets. If it is the same language, a link that is given
            in both directions makes one pair.
    """
    if len(paths) < 2:
        raise FormatError("linked sentences are two files or more: sentences, and last the links")
    texts: dict[str, dict[int, str]] = {source_language: {}, target_language: {}}
    for path in paths[:-1]:
        _read_sentences(path, texts)
    return batched(_pairs(paths[-1], texts[source_language], texts[target_language]))


def _read_sentences(path: str | Path, texts: dict[str, dict[int, str]]) -> None:
    """Adds the sentences of the languages that are asked for."""
    for number, line in enumerate(lines_of(path), 1):
        fields = line.split("\t", 2)
        if len(fields) != 3 or not _is_number(fields[0]):
            raise FormatError(
                f"{name_of(path)}:{number}: not number, language and text: {line[:40]!r}; "
                "mend the line"
            )
        if fields[1] in texts:
            texts[fields[1]][int(fields[0])] = fields[2]


def _pairs(
    links: str | Path, sources: dict[int, str], targets: dict[int, str]
) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines_of(links), 1):
        ends = line.split("\t")
        if len(ends) < 2 or not (_is_number(ends[0]) and _is_number(ends[1])):
            raise FormatError(
                f"{name_of(links)}:{number}: not two numbers: {line[:40]!r}; mend the line"
            )
        one, other = int(ends[0]), int(ends[1])
        if one in sources and other in targets and (sources is not targets or one < other):
            yield sources[one], targets[other]


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= _DIGITS
