"""Learning: sentence pairs a second and memory of each step, at growing sizes.

    python benchmarks/learn.py [--sizes 10000 100000 700000] [--pivot-rows 10000000]

CPU seconds, since machines are shared. The corpora are the French parts of Europarl; what grows
linearly has the same number of pairs a second at every size. The last part pivots so many
synthetic phrase pairs, under a limit of memory.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from otherwords.learn import plan
from otherwords.learn.engines import Engine, Resources, open_engine
from otherwords.learn.pipeline import Learning
from otherwords.learn.recipe_file import read_recipe
from otherwords.learn.steps import Cost, Step, Workshop

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared"))
PAIRS = 700_000  # in both parts
MEMORY = 3 << 30
RECIPE = """
name = "benchmark"
data = "{folder}"

[corpus.p1]
files = ["europarl-p1.en-fr.en.xz", "europarl-p1.en-fr.fr.xz"]
language = "fr"

[corpus.p2]
files = ["europarl-p2.en-fr.en.xz", "europarl-p2.en-fr.fr.xz"]
language = "fr"

[table.pt1]
corpora = ["p1", "p2"]
least_count = 2
significance = 10.83
"""


def measure(size: int, folder: Path) -> dict[str, Cost]:
    """What the steps cost for so many pairs, steps of both parts together."""
    recipe = folder / "recipe.toml"
    recipe.write_text(RECIPE.format(folder=SHARED / "data" / "corpora" / "europarl"))
    learning = Learning(read_recipe(recipe).sampled(size / PAIRS), folder / "work", memory=MEMORY)
    costs: dict[str, Cost] = {}
    for outcome in learning.run(folder / "model").outcomes:
        kind = outcome.step.name.rpartition(".")[2]
        if outcome.step.name == "pt1.phrases":
            kind = "features"
        before = costs.get(kind, Cost(0.0, 0.0, 0))
        costs[kind] = Cost(
            before.seconds + outcome.cost.seconds,
            before.cpu_seconds + outcome.cost.cpu_seconds,
            max(before.peak_bytes, outcome.cost.peak_bytes),
        )
    return costs


def compare(sizes: list[int]) -> None:
    print(f"{'pairs':>9} {'step':<12}{'CPU s':>9}{'pairs/CPU s':>14}{'MiB':>9}")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            costs = measure(size, Path(folder))
        for kind, cost in costs.items():
            speed = size / max(cost.cpu_seconds, 0.01)
            memory = cost.peak_bytes / 2**20
            print(f"{size:>9,} {kind:<12}{cost.cpu_seconds:>9,.1f}{speed:>14,.0f}{memory:>9,.0f}")
        print(flush=True)


def synthetic(engine: Engine, rows: int, folder: Path) -> None:
    """Scored phrase pairs whose phrases are as frequent as those of natural text."""
    import numpy as np
    import pyarrow
    import pyarrow.parquet

    chance = np.random.default_rng(1)
    (folder / "pairs").mkdir()
    place = chance.random(rows)
    near = 0.98 * place + 0.02 * chance.random(rows)
    sides = [
        (np.floor(0.45 * rows * side**3).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)).view(
            np.int64
        )
        for side in (place, near)
    ]
    columns = {
        "source_id": sides[0],
        "target_id": sides[1],
        "count": 1 + (0.15 / (chance.random(rows) + 0.01)).astype(np.int64),
        "source_weight": (-3e6 * chance.random(rows)).astype(np.int64),
        "target_weight": (-3e6 * chance.random(rows)).astype(np.int64),
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), folder / "pairs" / "part.parquet")
    engine.write(plan.count([1]), {"pairs_0": [folder / "pairs"]}, folder / "counts")
    engine.write(plan.score(), {"counts": [folder / "counts"]}, folder / "scores")


def pivot(rows: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = open_engine("duckdb", Resources(0, MEMORY, folder / "spill"))
        synthetic(engine, rows, folder)
        pruning = plan.Pruning()

        def action(output: Path) -> dict[str, int]:
            query = plan.link(pruning, rows)
            engine.write(query, {"scores": [folder / "scores"]}, output / "links")
            engine.write(plan.meet(pruning, 0), {"links": [output / "links"]}, output / "rows")
            return {}

        outcome = Workshop(folder / "work").make(Step("pivot", action))
        inputs = {"rows": [outcome.folder / "rows"]}
        pairs = engine.rows("SELECT COUNT(*) FROM rows", inputs)[0][0]
        engine.close()
    cost = outcome.cost
    print(
        f"pivoting {rows:,} phrase pairs into {pairs:,} pairs: {cost.cpu_seconds:,.0f} CPU "
        f"seconds, {cost.peak_bytes / 2**20:,.0f} MiB at most (limit {MEMORY / 2**20:,.0f} MiB)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000, 700_000])
    parser.add_argument("--pivot-rows", type=int, default=10_000_000)
    options = parser.parse_args()
    if options.sizes and (SHARED / "data").exists():
        compare(options.sizes)
    if options.pivot_rows:
        pivot(options.pivot_rows)


if __name__ == "__main__":
    main()
