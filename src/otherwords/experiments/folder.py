"""The folder of a paper: `paper.toml` names the experiments and says what they need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords._core import Error, FormatError
from otherwords.experiments.given import Setting
from otherwords.files import name_of
from otherwords.toml_file import excerpt, is_finite, read_toml

FILE = "paper.toml"
_MOST = 2**31 - 1

_KEYS: dict[str, type] = {
    "experiments": str,
    "title": str,
    "different": str,
    "verdicts": list,
    "settings": dict,
}


@dataclass(frozen=True)
class Paper:
    """What the file says.

    Attributes:
        folder: Where it is.
        experiments: Their name.
        title: The paper.
        different: Where our data differ from those of the paper.
        verdicts: Files of what readers said.
        settings: Those that are not as the experiments have them.
    """

    folder: Path
    experiments: str
    title: str
    different: str
    verdicts: tuple[Path, ...]
    settings: Mapping[str, Any]


def read_paper(folder: Path) -> Paper:
    """Reads the file of a folder. Raises FormatError for what is wrong in it."""
    path = folder / FILE
    if not path.is_file():
        raise Error(
            f"{name_of(path)} is not there; name a folder that has one, such as recipes/pr of the "
            "repository"
        )
    content = read_toml(path)
    for key, value in content.items():
        if key not in _KEYS or not isinstance(value, _KEYS[key]):
            raise FormatError(
                f"{name_of(path)}: {key} = {excerpt(value)} is not understood; it may have "
                "experiments, title and different (texts), verdicts (files) and [settings]"
            )
    names = content.get("verdicts", [])
    if not all(isinstance(name, str) and name and "\0" not in name for name in names):
        raise FormatError(f"{name_of(path)}: verdicts = {excerpt(names)}: give names of files")
    if missing := next(
        (key for key in ("experiments", "title", "different") if key not in content), None
    ):
        raise FormatError(f"{name_of(path)}: {missing} is missing; add it")
    return Paper(
        folder,
        content["experiments"],
        content["title"],
        " ".join(content["different"].split()),
        tuple(folder / name for name in names),
        content.get("settings", {}),
    )


def settle(
    known: Mapping[str, Setting],
    given: Mapping[str, Any],
    told: Iterable[str],
    least: Mapping[str, int] | None = None,
) -> dict[str, Setting]:
    """All settings: those of the experiments, of the file, and as a user told them, `NAME=VALUE`.
    Raises Error for what there is none of, what is of another type, or below the least.
    """
    settled = dict(known)
    named = list(given.items())
    for each in told:
        name, equals, text = each.partition("=")
        if not equals:
            raise Error(f"{each!r} sets nothing; write NAME=VALUE")
        named.append((name, text))
    for name, value in named:
        if name not in known:
            raise Error(
                f"there is no setting {name!r}; there are: {', '.join(sorted(known)) or 'none'}"
            )
        settled[name] = _like(known[name], value, name, (least or {}).get(name, 0))
    return settled


def _like(example: Setting, value: Any, name: str, least: int) -> Setting:
    """The value as one of the type of the example, if it is one."""
    if isinstance(example, str):
        if isinstance(value, str) and "\0" not in value:
            return value
        raise Error(f"{name} = {excerpt(value)}: give a text")
    kind = type(example)
    fits = isinstance(value, str | int | kind) and not isinstance(value, bool)
    try:
        number = kind(value) if fits else -1
    except (ValueError, OverflowError):
        number = -1
    if not is_finite(number) or not least <= number <= _MOST:
        what = "a whole number" if kind is int else "a number"
        raise Error(f"{name} = {excerpt(value)}: give {what} from {least} to {_MOST}")
    return number
