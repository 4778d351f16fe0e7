"""Downloads, from a server on loopback that misbehaves on request."""

from __future__ import annotations

import hashlib
import http.server
import io
import json
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from otherwords._core import Error, FormatError
from otherwords.cli import main
from otherwords.learn.corpora.catalogue import CATALOGUE, address_of
from otherwords.learn.corpora.download import DownloadOptions, download, origin_of
from otherwords.learn.corpora.unpack import folder_for, unpack

CONTENT = bytes(range(256)) * 4000
QUICK = DownloadOptions(pause=0.0)


@dataclass
class Remote:
    """A file on a server, how the server treats those who ask for it, and what they asked."""

    address: str = ""
    content: bytes = CONTENT
    etag: str = '"one"'
    ranges: bool = True
    breaks_after: list[int] = field(default_factory=list)
    status: list[int] = field(default_factory=list)
    says_size: bool = True
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def remote() -> Iterator[Remote]:
    state = Remote()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            state.asked.append(wanted)
            if state.status:
                self.send_error(state.status.pop(0))
                return
            begin, size = 0, len(state.content)
            if wanted and state.ranges and self.headers.get("If-Range") == state.etag:
                begin = int(wanted.removeprefix("bytes=").removesuffix("-"))
                if begin >= size:
                    self.send_error(416)
                    return
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {begin}-{size - 1}/{size}")
            else:
                self.send_response(200)
            self.send_header("ETag", state.etag)
            if state.says_size:
                self.send_header("Content-Length", str(size - begin))
            self.end_headers()
            body = state.content[begin:]
            if state.breaks_after:
                body = body[: state.breaks_after.pop(0)]
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        state.address = f"http://127.0.0.1:{server.server_port}/corpus.bin"
        yield state
        server.shutdown()


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_comes_with_a_record(remote: Remote, tmp_path: Path) -> None:
    path = tmp_path / "new" / "corpus.bin"
    steps: list[tuple[int, int | None]] = []
    origin = download(remote.address, path, progress=lambda done, size: steps.append((done, size)))
    assert path.read_bytes() == CONTENT
    assert origin == origin_of(path)
    assert origin.sha256 == hashlib.sha256(CONTENT).hexdigest()
    assert (origin.address, origin.size, origin.etag) == (remote.address, len(CONTENT), '"one"')
    assert steps[0] == (0, len(CONTENT))
    assert steps[-1] == (len(CONTENT), len(CONTENT))
    assert names_in(path.parent) == ["corpus.bin", "corpus.bin.source.json"]
    assert download(remote.address, path) == origin
    assert len(remote.asked) == 1


def test_a_broken_connection_is_taken_up_again(remote: Remote, tmp_path: Path) -> None:
    remote.breaks_after = [300_000, 5, 300_000]
    path = tmp_path / "corpus.bin"
    download(remote.address, path, QUICK)
    assert path.read_bytes() == CONTENT
    assert remote.asked == ["", "bytes=300000-", "bytes=300005-", "bytes=600005-"]


def test_an_interrupted_download_goes_on_later(remote: Remote, tmp_path: Path) -> None:
    path = tmp_path / "corpus.bin"
    remote.breaks_after = [1000]
    with pytest.raises(Error, match=r"stopped after 1,000 bytes: .* start it again to go on"):
        download(remote.address, path, DownloadOptions(tries=1))
    assert names_in(tmp_path) == ["corpus.bin.part", "corpus.bin.part.json"]
    download(remote.address, path, QUICK)
    assert remote.asked == ["", "bytes=1000-"]
    assert path.read_bytes() == CONTENT
    assert names_in(tmp_path) == ["corpus.bin", "corpus.bin.source.json"]


@pytest.mark.parametrize("change", ["file", "no ranges", "shorter", "no note"])
def test_what_cannot_go_on_begins_again(remote: Remote, tmp_path: Path, change: str) -> None:
    path = tmp_path / "corpus.bin"
    remote.breaks_after = [1000]
    with pytest.raises(Error, match="stopped"):
        download(remote.address, path, DownloadOptions(tries=1))
    if change == "file":
        remote.content, remote.etag = b"other" * 1000, '"two"'
    elif change == "no ranges":
        remote.ranges = False
    elif change == "shorter":
        remote.content = b"short"
    else:
        (tmp_path / "corpus.bin.part.json").unlink()
    download(remote.address, path, QUICK)
    assert path.read_bytes() == remote.content


def test_a_busy_server_is_asked_again(remote: Remote, tmp_path: Path) -> None:
    remote.status = [503, 429]
    download(remote.address, tmp_path / "f", QUICK)
    assert len(remote.asked) == 3
    remote.status = [500] * 9
    with pytest.raises(Error, match=r"stopped after 0 bytes: HTTP Error 500"):
        download(remote.address, tmp_path / "g", DownloadOptions(pause=0, tries=3))


def test_a_missing_file_is_said_at_once(remote: Remote, tmp_path: Path) -> None:
    remote.status = [404]
    with pytest.raises(Error, match=r"the server answers 404 Not Found; check the address"):
        download(remote.address, tmp_path / "f")
    assert len(remote.asked) == 1
    assert names_in(tmp_path) == []


