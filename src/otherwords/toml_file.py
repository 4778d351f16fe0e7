"""Files of settings in TOML, and the numbers in them."""

from __future__ import annotations

import math
import re
import tomllib
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.files import name_of

_LARGEST = 1e300  # of a whole number: Python's have no end, and a double has


def read_toml(path: str | Path) -> dict[str, Any]:
    """What a file says. Raises FormatError, with the line where it is known, for what is no TOML;
    a file that is not there or cannot be read is an OSError.
    """
    return toml_of(Path(path).read_bytes(), path)


def toml_of(content: bytes, path: str | Path) -> dict[str, Any]:
    """The same for the content of a file that has been read."""
    try:
        return parse_toml(content)
    except FormatError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = f"{name_of(path)}:{line[1]}" if line else name_of(path)
        raise FormatError(f"{where}: this is no TOML: {error}; mend it") from None


def parse_toml(content: bytes | str) -> dict[str, Any]:
    """What a text says. Raises FormatError that says why, whatever is wrong with it."""
    try:
        return tomllib.loads(content.decode("utf-8") if isinstance(content, bytes) else content)
    except RecursionError:
        raise FormatError("lists or tables are nested too deeply") from None
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start + 1} is not valid UTF-8") from None
    except ValueError as error:  # of TOML, or of a number with thousands of digits
        raise FormatError(str(error)) from None


def is_finite(value: Any) -> bool:
    """Whether a value is a number that can be calculated with: not nan, infinite or no number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= _LARGEST if isinstance(value, int) else math.isfinite(value)


def excerpt(value: Any) -> str:
    """A value as messages show it: short, whatever it is."""
    try:
        shown = repr(value)
    except (ValueError, RecursionError):  # a number with too many digits, or lists in lists in …
        return f"no {type(value).__name__} to be shown"
    return shown if len(shown) <= 80 else f"{shown[:79]}…"
