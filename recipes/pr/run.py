"""PR's experiments: all figures of the paper that open data allow for, beside the published ones.

    WORDNET=/usr/share/wordnet python recipes/pr/run.py DATA OUT [--judged ratings.csv]

DATA is the folder that has `corpora` and `align`. OUT gets the comparable text, the model (which
any command takes as `-m OUT/model --system pr`), and `sheet.tsv` for blind judging by the rating
site (`otherwords rate`, protocol `pr`); what judges said comes back with `--judged`.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
from pathlib import Path

import acceptance
import alignments
import generation

import otherwords
from otherwords.cli import main as otherwords_command
from otherwords.files import writing

HERE = Path(__file__).resolve().parent


def row(what: str, published: str, measured: str) -> None:
    print(f"{what:<72} {published:>10} {measured:>10}")


def pairs(out: Path) -> None:
    """Section 3.1."""
    command = ["corpus", "pairs", str(out / "comparable.jsonl"), "-o", str(out / "pairs.tsv")]
    if otherwords_command(command) != 0:
        sys.exit(1)
    with open(out / "pairs.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    lengths = [len(otherwords.text.tokenise(each[side]).words) for each in rows for side in SIDES]
    print("\nSentence pairs from clusters (section 3.1)")
    row("", "published", "measured")
    row("pairs", "139K", f"{len(rows):,}")
    row("mean edit distance", "5.17", f"{sum(int(e['distance']) for e in rows) / len(rows):.2f}")
    row("mean length in words", "18.6", f"{sum(lengths) / len(lengths):.1f}")


SIDES = ("source", "target")


def align(data: Path, out: Path) -> None:
    """Table 1."""
    print("\nAlignment error rate (table 1)")
    row("", "published", "measured")
    text = alignments.read_pairs(out / "pairs.tsv")
    for name, report in alignments.error_rates(data / "align", text):
        print(f"{name}, {report.sentences} pairs")
        parts = (report.all, report.identical, report.different)
        for what, published, part in zip(
            ("all words", "identical words", "other words"),
            alignments.PUBLISHED,
            parts,
            strict=True,
        ):
            row(f"  {what}", f"{published:.2%}", f"{part.error_rate:.2%}")


def generate(out: Path) -> None:
    """Section 4 and 5, but for what people say."""
    sentences = (out / "test.txt").read_text("utf-8").splitlines()
    p = otherwords.load(out / "model")
    found = generation.generate(p, sentences)
    print(f"\nGeneration (sections 4 and 5), {len(sentences)} sentences of held-out clusters")
    row("", "published", "measured")
    published = {"PR": ("100.0%", "100.0%", "2.9"), "MSA": ("", "", ""), OWN: ("12.2%", "", "25.8")}
    own = generation.own_sentences(out / "comparable.jsonl", "restaurants", 484)
    for name, said in [*found.items(), (OWN, generation.rewritten(p, own))]:
        any_, five = generation.coverage(said)
        known = published.get(name, ("", "", ""))
        row(f"{name}: sentences with a paraphrase", known[0], f"{any_ / len(said):.1%}")
        row(f"{name}: with five or more", known[1], f"{five / len(said):.1%}")
        row(
            f"{name}: mean edit distance of the best",
            known[2],
            f"{generation.mean_distance(said):.1f}",
        )
    with writing(out / "sheet.tsv") as fd, open(fd, "w", encoding="utf-8", closefd=False) as file:
        file.write("source\tparaphrase\tsystem\n")
        for source, text, system in generation.sheet(found):
            file.write("\t".join(" ".join(each.split()) for each in (source, text, system)) + "\n")
    print(f"\nFor judges: {out / 'sheet.tsv'}")


def judge(path: Path) -> None:
    """Table 2."""
    said = acceptance.read_judgements(path)
    print("\nAcceptance (table 2): accepted by all judges")
    for system, accepted, judged in acceptance.acceptance(said):
        print(f"{system:<10} {accepted:>5} of {judged:>5} {accepted / judged:>8.1%}")
    twice = acceptance.agreed(said)
    if twice.items:
        row("agreement of two judges", "96.9%", f"{twice.observed:.1%}")


OWN = "MSA on 484 sentences of its own text"

DIFFERENT = """
Where data differ: the paper has 177,095 news articles of 11,162 clusters; of articles we have few,
so headlines, captions and descriptions stand in as comparable text (the first line above counts
them). Its aligner is Giza++, and its gold standard 250 pairs of its own news. Its test sentences
are 59 of Barzilay and Lee, which cannot be had, and 141 of held-out news. WN replaces as many words
as PR does, not as MSA does, which has few answers here. The second set of MSA is text that it has
learnt from, of restaurants here and of news of violence there; it was added when MSA had no answer
to any held-out sentence, so it tells nothing of unseen text. The model's alignment prefers
identical words, which Giza++ does not. The acceptance figures of table 2 are not in the text of the
paper that we have: there are none to set beside ours."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--judged", type=Path, help="CSV of the rating site")
    options.add_argument("--recipe", type=Path, default=HERE / "recipe.toml")
    given = options.parse_args()
    data, out = given.data.resolve(), given.out.resolve()
    subprocess.run([sys.executable, HERE / "prepare.py", data, out], check=True)
    os.environ |= {"OTHERWORDS_DATA": str(data), "PR_DATA": str(out)}
    if otherwords_command(["learn", str(given.recipe), "-o", str(out / "model")]) != 0:
        sys.exit(1)
    pairs(out)
    align(data, out)
    generate(out)
    if given.judged is not None:
        judge(given.judged)
    print(DIFFERENT)


if __name__ == "__main__":
    main()
