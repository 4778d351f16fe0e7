"""Guards of a language, from TOML to the lines that the core reads."""

from __future__ import annotations

from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.toml_file import read_toml

_KINDS = ("count", "match", "arrive", "same", "prefix", "equal")
#: The class of a group whose words are classes of their own.
_EACH = "each"


def read_guards(path: str | Path) -> str:
    """The guards of a file, a line for each word or phrase; see core/context/guards.h. Raises
    FormatError for what is wrong.
    """
    lines = []
    for kind, groups in read_toml(path).items():
        if kind not in _KINDS or not isinstance(groups, dict):
            raise FormatError(
                f"{name_of(path)}: {kind!r} is not a kind of guard; there are {', '.join(_KINDS)}"
            )
        for group, classes in groups.items():
            if not isinstance(classes, dict):
                raise FormatError(f"{name_of(path)}: [{kind}.{group}] has no classes of words")
            for name, words in classes.items():
                if not isinstance(words, list) or not all(
                    isinstance(one, str) and one.strip() for one in words
                ):
                    raise FormatError(
                        f"{name_of(path)}: {kind}.{group}.{name} is not a list of words"
                    )
                shown = "*" if name == _EACH else name
                lines += [f"{kind}\t{group}\t{shown}\t{word}\n" for word in words]
    return "".join(lines)
