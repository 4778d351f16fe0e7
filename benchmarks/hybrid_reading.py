"""Is hybrid search better than exact search, or only more timid? Sheets for reading it blind.

    python benchmarks/hybrid_reading.py sheet FOLDER [--sentences 100] [--changed] [--scorer S]
    python benchmarks/hybrid_reading.py report FOLDER MARKS

Of each development sentence three texts: `exact`, the best by the model; `hybrid`, what the scorer
ranks first among the candidates; and `exact-equal`, the best by the model among those candidates
that make as many edits as `hybrid` does. With `--changed`, only sentences that hybrid search
changes and the model would change otherwise with as many edits, and only these two texts. Marks are
adequacy and fluency, from 1 to 3.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from development import sources_of
from sheets import read_marks, tally, write_sheet

from otherwords import Paraphraser, load
from otherwords.paraphrases import Paraphrase


def texts_of(p: Paraphraser, source: str, options: argparse.Namespace) -> dict[str, Paraphrase]:
    """What each system makes of a sentence."""
    application, most = options.application, options.candidates
    asked = {"application": application, "n": most, "confidence": "bold"}
    (best,) = p.pipe([source], **asked)
    (ranked,) = p.pipe(
        [source],
        scorer=options.scorer,
        candidates=most,
        application=application,
        confidence="bold",
    )
    by_model = (best, *best.alternatives)
    equal = next((one for one in by_model if len(one.edits) == len(ranked.edits)), ranked)
    return {"exact": best, "hybrid": ranked, "exact-equal": equal}


def draw(options: argparse.Namespace) -> None:
    """Writes a sheet of sentences drawn at random, and says how many edits there are."""
    p = load()
    sources = sources_of([options.file])
    Random(options.seed).shuffle(sources)
    rows: list[tuple[str, dict[str, str]]] = []
    edits: dict[str, int] = {}
    seen = 0
    for source in sources:
        if len(rows) == options.sentences:
            break
        seen += 1
        found = texts_of(p, source, options)
        if options.changed:
            del found["exact"]
            if not found["hybrid"].edits or found["hybrid"].text == found["exact-equal"].text:
                continue
        for name, one in found.items():
            edits[name] = edits.get(name, 0) + len(one.edits)
        rows.append((source, {name: one.text for name, one in found.items()}))
    write_sheet(rows, options.folder, options.seed)
    print(f"{len(rows)} of {seen} sentences; edits: {edits}")


def report(options: argparse.Namespace) -> None:
    """Counts what readers marked."""
    tally(
        options.folder,
        read_marks(options.marks),
        {
            "changed": lambda marks, differs: differs,
            "adequacy 3": lambda marks, differs: marks[0] == 3,
            "fluency 3": lambda marks, differs: marks[1] == 3,
            "send unchanged": lambda marks, differs: differs and marks == (3, 3),
        },
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(required=True)
    sheet = commands.add_parser("sheet")
    sheet.add_argument("folder", type=Path)
    sheet.add_argument("--file", default="spg-more.tsv", help="of the folder dev")
    sheet.add_argument("--sentences", type=int, default=100)
    sheet.add_argument("--application", default="compress")
    sheet.add_argument("--scorer", default="model=1,embedding=5")
    sheet.add_argument("--candidates", type=int, default=100)
    sheet.add_argument("--changed", action="store_true", help="see above")
    sheet.add_argument("--seed", type=int, default=11)
    sheet.set_defaults(run=draw)
    counted = commands.add_parser("report")
    counted.add_argument("folder", type=Path)
    counted.add_argument("marks", type=Path)
    counted.set_defaults(run=report)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
