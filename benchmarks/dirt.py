"""DIRT, the rival of paraphrase patterns: table 5 of Zhao et al. (2009).

    python benchmarks/dirt.py sheet RECIPE --work FOLDER --corpora europarl-p1-fr … -o OUT
    python benchmarks/dirt.py tables OUT LABELS

`sheet` learns from the English side of corpora, draws 50 paths at random, each as likely as it is
frequent, and writes the 20 most similar ones of each into OUT/sheet.tsv, mixed, to be read blind.
`tables` takes what a reader wrote (number, tab, 1 or 0) and prints the precision of the top 1, 5,
10 and 20 (equation 12).
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import pyarrow
import pyarrow.parquet

from otherwords.learn import analysis_steps, corpus_steps
from otherwords.learn.patterns.path_steps import fillers_weighed, paths_found, similar_paths
from otherwords.learn.pipeline import Learning
from otherwords.learn.recipe_file import read_recipe

INPUTS, BEST = 50, 20


def sheet(options: argparse.Namespace) -> None:
    recipe = read_recipe(options.recipe)
    learning = Learning(recipe, options.work.absolute())
    if learning.backend is None:
        raise SystemExit(f"{options.recipe}: name an analyser in it")
    options.output.mkdir(parents=True, exist_ok=True)
    with learning.patterns_of(options.table) as tools:
        work, found = tools.work, []
        for name in options.corpora:
            corpus = recipe.corpora[name]
            pairs = corpus_steps.prepared(work, corpus)
            analysis = analysis_steps.analysed(work, corpus, pairs, learning.backend)
            found.append(paths_found(work, name, analysis))
        fillers = fillers_weighed(work, found, least=options.least)
        folder = tools.make(fillers)
        known = work.engine.rows(
            "SELECT path, SUM(count) FROM counts WHERE slot = 'x' GROUP BY path",
            {"counts": [folder / "counts"]},
        )
        print(f"{len(known):,} paths seen {options.least} times or more")
        ordered = sorted((path, count) for path, count in known if path.find("X") < path.find("Y"))
        draw = random.Random(options.seed)
        weights = [float(count) for _, count in ordered]
        inputs: list[str] = []
        while len(inputs) < INPUTS:
            path = draw.choices(ordered, weights)[0][0]
            inputs += [path] if path not in inputs else []
        wanted = options.output / "wanted"
        wanted.mkdir(exist_ok=True)
        pyarrow.parquet.write_table(pyarrow.table({"path": inputs}), wanted / "part-0.parquet")
        rows = similar_paths(work, fillers, wanted, BEST)
    numbers = list(range(len(rows)))
    draw.shuffle(numbers)
    lines = [""] * len(rows)
    for number, (path, other, _, _) in zip(numbers, rows, strict=True):
        lines[number] = f"{number}\t{path}\t{other}\n"
    (options.output / "sheet.tsv").write_text("".join(lines), "utf-8")
    key = [(number, path, rank) for number, (path, _, _, rank) in zip(numbers, rows, strict=True)]
    (options.output / "key.json").write_text(json.dumps(key))
    print(f"{len(rows)} pairs to read in {options.output / 'sheet.tsv'}")


def tables(options: argparse.Namespace) -> None:
    key = json.loads((options.output / "key.json").read_text())
    lines = Path(options.labels).read_text().splitlines()
    right = {int(number): int(label) for number, label in (line.split("\t") for line in lines)}
    by_input: dict[str, dict[int, int]] = {}
    for number, path, rank in key:
        by_input.setdefault(path, {})[rank] = right[number]
    for top in (1, 5, 10, 20):
        full = [ranks for ranks in by_input.values() if len(ranks) >= top]
        hits = sum(ranks[rank] for ranks in full for rank in range(1, top + 1))
        print(f"top-{top}\t{hits / (len(full) * top):.2%}\t({len(full)} paths)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    actions = parser.add_subparsers(required=True)
    make = actions.add_parser("sheet")
    make.add_argument("recipe", type=Path)
    make.add_argument("--table", default="pt4", help="whose work folder is locked meanwhile")
    make.add_argument("--work", type=Path, required=True)
    make.add_argument("--corpora", nargs="+", required=True)
    make.add_argument("--least", type=int, default=10)
    make.add_argument("--seed", type=int, default=1)
    make.add_argument("-o", "--output", type=Path, required=True)
    make.set_defaults(run=sheet)
    tell = actions.add_parser("tables")
    tell.add_argument("output", type=Path)
    tell.add_argument("labels")
    tell.set_defaults(run=tables)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
