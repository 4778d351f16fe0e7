"""Hints about packages that are missing name an extra that has them."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from otherwords.extras import EXTRAS, missing_module


def extras_of(repository: Path) -> dict[str, set[str]]:
    """The distributions of each extra but that for developers."""
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        extra: {re.split(r"[\[<>=;]", each)[0].lower() for each in requirements}
        for extra, requirements in project["optional-dependencies"].items()
        if extra != "dev"
    }


def test_modules_come_with_their_extra(repository: Path) -> None:
    distributions = packages_distributions()
    known = extras_of(repository)
    assert set(EXTRAS) == set(known)
    for extra, modules in EXTRAS.items():
        for module in modules:
            named = {each.lower().replace("_", "-") for each in distributions.get(module, [])}
            assert not named or named & known[extra], f"{module} is not in {extra}"


def test_hints_name_the_command(repository: Path) -> None:
    error = missing_module(ModuleNotFoundError(name="sklearn.linear_model"))
    assert str(error) == "this needs sklearn; run pip install 'otherwords[learn]'"
    assert missing_module(ModuleNotFoundError(name="json")) is None
    assert missing_module(ModuleNotFoundError()) is None
    for path in (repository / "src" / "otherwords").rglob("*.py"):
        hints = re.findall(r"install otherwords\[", path.read_text("utf-8"))
        assert not hints, f"{path}: raise otherwords.extras.missing"


def test_extras_that_are_hinted_at_exist(repository: Path) -> None:
    used = {
        name
        for path in (repository / "src" / "otherwords").rglob("*.py")
        for name in re.findall(
            r'raise missing\(.*?"(\w+)",?\s*\)', path.read_text("utf-8"), re.DOTALL
        )
    }
    assert {"learn", "serve", "spacy", "teacher"} <= used <= set(EXTRAS)
