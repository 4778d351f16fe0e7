"""Downloads that go on where they stopped and are checked when they are complete.

While a file is on its way it is `NAME.part`; once it is there, `NAME.source.json` beside it says
where it came from and which checksum it had. Where no checksum is published, the first download is
trusted, and a later one has to be the same.
"""

from __future__ import annotations

import errno
import hashlib
import http.client
import json
import os
import posixpath
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from otherwords._core import Error, FormatError, version
from otherwords.files import name_of, replacing

_CHUNK = 1 << 18
_TIMEOUT = 60.0
#: Told how many bytes are there, and how many there will be if that is known.
Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a file came from, and how to know it again."""

    address: str
    size: int
    sha256: str
    etag: str = ""
    modified: str = ""


@dataclass(frozen=True, kw_only=True)
class DownloadOptions:
    """How to download.

    Attributes:
        sha256: The checksum the file must have, if it is known.
        again: Download even if the file is there.
        trust: Accept a file that is not the same as the first download.
        tries: How often to try when the connection breaks; each one that gets further counts anew.
        pause: Seconds before the second try; twice as many before each further one.
    """

    sha256: str = ""
    again: bool = False
    trust: bool = False
    tries: int = 5
    pause: float = 1.0


def download(
    address: str,
    path: str | Path,
    options: DownloadOptions | None = None,
    *,
    progress: Progress | None = None,
) -> Origin:
    """Downloads a file unless it is there already, and checks it in either case."""
    options = options or DownloadOptions()
    path = Path(path)
    file_name(address)
    known = origin_of(path)
    if path.exists() and not options.again:
        return _check_present(path, address, known, options)
    part = path.with_name(f"{path.name}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    headers = _fetch(address, part, options, progress or (lambda done, size: None))
    sha256 = _sha256(part)
    expected = options.sha256 or ("" if options.trust or known is None else known.sha256)
    if expected and sha256 != expected.lower():
        part.unlink()
        why = (
            "the checksum is not the expected one"
            if options.sha256
            else ("the file is not the one of the first download; if this is meant to be, trust it")
        )
        raise FormatError(f"{shown(address)}: {why}: {sha256} instead of {expected}")
    origin = Origin(shown(address), part.stat().st_size, sha256, headers.etag, headers.modified)
    with replacing(_record(path)) as file:
        file.write(json.dumps(asdict(origin), indent=2).encode() + b"\n")
    os.replace(part, path)
    return origin


def file_name(address: str) -> str:
    """What the file at an address of the web is called. Raises Error for any other address."""
    try:
        parts = urllib.parse.urlsplit(address)
    except ValueError:
        parts = urllib.parse.SplitResult("", "", "", "", "")
    if parts.scheme not in {"http", "https"}:
        raise Error(
            f"{shown(address)}: this is no address of the web; it begins with https:// or http://"
        )
    if "@" in parts.netloc:
        raise Error(
            f"{shown(address)}: addresses with names and passwords are not for command lines; "
            "download the file by other means"
        )
    return posixpath.basename(parts.path) or "download"


def shown(address: str) -> str:
    """An address as messages and records have it: without what may be a password or a key."""
    found = re.match(r"([a-zA-Z+.-]*://)?(?:[^/?#]*@)?([^?#]*)([?#]?)", address)
    scheme, place, more = found.groups() if found else ("", address, "")
    return f"{scheme or ''}{place}{'?…' if more == '?' else ''}"


def origin_of(path: str | Path) -> Origin | None:
    """What is known of a downloaded file."""
    record = _record(Path(path))
    if not record.exists():
        return None
    try:
        origin = Origin(**json.loads(record.read_text("utf-8")))
        texts = (origin.address, origin.sha256, origin.etag, origin.modified)
        if type(origin.size) is not int or not all(isinstance(text, str) for text in texts):
            raise ValueError
        return origin
    except (ValueError, TypeError, RecursionError):
        raise FormatError(
            f"{name_of(record)}: this is no record of a download; remove it"
        ) from None


def _check_present(
    path: Path, address: str, known: Origin | None, options: DownloadOptions
) -> Origin:
    sha256 = _sha256(path)
    expected = options.sha256.lower() or (known.sha256 if known else "")
    if expected and sha256 != expected:
        raise FormatError(
            f"{name_of(path)}: the file is damaged or another one: its checksum is {sha256} "
            f"instead of {expected}; remove it or download it again"
        )
    return known or Origin(shown(address), path.stat().st_size, sha256)


def _record(path: Path) -> Path:
    return path.with_name(f"{path.name}.source.json")


def _sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class _Headers:
    """What a server says of a file; `size` if it says how long it is."""

    etag: str
    modified: str
    size: int | None


def _fetch(address: str, part: Path, options: DownloadOptions, progress: Progress) -> _Headers:
    """Fills the part, in as many tries as it takes."""
    pause, tries, best = options.pause, 0, -1
    while True:
        try:
            return _try(address, part, progress)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code < 500 and error.code not in {408, 429}:
                raise Error(
                    f"{shown(address)}: the server answers {error.code} {error.reason}; "
                    "check the address, it may have moved"
                ) from None
            failure: Exception = error
        except (OSError, http.client.HTTPException, EOFError) as error:
            if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}:
                raise  # it is the disk, not the network
            failure = error
        there = part.stat().st_size if part.exists() else 0
        tries = 1 if there > best else tries + 1
        best = max(best, there)
        if tries >= options.tries:
            raise Error(
                f"{shown(address)}: the download stopped after {there:,} bytes: {failure}; "
                "start it again to go on from there"
            ) from None
        time.sleep(pause)
        pause *= 2


def _try(address: str, part: Path, progress: Progress) -> _Headers:
    note = part.with_name(f"{part.name}.json")
    begin, validator = _begun(part, note)
    request = urllib.request.Request(address, headers={"User-Agent": f"otherwords/{version}"})
    request.add_header("Accept-Encoding", "identity")
    if begin:
        request.add_header("Range", f"bytes={begin}-")
        request.add_header("If-Range", validator)
    try:
        response = urllib.request.urlopen(request, timeout=_TIMEOUT)
    except urllib.error.HTTPError as error:
        if error.code == 416 and begin:  # there is nothing from there on: it is another file
            error.close()
            part.unlink(missing_ok=True)
            return _try(address, part, progress)
        raise
    with response:
        if begin and not _continues(response, begin):
            begin = 0
        headers = _headers(response, begin)
        _write_note(note, headers)
        with open(part, "ab" if begin else "wb") as file:
            _copy(response, file, begin, headers.size, progress)
    note.unlink(missing_ok=True)
    return headers


def _begun(part: Path, note: Path) -> tuple[int, str]:
    """How many bytes of the part can be kept, and what must not have changed at the server."""
    try:
        validator = str(json.loads(note.read_text("utf-8"))["validator"])
        size = part.stat().st_size
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return 0, ""
    return (size, validator) if validator else (0, "")


def _write_note(note: Path, headers: _Headers) -> None:
    # A weak validator does not promise the same bytes.
    strong = headers.etag if not headers.etag.startswith("W/") else ""
    with replacing(note) as file:
        file.write(json.dumps({"validator": strong or headers.modified}).encode())


def _continues(response: Any, begin: int) -> bool:
    match = re.match(r"bytes (\d+)-", response.headers.get("Content-Range") or "")
    return response.status == 206 and match is not None and int(match[1]) == begin


def _headers(response: Any, begin: int) -> _Headers:
    length = response.headers.get("Content-Length")
    return _Headers(
        response.headers.get("ETag") or "",
        response.headers.get("Last-Modified") or "",
        begin + int(length) if length and length.isdecimal() else None,
    )


def _copy(response: Any, file: IO[bytes], done: int, size: int | None, progress: Progress) -> None:
    progress(done, size)
    while block := response.read(_CHUNK):
        file.write(block)
        done += len(block)
        progress(done, size)
    file.flush()
    os.fsync(file.fileno())
    if size is not None and done != size:
        raise EOFError(f"{done:,} of {size:,} bytes came")
