"""The benchmarks of the corridor run; what they print is theirs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.small_model import write_model


@pytest.mark.parametrize(
    ("program", "options", "printed"),
    [
        ("paraphrase.py", ["--sentences", "50"], "sentences/s"),
        ("applications.py", ["--files", "spg-tune.tsv", "--show", "1"], "baseline-2"),
    ],
)
def test_benchmarks_of_the_corridor(
    repository: Path, shared: Path, tmp_path: Path, program: str, options: list[str], printed: str
) -> None:
    done = subprocess.run(
        [sys.executable, repository / "benchmarks" / program, write_model(tmp_path), *options],
        env={**os.environ, "OTHERWORDS_SHARED": str(shared)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert printed in done.stdout
