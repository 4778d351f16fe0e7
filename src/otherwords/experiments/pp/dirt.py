"""DIRT, the rival: table 5."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from otherwords.experiments import Given, Section
from otherwords.experiments.pp.pairs import Pair
from otherwords.experiments.pp.reading import note_of, verdict
from otherwords.experiments.verdicts import Line, Verdicts
from otherwords.learn import parts
from otherwords.learn.analysis_steps import analysed
from otherwords.learn.corpus_steps import prepared
from otherwords.learn.patterns.path_steps import fillers_weighed, paths_found, similar_paths
from otherwords.learn.patterns.tuning import PatternTools
from otherwords.learn.pipeline import Learning

_PUBLISHED = {1: "80.00%", 5: "64.20%", 10: "50.40%", 20: "39.36%"}
_LEAST = 10  # times that a path was seen
_SYSTEM = "DIRT"


@dataclass(frozen=True)
class Paths:
    """What DIRT finds.

    Attributes:
        known: How many paths were seen often enough.
        similar: For each path that was drawn, the most similar ones, best first.
    """

    known: int
    similar: dict[str, list[str]]

    def lines(self) -> list[Line]:
        """What is to be read."""
        return [
            Line(path, other, _SYSTEM) for path, others in self.similar.items() for other in others
        ]


def find_paths(learning: Learning, tools: PatternTools, count: int, seed: int) -> Paths:
    """Learns from the English sides of the corpora of the patterns, and draws so many paths, each
    as likely as it is frequent.
    """
    import pyarrow

    work, found = tools.work, []
    assert learning.backend is not None  # patterns were learnt with it
    for name in tools.found:
        corpus = work.recipe.corpora[name]
        analysis = analysed(work, corpus, prepared(work, corpus), learning.backend)
        found.append(paths_found(work, name, analysis))
    fillers = fillers_weighed(work, found, least=_LEAST)
    folder = tools.make(fillers)
    known = work.ask(
        "SELECT path, SUM(count) FROM counts WHERE slot = 'x' GROUP BY path",
        counts=folder / "counts",
    )
    # Each path is there in both directions.
    ordered = sorted((path, float(n)) for path, n in known if path.find("X") < path.find("Y"))
    chance = Random(seed)
    # Efraimidis and Spirakis: the first by these keys are a draw by weight without replacement.
    by_key = sorted((-math.log(1 - chance.random()) / weight, path) for path, weight in ordered)
    wanted = [path for _, path in by_key[:count]]
    named = work.resources.folder.parent / "wanted"
    named.mkdir(exist_ok=True)
    table = pyarrow.table({"path": pyarrow.array(wanted, pyarrow.string())})
    parts.write_table(table, named / "part-00000.parquet")
    similar: dict[str, list[str]] = {}
    for path, _, other in sorted((p, n, o) for p, o, _, n in similar_paths(work, fillers, named)):
        similar.setdefault(path, []).append(other)
    return Paths(len(ordered), similar)


def section(given: Given, paths: Paths, signature: str) -> Section:
    """Table 5, by equation 12: of paths that have so many others."""
    rows = []
    for top, published in _PUBLISHED.items():
        said, inputs = _top(given.verdicts, paths, top)
        measured = f"{sum(said) / len(said):.2%} of {inputs} paths" if said else ""
        rows.append((f"top-{top}", published, measured))
    note = note_of(given, paths.lines(), "dirt-", "95%, kappa 0.90")
    note = f"{paths.known:,} paths seen {_LEAST} times or more; {note}."
    return Section("DIRT (table 5)", ("", "published", "measured"), tuple(rows), note, signature)


def _top(verdicts: Verdicts, paths: Paths, top: int) -> tuple[list[bool], int]:
    """What was said of the best ones of all paths that have enough and were read, and how many
    paths these are.
    """
    said: list[bool] = []
    inputs = 0
    for path, others in paths.similar.items():
        if len(others) < top:
            continue
        each = [verdict(verdicts, Line(path, other, _SYSTEM)) for other in others[:top]]
        if None not in each:
            said += [one is True for one in each]
            inputs += 1
    return said, inputs


def correct_pairs(verdicts: Verdicts, lines: Sequence[Line]) -> list[Pair]:
    """The correct ones of these, as patterns."""
    right = [line for line in lines if verdict(verdicts, line)]
    return [(_pattern(line.source), _pattern(line.paraphrase)) for line in right]


def _pattern(path: str) -> str:
    words = re.sub(r" \([^)]*\)$", "", path).split()
    return " ".join({"X": "[NN_1]", "Y": "[NN_2]"}.get(word, word) for word in words)
