"""What SECURITY.md promises: no code in data, no network, no processes, no secrets in messages."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

import otherwords
from otherwords._core import Error
from otherwords.learn.corpora.download import DownloadOptions, download, file_name, shown
from tests import licences
from tests.small_model import write_model

#: Modules that read code from data, or start programs and connections; and who may use them.
FORBIDDEN: dict[str, tuple[str, ...]] = {
    "pickle": (),
    "cPickle": (),
    "_pickle": (),
    "dill": (),
    "cloudpickle": (),
    "joblib": (),
    "shelve": (),
    "marshal": (),
    "code": (),
    "pty": (),
    "yaml": (),
    "ctypes": (),
    "telnetlib": (),
    "ftplib": (),
    "smtplib": (),
    "requests": (),
    "subprocess": ("align/eflomal.py",),
    "socket": ("server/",),
    "urllib.request": ("learn/corpora/download.py",),
    "http.client": ("learn/corpora/download.py",),
    "importlib": ("__init__.py", "cli/__init__.py", "plugins.py"),
}
#: Parts of them that only look whether something is there.
HARMLESS = ("importlib.metadata", "importlib.resources", "importlib.util")
CALLS = {"eval", "exec", "compile", "__import__"}
OF_MODULES = {
    ("os", "system"),
    ("os", "popen"),
    ("os", "execv"),
    ("os", "execvp"),
    ("os", "spawnv"),
    ("os", "posix_spawn"),
    ("tempfile", "mktemp"),
}
#: What could run code or start something, in the core.
CORE = re.compile(r"\b(system|popen|execv\w*|fork|dlopen|posix_spawn)\s*\(")

#: Says texts in other words while nothing may be started, connected to, unpickled or written.
WATCHED = """
import sys
refused = ("subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn",
           "socket.", "pickle.", "urllib.", "ftplib.", "smtplib.", "shutil.")

def watch(event, arguments):
    if event.startswith(refused) or (event == "open" and set(str(arguments[1])) & set("wax+")):
        raise SystemExit(f"{event} {arguments}")

import otherwords
sys.addaudithook(watch)
paraphraser = otherwords.load()
text = "The committee took the matter into consideration in order to assist the children."
print(paraphraser.simplify(text).text)
print(paraphraser.compress(text, max_bytes=60).text)
print(*paraphraser.pipe([text] * 3, application="paraphrase", threads=2))
"""


def sources(repository: Path) -> Iterator[tuple[str, ast.Module]]:
    """The modules of the package by their paths, parsed."""
    root = repository / "src" / "otherwords"
    for path in sorted(root.rglob("*.py")):
        yield str(path.relative_to(root)), ast.parse(path.read_text("utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    """Everything that a module imports, also inside of functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_nothing_reads_code_from_data_or_connects(repository: Path) -> None:
    seen = 0
    for path, tree in sources(repository):
        for name in imported(tree):
            for module, allowed in FORBIDDEN.items():
                inside = name == module or name.startswith(f"{module}.")
                if inside and not name.startswith(HARMLESS):
                    assert path.startswith(allowed) if allowed else False, f"{path}: {name}"
        seen += 1
    assert seen > 150


def test_nothing_is_evaluated_and_no_shell_is_used(repository: Path) -> None:
    for path, tree in sources(repository):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            where = f"{path}:{node.lineno}"
            called = node.func
            if isinstance(called, ast.Name):
                assert called.id not in CALLS, where
            if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
                assert (called.value.id, called.attr) not in OF_MODULES, where
            for keyword in node.keywords:
                assert keyword.arg != "shell", where
                assert keyword.arg != "allow_pickle", where
            if isinstance(called, ast.Attribute) and called.attr == "extractall":
                options = {keyword.arg for keyword in node.keywords}
                zipped = isinstance(called.value, ast.Name) and called.value.id == "zipped"
                assert zipped or "filter" in options, where


def test_the_core_starts_nothing(repository: Path) -> None:
    for folder in ("core", "bindings"):
        for path in (repository / folder).rglob("*.[ch]*"):
            if path.parent.name not in {"tests", "fuzz"} and path.is_file():
                assert not CORE.search(path.read_text("utf-8")), path


def test_saying_texts_starts_connects_and_writes_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= 3


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ('analyser = "os.system"', "missing beside it"),
        ('analyser = "../../../../../bin/sh"', "not an otherwords|missing beside it|truncated"),
        ('[scorers.x]\nweights = {"os.system" = 1.0}', "no scorer"),
        ('[tables.x]\nfile = "pt1.table"\nkind = "__import__(\'os\')"', "kind is"),
    ],
)
def test_a_model_names_no_code(tmp_path: Path, more: str, why: str) -> None:
    folder = write_model(tmp_path, more=more)
    with pytest.raises(Error, match=why):
        otherwords.load(folder).paraphrase(
            "We utilise tools.", scorer="x" if "scorers" in more else None
        )


def test_passwords_do_not_get_into_messages_and_records(tmp_path: Path) -> None:
    secret = "hunter2"
    for address in (
        f"https://me:{secret}@example.invalid/file",
        f"ftp://me:{secret}@example.invalid/file",
        f"me:{secret}@example.invalid/file?x=1",
        f"https://[{secret}@",
    ):
        with pytest.raises(Error) as caught:
            file_name(address)
        assert secret not in str(caught.value)
    address = f"http://127.0.0.1:9/file?key={secret}#{secret}"
    with pytest.raises(Error) as caught:
        download(address, tmp_path / "file", DownloadOptions(tries=1))
    assert secret not in str(caught.value)
    assert "http://127.0.0.1:9/file?…" in str(caught.value)
    (tmp_path / "file").write_bytes(b"x")
    assert secret not in json.dumps(repr(download(address, tmp_path / "file")))
    assert shown("https://example.org/a/b.gz") == "https://example.org/a/b.gz"


def test_the_environment_is_not_told(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Errors show what was asked for, and never what the environment holds."""
    from otherwords.cli import main

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECRET_DATA", "hunter2")
        recipe = tmp_path / "recipe.toml"
        recipe.write_text('name = "x"\nlanguage = "en"\ndata = "$SECRET_DATA/$OTHER"\n')
        assert main(["learn", str(recipe)]) == 1
    told = capfd.readouterr()
    assert "hunter2" not in told.out + told.err
    assert "$SECRET_DATA/$OTHER" in told.err


def test_every_dependency_is_pinned_and_its_licence_known(repository: Path) -> None:
    lines = (repository / "constraints.txt").read_text("utf-8").splitlines()
    for line in lines:
        assert line.startswith("#") or re.fullmatch(r"[\w.-]+==[\w.]+(; .*)?", line), line
    try:
        page = licences.page()
    except PackageNotFoundError as error:
        pytest.skip(f"{error} is not installed here")
    kept = repository / "docs" / "licences.md"
    assert kept.read_text("utf-8") == page, "out of date: run `make licences`"
    assert "see the package" not in page
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in page.splitlines()[14:]]
    needed = {name: licence for name, licence, extras in rows if "otherwords" in extras}
    assert set(needed) == {"numpy", "zstandard"}
    assert not any("GPL" in licence for licence in needed.values())
