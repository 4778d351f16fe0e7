"""A finished model and held-out sentences for the experiments of MCPG and TS."""

from __future__ import annotations

import lzma
from pathlib import Path

from otherwords.lm import convert
from otherwords.tables import build_table
from tests.small import SOURCE, write_small

SENTENCES = [SOURCE, "the young cat runs after the dog", "the dog runs after the cat"]


def write_europarl(folder: Path) -> list[str]:
    """Writes data and a model for both languages; returns the options that name them."""
    small = write_small(folder)
    model, corpora = folder / "model", folder / "data" / "corpora" / "europarl"
    model.mkdir()
    corpora.mkdir(parents=True)
    build_table([small.table], model / "pivot.table")
    convert(small.lm, model / "lm")
    (model / "model.toml").write_text('lm = "lm"\n[tables.pivot]\nfile = "pivot.table"\n')
    # In lower case and more than once, and one that is too short.
    text = "\n".join([*SENTENCES, SOURCE.capitalize(), "the dog"]) + "\n"
    for code in ("fr", "en"):
        path = corpora / f"europarl-heldout.en-fr.{code}.xz"
        path.write_bytes(lzma.compress(text.encode()))
    options = ["-d", str(folder / "data"), "-o", str(folder / "out"), "--threads", "1"]
    for name in ("french", "english"):
        options += ["--set", f"{name}={model}"]
    return options
