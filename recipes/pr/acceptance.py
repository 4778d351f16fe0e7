"""Which share of the paraphrases of each system judges accept: PR's table 2."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from otherwords.evaluate.agreement import Agreement, agreement


def read_judgements(path: Path) -> dict[tuple[str, str], dict[str, bool]]:
    """For each system and item what judges said in the end; the file is what the rating site writes
    as CSV, with the protocol `pr`.
    """
    said: dict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row.get("stands", "1") == "1" and row["accept"]:
                for system in row["systems"].split("; "):
                    said[system, row["item"]][row["judge"]] = row["accept"] == "yes"
    return dict(said)


def acceptance(
    said: dict[tuple[str, str], dict[str, bool]],
) -> Iterator[tuple[str, int, int]]:
    """Each system, how many paraphrases all judges accept, and how many were judged."""
    counts: dict[str, list[bool]] = defaultdict(list)
    for (system, _), judges in said.items():
        counts[system].append(all(judges.values()))
    for system in sorted(counts):
        yield system, sum(counts[system]), len(counts[system])


def agreed(said: dict[tuple[str, str], dict[str, bool]]) -> Agreement:
    """How far the first two judges of each item agree."""
    by_item = {item: judges for (_, item), judges in said.items()}
    twice = (sorted(judges) for judges in by_item.values())
    pairs = [
        (by_item[item][names[0]], by_item[item][names[1]])
        for item, names in zip(by_item, twice, strict=True)
        if len(names) > 1
    ]
    return agreement(pairs)
