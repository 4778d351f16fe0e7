"""Imports and includes point one way: each room knows only the rooms below it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

# A room of the core and the rooms it may use.
ROOMS: dict[str, set[str]] = {
    "base": set(),
    "seed": set(),
    "lm": {"base"},
    "table": {"base"},
    "lattice": {"base", "lm", "table"},
    "text": {"base"},
    "pairs": {"base", "text"},
    "analysis": {"base", "text"},
    "phrases": {"base", "text"},
    "extract": {"base", "phrases"},
    "patterns": {"base", "text", "extract"},
    "units": {"base", "lm", "table", "text", "phrases", "patterns"},
    "search": {"base", "lm", "table", "lattice", "units"},
    "context": {"base", "lm", "text", "phrases", "units", "analysis"},
    "clusters": {"base"},
}
# The modules of the package, lowest first; each may import its own and those before it.
LAYERS = [
    "_core",
    "errors",
    "extras",
    "nearest",
    "option_checks",
    "inputs",
    "plugins",
    "regression",
    "files",
    "toml_file",
    "parquet_file",
    "text",
    "evaluate",
    "align",
    "lm",
    "tables",
    "confidence",
    "model_file",
    "judged",
    "model",
    "manifest",
    "scoring",
    "applications",
    "card",
    "budget",
    "diversity",
    "planning",
    "sureness",
    "pattern_sureness",
    "searches",
    "baselines",
    "purposes",
    "paraphrases",
    "contents",
    "choices",
    "options",
    "settings",
    "lattices",
    "used",
    "writing",
    "rewriting",
    "hybrid",
    "fitting",
    "suggestions",
    "paraphraser",
    "matches",
    "pair_scores",
    "contexts",
    "references",
    "search",
    "scored_search",
    "nbest",
    "learn",
    "tune",
    "server",
    "__init__",
    "experiments",
    "cli",
    "__main__",
]

PYTHON_HEADERS = re.compile(r'#\s*include\s*[<"](Python\.h|nanobind/|pybind11/)')
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def imports_of(path: Path) -> set[str]:
    """The top-level modules of the package that a file imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides where it points"
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    inside = (name.split(".") for name in found if name.split(".")[0] == "otherwords")
    return {parts[1] if len(parts) > 1 and parts[1] in LAYERS else "__init__" for parts in inside}


def test_rooms_of_the_core_are_known(repository: Path) -> None:
    folders = {path.name for path in (repository / "core").iterdir() if path.is_dir()}
    assert folders - {"tests", "fuzz"} <= set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_includes_only_what_is_below(repository: Path, room: str) -> None:
    for path in (repository / "core" / room).rglob("*"):
        if path.suffix not in {".h", ".cpp"}:
            continue
        text = path.read_text(encoding="utf-8")
        assert not PYTHON_HEADERS.search(text), f"{path}: the core knows nothing of Python"
        for header in INCLUDE.findall(text):
            other = header.split("/")[0]
            assert other in {room, *ROOMS[room]}, f"{path} includes {header}"


def test_a_module_imports_only_what_is_below(repository: Path) -> None:
    root = repository / "src" / "otherwords"
    for path in root.rglob("*.py"):
        own = path.relative_to(root).with_suffix("").parts[0]
        assert own in LAYERS, f"{path}: give the module its place in LAYERS"
        for other in imports_of(path):
            assert LAYERS.index(other) <= LAYERS.index(own), f"{path} imports {other}"
