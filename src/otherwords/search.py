"""Decoding: the best ways to say a tokenised sentence with tables and a language model."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from otherwords._core import (
    Decoded,
    DecodeOptions,
    Decoder,
    Derivation,
    DerivationEdge,
    MonteCarloMode,
    MonteCarloOptions,
    Search,
    TrueScore,
)
from otherwords.lm import open_model
from otherwords.tables import open_table

__all__ = [
    "DecodeOptions",
    "Decoded",
    "Decoder",
    "Derivation",
    "DerivationEdge",
    "MonteCarloMode",
    "MonteCarloOptions",
    "Search",
    "TrueScore",
    "open_decoder",
]


@contextlib.contextmanager
def open_decoder(
    tables: Sequence[str | Path],
    lm: str | Path,
    *,
    table_weights: Sequence[Sequence[float]] | None = None,
    lm_weight: float = 1.0,
    self_score: float | None = None,
    unknown: float = -100.0,
) -> Iterator[Decoder]:
    """A decoder with tables and a language model from files, binary or text.

    Each table has a list of weights, one a score; they are 1 if not given. A table is called by
    the name of its file. `self_score` is the log score of an edge from each word to itself; without
    it there are none. A word that no entry covers passes through at `unknown`.
    """
    with open_model(lm) as model:
        opened = [open_table(path) for path in tables]
        yield Decoder(
            opened,
            model,
            table_names=[os.path.basename(path) for path in tables],
            table_weights=None if table_weights is None else [list(w) for w in table_weights],
            lm_weight=lm_weight,
            self_score=self_score,
            unknown=unknown,
        )
