"""The labelling screen: a unit at a time, a key for each answer, on any terminal."""

from __future__ import annotations

import os
import sys
import termios
import textwrap
import tty
from collections.abc import Iterator
from contextlib import contextmanager

from otherwords._core import Error
from otherwords.text.surface import Surface
from otherwords.text.tokens import tokenise
from otherwords.tune.labelling import Labelling
from otherwords.tune.labels import CLOSE, OPEN, LabelRow

_ESCAPE = "\x1b"
_OTHER_SCREEN, _FIRST_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
_CLEAR = "\x1b[H\x1b[2J"
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_WIDEST = 100
_HELP = "y correct   n not correct   s skip   u undo   q quit"


def run_screen(labelling: Labelling) -> None:
    """Shows units and takes answers until the rater quits."""
    surface = Surface(labelling.language)
    with _terminal() as (keyboard, display):
        while True:
            width, height = os.get_terminal_size(display)
            _write(display, _CLEAR + render(labelling, surface, width, height))
            for key in _keys(keyboard):
                if key == "y":
                    labelling.answer(True)
                elif key == "n":
                    labelling.answer(False)
                elif key in "s ":
                    labelling.skip()
                elif key in "u\x7f":
                    labelling.undo()
                elif key in "q\x04":
                    return


def render(labelling: Labelling, surface: Surface, width: int = 80, height: int = 24) -> str:
    """What the screen shows."""
    head = f"{labelling.rater}: {labelling.labelled:,} of {labelling.units:,} units labelled"
    row = labelling.current
    if row is None:
        return _joined([head, "", "No unit is left.", "", "u undo   q quit"])
    # A terminal that does not know its size says 0.
    columns = max(1, min(width or 80, _WIDEST) - 1)
    # What is left for each of the two sentences beside head, help and empty lines.
    room = max(1, ((height or 24) - 6) // 2)
    before, after = (
        _window(textwrap.wrap(_printable(text), columns), room)
        for text in (row.marked, replaced(row, surface, labelling.language))
    )
    shown = _joined([head, "", *before, "", *after, "", _HELP])
    return shown.replace(OPEN, _BOLD + OPEN).replace(CLOSE, CLOSE + _PLAIN)


def replaced(row: LabelRow, surface: Surface, language: str) -> str:
    """The sentence with the replacement made, between marks."""
    key = row.key
    replacement = (key.begin, key.end, key.target)
    (written,) = surface.write([tokenise(key.sentence, language)], [[replacement]])
    pieces = []
    end = 0
    for edit in written.edits:
        target = edit.target if edit.replacement is None else f"{OPEN}{edit.target}{CLOSE}"
        pieces += [key.sentence[end : edit.start], target]
        end = edit.end
    return "".join([*pieces, key.sentence[end:]])


def _window(lines: list[str], most: int) -> list[str]:
    """So many lines around the mark."""
    mark = next((number for number, line in enumerate(lines) if OPEN in line), 0)
    first = max(0, min(mark - most // 2, len(lines) - most))
    return lines[first : first + most]


def _printable(text: str) -> str:
    """Nothing in a text may steer the terminal."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def _joined(lines: list[str]) -> str:
    return "\r\n".join(lines) + "\r\n"


def _keys(keyboard: int) -> str:
    """Keys that were pressed; none of those that send several characters, such as arrows."""
    read = os.read(keyboard, 1024).decode("utf-8", "replace")
    return read.partition(_ESCAPE)[0] if read else "q"


def _write(display: int, text: str) -> None:
    rest = text.encode("utf-8", "replace")
    while rest:
        rest = rest[os.write(display, rest) :]


@contextmanager
def _terminal() -> Iterator[tuple[int, int]]:
    """Keyboard and display, on a screen of their own; all is as it was in the end."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise Error("labelling needs a terminal; or write 1 and 0 into the file with an editor")
    keyboard, display = sys.stdin.fileno(), sys.stdout.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard)
        _write(display, _OTHER_SCREEN)
        yield keyboard, display
    finally:
        _write(display, _FIRST_SCREEN)
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
