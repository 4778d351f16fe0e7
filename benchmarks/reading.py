"""What readers said of the lines of a sheet: number, tab, 1 or 0; a file for each reader."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from otherwords.evaluate.agreement import agreement


def read_verdicts(paths: Iterable[str]) -> dict[int, int]:
    """The verdict on each line that was read; 0 where readers differ. Says how far they agree."""
    said: dict[int, list[int]] = {}
    for path in paths:
        for line in Path(path).read_text().splitlines():
            number, label = line.split("\t")
            said.setdefault(int(number), []).append(int(label))
    twice = agreement((labels[0], labels[1]) for labels in said.values() if len(labels) > 1)
    if twice.items:
        kappa = f"Cohen's kappa {twice.cohen:.2f}"
        print(f"{twice.items} read twice: agreement {twice.observed:.1%}, {kappa}")
    return {number: min(labels) for number, labels in said.items()}
