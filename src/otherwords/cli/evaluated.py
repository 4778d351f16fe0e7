"""What `evaluate score` and `evaluate compare` share: data, metrics, chance."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from otherwords._core import Error
from otherwords.cli.numbers import positive, whole
from otherwords.evaluate.comparison import Chance, Measured, measure
from otherwords.evaluate.data import Data, System, read_data
from otherwords.evaluate.edited import UnitLabels
from otherwords.evaluate.metric import Segments, find_metric
from otherwords.evaluate.significance import SAMPLES

#: Metrics that are printed where data allow it and none is named; others take their time.
DEFAULTS = (
    "sari",
    "bleu",
    "chrf",
    "ibleu",
    "self-bleu",
    "changed",
    "byte-rate",
    "word-rate",
    "novelty",
    "replacements",
    "rr",
)
_LABELLED = ("rp", "rf")


def add_data_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares sources, references, metrics and chance."""
    add = parser.add_argument
    add(
        "--data",
        metavar="FILE",
        help="sources and references: JSON lines, or a TSV with columns source and reference",
    )
    add("--sources", metavar="FILE", help="the sources, one a line")
    add(
        "--references",
        action="append",
        default=[],
        metavar="FILE",
        help="a reference for each text, one a line; may be repeated",
    )
    add(
        "--metric",
        action="append",
        dest="metrics",
        metavar="NAME",
        help="what to measure; may be repeated (default: all that is quick and has its data)",
    )
    add("--labels", metavar="FILE", help="labels of `otherwords tune`, for rp and rf")
    add_chance_arguments(parser)


def add_chance_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares how samples are drawn."""
    parser.add_argument(
        "--samples",
        type=positive,
        default=SAMPLES,
        metavar="N",
        help=f"of the bootstrap and of randomisation (default {SAMPLES:,})",
    )
    parser.add_argument("--seed", type=whole, default=1, metavar="S", help="of samples (default 1)")


def data_of(options: argparse.Namespace) -> Data:
    """The sources and references that are named."""
    return read_data(options.data, options.sources, options.references)


def labels_of(options: argparse.Namespace) -> UnitLabels | None:
    """The labels that are named."""
    if options.labels is None:
        return None
    from otherwords.tune.labels import read_labels

    judged = read_labels(options.labels).judged()
    return {(*key,): correct for key, correct in judged.items()}


def measured_of(
    options: argparse.Namespace, systems: Sequence[System], data: Data
) -> list[Measured]:
    """All metrics of all systems."""
    chance = Chance(options.samples, options.seed)
    names = options.metrics or _possible(options, [system.segments for system in systems])
    if not names:
        raise Error("there is nothing to compare with; give --data, --sources or --references")
    return [measure(name, find_metric(name), systems, data.checksum, chance) for name in names]


def _possible(options: argparse.Namespace, given: Sequence[Segments]) -> list[str]:
    """The default metrics whose data all systems have."""
    wanted = [*DEFAULTS, *(_LABELLED if options.labels else ())]
    found = []
    for name in wanted:
        needs = find_metric(name).needs
        if all(getattr(segments, need) is not None for segments in given for need in needs):
            found.append(name)
    return found
