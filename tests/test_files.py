"""Descriptors for plain and compressed files: what goes in comes out, or an error says why not."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from otherwords import FormatError
from otherwords.files import (
    line_batches,
    open_binary,
    reading,
    replacing_folder,
    starts_with,
    writing,
)

# Compresses badly, so that archives are longer than pipes and buffers.
TEXT = b"".join(b"%d %s\n" % (i, os.urandom(60).hex().encode()) for i in range(2_500))

COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    ".txt": lambda text: text,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lambda text: lzma.compress(text, preset=0),
    ".zst": zstandard.ZstdCompressor(write_checksum=True).compress,
}
COMPRESSED = [suffix for suffix in COMPRESS if suffix != ".txt"]


def read_all(fd: int) -> bytes:
    blocks = []
    while block := os.read(fd, 1 << 16):
        blocks.append(block)
    return b"".join(blocks)


def write_all(fd: int, text: bytes) -> None:
    while text:
        text = text[os.write(fd, text) :]


def descriptors() -> set[str]:
    return set(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.parametrize("text", [TEXT * 4, b"one line", b""], ids=["long", "short", "empty"])
def test_reading_undoes_compression(tmp_path: Path, suffix: str, text: bytes) -> None:
    path = tmp_path / f"text{suffix}"
    path.write_bytes(COMPRESS[suffix](text))
    before = descriptors()
    with reading(path) as fd:
        assert read_all(fd) == text
    with open_binary(path) as source:
        assert source.read() == text
    assert descriptors() == before


@pytest.mark.parametrize("suffix", COMPRESSED)
def test_compression_is_recognised_by_content(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "text"
    path.write_bytes(COMPRESS[suffix](TEXT))
    with reading(str(path)) as fd:
        assert read_all(fd) == TEXT


@pytest.mark.parametrize("suffix", COMPRESSED)
def test_parts_of_an_archive_follow_each_other(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text{suffix}"
    path.write_bytes(COMPRESS[suffix](b"first\n") + COMPRESS[suffix](TEXT))
    with reading(path) as fd:
        assert read_all(fd) == b"first\n" + TEXT


@pytest.mark.parametrize("suffix", COMPRESSED)
@pytest.mark.parametrize("share", [0.01, 0.5, 1.0])
def test_a_truncated_archive_is_an_error(tmp_path: Path, suffix: str, share: float) -> None:
    archive = COMPRESS[suffix](TEXT)
    path = tmp_path / f"text{suffix}"
    path.write_bytes(archive[: min(int(len(archive) * share), len(archive) - 1)])
    before = descriptors()
    with pytest.raises(FormatError, match="the archive is broken"), reading(path) as fd:
        read_all(fd)
    assert descriptors() == before


@pytest.mark.parametrize("suffix", COMPRESSED)
def test_a_damaged_archive_is_an_error(tmp_path: Path, suffix: str) -> None:
    archive = bytearray(COMPRESS[suffix](TEXT))
    archive[len(archive) // 2] ^= 0x10
    path = tmp_path / f"text{suffix}"
    path.write_bytes(archive)
    with pytest.raises(FormatError, match="the archive is broken"), reading(path) as fd:
        read_all(fd)


def test_a_broken_archive_explains_the_reader_s_complaint(tmp_path: Path) -> None:
    path = tmp_path / "text.gz"
    path.write_bytes(COMPRESS[".gz"](TEXT)[:-100_000])
    with pytest.raises(FormatError, match="the archive is broken"), reading(path) as fd:
        read_all(fd)
        raise ValueError("the last line has only two fields")


@pytest.mark.parametrize("suffix", COMPRESS)
def test_the_reader_may_stop_early(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text{suffix}"
    path.write_bytes(COMPRESS[suffix](TEXT))
    before = descriptors()
    with reading(path) as fd:
        assert os.read(fd, 10) == TEXT[:10]
    with pytest.raises(ValueError, match="line 1"), reading(path) as fd:
        os.read(fd, 10)
        raise ValueError("line 1 is broken")
    assert descriptors() == before
    assert threading.active_count() == 1


def test_a_named_pipe_is_read_from_its_first_byte(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=[TEXT])
    writer.start()
    with reading(path) as fd:
        assert read_all(fd) == TEXT
    writer.join()


def test_how_a_file_starts(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"magic")
    assert starts_with(path, b"mag")
    assert not starts_with(path, b"magic, and more")
    assert not starts_with("-", b"")
    with pytest.raises(FileNotFoundError, match="missing"):
        starts_with(tmp_path / "missing", b"magic")


def test_looking_at_the_start_of_a_pipe_takes_nothing_away(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert not starts_with(path, b"magic")


def test_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "text"
    path.write_bytes(TEXT)
    with path.open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        with reading("-") as fd:
            assert read_all(fd) == TEXT
        assert not stdin.closed
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(OSError, match="closed"), reading("-"):
        pass


@pytest.mark.parametrize("name", ["missing", "missing.gz", "."])
def test_an_unreadable_file_is_named(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    with pytest.raises(OSError, match=r"No such file|Is a directory") as caught, reading(path):
        pass
    assert caught.value.filename == path


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"one\r\n\ntwo", ["one", "", "two"]),
        ("grün\u2028\x0b\x85x\n".encode(), ["grün\u2028\x0b\x85x"]),
        (b"long " * 100_000 + b"\nshort\n", ["long " * 100_000, "short"]),
        (TEXT, TEXT.decode().splitlines()),
    ],
    ids=["empty", "empty line", "ends", "line feeds only", "long line", "many lines"],
)
@pytest.mark.parametrize("suffix", COMPRESS)
def test_lines_come_in_batches(tmp_path: Path, suffix: str, text: bytes, lines: list[str]) -> None:
    path = tmp_path / f"text{suffix}"
    path.write_bytes(COMPRESS[suffix](text))
    batches = list(line_batches(path, most=7))
    assert all(1 <= len(batch) <= 7 for batch in batches)
    assert [line for batch in batches for line in batch] == lines


def test_a_batch_does_not_wait_for_more(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    fd = os.open(path, os.O_RDWR)
    batches = line_batches(path)
    for line in ("first", "second"):
        os.write(fd, f"{line}\n".encode())
        assert next(batches) == [line]
    os.close(fd)
    assert list(batches) == []


def test_a_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"one\ntwo\nab\xff\n")
    with pytest.raises(FormatError, match=r"text:3: byte 3 of the line is not valid UTF-8"):
        list(line_batches(path, most=2))


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.parametrize("text", [TEXT, b""], ids=["long", "empty"])
def test_what_is_written_is_read_again(tmp_path: Path, suffix: str, text: bytes) -> None:
    path = tmp_path / f"text{suffix}"
    before = descriptors()
    with writing(path) as fd:
        write_all(fd, text)
        assert not path.exists()
    with reading(path) as fd:
        assert read_all(fd) == text
    assert os.listdir(tmp_path) == [path.name]
    assert descriptors() == before


@pytest.mark.parametrize("suffix", COMPRESS)
def test_the_same_content_gives_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    for name in ("one", "other"):
        with writing(tmp_path / f"{name}{suffix}") as fd:
            write_all(fd, TEXT)
    one, other = ((tmp_path / f"{name}{suffix}").read_bytes() for name in ("one", "other"))
    assert one == other


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_after_an_error_the_old_file_is_still_there(
    tmp_path: Path, suffix: str, error: type[BaseException]
) -> None:
    path = tmp_path / f"text{suffix}"
    path.write_bytes(b"old")
    with pytest.raises(error), writing(path) as fd:
        write_all(fd, TEXT)
        raise error
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing/out.gz", "its folder does not exist; create it first"),
        ("file/out.gz", "Not a directory"),
    ],
)
def test_what_cannot_be_written_is_called_by_its_name(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / name
    with pytest.raises(OSError, match=why) as caught, writing(path):
        pass
    assert caught.value.filename == str(path)


def test_a_folder_that_cannot_be_made_is_called_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "folder"
    with pytest.raises(OSError, match="exists") as caught, replacing_folder(path):
        pass
    assert caught.value.filename == str(path)


def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to(Path("folder", "text"))
    with writing(link) as fd:
        os.write(fd, b"new")
    assert link.is_symlink()
    assert (tmp_path / "folder" / "text").read_bytes() == b"new"


def test_a_device_is_written_in_place(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    with writing(link) as fd:
        os.write(fd, b"gone")
    assert Path(os.devnull).is_char_device()
    assert os.listdir(tmp_path) == ["null"]


@pytest.mark.parametrize("suffix", COMPRESS)
def test_a_full_disk_is_reported_as_such(tmp_path: Path, suffix: str) -> None:
    link = tmp_path / f"text{suffix}"
    link.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left on device") as caught, writing(link) as fd:
        write_all(fd, TEXT)
    assert not isinstance(caught.value, BrokenPipeError)


def test_standard_output(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    print("first")
    with writing("-") as fd:
        os.write(fd, b"second\n")
    assert capfd.readouterr().out == "first\nsecond\n"
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(OSError, match="closed"), writing("-"):
        pass


def test_an_unwritable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="missing"), writing(tmp_path / "missing" / "text"):
        pass
    with pytest.raises(IsADirectoryError), writing(tmp_path):
        pass
    assert os.listdir(tmp_path) == []


def test_small_reads_of_zst_join_up(tmp_path: Path) -> None:
    path = tmp_path / "text.zst"
    path.write_bytes(COMPRESS[".zst"](TEXT))
    with open_binary(path) as source:
        assert isinstance(source, io.BufferedReader)
        assert b"".join(iter(lambda: source.read(777), b"")) == TEXT
