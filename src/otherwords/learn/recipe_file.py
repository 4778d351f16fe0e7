"""Recipes as TOML, checked before any work begins."""

from __future__ import annotations

import dataclasses
import difflib
import math
import os
import re
import tomllib
import typing
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.learn.recipe import (
    GIVEN,
    Corpus,
    GivenTable,
    LanguageModelRecipe,
    QualityRecipe,
    Recipe,
    TableRecipe,
)
from otherwords.learn.recipe_checks import faults_of

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")  # a dot would not tell steps apart
_MOST = (1 << 31) - 1  # what every engine takes for a whole number


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    """Reads and checks a recipe. Raises FormatError that says where it is wrong."""
    path = Path(path)
    try:
        text = path.read_text("utf-8")
        content = tomllib.loads(text)
    except UnicodeDecodeError:
        raise FormatError(f"{name_of(path)}: not UTF-8; convert it to UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = f"{name_of(path)}:{line[1]}" if line else name_of(path)
        raise FormatError(f"{where}: not TOML: {error}") from None
    return _Reader(path, text).recipe(content)


_Part = TypeVar("_Part")


class _Reader:
    """Turns the content of a file into a recipe, or says where it is wrong."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.splitlines()

    def recipe(self, content: dict[str, Any]) -> Recipe:
        corpora = self._parts(content.pop("corpus", {}), "corpus", Corpus)
        learnt, written = _split(content.pop("table", {}))
        tables = self._parts(learnt, "table", TableRecipe)
        given = self._parts(written, "table", GivenTable)
        lm = content.pop("lm", None)
        model = self._part(LanguageModelRecipe, lm, ["lm"], {}) if lm is not None else None
        rated = content.pop("quality", None)
        quality = self._part(QualityRecipe, rated, ["quality"], {}) if rated is not None else None
        known = {
            "path": self._path,
            "corpora": corpora,
            "tables": tables,
            "given": given,
            "lm": model,
            "quality": quality,
        }
        data = content.pop("data", "")
        recipe = self._part(Recipe, content, [], {**known, "data": self._folder(data)})
        for place, why in faults_of(recipe):
            self._fail(place, why)
        return recipe

    def _folder(self, data: Any) -> Path:
        if not isinstance(data, str):
            self._fail(["data"], "data must be a folder")
        folder = os.path.expandvars(data)
        if "$" in folder:
            self._fail(["data"], f"{data}: the variable is not set; set it to the folder of data")
        return (self._path.parent / folder).absolute()

    def _parts(self, found: Any, kind: str, part: type[_Part]) -> dict[str, _Part]:
        if not isinstance(found, dict):
            self._fail([kind], f"write [{kind}.NAME] for each {kind}")
        for name in found:
            if not _NAME.fullmatch(name):
                self._fail([kind, name], f"{name!r} is no name; use letters, digits, - and _")
        return {name: self._part(part, found[name], [kind, name], {"name": name}) for name in found}

    def _part(
        self, part: type[_Part], content: Any, place: list[str], known: dict[str, Any]
    ) -> _Part:
        if not isinstance(content, dict):
            self._fail(place, f"write [{'.'.join(place)}] and its settings below it")
        types = typing.get_type_hints(part)
        fields = {each.name: each for each in dataclasses.fields(part)}  # type: ignore[arg-type]
        values = dict(known)
        for key, value in content.items():
            if key not in fields or key in known:
                free = [name for name in fields if name not in known]
                self._fail([*place, key], f"{_nothing_like(part, key)}{_hint(key, free)}")
            values[key] = self._value(types[key], value, fields[key].metadata, [*place, key])
        missing = [
            name
            for name, each in fields.items()
            if name not in values
            and each.default is dataclasses.MISSING
            and each.default_factory is dataclasses.MISSING
        ]
        if missing:
            self._fail(place, f"{missing[0]} is missing")
        return part(**values)

    def _value(self, kind: Any, value: Any, limits: Mapping[str, Any], place: list[str]) -> Any:
        name = place[-1]
        if typing.get_origin(kind) is Mapping:
            if not isinstance(value, dict):
                self._fail(place, f"{name} must be a table of options")
            return value
        if typing.get_origin(kind) is tuple:
            item = typing.get_args(kind)[0]
            if not isinstance(value, list):
                self._fail(place, f"{name} must be a list")
            result = tuple(self._value(item, each, {}, place) for each in value)
            for each in result:
                if "each" in limits and each not in limits["each"]:
                    self._fail(place, f"{each!r} is none of {', '.join(limits['each'])}")
            return result
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            expected = {int: "a whole number", float: "a number", bool: "true or false"}
            self._fail(place, f"{name} must be {expected.get(kind, 'a text')}")
        if "choices" in limits and value not in limits["choices"]:
            self._fail(place, f"{name} is {value!r}, not one of {', '.join(limits['choices'])}")
        if not _is_within(value, limits):
            self._fail(place, f"{name} = {value} is out of its limits: {_range(limits)}")
        return value

    def _fail(self, place: Sequence[str], why: str) -> typing.NoReturn:
        line = self._line_of(place)
        where = f"{name_of(self._path)}:{line}" if line else name_of(self._path)
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


def _split(tables: Any) -> tuple[Any, dict[str, Any]]:
    """The tables to learn, and those that people wrote."""
    if not isinstance(tables, dict):
        return tables, {}
    given = {
        name: each
        for name, each in tables.items()
        if isinstance(each, dict) and each.get("method") == GIVEN
    }
    return {name: each for name, each in tables.items() if name not in given}, given


def _nothing_like(part: type[Any], key: str) -> str:
    """What to say of a setting that a part of a recipe does not have."""
    learnt, given = (
        {each.name for each in dataclasses.fields(table)} for table in (TableRecipe, GivenTable)
    )
    if part is GivenTable and key in learnt - given:
        return f"a given table is not learnt and has no {key}"
    if part is TableRecipe and key in given - learnt:
        return f'only a table with method = "{GIVEN}" has a {key}'
    return f"there is no setting {key}"


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
