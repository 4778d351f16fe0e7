"""`otherwords tune metric`: the weights with the best figure against references of people."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from otherwords._core import Error, version
from otherwords.cli.actions import chosen
from otherwords.cli.mert_options import add_mert_arguments, check_held_out
from otherwords.cli.numbers import not_negative
from otherwords.cli.reports import plural
from otherwords.evaluate.data import checksum, read_data
from otherwords.evaluate.metric import find_metric
from otherwords.files import name_of
from otherwords.manifest import weights_section, write_section
from otherwords.paraphraser import load
from otherwords.purposes import choose
from otherwords.tune.measured import MeasuredSet
from otherwords.tune.mert import Iteration, MertOptions, tune
from otherwords.tune.sentences import divide

HELP = "tune the weights of an application for a metric against references, such as SARI"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("model", metavar="MODEL", help="a model directory")
    add(
        "data",
        nargs="+",
        metavar="DATA",
        help="texts with references: JSON lines, or a TSV with columns source and reference",
    )
    add("--application", required=True, metavar="NAME", help="whose weights")
    add("--metric", default="sari", metavar="NAME", help="what is tuned for (default: sari)")
    add(
        "--boldness",
        type=not_negative,
        metavar="L",
        help="begin with this weight of the usability, relative to the largest",
    )
    add("--dry-run", action="store_true", help="leave the model as it is")
    add_mert_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Tunes; the weights go to the standard output and, unless it is a dry run, into the model."""
    check_held_out(options)
    paraphraser = load(options.model)
    model = paraphraser.model
    purpose = choose(options.application)
    wanted = _references(options.data)
    metric = find_metric(options.metric)
    if metric.higher_is_better is None:
        raise Error(f"nobody can tell which {options.metric} is best; choose another metric")
    tuned_on, held_out = (
        MeasuredSet(paraphraser, purpose, part, metric, wanted, threads=options.threads)
        for part in divide(wanted, options.held_out, options.seed)
    )
    start = purpose.weights(model)
    if options.boldness is not None:
        largest = max([start.lm, start.own, *(w for table in start.tables for w in table)])
        start = replace(start, usability=options.boldness * largest)

    def tell(iteration: Iteration) -> None:
        print(
            f"iteration {iteration.number}: {options.metric} "
            f"{metric.of_sums(iteration.counts):.2f}, {iteration.derivations:,} derivations",
            file=sys.stderr,
        )

    found = tune(tuned_on, start, chosen(MertOptions, options), tell)
    halves = {
        f"{plural(tuned_on.size, 'text')} tuned on": (found.iterations[0].counts, found.counts)
    }
    if held_out.size:
        halves[f"{plural(held_out.size, 'text')} held out"] = (
            held_out.evaluate(start),
            held_out.evaluate(found.weights),
        )
    figures = "; ".join(
        f"{options.metric} {metric.of_sums(before):.2f} → {metric.of_sums(after):.2f} on {half}"
        for half, (before, after) in halves.items()
    )
    data = checksum(text for pair in wanted.items() for text in (pair[0], *pair[1]))
    signature = f"{metric.signature}|data:{data}|seed:{options.seed}|otherwords:{version}"
    if purpose.application.signature:
        signature += f"|{purpose.application.signature}"
    section = weights_section(
        purpose.name, found.weights, model.table_names, f"{figures};\n# {signature}"
    )
    print(section, end="", flush=True)
    if not options.dry_run:
        write_section(model.folder, ["weights", purpose.name], section)
    return 0


def _references(paths: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The references of each text; one that is in several files has those of all."""
    found: dict[str, tuple[str, ...]] = {}
    for path in paths:
        data = read_data(path)
        if data.references is None:
            raise Error(f"{name_of(path)}: there are no references to compare with")
        for text, references in zip(data.sources or (), data.references, strict=True):
            found[text] = (*found.get(text, ()), *references)
    return found
