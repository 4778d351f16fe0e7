"""Text files as descriptors the core can read and write, compressed or not.

The core reads and writes lines through a descriptor. For a compressed file this is the end of a
pipe that a thread serves. A broken archive is reported when the source is closed, so nothing that
was read from it may be kept before then.
"""

from __future__ import annotations

import bz2
import contextlib
import errno
import gzip
import io
import itertools
import lzma
import os
import shutil
import stat
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from otherwords._core import FormatError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_CHUNK = 1 << 20
_LONGEST_NAME = 255  # in bytes, on the file systems of Linux


class _ZstdSource(io.RawIOBase):
    """Reads zstd frame after frame; unlike the library's reader, notices a missing end."""

    def __init__(self, path: str | Path) -> None:
        import zstandard

        self._decompressor = zstandard.ZstdDecompressor(max_window_size=1 << 31)
        self._file = open(path, "rb", buffering=0)
        self._frame = self._decompressor.decompressobj()
        self._inside_frame = False
        self._compressed = b""
        self._content = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        while not self._content:
            if not self._compressed:
                self._compressed = self._file.read(_CHUNK >> 4) or b""
                if not self._compressed:
                    if self._inside_frame:
                        raise EOFError("it ends in the middle of a frame")
                    return 0
            self._content = memoryview(self._frame.decompress(self._compressed))
            self._compressed = self._frame.unused_data
            self._inside_frame = not self._frame.eof
            if self._frame.eof:
                self._frame = self._decompressor.decompressobj()
        target = memoryview(buffer).cast("B")
        count = min(len(target), len(self._content))
        target[:count] = self._content[:count]
        self._content = self._content[count:]
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


_OPENERS: dict[bytes, Callable[[str | Path], IO[bytes]]] = {
    b"\x1f\x8b": lambda path: cast(IO[bytes], gzip.open(path, "rb")),
    b"BZh": lambda path: cast(IO[bytes], bz2.open(path, "rb")),
    b"\xfd7zXZ\x00": lambda path: lzma.open(path, "rb"),
    b"\x28\xb5\x2f\xfd": lambda path: io.BufferedReader(_ZstdSource(path)),
}


def open_binary(path: str | Path) -> IO[bytes]:
    """Opens a file for reading and undoes gzip, bzip2, xz or zstd, recognised by content.

    A pipe is read as it is: looking at its content would take it away.
    """
    raw = open(path, "rb", buffering=0)
    if raw.seekable():
        start = raw.read(6)
        raw.seek(0)
        for magic, opener in _OPENERS.items():
            if start.startswith(magic):
                raw.close()
                return opener(path)
    return io.BufferedReader(raw)


def starts_with(path: str | Path, magic: bytes) -> bool:
    """Whether a file begins with these bytes; a stream never does: looking would take them away."""
    if str(path) == "-" or not stat.S_ISREG(os.stat(path).st_mode):
        return False
    with open(path, "rb") as file:
        return file.read(len(magic)) == magic


def name_of(path: str | os.PathLike[str], stream: str = "standard input") -> str:
    """What messages call a file: printable even if its name is not UTF-8, a word for `-`."""
    name = os.fspath(path)
    return stream if name == "-" else os.fsencode(name).decode("utf-8", "backslashreplace")


@contextlib.contextmanager
def reading(path: str | Path) -> Iterator[int]:
    """A descriptor with the decompressed content of `path`; `-` is the standard input.

    Raises FormatError at the end of the block when the archive is broken.
    """
    if str(path) == "-":
        yield _descriptor_of(sys.stdin, "standard input")
        return
    with open_binary(path) as source:
        if isinstance(source, io.BufferedReader) and isinstance(source.raw, io.FileIO):
            yield source.fileno()
        else:
            with _fed_from(source, path) as fd:
                yield fd


def line_batches(
    path: str | Path, *, most: int = 1000, errors: str = "strict", ends: bool = False
) -> Generator[list[str]]:
    """The lines of a text without their ends, in batches of up to `most`, as they arrive.

    A batch never waits for more input when it has a line, so a stream can be answered while it
    goes on. Raises FormatError for a line that is not UTF-8, unless `errors` names another way to
    decode it. With `ends`, lines keep their ends.
    """

    def closed(line: bytes, end: bytes) -> bytes:
        return line + end if ends else line.removesuffix(b"\r")

    number = 0
    with reading(path) as fd:
        pieces: list[bytes] = []  # of a line whose end has not come yet
        while block := os.read(fd, _CHUNK >> 4):
            pieces.append(block)
            if b"\n" not in block:
                continue
            *lines, rest = b"".join(pieces).split(b"\n")
            pieces = [rest]
            for begin in range(0, len(lines), most):
                batch = [closed(line, b"\n") for line in lines[begin : begin + most]]
                yield [_text(line, path, number + i, errors) for i, line in enumerate(batch, 1)]
                number += len(batch)
    if rest := b"".join(pieces):
        yield [_text(closed(rest, b""), path, number + 1, errors)]


def _text(line: bytes, path: str | Path, number: int, errors: str) -> str:
    try:
        return line.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{name_of(path)}:{number}: byte {error.start + 1} of the line is not valid UTF-8; "
            "convert the text to UTF-8"
        ) from None


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[int]:
    """A descriptor whose content becomes `path` when the block ends without an error.

    `.gz`, `.xz` and `.zst` compress; `-` is the standard output.
    """
    if str(path) == "-":
        fd = _descriptor_of(sys.stdout, "standard output")
        sys.stdout.flush()
        yield fd
        return
    compressor = _COMPRESSORS.get(Path(path).suffix)
    with replacing(path) as raw:
        if compressor is None:
            yield raw.fileno()
        else:
            with _drained_into(compressor(raw), path) as fd:
                yield fd