def test_a_server_that_does_not_say_the_size(remote: Remote, tmp_path: Path) -> None:
    remote.says_size = False
    download(remote.address, tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == CONTENT


def test_a_wrong_checksum_is_refused(remote: Remote, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="the checksum is not the expected one"):
        download(remote.address, tmp_path / "f", DownloadOptions(sha256="0" * 64))
    assert names_in(tmp_path) == []
    right = hashlib.sha256(CONTENT).hexdigest()
    download(remote.address, tmp_path / "f", DownloadOptions(sha256=right.upper()))
    with pytest.raises(FormatError, match="the file is damaged or another one"):
        download(remote.address, tmp_path / "f", DownloadOptions(sha256="0" * 64))


def test_the_first_download_is_trusted(remote: Remote, tmp_path: Path) -> None:
    path = tmp_path / "f"
    download(remote.address, path)
    remote.content, remote.etag = b"changed", '"two"'
    with pytest.raises(FormatError, match="not the one of the first download"):
        download(remote.address, path, DownloadOptions(again=True))
    assert path.read_bytes() == CONTENT
    download(remote.address, path, DownloadOptions(again=True, trust=True))
    assert path.read_bytes() == b"changed"
    path.write_bytes(b"damaged")
    with pytest.raises(FormatError, match="remove it or download it again"):
        download(remote.address, path)


def test_only_the_web_is_asked(tmp_path: Path) -> None:
    with pytest.raises(Error, match="no address of the web"):
        download("file:///etc/passwd", tmp_path / "f")
    with pytest.raises(Error, match="stopped after 0 bytes"):
        download("http://127.0.0.1:9/f", tmp_path / "f", DownloadOptions(tries=1))


def test_a_broken_record_is_said(tmp_path: Path) -> None:
    (tmp_path / "f.source.json").write_text("{}")
    with pytest.raises(FormatError, match="no record of a download; remove it"):
        origin_of(tmp_path / "f")


class TestCatalogue:
    def test_parts_are_put_into_addresses(self) -> None:
        assert address_of("europarl/fr-en")[0].endswith("/v7/fr-en.tgz")
        assert address_of("tatoeba-sentences/eng")[0].count("eng") == 2
        for name, source in CATALOGUE.items():
            for part in source.parts or ("",):
                address, sha256 = address_of(f"{name}/{part}" if part else name)
                assert address.startswith("https://")
                assert "{" not in address
                assert sha256 in {"", sha256.lower()}

    def test_what_is_wrong_is_said(self) -> None:
        with pytest.raises(Error, match="there is no corpus 'x'; there are: europarl, "):
            address_of("x")
        with pytest.raises(Error, match="say which part of europarl: europarl/bg-en, "):
            address_of("europarl")
        with pytest.raises(Error, match="tatoeba-links has no parts"):
            address_of("tatoeba-links/eng")


def tar_of(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


class TestArchives:
    def test_they_are_unpacked_beside_themselves(self, tmp_path: Path) -> None:
        (tmp_path / "a.tgz").write_bytes(tar_of({"x/y.en": b"one\n"}))
        with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
            archive.writestr("c.en", "one\n")
        for name, inside in [("a.tgz", "x/y.en"), ("b.zip", "c.en")]:
            folder = folder_for(tmp_path / name)
            assert folder is not None
            assert unpack(tmp_path / name, folder) == [folder / inside]
            assert (folder / inside).read_text() == "one\n"
        assert folder_for(tmp_path / "text.gz") is None

    @pytest.mark.parametrize("name", ["broken.tgz", "broken.zip"])
    def test_broken_ones_leave_nothing(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_bytes(tar_of({"x": bytes(100_000)})[:-20])
        with pytest.raises(FormatError, match="the archive cannot be unpacked"):
            unpack(tmp_path / name, tmp_path / "broken")
        assert names_in(tmp_path) == [name]

    @pytest.mark.parametrize("place", [6, 45])  # the mark of a password; what is packed
    def test_damaged_parts_are_told(self, tmp_path: Path, place: int) -> None:
        path = tmp_path / "a.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.txt", "one " * 1000)
        content = bytearray(path.read_bytes())
        for change in (place, content.index(b"PK\x01\x02") + 8 if place == 6 else place + 1):
            content[change] ^= 1 if place == 6 else 0xFF
        path.write_bytes(content)
        with pytest.raises(FormatError, match="the archive cannot be unpacked"):
            unpack(path, tmp_path / "a")
        assert names_in(tmp_path) == ["a.zip"]

    def test_files_without_a_name_are_told(self, tmp_path: Path) -> None:
        path = tmp_path / "a.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.txt", "one\n")
        path.write_bytes(path.read_bytes().replace(b"a.txt", b"\0.txt"))
        with pytest.raises(FormatError, match="the archive cannot be unpacked"):
            unpack(path, tmp_path / "a")
        assert names_in(tmp_path) == ["a.zip"]

    def test_nothing_leaves_the_folder(self, tmp_path: Path) -> None:
        (tmp_path / "evil.tgz").write_bytes(tar_of({"../evil": b"x"}))
        with pytest.raises(FormatError, match="the archive cannot be unpacked"):
            unpack(tmp_path / "evil.tgz", tmp_path / "evil")
        assert names_in(tmp_path) == ["evil.tgz"]


def test_the_command_downloads_and_unpacks(
    remote: Remote, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remote.content = tar_of({"europarl.en": b"Hello.\n"})
    address = remote.address.replace("corpus.bin", "fr-en.tgz")
    assert main(["corpus", "get", address, "-o", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert out == f"{tmp_path}/fr-en/europarl.en\n"
    assert f"{len(remote.content):,} bytes, SHA-256 " in err
    assert main(["corpus", "get", address, "-o", str(tmp_path), "--keep-packed"]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/fr-en.tgz\n"
    record = json.loads((tmp_path / "fr-en.tgz.source.json").read_text())
    assert record["address"] == address
    assert main(["corpus", "get", "nothing"]) == 1
    assert "there is no corpus 'nothing'" in capsys.readouterr().err
    assert main(["corpus", "get"]) == 0
    assert "europarl/fr-en" in capsys.readouterr().out
