"""The text of `model.toml`: sections go in and stay, and all else keeps every byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.files import name_of, replacing
from otherwords.model import Weights
from otherwords.model_file import MANIFEST
from otherwords.toml_file import parse_toml, toml_of

_SELF = "self_score"
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def weights_section(
    name: str, weights: Weights, table_names: Sequence[str], remark: str | None = None
) -> str:
    """The section `[weights.NAME]` of a manifest, with a remark in one line below its title."""
    tables = ", ".join(
        f"{_key(table)} = {_numbers(numbers)}"
        for table, numbers in zip(table_names, weights.tables, strict=True)
    )
    lines = [
        f"[weights.{_key(name)}]",
        *([f"# {remark}"] if remark else []),
        f"lm = {weights.lm!r}",
        f"self = {weights.own!r}",
        f"usability = {weights.usability!r}",
        f"tables = {{{tables}}}",
    ]
    return "".join(f"{line}\n" for line in lines)


def write_section(folder: Path, keys: Sequence[str], section: str) -> None:
    """Puts a section into the manifest of a model, in place of the one it has with these keys.

    Raises FormatError, and leaves the file as it is, where what it replaces is not in a section of
    its own.
    """
    path = folder / MANIFEST
    content = path.read_bytes()
    wanted, old = toml_of(content, path), content.decode("utf-8")
    new = _put(old, list(keys), section)
    outer, inner = wanted, parse_toml(section)
    for key in keys[:-1]:
        outer, inner = outer.setdefault(key, {}), inner[key]
    outer[keys[-1]] = inner[keys[-1]]
    if _loads(new) != wanted:
        title = ".".join(_key(key) for key in keys)
        raise FormatError(
            f"{name_of(path)}: what {title} has is not in a section [{title}]; take it out and "
            "try again"
        )
    with replacing(path) as file:
        file.write(new.encode("utf-8"))


def without_section(text: str, key: str) -> str:
    """The manifest without the section of a key and those within it."""
    return "".join(part for keys, part in _sections(text) if keys[:1] != [key])


def keep_tuned(old: str, new: str) -> str:
    """The manifest of a model that was learnt anew, with what the old one says beyond its files:
    `self_score` and whole sections. Nothing is kept where tables or scores are others, or `old` is
    no manifest.
    """
    before, after = _loads(old), _loads(new)
    if not before or not after or _scores(before) != _scores(after):
        return new
    own = f"{_SELF} = {before[_SELF]!r}\n" if isinstance(before.get(_SELF), int | float) else ""
    of_files = {*after, "systems"}
    tuned = "".join(part for keys, part in _sections(old) if keys and keys[0] not in of_files)
    return own + new + (f"\n{tuned}" if tuned else "")


def _scores(manifest: dict[str, Any]) -> dict[str, Any] | None:
    """The scores of all tables; None where that is no way to tell of tables."""
    tables = manifest.get("tables", {})
    if not isinstance(tables, dict) or not all(isinstance(each, dict) for each in tables.values()):
        return None
    return {name: table.get("scores") for name, table in tables.items()}


def _loads(text: str) -> dict[str, Any] | None:
    try:
        return parse_toml(text)
    except FormatError:
        return None


def _put(text: str, keys: list[str], section: str) -> str:
    parts: list[str] = []
    done = False
    for found, part in _sections(text):
        if found[: len(keys)] != keys:
            parts.append(part)
            continue
        parts.append(("" if done else section) + _ending(part))
        done = True
    new = "".join(parts)
    if done:
        return new
    while new and not new.endswith("\n\n"):
        new += "\n"
    return new + section


def _ending(section: str) -> str:
    """What stands below the last key, such as a title for what follows, is not of the section."""
    lines = section.splitlines(keepends=True)
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return "".join(lines[end:])


def _sections(text: str) -> Iterator[tuple[list[str], str]]:
    """The sections of a manifest with the keys in their titles; none before the first title."""
    keys: list[str] = []
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        if (found := _title(line)) is not None:
            yield keys, "".join(lines)
            keys, lines = found, []
        lines.append(line)
    yield keys, "".join(lines)


def _title(line: str) -> list[str] | None:
    if not line.lstrip().startswith("["):
        return None
    inner: Any = _loads(line)
    if inner is None:
        return None  # within a list of several lines
    keys: list[str] = []
    while isinstance(inner, dict) and inner:
        ((key, inner),) = inner.items()
        keys.append(key)
    return keys


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _numbers(numbers: Sequence[float]) -> str:
    if len(numbers) == 1:
        return repr(numbers[0])
    return f"[{', '.join(map(repr, numbers))}]"
