"""Treebanks in CoNLL-U: words and their tags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import line_batches, name_of

_FIELDS = 10


@dataclass
class Tagged:
    """A sentence that people have tagged."""

    words: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)


def read_treebank(paths: Sequence[Path]) -> list[Tagged]:
    """The sentences of files; words that stand for several are left out for these."""
    sentences: list[Tagged] = []
    for path in paths:
        current = Tagged()
        number = 0
        for batch in line_batches(path):
            for line in batch:
                number += 1
                if not line.strip():
                    sentences.append(current)
                    current = Tagged()
                elif not line.startswith("#"):
                    fields = line.split("\t")
                    if len(fields) != _FIELDS:
                        raise FormatError(
                            f"{name_of(path)}:{number}: {len(fields)} fields instead of {_FIELDS} "
                            "with tabs between them; name a file in CoNLL-U"
                        )
                    if fields[0].isdigit():
                        if not fields[1] or fields[4] in {"", "_"}:
                            raise FormatError(
                                f"{name_of(path)}:{number}: a word without a Penn tag in the fifth "
                                "field; name a treebank that has them"
                            )
                        current.words.append(fields[1])
                        current.tags.append(fields[4])
        sentences.append(current)
    return [sentence for sentence in sentences if sentence.words]
