"""A ledger of what has been made of a step so far, so that nothing damaged is gone on with.

A step that was killed goes on with the whole files of its earlier try. Each is noted here, with its
checksum, as soon as it is there. What a later try finds must be as it was noted: else it starts
from nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from otherwords.files import stamp_of

#: The name of the file, inside of the folder of the step.
LEDGER = "ledger"
_CHUNK = 1 << 20


class Ledger:
    """The files of an unfinished step.

    Args:
        folder: Of the step.
        without: Names of files at its top that are not part of what is made.
    """

    def __init__(self, folder: Path, *, without: frozenset[str]) -> None:
        self._folder = folder
        self._without = without | {LEDGER}
        self._known = dict(self._noted())  # checksums by path
        self._stamps: dict[str, tuple[int, int, int]] = {}  # of those that were read by this object

    def note(self) -> None:
        """Writes down the files that are new, or others than before."""
        lines = []
        for path in self._files():
            stamp = stamp_of(self._folder / path)
            if self._stamps.get(path) == stamp:
                continue
            self._known[path] = checksum(self._folder / path)
            self._stamps[path] = stamp
            lines.append(json.dumps([self._known[path], path]) + "\n")
        if lines:
            with open(self._folder / LEDGER, "a", encoding="utf-8") as file:
                file.writelines(lines)
                file.flush()
                os.fsync(file.fileno())

    def holds(self) -> bool:
        """Whether all files that are there are as they were noted."""
        return all(
            path in self._known and checksum(self._folder / path) == self._known[path]
            for path in self._files()
        )

    def checksums(self) -> dict[str, str]:
        """Of all files that are there now."""
        self.note()
        return {path: self._known[path] for path in self._files()}

    def _files(self) -> list[str]:
        found = (path for path in sorted(self._folder.rglob("*")) if path.is_file())
        names = (str(path.relative_to(self._folder)) for path in found)
        return [name for name in names if name not in self._without and ".part" not in name]

    def _noted(self) -> Iterator[tuple[str, str]]:
        try:
            lines = (self._folder / LEDGER).read_bytes().splitlines()
        except OSError:
            return
        for line in lines:
            try:
                known, path = json.loads(line)
            except (ValueError, TypeError, RecursionError):
                continue  # a line that a killed run could not finish, or a damaged one
            yield str(path), str(known)


def checksum(path: Path) -> str:
    """A digest of the content of a file."""
    digest = hashlib.blake2b(digest_size=16)
    with open(path, "rb") as file:
        while block := file.read(_CHUNK):
            digest.update(block)
    return digest.hexdigest()
