"""The licences of all packages that are installed with this one, as docs/licences.md lists them.

python -m tests.licences > docs/licences.md
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, distribution, metadata
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_CLASSIFIER = "License :: "
#: What the metadata of these packages does not say, from the texts they come with.
_KNOWN = {
    "atheris": "Apache-2.0",
    "axe-playwright-python": "MIT",
    "kenlm": "LGPL-2.1-or-later",
    "locate": "MIT",
}
_HEAD = """\
# Licences

otherwords itself is under the [Apache License 2.0](../LICENSE), and its English model under the
terms of its card (`otherwords model info`). These are the licences of the packages it is built and
tested with, as their metadata tells them; `make licences` writes this list, and a test sees that it
is up to date.

"For" says which extra of the package brings it in: nothing but what is listed for `otherwords`
itself is needed to say texts in other words. `eflomal`, under the GPL, is a program of its own that
only learning starts, and only if a recipe asks for it.

| package | licence | for |
|---|---|---|
"""


def normal(name: str) -> str:
    """The name of a package as all of its spellings are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned() -> list[str]:
    """The packages of constraints.txt."""
    lines = (_ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return sorted({normal(line.split("==")[0]) for line in lines if "==" in line})


def licence_of(name: str) -> str:
    """What the metadata of a package says of its licence."""
    if name in _KNOWN:
        return _KNOWN[name]
    said = metadata(name)
    (expression,) = said.get_all("License-Expression") or [""]
    classifiers = [
        line.removeprefix(_CLASSIFIER).removeprefix("OSI Approved :: ")
        for line in said.get_all("Classifier") or ()
        if line.startswith(_CLASSIFIER)
    ]
    text = said["License"].strip() if "License" in said else ""
    short = text if len(text) <= 60 and "\n" not in text and text != "UNKNOWN" else ""
    return expression or short or ", ".join(classifiers) or "see the package"


def extras() -> dict[str, set[str]]:
    """For each package the extras of otherwords that bring it in; `otherwords` for none."""
    found: dict[str, set[str]] = {}

    def visit(name: str, extra: str, asked: frozenset[str]) -> None:
        if extra in found.setdefault(name, set()) and not asked:
            return
        found[name].add(extra)
        try:
            required = distribution(name).requires or []
        except PackageNotFoundError:
            return
        for line in required:
            requirement, _, marker = line.partition(";")
            wanted = re.search(r"extra == [\"']([^\"']+)[\"']", marker)
            if wanted and wanted[1] not in asked:
                continue
            match = re.match(r"([\w.-]+)\s*(?:\[([^\]]*)\])?", requirement.strip())
            if match and normal(match[1]) != "otherwords":
                inner = frozenset(part.strip() for part in (match[2] or "").split(",") if part)
                visit(normal(match[1]), extra, inner)

    for line in distribution("otherwords").requires or []:
        requirement, _, marker = line.partition(";")
        wanted = re.search(r"extra == [\"']([^\"']+)[\"']", marker)
        match = re.match(r"([\w.-]+)\s*(?:\[([^\]]*)\])?", requirement.strip())
        if match and normal(match[1]) != "otherwords":
            inner = frozenset(part.strip() for part in (match[2] or "").split(",") if part)
            visit(normal(match[1]), wanted[1] if wanted else "otherwords", inner)
    return found


def page() -> str:
    """The whole document."""
    brought = extras()
    rows = (
        f"| {name} | {licence_of(name)} | {', '.join(sorted(brought.get(name, {'dev'})))} |"
        for name in pinned()
    )
    return _HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
