"""The frame of the command line: exit codes, and never a traceback for a user's mistake."""

from __future__ import annotations

import errno
import importlib
import os
import subprocess
import sys
import types
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

import otherwords
from otherwords import FormatError
from otherwords.cli import COMMANDS, main, parser_for
from tests.small_model import write_model

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


def test_a_missing_extra_is_told_with_the_command_that_installs_it(
    command: Callable[[Run], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    monkeypatch.delitem(sys.modules, "sacrebleu.metrics", raising=False)

    def run(options: Namespace) -> int:
        importlib.import_module("sacrebleu.metrics")
        return 0

    command(run)
    assert main(["lm"]) == 1
    told = "otherwords lm: this needs sacrebleu; run pip install 'otherwords[evaluate]'\n"
    assert capsys.readouterr().err == told
    command(raiser(ModuleNotFoundError("No module named 'odd'", name="odd")))
    with pytest.raises(ModuleNotFoundError):
        main(["lm"])


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("compres text", "otherwords has no command 'compres'; did you mean compress?"),
        ("translate text", "otherwords has no command 'translate'; it has compress, simplify, "),
        ("lm infoo model", "otherwords lm has no command 'infoo'; did you mean info?"),
        ("compress --max-byte 9 text", "there is no option --max-byte; did you mean --max-bytes?"),
        ("compress --max-byte=9 text", "there is no option --max-byte; did you mean --max-bytes?"),
        ("compress --words text", "there is no option --words; see otherwords compress --help"),
        ("lm info model model", "unexpected argument 'model'"),
        (
            "compress --search exat text",
            "argument --search: 'exat' is not one of exact, hybrid, monte-carlo; did you mean "
            "exact?",
        ),
        ("compress -n x text", "argument -n: 'x' is not a whole number from 1 to 4,294,967,295"),
        ("compress -n 0 text", "argument -n: '0' is not a whole number from 1 to 4,294,967,295"),
        *(
            (
                f"compress --ratio {wrong} text",
                f"argument --ratio: '{wrong}' is not a number above 0 and up to 1, such as 0.5 for "
                "one half",
            )
            for wrong in ("50%", "0", "3", "nan")
        ),
        *(
            (
                f"compress --confidence {wrong} text",
                f"argument --confidence: '{wrong}' is not high, bold or a number from 0 to 1",
            )
            for wrong in ("abc", "2", "nan")
        ),
        ("compress --max-seconds 0 text", "argument --max-seconds: '0' is not a number above 0"),
        ("suggest --confidence 2 text", "argument --confidence: '2' is not high, bold or a number"),
        ("learn model recipe -o x --sample 2", "argument --sample: '2' is not a number above 0"),
    ],
)
def test_a_wrong_word_is_told_with_what_is_allowed(
    capsys: pytest.CaptureFixture[str], words: str, message: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words.split())
    assert caught.value.code == 2
    assert f": error: {message}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("compress --diverse text", "one paraphrase cannot be diverse"),
        ("compress --system moses text", "there is no system 'moses'; installed: "),
        ("compress --scorer taste text", "there is no scorer 'taste'; known: "),
        ("compress --search hybrid text", "hybrid search needs a scorer"),
        ("paraphrase --application shout text", "there is no application 'shout'; installed: "),
    ],
)
def test_wrong_values_that_only_the_model_knows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str, message: str
) -> None:
    assert main([*words.split(), "-m", str(write_model(tmp_path))]) == 2
    assert message in capsys.readouterr().err


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
