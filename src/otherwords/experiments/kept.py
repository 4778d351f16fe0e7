"""What was found of each text, kept as JSON lines: a run that was stopped goes on there."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from otherwords import _core
from otherwords._core import FormatError
from otherwords.evaluate.data import checksum
from otherwords.files import name_of
from otherwords.toml_file import is_finite

Row = dict[str, Any]
#: What a value is: a type (float: any number), or what each of its own values is.
Shape: TypeAlias = type | Mapping[str, "Shape"]


def kept_rows(
    folder: Path,
    name: str,
    key: str,
    texts: Sequence[str],
    find: Callable[[str], Row],
    shape: Mapping[str, Shape],
) -> Iterator[Row]:
    """A row for each text, as `find` gives it or as an earlier run has kept it. Raises FormatError
    where what was kept is damaged.

    Args:
        folder: Where the file is.
        name: What it is called, without the digits of the key and its ending.
        key: What rows depend on beside the text and the core; another key has another file.
        texts: What rows are of, in order.
        find: Makes the row of a text.
        shape: What a row has beside its text.
    """
    path = folder / file_name(name, key)
    known = {row["text"]: row for row in _complete(path, {"text": str, **shape})}
    with open(path, "a", encoding="utf-8") as file:
        for text in texts:
            if text not in known:
                known[text] = {"text": text, **find(text)}
                print(json.dumps(known[text], ensure_ascii=False), file=file, flush=True)
            yield known[text]


def file_name(name: str, key: str) -> str:
    """That of the file that rows are kept in."""
    return f"{name}-{checksum([key, _core_digest()])}.jsonl"


@cache
def _core_digest() -> str:
    """Another core may find something else."""
    with open(_core.__file__, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _complete(path: Path, shape: Shape) -> Iterator[Row]:
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
            if not _fits(row, shape):
                raise ValueError
        except (ValueError, RecursionError):
            raise FormatError(
                f"{name_of(path)}:{number}: this is no row of these experiments; remove the file, "
                "and all is searched again"
            ) from None
        yield row


def _fits(value: Any, shape: Shape) -> bool:
    if isinstance(shape, Mapping):
        return (
            isinstance(value, dict)
            and value.keys() == shape.keys()
            and all(_fits(value[name], each) for name, each in shape.items())
        )
    if shape is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and is_finite(value)
    return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
