"""What a target of a fuzzer is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Target:
    """A reader to be fuzzed.

    Attributes:
        read: Reads a file, and all of it.
        seeds: Good content.
        file: The name of the file, below a folder of its own.
        beside: Files that the content may name.
    """

    read: Callable[[Path], object]
    seeds: list[bytes]
    file: str = "input"
    beside: dict[str, bytes] = field(default_factory=dict)


def read_all(items: Iterable[Any]) -> None:
    """Goes through all that a reader yields."""
    deque(items, maxlen=0)


def written_apart(path: Path) -> tuple[Path, Path]:
    """Two files: what stands before and behind the first line of dashes."""
    first, _, second = path.read_bytes().partition(b"----\n")
    paths = path.with_name("first"), path.with_name("second")
    for each, content in zip(paths, (first, second), strict=True):
        each.write_bytes(content)
    return paths
