"""What all text formats let one choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class TextOptions:
    """How a text becomes a table."""

    #: Which scores: their places, from 0 (Moses, TSV), or names of features (PPDB). Empty: all;
    #: for PPDB the probability of the target given the source.
    scores: Sequence[str] = ()
    #: What the table calls them. Empty: their names in the text, or made up.
    names: Sequence[str] = ()
    #: The text has natural logs and not probabilities (Moses, TSV).
    log: bool = False
    #: The first broken line is an error.
    strict: bool = False
