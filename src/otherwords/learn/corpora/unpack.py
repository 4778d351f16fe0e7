"""Archives of several files, unpacked into a folder of their own."""

from __future__ import annotations

import errno
import lzma
import tarfile
import zipfile
import zlib
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of, replacing_folder

# RuntimeError: a password is needed, or the way of packing is not one that Python can read.
# IndexError: a file in a zip archive has no name.
_BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    ValueError,
    RuntimeError,
    IndexError,
)
_ENDINGS = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar", ".zip")


def folder_for(archive: str | Path) -> Path | None:
    """Where an archive is unpacked: its name without the ending; none if it is no archive."""
    path = Path(archive)
    ending = next((ending for ending in _ENDINGS if path.name.endswith(ending)), None)
    return path.with_name(path.name.removesuffix(ending)) if ending else None


def unpack(archive: str | Path, folder: str | Path) -> list[Path]:
    """Unpacks an archive into a folder, which appears when it is complete; returns its files.

    Nothing is written outside of the folder, whatever names the archive has.
    """
    try:
        with replacing_folder(folder) as part:
            if str(archive).endswith(".zip"):
                with zipfile.ZipFile(archive) as zipped:
                    zipped.extractall(part)  # leaves out what leads out of the folder
            else:
                with tarfile.open(archive) as packed:
                    packed.extractall(part, filter="data")
    except OSError as error:
        if error.errno != errno.EINVAL:  # not a place that the archive names and does not have
            raise
        raise _unreadable(archive, error) from None
    except _BROKEN as error:
        raise _unreadable(archive, error) from None
    return sorted(path for path in Path(folder).rglob("*") if path.is_file())


def _unreadable(archive: str | Path, error: Exception) -> FormatError:
    return FormatError(
        f"{name_of(archive)}: the archive cannot be unpacked: {error}; download it again"
    )
