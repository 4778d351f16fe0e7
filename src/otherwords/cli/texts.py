"""Texts from the command line, from files and from the standard input, as they arrive."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from otherwords._core import Error, FormatError
from otherwords.files import line_batches, name_of, reading

_BLOCK = 1 << 16
_MOST = 1024  # texts of a batch
# Lines that are blank, behind the end of a line that is not.
_BETWEEN_PARAGRAPHS = re.compile(rb"\r?\n(?:[ \t]*\r?\n)+")


class Text(NamedTuple):
    """A text, and what follows it in its file up to the next one."""

    text: str
    behind: str


def add_text_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares where texts come from, and what one text is."""
    parser.add_argument(
        "texts", nargs="*", metavar="TEXT", help="a text each (default: those of the input)"
    )
    given = parser.add_argument_group("input")
    given.add_argument(
        "-i",
        "--input",
        action="append",
        metavar="FILE",
        help="a file with texts, `-` for stdin, which is the default; may be repeated",
    )
    unit = given.add_mutually_exclusive_group()
    unit.add_argument(
        "--paragraphs",
        action="store_true",
        help="a text is a paragraph, up to a blank line (default: a line)",
    )
    unit.add_argument("--document", action="store_true", help="a text is a whole file")


def batches_of(options: argparse.Namespace) -> Iterator[list[Text]]:
    """The texts in batches that never wait for more input when they have one."""
    if options.texts:
        if options.input:
            options.refuse("give texts, or --input with their files, but not both")
        yield [Text(_checked(text, place), "\n") for place, text in enumerate(options.texts, 1)]
        return
    for path in options.input or ["-"]:
        if options.document:
            yield _document(path)
        elif options.paragraphs:
            yield from _paragraphs(path)
        else:
            for lines in line_batches(path, most=_MOST, ends=True):
                yield [Text(*_end_of(line)) for line in lines]


def terms_of(options: argparse.Namespace, name: str) -> list[str]:
    """The terms of an option that may be repeated, and those in the files of its `-from`."""
    terms = list(getattr(options, name) or ())
    for path in getattr(options, f"{name}_from") or ():
        terms += [line for batch in line_batches(path) for line in batch if line.strip()]
    return terms


def _checked(text: str, place: int) -> str:
    """Refuses what the shell gave and UTF-8 cannot hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Error(f"TEXT {place} is not valid UTF-8; convert it, or set a UTF-8 locale") from None
    return text


def _end_of(line: str) -> tuple[str, str]:
    text = line.removesuffix("\n").removesuffix("\r")
    return text, line[len(text) :] or "\n"


def _document(path: str) -> list[Text]:
    with reading(path) as fd:
        content = b"".join(iter(lambda: os.read(fd, _BLOCK), b""))
    return [Text(_decoded(content, path, 1), "")]


def _paragraphs(path: str) -> Iterator[list[Text]]:
    """Paragraphs with the blank lines between them, which are written as they are."""
    line = 1
    rest = b""
    with reading(path) as fd:
        while block := os.read(fd, _BLOCK):
            rest += block
            done, batch = 0, []
            for gap in _BETWEEN_PARAGRAPHS.finditer(rest):
                if gap.end() == len(rest):
                    break  # more blank lines may follow
                batch.append(
                    Text(_decoded(rest[done : gap.start()], path, line), gap[0].decode("ascii"))
                )
                line += rest.count(b"\n", done, gap.end())
                done = gap.end()
            rest = rest[done:]
            if batch:
                yield batch
    if rest:
        yield [Text(_decoded(rest, path, line), "")]


def _decoded(content: bytes, path: str, line: int) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line += content.count(b"\n", 0, error.start)
        byte = error.start - content.rfind(b"\n", 0, error.start)
        raise FormatError(
            f"{name_of(path)}:{line}: byte {byte} of the line is not valid UTF-8; "
            "convert the text to UTF-8"
        ) from None
