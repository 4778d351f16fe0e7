"""The file `model.toml`: what it says, by keys, and what is wrong with it."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.files import name_of

MANIFEST = "model.toml"


class ModelFile:
    """The manifest of a model. What is not as it should be raises FormatError, with its key."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._content = _read(folder)

    def __contains__(self, key: str) -> bool:
        return key in self._content

    def get(self, key: str, kind: type, default: Any) -> Any:
        """A value of a type, or the default if there is none."""
        value = self._content.get(key, default)
        if not isinstance(value, kind):
            self.fail(f"{key} is {value!r}; it should be of the type {kind.__name__}")
        return value

    def text(self, key: str, default: str) -> str:
        """A string."""
        return str(self.get(key, str, default))

    def number(self, key: str, value: Any) -> float:
        """A value that stands at a key, which must be a finite number."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value):
            self.fail(f"{key} is {value!r}; it should be a finite number")
        return float(value)

    def numbers(self, where: str, given: Any) -> dict[str, float]:
        """A section that has nothing but numbers."""
        if not isinstance(given, dict):
            self.fail(f"{where} is {given!r}; it should be a table of numbers")
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
        if not path.is_file():
            self.fail(f"{file} is missing beside it; copy the whole directory, or learn it again")
        return path

    def fail(self, why: str) -> Any:
        """Raises FormatError with the name of the file."""
        raise FormatError(f"{name_of(self.folder / MANIFEST)}: {why}")


def _read(folder: Path) -> dict[str, Any]:
    manifest = folder / MANIFEST
    try:
        return tomllib.loads(manifest.read_text("utf-8"))
    except FileNotFoundError:
        raise FormatError(
            f"{name_of(folder)}: there is no model in it: {MANIFEST} is missing; "
            "name a directory that `otherwords learn` has finished"
        ) from None
    except OSError as error:
        raise FormatError(f"{name_of(manifest)}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{name_of(manifest)}: this is no TOML: {error}") from None
