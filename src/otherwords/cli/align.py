"""`otherwords align`: which words of sentence pairs belong together."""

from __future__ import annotations

import argparse
import os
import sys
import time
from itertools import chain
from pathlib import Path

from otherwords._core import symmetrise
from otherwords.align.columns import bitext
from otherwords.align.pharaoh import link_texts, read_links
from otherwords.align.texts import ALIGNERS, METHODS, AlignOptions, align_texts
from otherwords.cli import align_evaluate
from otherwords.cli.numbers import not_negative, positive, whole
from otherwords.files import line_batches, writing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options, and the action `evaluate`."""
    add = parser.add_argument
    add("--source", metavar="FILE", help="tokenised sentences, one a line")
    add("--target", metavar="FILE", help="the other side of each")
    add("-o", "--output", default="-", metavar="FILE", help="the links (default: stdout)")
    add(
        "--method",
        choices=METHODS,
        default="grow-diag-final-and",
        help="how the links of both directions become one alignment (default: %(default)s)",
    )
    add(
        "--aligner",
        choices=ALIGNERS,
        default="otherwords",
        help="otherwords leaves nothing to chance; eflomal samples (default: %(default)s)",
    )
    add(
        "--identical",
        type=not_negative,
        default=0.0,
        metavar="COUNT",
        help="of otherwords: how often each word counts as linked to itself before anything is "
        "seen; for text of one language, e.g. 10 (default 0)",
    )
    add(
        "--samplers",
        type=positive,
        default=1,
        metavar="N",
        help="of eflomal: independent samplers to average; time grows with them (default 1)",
    )
    add(
        "--links",
        nargs=2,
        metavar=("FORWARD", "REVERSE"),
        help="make one alignment of these two, of any aligner, instead of aligning",
    )
    add("--priors", type=Path, metavar="FILE", help="what --save-priors kept of other text")
    add("--save-priors", type=Path, metavar="FILE", help="keep what was learnt")
    add(
        "--part",
        type=whole,
        default=0,
        metavar="PAIRS",
        help="align so many pairs at a time, to save memory; the first part teaches the others",
    )
    add("--threads", type=whole, default=0, metavar="T", help="0, the default: all cores")
    actions = parser.add_subparsers(dest="action", metavar="evaluate")
    action = actions.add_parser(
        "evaluate",
        help=align_evaluate.HELP,
        description=align_evaluate.HELP,
        allow_abbrev=False,
    )
    align_evaluate.add_arguments(action)
    parser.set_defaults(refuse=parser.error)


def run(options: argparse.Namespace) -> int:
    """Aligns, and says on the standard error how much there was; or evaluates."""
    if options.action == "evaluate":
        return align_evaluate.run(options)
    if options.source is None or options.target is None:
        options.refuse("--source and --target are needed")
    start = time.perf_counter()
    source, target = (
        list(chain.from_iterable(line_batches(path))) for path in (options.source, options.target)
    )
    if options.links:
        forward, reverse = map(read_links, options.links)
        text = bitext(source, target)
        lines = link_texts(symmetrise(forward, reverse, text, METHODS[options.method]))
    else:
        chosen = AlignOptions(
            aligner=options.aligner,
            method=options.method,
            identical=options.identical,
            samplers=options.samplers,
            part=options.part,
            priors=options.priors,
            save_priors=options.save_priors,
            threads=options.threads,
        )
        lines = align_texts(source, target, chosen)
    count = 0
    with writing(options.output) as fd, os.fdopen(os.dup(fd), "w", encoding="ascii") as file:
        for line in lines:
            count += line.count("-")
            file.write(f"{line}\n")
    seconds = time.perf_counter() - start
    print(f"{len(source):,} pairs, {count:,} links, {seconds:.1f} seconds", file=sys.stderr)
    return 0
