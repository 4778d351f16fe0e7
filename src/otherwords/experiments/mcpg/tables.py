"""The tables of both systems, cut to some sentences and to the κ most probable of each source."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from otherwords.tables import Entry, Table, TableBuilder


def write_tables(table: Table, sentences: Iterable[str], kappa: int, folder: Path) -> list[Path]:
    """That of the decoder, and that of MCPG, in which each source stays as it is with the
    probability of its best paraphrase.

    Args:
        table: Has one score, and sources that stay as they are among its entries.
        sentences: Tokenised; nothing else is to be looked up.
        kappa: So many entries of each source.
        folder: Where the tables go.
    """
    decoding, sampling = TableBuilder(["p"]), TableBuilder(["p"])
    for source, entries in sorted(_entries(table, sentences).items()):
        best = sorted(entries, key=lambda entry: (-entry.scores[0], entry.target))[:kappa]
        others = [entry for entry in best if entry.target != source]
        for entry in best:
            decoding.add(source, entry.target, entry.scores)
        for entry in others:
            sampling.add(source, entry.target, entry.scores)
        stays = others[0].scores if others else [0.0]
        sampling.add(source, source, stays)
    paths = [folder / "decoding", folder / "sampling"]
    for builder, path in zip((decoding, sampling), paths, strict=True):
        builder.write(path)
    return paths


def _entries(table: Table, sentences: Iterable[str]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for sentence in sentences:
        words = sentence.split()
        here: dict[str, dict[str, Entry]] = {}
        for match in table.matches(words):
            source = " ".join(words[match.begin : match.end])
            here.setdefault(source, {})[match.entry.target] = match.entry
        found |= {source: list(entries.values()) for source, entries in here.items()}
    return found
