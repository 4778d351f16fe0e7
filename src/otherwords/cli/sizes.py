"""Sizes on the command line."""

from __future__ import annotations

import argparse
import re

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def size(text: str) -> int:
    """Bytes from a text such as 500M or 2G."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)B?", text.upper())
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; write e.g. 500M or 2G")
    return int(float(match[1]) * _UNITS[match[2]])
