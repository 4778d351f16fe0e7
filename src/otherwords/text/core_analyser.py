"""Analysis by the core: a small network in a file of a model."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path

from otherwords import _core
from otherwords.text.analysis import PARTS, Analysis, check_parts
from otherwords.text.tokens import encodable

_SENTENCES = 1024  # that are analysed together


class CoreAnalyser:
    """An analyser that `otherwords learn analyser` made. Any number of threads may use one.

    Args:
        path: Its file.
        threads: How many to use for many sentences; 0 for as many as there are cores.
    """

    def __init__(self, path: str | Path, *, threads: int = 1) -> None:
        self._path = Path(path)
        self._analyser = _core.Analyser(str(path))
        self._threads = threads

    @cached_property
    def version(self) -> str:
        """That of the package, and a digest of the file."""
        return f"otherwords {_core.version} {zlib.crc32(self._path.read_bytes()):08x}"

    def analyse(
        self, sentences: Iterable[Sequence[str]], parts: Collection[str] = PARTS
    ) -> Iterator[Analysis]:
        """What is known of each sentence."""
        check_parts(parts)
        wanted = [part in parts for part in PARTS]
        for batch in _batches(sentences):
            found = self._analyser.analyse(batch, *wanted, threads=self._threads)
            for row in zip(*found, strict=True):
                yield Analysis(*row)

    def tags(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[str]]:
        """The Penn tag of each word."""
        return (each.tags for each in self.analyse(sentences, ["tags"]))


def _batches(sentences: Iterable[Sequence[str]]) -> Iterator[list[list[str]]]:
    encoded = ([encodable(word) for word in words] for words in sentences)
    return iter(lambda: list(islice(encoded, _SENTENCES)), [])
