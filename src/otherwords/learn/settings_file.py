"""Settings as TOML, read into dataclasses and checked: whoever is wrong is told the line."""

from __future__ import annotations

import dataclasses
import difflib
import math
import os
import re
import typing
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.toml_file import excerpt, is_finite, toml_of

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")  # a dot would not tell steps apart
_MOST = (1 << 31) - 1  # what every engine takes for a whole number

_Part = TypeVar("_Part")


def limits(default: Any, **limits: Any) -> Any:
    """A field with a default and the limits of what a file may say."""
    return dataclasses.field(default=default, metadata=limits)


class SettingsFile:
    """A file of settings: `content` is what it says, and the methods turn parts of it into
    dataclasses, or fail with a FormatError that says where it is wrong.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        content = self.path.read_bytes()
        self.content = toml_of(content, self.path)
        self._lines = content.decode("utf-8").splitlines()

    def folder(self, data: Any) -> Path:
        """A folder that may be named with variables, relative to the file."""
        if not isinstance(data, str):
            self.fail(["data"], "data must be a folder")
        folder = os.path.expandvars(data)
        if "$" in folder:
            self.fail(["data"], f"{data}: the variable is not set; set it to the folder of data")
        return (self.path.parent / folder).absolute()

    def parts(self, found: Any, kind: str, part: type[_Part]) -> dict[str, _Part]:
        """One part for each name below a kind."""
        if not isinstance(found, dict):
            self.fail([kind], f"write [{kind}.NAME] for each {kind}")
        for name in found:
            if not _NAME.fullmatch(name):
                self.fail([kind, name], f"{name!r} is no name; use letters, digits, - and _")
        return {name: self.part(part, found[name], [kind, name], {"name": name}) for name in found}

    def part(
        self, part: type[_Part], content: Any, place: list[str], known: dict[str, Any]
    ) -> _Part:
        """A dataclass with what the file says of its fields, and what is known of the others."""
        if not isinstance(content, dict):
            self.fail(place, f"write [{'.'.join(place)}] and its settings below it")
        types = typing.get_type_hints(part)
        fields = {each.name: each for each in dataclasses.fields(part)}  # type: ignore[arg-type]
        values = dict(known)
        for key, value in content.items():
            if key not in fields or key in known:
                free = [name for name in fields if name not in known]
                self.fail([*place, key], f"{self.unknown(part, key)}{_hint(key, free)}")
            values[key] = self._value(types[key], value, fields[key].metadata, [*place, key])
        missing = [
            name
            for name, each in fields.items()
            if name not in values
            and each.default is dataclasses.MISSING
            and each.default_factory is dataclasses.MISSING
        ]
        if missing:
            self.fail(place, f"{missing[0]} is missing")
        return part(**values)

    def _value(self, kind: Any, value: Any, limits: Mapping[str, Any], place: list[str]) -> Any:
        name = place[-1]
        if typing.get_origin(kind) is Mapping:
            if not isinstance(value, dict):
                self.fail(place, f"{name} must be a table of options")
            return value
        if typing.get_origin(kind) is tuple:
            item = typing.get_args(kind)[0]
            if not isinstance(value, list):
                self.fail(place, f"{name} must be a list")
            result = tuple(self._value(item, each, {}, place) for each in value)
            for each in result:
                if "each" in limits and each not in limits["each"]:
                    self.fail(place, f"{excerpt(each)} is none of {', '.join(limits['each'])}")
            return result
        if kind is float and type(value) is int and is_finite(value):
            value = float(value)
        if type(value) is not kind:
            expected = {int: "a whole number", float: "a number", bool: "true or false"}
            self.fail(place, f"{name} must be {expected.get(kind, 'a text')}")
        if "choices" in limits and value not in limits["choices"]:
            self.fail(
                place, f"{name} is {excerpt(value)}, not one of {', '.join(limits['choices'])}"
            )
        if not _is_within(value, limits):
            self.fail(place, f"{name} = {excerpt(value)} is out of its limits: {_range(limits)}")
        return value

    def unknown(self, part: type[Any], key: str) -> str:
        """What to say of a setting that a part does not have."""
        return f"there is no setting {key}"

    def fail(self, place: Sequence[str], why: str) -> typing.NoReturn:
        """Raises FormatError for a setting."""
        line = self._line_of(place)
        where = f"{name_of(self.path)}:{line}" if line else name_of(self.path)
        what = f"{'.'.join(place)}: " if place else ""
        raise FormatError(f"{where}: {what}{why}")

    def _line_of(self, place: Sequence[str]) -> int:
        """Where a setting or, failing that, its table stands; 0 if nowhere."""
        if not place:
            return 0
        header = re.compile(r"\s*\[\s*([^\]]+?)\s*\]")
        table, best = "", 0
        for number, line in enumerate(self._lines, 1):
            if match := header.match(line):
                table = match[1].replace('"', "").replace("'", "")
            if table == ".".join(place):
                return number
            key = re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)
            if table == ".".join(place[:-1]):
                if key and key[1] == place[-1]:
                    return number
                best = best or number
        return best


def _hint(key: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(key, known)
    return f"; do you mean {close[0]}?" if close else ""


def _is_within(value: Any, limits: Mapping[str, Any]) -> bool:
    if isinstance(value, str):
        return True
    least, most = limits.get("least", -_MOST), limits.get("most", _MOST)
    return bool(least <= value <= most and value > limits.get("above", -math.inf))


def _range(limits: Mapping[str, Any]) -> str:
    low = f"above {limits['above']}" if "above" in limits else f"from {limits.get('least', -_MOST)}"
    return f"{low} to {limits.get('most', _MOST)}"
