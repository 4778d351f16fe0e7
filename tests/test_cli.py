"""The frame of the command line: exit codes, and never a traceback for a user's mistake."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import types
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

import pytest

import otherwords
from otherwords import FormatError
from otherwords.cli import COMMANDS, main, parser_for

Run = Callable[[Namespace], int]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Run], None]:
    """Puts a function in the place of the `lm` command."""

    def install(run: Run) -> None:
        def add_arguments(parser: ArgumentParser) -> None:
            parser.add_argument("--order", type=int)

        module = types.ModuleType("otherwords.cli.lm")
        vars(module).update(add_arguments=add_arguments, run=run)
        monkeypatch.setitem(sys.modules, module.__name__, module)

    return install


def raiser(error: BaseException) -> Run:
    def run(options: Namespace) -> int:
        raise error

    return run


@pytest.mark.parametrize("code", [0, 1])
def test_the_code_of_the_command_is_the_exit_code(
    command: Callable[[Run], None], code: int
) -> None:
    command(lambda options: code)
    assert main(["lm"]) == code


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (FormatError("a.arpa:3: why; what to do"), "a.arpa:3: why; what to do"),
        (FileNotFoundError(errno.ENOENT, "No such file", "a.txt"), "a.txt: No such file"),
        (OSError(errno.EIO, "a.lm: cannot read: broken"), "a.lm: cannot read: broken"),
        (OSError("odd"), "odd"),
        (MemoryError(), "not enough memory; give it less at once"),
        (
            UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
            "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_errors_of_the_world_are_one_line(
    command: Callable[[Run], None],
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    message: str,
) -> None:
    command(raiser(error))
    assert main(["lm"]) == 1
    assert capsys.readouterr().err == f"otherwords lm: {message}\n"


def test_errors_of_the_program_are_not_hidden(command: Callable[[Run], None]) -> None:
    command(raiser(AssertionError()))
    with pytest.raises(AssertionError):
        main(["lm"])


def test_interruption(command: Callable[[Run], None]) -> None:
    command(raiser(KeyboardInterrupt()))
    assert main(["lm"]) == 130


@pytest.mark.parametrize(
    "words", [[], ["translate"], ["lm", "--order", "three"], ["lm", "--ord", "3"], ["--vers"]]
)
def test_a_wrong_command_line(
    command: Callable[[Run], None], capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    command(lambda options: 0)
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert capsys.readouterr().err.startswith("usage: otherwords")


def test_no_abbreviations_inside_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser_for("lm").parse_args(["lm", "info", "--json", "model"]).json
    with pytest.raises(SystemExit) as caught:
        parser_for("lm").parse_args(["lm", "info", "--js", "model"])
    assert caught.value.code == 2
    assert "--js" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"otherwords {otherwords.__version__}\n"


def test_help_names_every_command_and_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    for word in [*COMMANDS, "130", "interrupted"]:
        assert word in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([name, "--help"])
    assert caught.value.code == 0
    assert f"usage: otherwords {name}" in capsys.readouterr().out


def run_printing_command(stdout: int) -> subprocess.CompletedProcess[str]:
    """Runs a command that prints much, as a process of its own."""
    script = """if True:
        import sys, types
        module = types.ModuleType("otherwords.cli.lm")
        module.add_arguments = lambda parser: None
        module.run = lambda options: print("word " * 10) or 0
        sys.modules[module.__name__] = module
        from otherwords.cli import main
        sys.exit(main(["lm"]))
    """
    return subprocess.run(
        [sys.executable, "-c", script],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


def test_a_reader_that_has_gone_is_no_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = run_printing_command(write_end)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "w") as full:
        done = run_printing_command(full.fileno())
    assert done.returncode == 1
    assert done.stderr == "otherwords lm: No space left on device\n"


def test_python_m_otherwords() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "otherwords", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"otherwords {otherwords.__version__}\n"
