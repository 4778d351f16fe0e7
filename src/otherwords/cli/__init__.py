"""The command line: one file a command, loaded only when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

from otherwords._core import Error, version
from otherwords.errors import OptionError
from otherwords.extras import missing_module

COMMANDS = {
    "compress": "say texts in fewer bytes",
    "simplify": "say texts in more common words",
    "toward": "say texts in words that come closer to a reference",
    "paraphrase": "say texts in other words, or for a purpose of your own",
    "suggest": "list possible replacements with their confidence, for editors",
    "patterns": "patterns of texts, and what can stand for them there",
    "decode": "decode tokenised sentences with a table and a language model",
    "true-score": "the best score of a given paraphrase, and how well n-best lists are ordered",
    "analyse": "tags, lemmas, trees and entities of texts",
    "serve": "open a local page and an HTTP API",
    "model": "describe a model",
    "learn": "learn a model or an analyser from corpora, as a recipe says",
    "calibrate": "fit how likely entries are to be correct to what people have judged",
    "evaluate": "how good outputs are, and whether systems really differ",
    "tune": "label units on development sentences, and tune the weights of a model",
    "rate": "let people judge paraphrases on a site, and say what came out",
    "lm": "train, query, convert and describe language models",
    "align": "align the words of sentence pairs, and say how good alignments are",
    "table": "build, look up, convert, merge and describe paraphrase tables",
    "corpus": "get, tokenise, clean and align corpora, and find sentence pairs in news",
}

EXIT_CODES = """exit codes:
  0    done
  1    the input is broken or a file cannot be read or written; the message says where
  2    the command line is wrong
  130  interrupted"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    chosen = next((word for word in words if not word.startswith("-")), None)
    options = parser_for(chosen).parse_args(_with_action(words, chosen))
    try:
        code = int(options.run(options))
        # A reader that has gone or a full disk must show here: at exit it is too late to tell.
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        _finish_output()  # the reader of our output has gone (`| head`): nobody is left to tell
        return 0
    except (Error, OSError, UnicodeError, MemoryError) as error:
        return _failed(options.command, error)
    except ModuleNotFoundError as error:
        if (missing := missing_module(error)) is None:
            raise
        return _failed(options.command, missing)
    except KeyboardInterrupt:
        return 130


def _failed(command: str, error: Exception) -> int:
    """Tells of an error, and returns the exit code."""
    print(f"otherwords {command}: {_describe(error)}", file=sys.stderr)
    _finish_output()
    return 2 if isinstance(error, OptionError) else 1


def _with_action(words: list[str], chosen: str | None) -> list[str]:
    """The words with the default action of the command, where it has one and none is named."""
    if chosen not in COMMANDS:
        return words
    default = getattr(_module_of(chosen), "DEFAULT_ACTION", None)
    if default is None:
        return words
    behind = words.index(chosen) + 1
    named = words[behind : behind + 1]
    if named and named[0] in {*_module_of(chosen).ACTIONS, "-h", "--help"}:
        return words
    return [*words[:behind], default, *words[behind:]]


def _module_of(command: str) -> Any:
    return importlib.import_module(f"otherwords.cli.{command.replace('-', '_')}")


def parser_for(chosen: str | None) -> argparse.ArgumentParser:
    """The parser of the command line, with the options of the chosen command only."""
    from otherwords.cli.parser import Parser

    parser = Parser(
        prog="otherwords",
        description="Says a sentence in other words for a purpose.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"otherwords {version}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, help_text in COMMANDS.items():
        command = commands.add_parser(name, help=help_text, description=help_text)
        if name == chosen:
            module = _module_of(name)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


def _describe(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "not enough memory; give it less at once"
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


def _finish_output() -> None:
    """Writes what is still buffered or, where that fails, lets the interpreter exit in silence."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
