"""Writes unicode_data.inc: what the tokeniser knows of each character outside ASCII.

    python core/text/make_unicode_data.py > core/text/unicode_data.inc

The bits are those of `Kind` in characters.h.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterator

GAP, LOWER, UPPER, DIGIT, PUNCTUATION, QUOTE, CURRENCY, ICON = (1 << bit for bit in range(8))
LETTER = LOWER | UPPER  # a script without case

KINDS = {
    **dict.fromkeys(["Cc", "Zs", "Zl", "Zp"], GAP),
    "Ll": LOWER,
    **dict.fromkeys(["Lu", "Lt"], UPPER),
    **dict.fromkeys(["Lo", "Lm", "Mn", "Mc", "Me"], LETTER),
    "Nd": DIGIT,
    **dict.fromkeys(["Po", "Ps", "Pe"], PUNCTUATION),
    **dict.fromkeys(["Pi", "Pf"], QUOTE),
    "Sc": CURRENCY,
    "So": ICON,
}
EXCEPTIONS = {
    "\u200b": GAP,  # zero-width space
    "\ufeff": GAP,  # byte-order mark
    **dict.fromkeys("´‚„「」『』《》〈〉", QUOTE),
    **dict.fromkeys("‰‱′″‴", 0),  # part of a measure
    "\ufe0f": 0,  # shows a character as an icon
    "\ufffd": 0,  # stands for what could not be read
}


def kind(character: str) -> int:
    """The bits of a character."""
    return EXCEPTIONS.get(character, KINDS.get(unicodedata.category(character), 0))


def lower_distance(character: str) -> int:
    """How far the lower-case form of a character is; 0 where it is not one character."""
    lower = character.lower()
    return ord(lower) - ord(character) if len(lower) == 1 else 0


def runs(value: Callable[[str], int]) -> Iterator[tuple[int, int, int]]:
    """First and last of neighbouring characters with the same value, and the value if not 0."""
    first, current = 0x80, value("\x80")
    for code in range(0x81, sys.maxunicode + 2):
        found = value(chr(code)) if code <= sys.maxunicode else 0
        if found != current:
            if current:
                yield first, code - 1, current
            first, current = code, found


def show(name: str, type_name: str, rows: list[str]) -> None:
    """Prints an array, as many rows a line as fit."""
    print(f"constexpr {type_name} {name}[] = {{")
    line = "   "
    for row in rows:
        if len(line) + len(row) > 96:
            print(line)
            line = "   "
        line += f" {row},"
    print(f"{line}\n}};")


def lower_runs() -> Iterator[tuple[int, int, int, int]]:
    """First, last and step of characters that are as far from their lower-case forms, and how far.

    Alphabets that alternate between upper and lower case make runs of every second character.
    """
    singles: dict[int, int] = {}
    for first, last, distance in runs(lower_distance):
        if first == last:
            singles[first] = distance
        else:
            yield first, last, 1, distance
    while singles:
        first, distance = next(iter(singles.items()))
        last = first
        while singles.get(last) == distance:
            del singles[last]
            last += 2
        yield first, last - 2, 2, distance


def main() -> None:
    """Prints the data."""
    print(f"// Unicode {unicodedata.unidata_version}, made by make_unicode_data.py.")
    show("kKinds", "KindRun", [f"{{{a:#x}, {b:#x}, {v}}}" for a, b, v in runs(kind)])
    rows = sorted(lower_runs())
    show("kLowerForms", "LowerRun", [f"{{{a:#x}, {b:#x}, {s}, {d}}}" for a, b, s, d in rows])


if __name__ == "__main__":
    main()
