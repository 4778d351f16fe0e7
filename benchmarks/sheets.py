"""Sheets for blind reading: what several systems made of the same sources, mixed.

A sheet has lines `number, source, text`; the key, which readers do not see, has which systems wrote
a line. Readers write lines `number, mark, mark …`, with as many marks as were asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

#: The marks of a line.
Marks = tuple[int, ...]


def write_sheet(rows: Sequence[tuple[str, Mapping[str, str]]], folder: Path, seed: int) -> None:
    """Writes `sheet.tsv` and `key.tsv`; what systems wrote alike is asked for once."""
    lines: dict[tuple[int, str, str], list[str]] = {}
    for place, (source, texts) in enumerate(rows):
        for system, text in texts.items():
            lines.setdefault((place, source, text), []).append(system)
    mixed = list(lines.items())
    Random(seed).shuffle(mixed)
    folder.mkdir(parents=True, exist_ok=True)
    sheet = (f"{n}\t{source}\t{text}\n" for n, ((_, source, text), _) in enumerate(mixed, 1))
    (folder / "sheet.tsv").write_text("".join(sheet), "utf-8")
    key = (
        f"{n}\t{place}\t{','.join(systems)}\t{int(text != source)}\n"
        for n, ((place, source, text), systems) in enumerate(mixed, 1)
    )
    (folder / "key.tsv").write_text("".join(key), "utf-8")


def read_marks(path: Path) -> dict[int, Marks]:
    """The marks of each line that was read."""
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return {int(number): tuple(map(int, marks)) for number, *marks in rows}


def tally(
    folder: Path, marks: Mapping[int, Marks], questions: Mapping[str, Callable[[Marks, bool], bool]]
) -> None:
    """Prints, for each system, how many of its texts each question is answered with yes for. A
    question gets the marks, and whether the text differs from its source.
    """
    counts: dict[str, list[int]] = {}
    texts: dict[str, int] = {}
    for line in (folder / "key.tsv").read_text("utf-8").splitlines():
        number, _, systems, differs = line.split("\t")
        if int(number) not in marks:
            continue
        answers = [ask(marks[int(number)], differs == "1") for ask in questions.values()]
        for system in systems.split(","):
            before = counts.setdefault(system, [0] * len(answers))
            counts[system] = [one + more for one, more in zip(before, answers, strict=True)]
            texts[system] = texts.get(system, 0) + 1
    print(f"{'':24} {'texts':>6} " + " ".join(f"{name:>16}" for name in questions))
    for system, yes in sorted(counts.items()):
        shown = " ".join(f"{each:16}" for each in yes)
        print(f"{system:24} {texts[system]:6} {shown}")
