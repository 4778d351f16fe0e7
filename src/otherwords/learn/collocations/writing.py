"""The files of a table of collocations."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from otherwords._core import TableBuilder
from otherwords.learn.collocations.classifier import ENTRY_COLUMNS
from otherwords.learn.collocations.forms import forms_of_noun, forms_of_verb
from otherwords.learn.collocations.objects import OBJECT

_FORM_SCORES = ("known",)


def forms_file(name: str) -> str:
    """What the file with the forms of a table of this name is called."""
    return f"{name}.forms"


def write_collocations(
    entries: Path,
    nouns: Mapping[str, tuple[int, int]],
    table: Path,
    forms: Path,
    *,
    scores: Sequence[str],
    probabilities: bool,
    quantise: bool,
) -> Mapping[str, Any]:
    """Writes the table of collocations, and that of the forms of their words.

    Args:
        entries: The relation of what is accepted.
        nouns: How often each noun was seen, and how often in the plural.
        table: The file to write: `promote OBJ trade`, `boost OBJ commerce`.
        forms: The file to write: `promote VBD`, `promoted`.
        scores: The name of the score.
        probabilities: Whether it is the log of the probability of each entry, and not 0 for all.
        quantise: Whether scores are stored in one byte.

    Returns:
        Figures for the report.
    """
    import pyarrow.parquet

    columns = pyarrow.parquet.read_table(entries, columns=list(ENTRY_COLUMNS)).columns
    builder = TableBuilder(scores)
    words: dict[str, set[str]] = {"verbs": set(), "nouns": set()}
    for source, target, chance in zip(*(each.to_pylist() for each in columns), strict=True):
        builder.add(source, target, [math.log(chance) if probabilities else 0.0])
        verb, noun = source.split(f" {OBJECT} ")
        words["verbs"].add(verb)
        words["nouns"].add(noun)
    written = builder.write(table, quantise=quantise)
    inflected = TableBuilder(_FORM_SCORES)
    for verb in sorted(words["verbs"]):
        for tag, form in forms_of_verb(verb):
            inflected.add(f"{verb} {tag}", form, [0.0])
    for noun in sorted(words["nouns"]):
        for tag, form in forms_of_noun(noun, *nouns[noun]):
            inflected.add(f"{noun} {tag}", form, [0.0])
    known = inflected.write(forms, quantise=quantise)
    return {
        "entries": written.entries,
        "sources": written.sources,
        "words": written.words,
        "forms": known.entries,
    }
