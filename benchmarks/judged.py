"""How well tables agree with people, on phrase pairs that people have judged from 1 to 5.

    python benchmarks/judged.py [--work WORK_FOLDER] TABLE …

For each score of a table: Spearman's rank correlation with the judgements of the pairs it has, and
the area under the ROC curve for telling good pairs (3 and above) from bad ones. With the work
folder of `otherwords learn`: what people think of the pairs that each filter has dropped.
"""

from __future__ import annotations

import argparse
import csv
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from otherwords.evaluate.ranking import area, spearman
from otherwords.learn.filters import FILTERS, SIGNATURES
from otherwords.tables import Table, open_table

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared"))
GOOD = 3.0

Judged = dict[tuple[str, str], float]


def read_judged(path: Path) -> Judged:
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {
            (row["phrase"].lower(), row["paraphrase"].lower()): float(row["mean_1to5"])
            for row in rows
        }


def measure_table(table: Table, judged: Judged) -> None:
    found: list[tuple[float, Sequence[float]]] = []
    for (phrase, paraphrase), judgement in judged.items():
        entry = next((e for e in table.lookup(phrase) if e.target == paraphrase), None)
        if entry is not None:
            found.append((judgement, entry.scores))
    rest = (sum(judged.values()) - sum(j for j, _ in found)) / max(1, len(judged) - len(found))
    print(f"{table.path}: {len(found):,} of {len(judged):,} judged pairs", end="")
    if len(found) < 2:
        print()
        return
    judgements = [judgement for judgement, _ in found]
    print(f", mean {fmean(judgements):.3f}; those it lacks {rest:.3f}")
    good = [judgement >= GOOD for judgement in judgements]
    for place, name in enumerate(table.score_names):
        scores = [each[place] for _, each in found]
        rho, auc = spearman(scores, judgements), area(scores, good)
        print(f"  {name:<16} rho {rho:6.3f}   AUC {auc:.3f}")


def measure_filters(work: Path, name: str, judged: Judged) -> None:
    """The judgements of what each filter has dropped from a table, and of what was kept."""
    import duckdb
    import pyarrow

    pairs = pyarrow.table(
        {
            "phrase": [phrase for phrase, _ in judged],
            "paraphrase": [paraphrase for _, paraphrase in judged],
            "judgement": list(judged.values()),
        }
    )
    connection = duckdb.connect(config={"memory_limit": "2GB"})
    connection.register("judged", pairs)
    rows = connection.execute(
        f"""
        WITH phrases AS (SELECT id, words FROM '{work}/{name}.phrases/rows/*.parquet'),
        ids AS (SELECT a.id AS one, b.id AS other, judgement FROM judged
          JOIN phrases AS a ON a.words = phrase JOIN phrases AS b ON b.words = paraphrase),
        ways AS (
          SELECT judgement,
            CASE WHEN one < other THEN forward_reason ELSE backward_reason END AS why
          FROM ids JOIN '{work}/{name}.candidates/rows/*.parquet' AS candidates
            ON first_id = LEAST(one, other) AND second_id = GREATEST(one, other))
        SELECT why, COUNT(*), AVG(judgement) FROM ways GROUP BY why ORDER BY why"""
    ).fetchall()
    names = ["kept", *FILTERS, SIGNATURES.name]
    for why, count, mean in rows:
        print(f"  {names[why]:<16} {count:>7,} pairs   mean {mean:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", type=Path, help="as learnt; none, nothing to measure")
    parser.add_argument("--work", type=Path, help="the work folder, where all filters are on")
    parser.add_argument("--judged", type=Path, default=SHARED / "data" / "judged" / "phrases.tsv")
    options = parser.parse_args()
    judged = read_judged(options.judged)
    for path in options.tables:
        measure_table(open_table(path), judged)
        if options.work is not None:
            measure_filters(options.work, path.stem, judged)


if __name__ == "__main__":
    main()
