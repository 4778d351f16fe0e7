"""Alignments as text, as Pharaoh and most aligners write them: `0-0 1-2` for a sentence pair."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path

from otherwords._core import Links
from otherwords.align.columns import links
from otherwords.files import line_batches, name_of, writing


def read_links(path: str | Path) -> Links:
    """Reads alignments, plain or compressed, one sentence pair a line; `-` is the standard input.

    Raises FormatError, with file and line, for what is not an alignment.
    """
    lines = chain.from_iterable(line_batches(path))
    return links(lines, name=name_of(path))


def write_links(alignment: Links, path: str | Path) -> None:
    """Writes alignments, compressed if the name says so; `-` is the standard output."""
    with writing(path) as fd, os.fdopen(os.dup(fd), "w", encoding="ascii") as file:
        file.writelines(f"{line}\n" for line in link_texts(alignment))


def link_texts(alignment: Links) -> Iterator[str]:
    """Each alignment as text."""
    texts = alignment.texts()
    content = texts.content.tobytes().decode("ascii")
    return (content[begin:end] for begin, end in pairwise(texts.offsets.tolist()))
