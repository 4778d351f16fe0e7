"""An application of another package, installed as one, is found and used like ours."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from tests.small_model import write_model

PROGRAM = """
import sys
import otherwords as ow
from otherwords.applications import application_names

assert "without-e" in application_names()
for result in ow.load(sys.argv[1]).pipe(["they utilise assistance"], application="without-e"):
    print(result.text, [edit.usability for edit in result.edits])
"""


def pack(plugin: Path, folder: Path) -> Path:
    """The wheel of the example, as a build backend would make it."""
    project = tomllib.loads((plugin / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    info = f"{name}-{version}.dist-info"
    points = [
        line
        for group, entries in project["entry-points"].items()
        for line in [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
    ]
    files = {
        "without_e.py": (plugin / "without_e.py").read_text("utf-8"),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "\n".join(points) + "\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in files)
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
    return wheel


def test_an_installed_application_is_used(repository: Path, tmp_path: Path) -> None:
    wheel = pack(repository / "examples" / "plugin", tmp_path)
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps"]
    subprocess.run([*install, "--target", tmp_path / "site", wheel], check=True)
    model = str(write_model(tmp_path / "model"))
    command = ["-m", "otherwords", "paraphrase", "--application", "without-e", "-m", model]
    # assistance → aid loses one e; → help loses none; utilise → use loses none.
    given = filter(None, [str(tmp_path / "site"), os.environ.get("PYTHONPATH")])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(given)}
    for words, printed in [
        (["-c", PROGRAM, model], "they utilise aid [1.0]\n"),
        ([*command, "they utilise assistance"], "they utilise aid\n"),
    ]:
        done = subprocess.run(
            [sys.executable, *words],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == printed
