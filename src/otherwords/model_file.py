"""The file `model.toml`: what it says, by keys, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.files import is_file, name_of, stamp_of
from otherwords.toml_file import excerpt, is_finite, toml_of

MANIFEST = "model.toml"
#: The file with what people said of patterns, if there is one.
JUDGED = "patterns.judged"
#: The keys that name files, of the model and of each table or system.
FILES = ("lm", "casing", "analyser", "confidence")
TABLE_FILES = ("file", "forms")
_TRIES = 10  # to read a manifest that is being replaced


class ModelFile:
    """The manifest of a model. What is not as it should be raises FormatError, with its key."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for _ in range(_TRIES):
            before = self._stamp()
            self.text_as_read = _read(folder)
            self._content = toml_of(self.text_as_read, folder / MANIFEST)
            self._stamps = {path: stamp_of(path) for path in self._named()}
            if self._stamp() == before:
                return  # all are of one model: whoever replaces one takes this file away first
        self.fail("it is being replaced again and again; wait for that, and load the model again")

    def __contains__(self, key: str) -> bool:
        return key in self._content

    def get(self, key: str, kind: type, default: Any) -> Any:
        """A value of a type, or the default if there is none."""
        value = self._content.get(key, default)
        if not isinstance(value, kind):
            self.fail(f"{key} is {excerpt(value)}; it should be of the type {kind.__name__}")
        return value

    def text(self, key: str, default: str) -> str:
        """A string."""
        return str(self.get(key, str, default))

    def number(self, key: str, value: Any) -> float:
        """A value that stands at a key, which must be a finite number."""
        if not is_finite(value):
            self.fail(f"{key} is {excerpt(value)}; it should be a finite number")
        return float(value)

    def numbers(self, where: str, given: Any) -> dict[str, float]:
        """A section that has nothing but numbers."""
        if not isinstance(given, dict):
            self.fail(f"{where} is {excerpt(given)}; it should be a table of numbers")
        return {key: self.number(f"{where}.{key}", value) for key, value in given.items()}

    def check_names(self, given: Mapping[str, Any], known: set[str], where: str) -> None:
        """Sees that a section has no other keys than those that are known."""
        for name in given:
            if name not in known:
                self.fail(f"{where} has no {name!r}; known: {', '.join(sorted(known))}")

    def file(self, key: str) -> Path:
        """The file that a key names."""
        if key not in self:
            self.fail(f"the model has no {key}; learn it again with a recipe that asks for one")
        return self.existing(self.text(key, default=""))

    def existing(self, file: str) -> Path:
        """A file beside the manifest."""
        path = self.folder / file
        if not is_file(path):
            self.fail(
                f"{file[:80]} is missing beside it; copy the whole directory, or learn it again"
            )
        return path

    def check_unchanged(self, path: Path) -> None:
        """To be called when a file has been opened: raises FormatError if it is not the one that
        was there when the model was loaded, so that no two models are ever mixed.
        """
        try:
            same = stamp_of(path) == self._stamps.get(path)
        except OSError:
            same = False
        if not same:
            self.fail(f"{path.name} was replaced since the model was loaded; load it again")

    def size_of(self, path: Path) -> int:
        """The size that a file had when the model was loaded."""
        return self._stamps[path][2]

    def _named(self) -> Iterator[Path]:
        """The files that are there of those that the manifest names."""
        names = [self._content.get(key) for key in FILES]
        for sections in (self._content.get("tables"), self._content.get("systems")):
            for section in sections.values() if isinstance(sections, dict) else ():
                is_section = isinstance(section, dict)
                names += [section.get(key) for key in TABLE_FILES] if is_section else []
        names.append(JUDGED)
        paths = (self.folder / name for name in names if isinstance(name, str))
        return (path for path in paths if is_file(path))

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            return stamp_of(self.folder / MANIFEST)
        except OSError:
            return None  # reading it says what is wrong

    def fail(self, why: str) -> Any:
        """Raises FormatError with the name of the file."""
        raise FormatError(f"{name_of(self.folder / MANIFEST)}: {why}")


def _read(folder: Path) -> bytes:
    manifest = folder / MANIFEST
    try:
        return manifest.read_bytes()
    except FileNotFoundError:
        raise FormatError(
            f"{name_of(folder)}: there is no model in it: {MANIFEST} is missing; "
            "name a directory that `otherwords learn` has finished"
        ) from None
    except OSError as error:
        raise FormatError(f"{name_of(manifest)}: cannot be read: {error.strerror}") from None