def _descriptor_of(stream: IO[str] | None, name: str) -> int:
    if stream is None:
        raise OSError(errno.EBADF, "it is closed", name)
    return stream.fileno()


@contextlib.contextmanager
def _fed_from(source: IO[bytes], path: str | Path) -> Iterator[int]:
    """The reading end of a pipe into which a thread copies `source`."""
    read_end, write_end = os.pipe()
    failure: list[Exception] = []

    def feed() -> None:
        try:
            with os.fdopen(write_end, "wb", buffering=0) as sink:
                while block := source.read(_CHUNK):
                    _write_all(sink, block)
        except BrokenPipeError:
            pass  # the reader stopped early, on purpose or with an error of its own
        except Exception as error:
            failure.append(error)

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        yield read_end
    finally:
        os.close(read_end)
        feeder.join()
        if failure:  # and if the reader complained, then about what is missing
            raise FormatError(
                f"{name_of(path)}: the archive is broken: {failure[0]}; copy or make it again"
            ) from failure[0]


def _write_all(sink: io.FileIO, block: bytes) -> None:
    rest = memoryview(block)
    while rest:
        rest = rest[sink.write(rest) :]


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[IO[bytes]]:
    """A new file that takes the place of `path` when it is complete, and else leaves no trace."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # a device or a named pipe is written in place
        with open(path, "wb") as raw:
            yield raw
        return
    with _named(path):
        part, created = _created_beside(target)
    try:
        with created:
            yield created
            created.flush()
            os.fsync(created.fileno())
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _named(path: str | Path) -> Iterator[None]:
    """Errors are about this path, not about the unfinished file that nobody has asked for."""
    try:
        yield
    except OSError as error:
        why = error.strerror
        if error.errno == errno.ENOENT and not Path(path).parent.is_dir():
            why = "its folder does not exist; create it first"
        raise OSError(error.errno, why, str(path)) from None


def _created_beside(target: Path) -> tuple[Path, IO[bytes]]:
    """A new file that nobody else has: threads, and containers in which numbers of processes are
    the same, may write to one path at the same time, and the last one stays.
    """
    for number in itertools.count():
        part = _part_of(target, number)
        with contextlib.suppress(FileExistsError):
            return part, open(part, "xb")
    raise AssertionError  # there is always another number


def _free_folder_beside(target: Path) -> Path:
    """The same for a new folder."""
    for number in itertools.count():
        part = _part_of(target, number)
        with contextlib.suppress(FileExistsError):
            part.mkdir()
            return part
    raise AssertionError


def _part_of(target: Path, number: int) -> Path:
    """The name of what is to become `target`, however long the names of files may be."""
    ending = f".part-{os.getpid()}-{number}"
    name = os.fsencode(target.name)[: _LONGEST_NAME - len(ending)]
    return target.with_name(os.fsdecode(name) + ending)


@contextlib.contextmanager
def replacing_folder(path: str | Path) -> Iterator[Path]:
    """A new folder that takes the place of `path` when it is complete, and else leaves no trace."""
    target = Path(os.path.realpath(path))
    with _named(path):
        target.parent.mkdir(parents=True, exist_ok=True)
        part = _free_folder_beside(target)
    try:
        yield part
        if target.exists():
            old = target.with_name(f"{target.name}.old-{os.getpid()}")
            os.replace(target, old)
            os.replace(part, target)
            shutil.rmtree(old)
        else:
            os.replace(part, target)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def stamp_of(path: str | Path) -> tuple[int, int, int]:
    """What changes when a file is replaced, for what is kept of its content."""
    known = os.stat(path)
    return known.st_ino, known.st_mtime_ns, known.st_size


def is_file(path: Path) -> bool:
    """Whether there is such a file; there is none under a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long, or with a null character
        return False


def clear_unfinished(folder: Path) -> None:
    """Removes what killed writers left below a folder that nobody else is writing to."""
    for part in folder.rglob("*.part-*"):
        if part.is_dir():
            shutil.rmtree(part)
        else:
            part.unlink(missing_ok=True)


def sync_tree(folder: Path) -> None:
    """Waits until all files below a folder, and their names, are on the disk."""
    for path in [*folder.rglob("*"), folder]:
        fd = os.open(path, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def _compress_zst(raw: IO[bytes]) -> IO[bytes]:
    import zstandard

    compressor = zstandard.ZstdCompressor(write_checksum=True)
    return cast(IO[bytes], compressor.stream_writer(raw, closefd=False))


# The same content gives the same bytes: no time and no name in the header.
_COMPRESSORS: dict[str, Callable[[IO[bytes]], IO[bytes]]] = {
    ".gz": lambda raw: cast(
        IO[bytes], gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=6, mtime=0)
    ),
    ".xz": lambda raw: lzma.open(raw, "wb"),
    ".zst": _compress_zst,
}


@contextlib.contextmanager
def _drained_into(sink: IO[bytes], path: str | Path) -> Iterator[int]:
    """The writing end of a pipe from which a thread copies into `sink`, and closes it."""
    read_end, write_end = os.pipe()
    failure: list[Exception] = []

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
        if failure:  # it is also why the writer found its pipe broken
            if isinstance(failure[0], OSError):
                raise OSError(failure[0].errno, failure[0].strerror, str(path)) from failure[0]
            raise failure[0]
