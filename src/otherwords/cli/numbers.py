"""Numbers on the command line, checked before anything else is done."""

from __future__ import annotations

import argparse
import math
from typing import TypeVar

from otherwords.confidence import LEVELS

Number = TypeVar("Number", int, float)

_LARGEST = 2**32 - 1


def whole(text: str) -> int:
    """A whole number from 0 on that the core can hold."""
    return _checked(text, int(text), 0 <= int(text) <= _LARGEST)


def positive(text: str) -> int:
    """A whole number from 1 on that the core can hold."""
    return _checked(text, int(text), 1 <= int(text) <= _LARGEST)


def finite(text: str) -> float:
    """Any number but the infinite ones."""
    return _checked(text, float(text), math.isfinite(float(text)))


def not_negative(text: str) -> float:
    """A number from 0 on, such as a duration in seconds."""
    return _checked(text, float(text), 0.0 <= float(text) < math.inf)


def share(text: str) -> float:
    """A number from 0 to 1."""
    return _checked(text, float(text), 0.0 <= float(text) <= 1.0)


def confidence(text: str) -> str | float:
    """A level of confidence by its name, or a probability."""
    if text in LEVELS:
        return text
    try:
        return share(text)
    except ValueError:
        names = ", ".join(LEVELS)
        raise argparse.ArgumentTypeError(f"{text!r} is not {names}, nor a number") from None


def _checked(text: str, value: Number, good: bool) -> Number:
    if not good:
        raise argparse.ArgumentTypeError(f"{text} is out of range")
    return value
