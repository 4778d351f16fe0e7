"""Patterns in context: section 4.6 of Zhao et al. (2009).

    python benchmarks/pattern_contexts.py sheet SENTENCES -o OUT [--model FOLDER] [--count 119]
    python benchmarks/pattern_contexts.py tables OUT LABELS...

`sheet` draws sentences (of the column `source` of a TSV) and writes the five best paraphrases of
each matched pattern, with the sentences they make, into OUT/sheet.tsv, mixed, to be read blind:
number, sentence, what is replaced, by what, new sentence. `tables` takes what readers wrote
(number, tab, 1 or 0) and prints the coverage, the precision of the top 1 and the top 5 by the
table, and of the best one after the language model has ranked them again (by how sure they are, or
with `--weight` by equation 13); the last also for sentences that have a sure pattern and for those
that do not.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
from pathlib import Path

from reading import read_verdicts

import otherwords as ow
from otherwords.contexts import PatternRanker


def sheet(options: argparse.Namespace) -> None:
    with open(options.sentences, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        sentences = [row["source"] for row in rows]
    draw = random.Random(options.seed)
    sentences = draw.sample(sentences, options.count)
    ranker = PatternRanker(
        ow.load(options.model),
        weight=options.weight,
        top=5,
        least=options.least,
        unsure=options.unsure,
    )
    lines: list[str] = []
    # Lines by the table, the best after ranking, and whether it is sure.
    matches: list[tuple[list[int], int, bool]] = []
    covered = 0
    for text, found in zip(sentences, ranker.rank(sentences), strict=True):
        covered += bool(found)
        for match in found:
            by_table = sorted(match.candidates, key=lambda each: -each.score_ll)
            places = list(range(len(lines), len(lines) + len(by_table)))
            for each in by_table:
                rule = f"{match.pattern} -> {each.pattern}"
                lines.append(f"{text}\t{match.source}\t{rule}\t{each.text}")
            matches.append((places, places[by_table.index(match.candidates[0])], match.sure))
    order = list(range(len(lines)))
    draw.shuffle(order)
    options.output.mkdir(parents=True, exist_ok=True)
    with open(options.output / "sheet.tsv", "w", encoding="utf-8") as file:
        file.writelines(f"{number}\t{lines[line]}\n" for number, line in enumerate(order))
    number_of = {line: number for number, line in enumerate(order)}
    numbered = [
        {"lines": [number_of[line] for line in places], "reranked": number_of[best], "sure": sure}
        for places, best, sure in matches
    ]
    key = {"sentences": len(sentences), "covered": covered, "matches": numbered}
    (options.output / "key.json").write_text(json.dumps(key))
    print(f"{covered} of {len(sentences)} sentences, {len(matches)} patterns, {len(lines)} lines")


def tables(options: argparse.Namespace) -> None:
    key = json.loads((options.output / "key.json").read_text())
    right = read_verdicts(options.labels)

    def share(numbers: list[int]) -> str:
        return f"{sum(right[n] for n in numbers) / len(numbers):.2%} of {len(numbers)}"

    print(f"coverage\t{key['covered'] / key['sentences']:.2%} of {key['sentences']}")
    print("top-1\t" + share([match["lines"][0] for match in key["matches"]]))
    print("top-5\t" + share([n for match in key["matches"] for n in match["lines"]]))
    print("re-ranked\t" + share([match["reranked"] for match in key["matches"]]))
    for name, sure in (("sure", True), ("unsure", False)):
        numbers = [match["reranked"] for match in key["matches"] if match.get("sure") is sure]
        if numbers:
            print(f"{name}\t" + share(numbers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    actions = parser.add_subparsers(required=True)
    make = actions.add_parser("sheet")
    make.add_argument("sentences", type=Path)
    make.add_argument("--model", type=Path)
    make.add_argument("--count", type=int, default=119)
    make.add_argument("--weight", type=float)
    make.add_argument("--least", type=float)
    make.add_argument("--unsure", type=int, default=1)
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
