"""The models of patterns compared as in tables 2 to 8 of Zhao et al. (2009).

    python benchmarks/pattern_models.py sheet RECIPE WEIGHTS --work FOLDER --size 400000 -o OUT
    python benchmarks/pattern_models.py tables OUT LABELS...

`sheet` makes the pairs of each model at matched sizes in OUT/pairs and draws 300 at random of each;
OUT/sheet.tsv has them mixed, without their models, to be read blind. `tables` takes what readers
wrote (number, tab, 1 or 0; several files where several have read) and prints the tables.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import random
from collections import Counter
from pathlib import Path

import pyarrow
import pyarrow.parquet
from reading import read_verdicts

from otherwords.learn.patterns import steps
from otherwords.learn.patterns.entries import PairFilter, finish_pairs
from otherwords.learn.patterns.likeness import WordKnowledge
from otherwords.learn.patterns.models import PatternModel, read_pattern_models
from otherwords.learn.patterns.types import TYPES, slot_kinds, type_of
from otherwords.learn.pipeline import Learning
from otherwords.learn.recipe_file import read_recipe

SAMPLE = 300


def all_pairs(options: argparse.Namespace) -> dict[str, list[tuple[float, str, str]]]:
    """The pairs of each model, best first."""
    learning = Learning(read_recipe(options.recipe), options.work.absolute())
    models = read_pattern_models(options.weights)
    found = {}
    with learning.patterns_of(options.table) as tools:
        work, table = tools.work, tools.table
        links = steps.linked(work, table, tools.found)
        pivots = steps.pivots_paired(work, table, links)
        taught = steps.paired(work, table, "model2", models["model2"], tools.found, links, pivots)
        lexicon = steps.lexicon(work, table, taught)
        words = str(tools.make(lexicon) / steps.LEXICON_FILE)
        filters = PairFilter(table.filters, table.strict)
        for name, model in models.items():
            lowest = dataclasses.replace(model, threshold=-math.inf)
            over = pivots if name in {"model2", "model3"} else None
            step = steps.paired(work, table, f"all-{name}", lowest, tools.found, links, over)
            rows = tools.make(step) / "rows"
            output = options.output / "pairs" / name
            output.mkdir(parents=True, exist_ok=True)
            for part in rows.glob("*.parquet"):
                with_words = words if name == "model3" else ""
                finish_pairs(
                    str(part), lowest, with_words, filters, WordKnowledge(), str(output / part.name)
                )
            table_of = pyarrow.parquet.read_table(output)
            columns = (table_of[name].to_pylist() for name in ("score", "source", "target"))
            best: dict[tuple[str, str], float] = {}  # words may be patterns with several roots
            for score, *pair in sorted(zip(*columns, strict=True)):
                best[pair[0], pair[1]] = score
            found[name] = sorted(((score, *pair) for pair, score in best.items()), reverse=True)
            print(name, f"{len(found[name]):,} pairs,", counts_at(found[name], model), flush=True)
    return found


def counts_at(pairs: list[tuple[float, str, str]], model: PatternModel) -> str:
    return f"{sum(score >= model.threshold for score, _, _ in pairs):,} above its threshold"


def sheet(options: argparse.Namespace) -> None:
    found = all_pairs(options)
    size = options.size
    one, two = ([pair[1:] for pair in found[name]] for name in ("model1", "model2"))
    first = set(one[:size])
    augmented = [pair for pair in two[: int(size * 1.3)] if pair not in first]
    lists = {
        "B&C Model": [pair[1:] for pair in found["bc"][:size]],
        "Model 1": one[:size],
        "Model 2": two[: int(size * 1.3)],
        "Model 2 (A)": augmented,
        "Model 1 (A-T)": one[size : size + len(augmented)],
        "Model 3": [pair[1:] for pair in found["model3"][:size]],
        "Model 2 (F+T)": two[:size],
    }
    draw = random.Random(options.seed)
    drawn = {name: draw.sample(pairs, min(SAMPLE, len(pairs))) for name, pairs in lists.items()}
    mixed = sorted({pair for pairs in drawn.values() for pair in pairs})
    draw.shuffle(mixed)
    number = {pair: i for i, pair in enumerate(mixed)}
    with open(options.output / "sheet.tsv", "w", encoding="utf-8") as file:
        file.writelines(f"{i}\t{source}\t{target}\n" for i, (source, target) in enumerate(mixed))
    key = {
        name: {"pairs": len(lists[name]), "drawn": [number[pair] for pair in pairs]}
        for name, pairs in drawn.items()
    }
    (options.output / "key.json").write_text(json.dumps(key))
    print(f"{len(mixed)} pairs to read in {options.output / 'sheet.tsv'}")
    tell_slots(lists["Model 3"])


def tell_slots(pairs: list[tuple[str, str]]) -> None:
    """Tables 7 and 8, and the share of pairs that are there in both directions."""
    numbers = Counter(source.count("[") for source, _ in pairs)
    kinds = Counter(kind for source, _ in pairs for kind in slot_kinds(source))
    print("\nslots of the pairs of Model 3")
    for count, pairs_of in sorted(numbers.items()):
        print(f"  {count}-slot\t{pairs_of:,}\t{pairs_of / len(pairs):.2%}")
    for kind in "NVJ":
        print(f"  {kind}-slots\t{kinds[kind]:,}\t{kinds[kind] / len(pairs):.2%}")
    both = set(pairs)
    symmetric = sum((target, source) in both for source, target in pairs if "_2]" not in source)
    single = sum("_2]" not in source for source, _ in pairs)
    print(f"  in both directions: {symmetric / single:.1%} of those without a second slot of a tag")
    kinds_of = Counter(type_of(*pair) for pair in pairs)
    for name in TYPES:
        print(f"  {name}\t{kinds_of[name]:,}\t{kinds_of[name] / len(pairs):.1%}")


def tables(options: argparse.Namespace) -> None:
    key = json.loads((options.output / "key.json").read_text())
    lines = (options.output / "sheet.tsv").read_text("utf-8").splitlines()
    pairs = [tuple(line.split("\t")[1:]) for line in lines]
    right = read_verdicts(options.labels)
    print("model\t#PP\tweighted #PP\tprecision\t(read)")
    for name, each in key.items():
        read = [right[number] for number in each["drawn"] if number in right]
        precision = sum(read) / max(1, len(read))
        weighted = round(each["pairs"] * precision)
        print(f"{name}\t{each['pairs']:,}\t{weighted:,}\t{precision:.2%}\t({len(read)})")
    correct = [n for n in key["Model 3"]["drawn"] if right.get(n)]
    types = Counter(type_of(*pairs[number]) for number in correct)
    print("\ntypes of the correct pairs of Model 3")
    for name in TYPES:
        print(f"  {name}\t{types[name]}\t{types[name] / max(1, len(correct)):.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    actions = parser.add_subparsers(required=True)
    make = actions.add_parser("sheet")
    make.add_argument("recipe", type=Path)
    make.add_argument("weights", type=Path)
    make.add_argument("--table", default="pt4")
    make.add_argument("--work", type=Path, required=True)
    make.add_argument("--size", type=int, default=400_000)
    make.add_argument("--seed", type=int, default=1)
    make.add_argument("-o", "--output", type=Path, required=True)
    make.set_defaults(run=sheet)
    tell = actions.add_parser("tables")
    tell.add_argument("output", type=Path)
    tell.add_argument("labels", nargs="+")
    tell.set_defaults(run=tables)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
