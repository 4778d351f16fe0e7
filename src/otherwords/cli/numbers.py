"""Numbers on the command line, checked before anything else is done."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import TypeVar

from otherwords.confidence import LEVELS

Number = TypeVar("Number", int, float)

_LARGEST = 2**32 - 1


def whole(text: str) -> int:
    """A whole number from 0 on that the core can hold."""
    return _number(
        text, int, lambda number: 0 <= number <= _LARGEST, f"a whole number from 0 to {_LARGEST:,}"
    )


def positive(text: str) -> int:
    """A whole number from 1 on that the core can hold."""
    return _number(
        text, int, lambda number: 1 <= number <= _LARGEST, f"a whole number from 1 to {_LARGEST:,}"
    )


def finite(text: str) -> float:
    """Any number but the infinite ones."""
    return _number(text, float, math.isfinite, "a number")


def not_negative(text: str) -> float:
    """A number from 0 on, such as a duration in seconds."""
    return _number(text, float, lambda number: 0.0 <= number < math.inf, "a number from 0 on")


def above_zero(text: str) -> float:
    """A number above 0, such as a time limit in seconds."""
    return _number(text, float, lambda number: 0.0 < number < math.inf, "a number above 0")


def share(text: str) -> float:
    """A number from 0 to 1."""
    return _number(text, float, lambda number: 0.0 <= number <= 1.0, "a number from 0 to 1")


def part(text: str) -> float:
    """A share that is not 0."""
    return _number(
        text,
        float,
        lambda number: 0.0 < number <= 1.0,
        "a number above 0 and up to 1, such as 0.5 for one half",
    )


def confidence(text: str) -> str | float:
    """A level of confidence by its name, or a probability."""
    if text in LEVELS:
        return text
    return _number(
        text,
        float,
        lambda number: 0.0 <= number <= 1.0,
        f"{', '.join(LEVELS)} or a number from 0 to 1",
    )


def _number(
    text: str, kind: type[Number], is_allowed: Callable[[Number], bool], what: str
) -> Number:
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not is_allowed(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
    return number
