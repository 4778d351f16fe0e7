"""The types of the compiled module that editors and mypy see are those it has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_stubs_are_up_to_date(repository: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "otherwords._core", "-o", fresh],
        check=True,
    )
    committed = repository / "src" / "otherwords" / "_core.pyi"
    assert committed.read_text("utf-8") == fresh.read_text("utf-8"), "out of date: run `make stubs`"
