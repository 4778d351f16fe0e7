"""Tables of sentence pairs, as `corpus pairs` and `corpus align-sentences` write them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from otherwords.cli.reports import plural
from otherwords.files import writing


def write_pairs(path: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Writes a table with tabs and a header; `-` is the standard output.

    A row that UTF-8 cannot hold, since a file it comes from is not UTF-8, is left out; the standard
    error tells how many there are.
    """
    broken = 0
    with writing(path) as fd, os.fdopen(fd, "wb", closefd=False) as file:
        file.write("\t".join(columns).encode() + b"\n")
        for cells in rows:
            try:
                file.write("\t".join(" ".join(cell.split()) for cell in cells).encode() + b"\n")
            except UnicodeEncodeError:
                broken += 1
    if broken:
        print(f"{plural(broken, 'pair')} left out: not valid UTF-8", file=sys.stderr)
