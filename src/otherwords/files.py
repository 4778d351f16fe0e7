"""Text files as descriptors the core can read and write, compressed or not.

The core reads lines from a descriptor. For a compressed file this is the end of a pipe that a
thread feeds; a broken archive is reported when the source is closed, so nothing that was read
from it may be kept before then.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import lzma
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, cast

from otherwords._core import FormatError

_CHUNK = 1 << 20


def _open_zst(path: str | Path) -> IO[bytes]:
    import zstandard

    return cast(IO[bytes], zstandard.open(path, "rb"))


_OPENERS: dict[bytes, Callable[[str | Path], IO[bytes]]] = {
    b"\x1f\x8b": lambda path: cast(IO[bytes], gzip.open(path, "rb")),
    b"\xfd7zXZ\x00": lambda path: lzma.open(path, "rb"),
    b"\x28\xb5\x2f\xfd": _open_zst,
}


def open_binary(path: str | Path) -> IO[bytes]:
    """Opens a file for reading and undoes gzip, xz or zstd, recognised by content."""
    with open(path, "rb") as raw:
        start = raw.read(6)
    for magic, opener in _OPENERS.items():
        if start.startswith(magic):
            return opener(path)
    return open(path, "rb")


@contextlib.contextmanager
def reading(path: str | Path) -> Iterator[int]:
    """A descriptor with the decompressed content of `path`; `-` is the standard input.

    Raises FormatError at the end of the block when the archive is broken.
    """
    if str(path) == "-":
        yield sys.stdin.fileno()
        return
    source = open_binary(path)
    if isinstance(source, io.BufferedReader) and not isinstance(
        source, gzip.GzipFile | lzma.LZMAFile
    ):
        with source:
            yield source.fileno()
        return

    read_end, write_end = os.pipe()
    failure: list[BaseException] = []

    def feed() -> None:
        try:
            with source, os.fdopen(write_end, "wb", buffering=0) as sink:
                while block := source.read(_CHUNK):
                    view = memoryview(block)
                    while view:
                        view = view[sink.write(view) :]
        except BrokenPipeError:
            pass  # the reader stopped early, on purpose or with an error of its own
        except Exception as error:
            failure.append(error)

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        yield read_end
    except Exception:
        os.close(read_end)
        read_end = -1
        feeder.join()
        if failure:
            raise _broken_archive(path, failure[0]) from failure[0]
        raise
    finally:
        if read_end >= 0:
            os.close(read_end)
            feeder.join()
    if failure:
        raise _broken_archive(path, failure[0]) from failure[0]


def _broken_archive(path: str | Path, error: BaseException) -> FormatError:
    return FormatError(f"{path}: the archive is broken: {error}; copy or make it again")


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[int]:
    """A descriptor whose content becomes `path` when the block ends without an error.

    `.gz`, `.xz` and `.zst` compress; `-` is the standard output.
    """
    if str(path) == "-":
        sys.stdout.flush()
        yield sys.stdout.fileno()
        return
    target = Path(path)
    part = target.with_name(f"{target.name}.part-{os.getpid()}")
    try:
        with open(part, "wb") as raw:
            if target.suffix in _COMPRESSORS:
                with _through_pipe(_COMPRESSORS[target.suffix](raw)) as fd:
                    yield fd
            else:
                yield raw.fileno()
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _compress_zst(raw: IO[bytes]) -> IO[bytes]:
    import zstandard

    return cast(IO[bytes], zstandard.ZstdCompressor().stream_writer(raw, closefd=False))


_COMPRESSORS: dict[str, Callable[[IO[bytes]], IO[bytes]]] = {
    ".gz": lambda raw: cast(IO[bytes], gzip.GzipFile(fileobj=raw, mode="wb", mtime=0)),
    ".xz": lambda raw: lzma.open(raw, "wb"),
    ".zst": _compress_zst,
}


@contextlib.contextmanager
def _through_pipe(sink: IO[bytes]) -> Iterator[int]:
    read_end, write_end = os.pipe()
    failure: list[BaseException] = []

    def drain() -> None:
        try:
            with os.fdopen(read_end, "rb", buffering=0) as source, sink:
                while block := source.read(_CHUNK):
                    sink.write(block)
        except Exception as error:
            failure.append(error)

    drainer = threading.Thread(target=drain, daemon=True)
    drainer.start()
    try:
        yield write_end
    finally:
        os.close(write_end)
        drainer.join()
    if failure:
        raise failure[0]
