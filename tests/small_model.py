"""A model directory small enough to work with by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from otherwords.lm import convert
from otherwords.tables import TableBuilder

#: Words and their probabilities as powers of ten; every sentence costs one more for its end.
UNIGRAMS = {
    "the": -1,
    "a": -1,
    "in": -1,
    "of": -1,
    "use": -2,
    "utilise": -4,
    "despite": -3,
    "spite": -3,
    "rain": -2,
    "tools": -2,
    "we": -2,
    "they": -2,
    "help": -2,
    "assistance": -3,
    "aid": -3,
    ".": -1,
}

Entries = Sequence[tuple[str, str, float]]

TABLES: Mapping[str, Entries] = {
    "pt1": [
        ("in spite of", "despite", -0.5),
        ("utilise", "use", -0.25),
        ("assistance", "help", -1.5),
        ("tools", "the tools", -2.0),
    ],
    "pt2": [("assistance", "help", -0.5), ("assistance", "aid", -0.75)],
}


def write_model(
    folder: Path,
    tables: Mapping[str, Entries] = TABLES,
    more: str = "",
    unigrams: Mapping[str, int] = UNIGRAMS,
) -> Path:
    """Writes tables with one score, a unigram model, and what else `model.toml` shall say."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = ["-99\t<s>", "-1\t</s>", "-5\t<unk>"]
    rows += [f"{log10}\t{word}" for word, log10 in unigrams.items()]
    arpa = folder / "lm.arpa"
    arpa.write_text(
        f"\\data\\\nngram 1={len(rows)}\n\n\\1-grams:\n" + "\n".join(rows) + "\n\n\\end\\\n",
        "utf-8",
    )
    convert(arpa, folder / "lm")
    arpa.unlink()
    lines = ['name = "small"', 'language = "en"', "lower_case = true", 'lm = "lm"', more]
    for name, entries in tables.items():
        builder = TableBuilder(["p"])
        for source, target, score in entries:
            builder.add(source, target, [score])
        builder.write(folder / f"{name}.table")
        lines += [f"[tables.{name}]", f'file = "{name}.table"']
    (folder / "model.toml").write_text("\n".join(lines) + "\n", "utf-8")
    return folder
