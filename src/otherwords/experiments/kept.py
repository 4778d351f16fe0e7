"""What was found of each text, kept as JSON lines: a run that was stopped goes on there."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.evaluate.data import checksum
from otherwords.files import name_of

Row = dict[str, Any]


def kept_rows(
    folder: Path,
    name: str,
    key: str,
    texts: Sequence[str],
    find: Callable[[str], Row],
    columns: Collection[str],
) -> Iterator[Row]:
    """A row for each text, as `find` gives it or as an earlier run has kept it. Raises FormatError
    where what was kept is damaged.

    Args:
        folder: Where the file is.
        name: What it is called, without the digits of the key and its ending.
        key: What rows depend on beside the text; another key has another file.
        texts: What rows are of, in order.
        find: Makes the row of a text.
        columns: What a row has beside its text.
    """
    path = folder / f"{name}-{checksum([key])}.jsonl"
    known = {row["text"]: row for row in _complete(path, {"text", *columns})}
    with open(path, "a", encoding="utf-8") as file:
        for text in texts:
            if text not in known:
                known[text] = {"text": text, **find(text)}
                print(json.dumps(known[text], ensure_ascii=False), file=file, flush=True)
            yield known[text]


def _complete(path: Path, columns: Collection[str]) -> Iterator[Row]:
    """The rows of a file; the end of one that was being written is cut off."""
    if not path.exists():
        return
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        os.truncate(path, len(whole))
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            row = json.loads(line)
            if row.keys() != columns or not isinstance(row["text"], str):
                raise ValueError
        except (ValueError, AttributeError, RecursionError):
            raise FormatError(
                f"{name_of(path)}:{number}: this is no row of these experiments; remove the file, "
                "and all is searched again"
            ) from None
        yield row
