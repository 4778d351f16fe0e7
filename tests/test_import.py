"""Importing the package is quick by construction: nothing heavy comes along."""

from __future__ import annotations

import subprocess
import sys

import otherwords as ow

HEAVY = ["argparse", "importlib.metadata", "lzma", "numpy", "pyarrow", "threading", "zstandard"]


def modules_after(statement: str) -> set[str]:
    """The modules that the statement adds to those of a bare interpreter."""
    program = (
        f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_import_brings_nothing_heavy() -> None:
    loaded = modules_after("import otherwords")
    assert "otherwords._core" in loaded
    assert not loaded.intersection(HEAVY)


def test_the_command_line_loads_only_the_command_asked_for() -> None:
    loaded = modules_after("import otherwords.cli")
    assert not {name for name in loaded if name.startswith("otherwords.cli.")}
    assert not loaded.intersection({"numpy", "pyarrow", "zstandard"})


def test_public_names_are_listed_before_they_are_loaded() -> None:
    program = "import otherwords as ow; print(*dir(ow))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert set(ow.__all__) <= set(done.stdout.split())
    assert {"load", *ow._HOMES} <= set(ow.__all__)
    assert all(getattr(ow, name) is not None for name in ow.__all__)
