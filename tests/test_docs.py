"""What the documents show is what happens."""

from __future__ import annotations

import re
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from pathlib import Path

import pytest

from otherwords.cli import COMMANDS, parser_for
from tests.documents import blocks_of, failures_of

REPOSITORY = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted(
    str(path.relative_to(REPOSITORY))
    for path in [*REPOSITORY.glob("*.md"), *REPOSITORY.glob("docs/*.md")]
)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks to a document like the root of the source tree, as far as it is used."""
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_print_what_is_shown(name: str, folder: Path) -> None:
    failures = failures_of(name, (REPOSITORY / name).read_text("utf-8"), folder)
    assert not failures, "\n\n".join(failures)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_block_is_run_or_meant_not_to_be(name: str) -> None:
    text = (REPOSITORY / name).read_text("utf-8")
    languages = {block.language for block in blocks_of(text)}
    # `sh` is for set-up, `text` for layouts; what claims a result is in one of the others.
    assert languages <= {"console", "pycon", "sh", "text"}
    assert text.count("\n```") % 2 == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    path = REPOSITORY / name
    for target in LINK.findall(path.read_text("utf-8")):
        assert (path.parent / target).exists(), f"{name} links to {target}"


def options_of(parser: ArgumentParser) -> Iterator[str]:
    """The options of a command and of its actions."""
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, _SubParsersAction):
            for inner in action.choices.values():
                yield from options_of(inner)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_documented(command: str) -> None:
    text = (REPOSITORY / "docs" / "cli.md").read_text("utf-8")
    documented = set(re.findall(r"`(-{1,2}[a-z-]+)\b", text))
    options = set(options_of(parser_for(command))) - {"-h", "--help", "--version"}
    assert options
    assert options <= documented


@pytest.mark.parametrize(
    ("chapter", "header"),
    [
        ("Language models", "core/lm/sections.h"),
        ("Casing statistics", "core/text/casing_format.h"),
        ("Analysers", "core/analysis/format.h"),
        ("Tables", "core/table/format.h"),
        ("Confidence", "core/context/format.h"),
    ],
)
def test_every_section_of_a_file_is_documented(chapter: str, header: str) -> None:
    text = (REPOSITORY / "docs" / "formats.md").read_text("utf-8")
    rows = text.split(f"\n## {chapter}\n")[1].split("\n## ")[0]
    documented = {int(number) for number in re.findall(r"^\| (\d+)", rows, re.MULTILINE)}
    enumeration = (REPOSITORY / header).read_text("utf-8").split("enum Section")[1].split("}")[0]
    assert documented == {int(number) for number in re.findall(r" = (\d+)", enumeration)}


def test_the_map_shows_every_room() -> None:
    text = (REPOSITORY / "CONTRIBUTING.md").read_text("utf-8")
    places = re.findall(r"^ *((?:[\w.]+/? {1,2})+)", text.split("```text")[1], re.MULTILINE)
    shown = {name.rstrip("/") for place in places for name in place.split()}
    there = {
        path.name
        for folder in ("core", "src/otherwords")
        for path in (REPOSITORY / folder).iterdir()
        if not path.name.startswith("_") and path.suffix in {"", ".py"}
    }
    assert there
    assert there <= shown


def test_the_runner_notices_what_differs(folder: Path) -> None:
    document = """
```console
$ echo one > file; echo done
done
$ cat file <<'END'
> not read
> END
one
$ cat file
two
$ false
```

```pycon
>>> from pathlib import Path
>>> text = Path("file").read_text()
>>> text
'one\\n'
```

```pycon
>>> len(text)
5
```
"""
    failures = failures_of("document", document, folder)
    assert len(failures) == 3
    assert "document:9: $ cat file\n--- shown\n+++ printed\n@@ -1 +1 @@\n-two\n+one" in failures[0]
    assert failures[1] == "document:11: exit code 1"
    assert "Expected:\n    5\nGot:\n    4\n" in failures[2]
