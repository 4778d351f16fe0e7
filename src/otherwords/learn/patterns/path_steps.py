"""The steps from an analysed corpus to similar paths: DIRT, the rival of paraphrase patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from otherwords.learn.patterns.paths import extract_paths
from otherwords.learn.plan import paths as plan
from otherwords.learn.steps import Step
from otherwords.learn.work import Work


def paths_found(work: Work, name: str, analysis: Step) -> Step:
    """The paths of a corpus, part by part."""

    def action(folder: Path) -> Mapping[str, Any]:
        (folder / "rows").mkdir(exist_ok=True)
        calls = [
            (str(path), str(folder / "rows" / path.name))
            for path in sorted(work.rows_of(analysis, "source").glob("*.parquet"))
        ]
        work.map(extract_paths, calls)
        return {"paths": work.size(folder / "rows")}

    return Step(f"{name}.paths", action, inputs=[analysis])


def fillers_weighed(work: Work, paths: Sequence[Step], *, least: int = 10) -> Step:
    """The mutual information of paths and their fillers, from the paths of some corpora."""
    count, weigh = plan.count_fillers(least), plan.weigh_fillers()

    def action(folder: Path) -> Mapping[str, Any]:
        work.write(count, {"paths": [work.rows_of(step) for step in paths]}, folder / "counts")
        work.write(weigh, {"counts": [folder / "counts"]}, folder / "rows")
        return {"fillers": work.size(folder / "rows")}

    return Step("dirt", action, {"count": count, "weigh": weigh}, inputs=list(paths))


def similar_paths(
    work: Work, fillers: Step, wanted: Path, best: int = 20
) -> list[tuple[str, str, float, int]]:
    """The most similar paths of each path in the relation `wanted`, with similarity and rank."""
    rows = work.engine.rows(
        plan.most_similar(best), {"fillers": [work.rows_of(fillers)], "wanted": [wanted]}
    )
    return [(path, other, score, rank) for path, other, score, rank in sorted(rows)]
