"""Inputs for a target, one after the other, in a folder of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from otherwords._core import Error
from tests.fuzz.target import Target
from tests.fuzz.targets import TARGETS

#: Where files that are written a million times are better than on a disk; None if there is none.
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
_INTERESTING = [
    b"",
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"nan",
    b"-inf",
    b"1e999",
    b"9" * 5000,
    b"0x" + b"f" * 5000,
    b"[" * 3000,
    b"\r\n",
    b"\t",
    "⟦".encode(),
    b"x" * 200_000,
    b"\xc2\xb2",  # a digit that is no number
    b"-",
    b'"',
]


class Reading:
    """Gives inputs to a target: it reads them, or refuses them with an error of ours."""

    def __init__(self, name: str, folder: Path) -> None:
        self.target: Target = TARGETS[name]
        self._folder = folder / "files"
        self._folder.mkdir()
        for file, content in self.target.beside.items():
            (self._folder / file).write_bytes(content)
        self.refused = self.read = 0

    def try_input(self, content: bytes) -> None:
        """Lets anything pass but an Error, and what the system says of a file by its name: that is
        what is looked for.
        """
        path = self._folder / self.target.file
        path.write_bytes(content)
        try:
            self.target.read(path)
            self.read += 1
        except Error as error:
            if not str(error):
                raise  # an error must say something
            self.refused += 1
        except OSError as error:
            if error.filename is None:
                raise
            self.refused += 1


def mutations(seeds: list[bytes], count: int, chance: random.Random) -> Iterator[bytes]:
    """Good content with some bytes changed, cut out, repeated, or replaced by what often breaks."""
    for _ in range(count):
        content = bytearray(chance.choice(seeds))
        for _ in range(chance.choice((1, 1, 2, 4))):
            at, size = chance.randint(0, len(content)), min(len(content), chance.randint(1, 12))
            match chance.randrange(5):
                case 0:
                    content[at : at + 1] = bytes([chance.randrange(256)])
                case 1:
                    del content[at : at + size]
                case 2:
                    content[at:at] = content[at : at + size] * chance.randint(1, 3)
                case 3:
                    other = chance.choice(seeds)
                    content[at : at + size] = other[chance.randint(0, len(other)) :]
                case _:
                    content[at : at + size] = chance.choice(_INTERESTING)
        yield bytes(content)
