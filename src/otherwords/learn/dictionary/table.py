"""The table of a dictionary: all forms of its entries, with a probability by grade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from otherwords.files import line_batches, writing
from otherwords.learn.dictionary.entries import read_entries
from otherwords.learn.dictionary.forms import forms_of
from otherwords.text import tokenise_lines

#: How likely an entry of each grade is taken to be right.
PROBABILITIES = {3: 0.9, 2: 0.6, 1: 0.2}


def write_dictionary(
    files: Sequence[Path], others: Sequence[Path], path: Path, language: str
) -> int:
    """Writes source, target and probability of all forms of the entries of some files, as tokens.

    Args:
        files: Of entries by lemma; of pairs that come more than once, the most probable is taken.
        others: Of entries that are not inflected, with a probability; these come first.
        path: Where it is written.
        language: The code of their language.

    Returns:
        How many entries were written.
    """
    entries = {(source, target): told for source, target, told in _told(others)}
    for (source, target), probability in sorted(_forms(files, language).items()):
        entries.setdefault((source, target), f"{probability:g}")
    with writing(path) as fd, open(fd, "w", encoding="utf-8", closefd=False) as file:
        file.writelines(
            f"{source}\t{target}\t{told}\n" for (source, target), told in entries.items()
        )
    return len(entries)


def _told(files: Sequence[Path]) -> Iterator[list[str]]:
    for path in files:
        for lines in line_batches(path):
            yield from (line.split("\t") for line in lines if line.strip())


def _forms(files: Sequence[Path], language: str) -> dict[tuple[str, str], float]:
    forms: dict[tuple[str, str], float] = {}
    for path in files:
        for entry in read_entries(path):
            for pair in forms_of(entry):
                forms[pair] = max(forms.get(pair, 0.0), PROBABILITIES[entry.grade])
    sources = tokenise_lines([source for source, _ in forms], language, lower=True)
    targets = tokenise_lines([target for _, target in forms], language, lower=True)
    tokenised: dict[tuple[str, str], float] = {}
    for pair, probability in zip(zip(sources, targets, strict=True), forms.values(), strict=True):
        if pair[0] != pair[1]:
            tokenised[pair] = max(tokenised.get(pair, 0.0), probability)
    return tokenised
