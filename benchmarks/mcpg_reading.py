"""MCPG beside a statistical decoder, for reading blind: table 1 of Chevelu et al. (2009).

    python benchmarks/mcpg_reading.py sheet FOLDER SENTENCES --table TABLE.gz --lm MODEL
    python benchmarks/mcpg_reading.py report FOLDER MARKS

The table is text in Moses' format with one probability, identities included. Of each source the κ
most probable entries are kept. The decoder is our beam search, in the place of Moses; MCPG has no
identities, its mode is `reward`, and what the paper does not have is left out. Marks are two steps,
1 or 0: is this good English, and do both sentences say the same?
"""

from __future__ import annotations

import argparse
import gzip
import math
import tempfile
from itertools import groupby
from pathlib import Path

from sheets import read_marks, tally, write_sheet

from otherwords.search import (
    DecodeOptions,
    MonteCarloMode,
    MonteCarloOptions,
    Search,
    open_decoder,
)
from otherwords.tables import TableBuilder


def write_tables(text: Path, folder: Path, kappa: int) -> tuple[Path, Path]:
    """The table of the decoder and that of MCPG, whose identities are as likely as the best."""
    decoding, sampling = TableBuilder(["p"]), TableBuilder(["p"])
    with gzip.open(text, "rt", encoding="utf-8") as lines:
        rows = sorted(tuple(line.rstrip("\n").split(" ||| ")[:3]) for line in lines)
    for source, group in groupby(rows, key=lambda row: row[0]):
        entries = sorted(((float(p.split()[0]), target) for _, target, p in group), reverse=True)
        others = [(p, target) for p, target in entries[:kappa] if target != source]
        for p, target in entries[:kappa]:
            decoding.add(source, target, [math.log(p)])
        for p, target in others:
            sampling.add(source, target, [math.log(p)])
        best = max((p for p, _ in others), default=1.0)
        sampling.add(source, source, [math.log(best)])
    decoding.write(folder / "decoding")
    sampling.write(folder / "sampling")
    return folder / "decoding", folder / "sampling"


def draw(options: argparse.Namespace) -> None:
    """Writes a sheet of what both make of the sentences."""
    sentences = options.sentences.read_text("utf-8").splitlines()[options.first :][: options.count]
    how = MonteCarloOptions(
        mode=MonteCarloMode.REWARD,
        episodes=options.episodes,
        confidence=options.confidence,
        prior=0.0,
        rollout_stop=0.0,
        rollout_heat=0.0,
    )
    rows = []
    with tempfile.TemporaryDirectory(prefix="otherwords-") as name:
        decoding, sampling = write_tables(options.table, Path(name), options.kappa)
        with (
            open_decoder([decoding], options.lm) as decoder,
            open_decoder([sampling], options.lm) as sampler,
        ):
            for sentence in sentences:
                beam = decoder.decode(sentence, DecodeOptions(search=Search.BEAM))
                asked = DecodeOptions(search=Search.MONTE_CARLO, monte_carlo=how)
                mcpg = sampler.decode(sentence, asked)
                texts = {"beam": beam.derivations[0].text, "mcpg": mcpg.derivations[0].text}
                rows.append((sentence, texts))
    write_sheet(rows, options.folder, options.seed)


def report(options: argparse.Namespace) -> None:
    """Counts what readers marked."""
    tally(
        options.folder,
        read_marks(options.marks),
        {
            "well formed": lambda marks, differs: marks[0] == 1,
            "meaning preserved": lambda marks, differs: marks[1] == 1,
            "both": lambda marks, differs: marks == (1, 1),
        },
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(required=True)
    sheet = commands.add_parser("sheet")
    sheet.add_argument("folder", type=Path)
    sheet.add_argument("sentences", type=Path)
    sheet.add_argument("--table", type=Path, required=True)
    sheet.add_argument("--lm", required=True)
    sheet.add_argument("--kappa", type=int, default=10)
    sheet.add_argument("--episodes", type=int, default=1_000_000)
    sheet.add_argument("--confidence", type=float, default=0.0)
    sheet.add_argument("--first", type=int, default=0, help="sentences to leave out before")
    sheet.add_argument("--count", type=int, default=100)
    sheet.add_argument("--seed", type=int, default=1)
    sheet.set_defaults(run=draw)
    counted = commands.add_parser("report")
    counted.add_argument("folder", type=Path)
    counted.add_argument("marks", type=Path)
    counted.set_defaults(run=report)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
