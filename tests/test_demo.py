"""`make demo` shows what it says it shows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def test_demo(repository: Path, tmp_path: Path) -> None:
    shutil.copytree(repository / "examples", tmp_path / "examples")
    scripts = Path(sys.executable).parent
    done = subprocess.run(
        [tmp_path / "examples" / "demo.sh"],
        env={**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    for sentence in [
        "the committee considered the matter before it decided .",
        "many residents could not come to the meeting because the trains were late .",
        "now we do not have enough money to buy the house .",
        "despite the rain , most people tried to help the teachers .",
    ]:
        assert f"\n{sentence}\n" in done.stdout
    assert done.stdout.count("\n0 ||| the committee") == 5
    assert "came to a decision → decided" in done.stdout
