"""Runs what a document shows.

In a ```console block each line after `$ ` is a command for the shell (lines after `> ` continue
it) and the lines below it are exactly what it prints. A ```pycon block is a Python session. The
blocks of a document run one after the other in the same folder, so they can build on each other.
"""

from __future__ import annotations

import difflib
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line of the document where it starts."""

    language: str
    text: str
    line: int


@dataclass
class Command:
    """A command of a console block and what the document says that it prints."""

    line: int
    text: str
    output: str = ""


def blocks_of(document: str) -> Iterator[Block]:
    """The fenced blocks of a document, in order."""
    for match in FENCE.finditer(document):
        yield Block(match[1], match[2], document.count("\n", 0, match.start()) + 2)


def commands_of(block: Block) -> list[Command]:
    """The commands of a console block."""
    commands: list[Command] = []
    for number, line in enumerate(block.text.splitlines(), block.line):
        if line.startswith("$ "):
            commands.append(Command(number, line[2:]))
        elif line.startswith("> ") and not commands[-1].output:
            commands[-1].text += "\n" + line[2:]
        else:
            commands[-1].output += line + "\n"
    return commands


def failures_of(name: str, document: str, folder: Path) -> list[str]:
    """Runs all blocks of a document in the folder; says what differs from the document."""
    session: dict[str, Any] = {}
    failures: list[str] = []
    for block in blocks_of(document):
        if block.language == "console":
            for command in commands_of(block):
                failures += _run_command(name, command, folder)
        elif block.language == "pycon":
            failures += _run_session(name, block, session)
    return failures


def _run_command(name: str, command: Command, folder: Path) -> list[str]:
    scripts = Path(sys.executable).parent
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command.text],
        cwd=folder,
        env={**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    failures = []
    if done.stdout != command.output:
        shown, printed = command.output.splitlines(), done.stdout.splitlines()
        difference = difflib.unified_diff(shown, printed, "shown", "printed", lineterm="")
        failures.append("\n".join([f"{name}:{command.line}: $ {command.text}", *difference]))
    if done.returncode != 0:
        failures.append(f"{name}:{command.line}: exit code {done.returncode}")
    return failures


def _run_session(name: str, block: Block, session: dict[str, Any]) -> list[str]:
    test = doctest.DocTestParser().get_doctest(block.text, session, name, name, block.line - 1)
    test.globs = session  # the parser made a copy
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
    return report
