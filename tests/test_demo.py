"""`make demo` and the example of the engine show what they say they show."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path


def run(repository: Path, folder: Path, name: str) -> str:
    """What an example prints."""
    shutil.copytree(repository / "examples", folder / "examples")
    scripts = Path(sys.executable).parent
    done = subprocess.run(
        [folder / "examples" / name],
        env={**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def test_demo(repository: Path, tmp_path: Path) -> None:
    shown = run(repository, tmp_path, "demo.sh")
    for line in [
        r"    score -[\d.]+, highest-scoring \(proven\); \d+ % likely right; 93 → \d+ bytes",
        r"    In order to → To  \[\w+\]  \d+ % likely right, log score -[\d.]+, usability 9",
        r"0\t11\t0\.\d\d\tIn order to → To\t\w+",
        r"She tried to convince her colleagues\.",
    ]:
        assert re.search(f"^{line}$", shown, re.MULTILINE), line
    assert shown.count("\n$ otherwords ") == 7


def test_engine(repository: Path, tmp_path: Path) -> None:
    shown = run(repository, tmp_path, "engine.sh")
    for sentence in [
        "the committee considered the matter before it decided .",
        "many residents could not come to the meeting because the trains were late .",
        "now we do not have enough money to buy the house .",
        "despite the rain , most people tried to help the teachers .",
    ]:
        assert f"\n{sentence}\n" in shown
    assert shown.count("\n0 ||| the committee") == 5
    assert "came to a decision → decided" in shown
