"""`otherwords tune weights`: the weights with the highest replacement f-measure."""

from __future__ import annotations

import argparse
import sys

from otherwords._core import Error
from otherwords.baselines import system_names
from otherwords.cli.actions import chosen
from otherwords.cli.labelled import add_labelled_arguments
from otherwords.cli.mert_options import add_mert_arguments, check_held_out
from otherwords.cli.reports import plural
from otherwords.evaluate.replacements import Replacements
from otherwords.files import name_of
from otherwords.manifest import weights_section, write_section
from otherwords.paraphraser import load
from otherwords.purposes import choose
from otherwords.tune.labelled import LabelledSet, replacements
from otherwords.tune.labels import Labels, check_spans, read_labels
from otherwords.tune.mert import Iteration, MertOptions, tune
from otherwords.tune.sentences import divide, read_sentences

HELP = "tune the weights of an application on labels, and write them into the model"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_labelled_arguments(parser)
    add = parser.add_argument
    add(
        "--application",
        required=True,
        metavar="NAME",
        help="whose weights: an application, or a system such as baseline-1",
    )
    add(
        "--sentences",
        metavar="FILE",
        help="a TSV with the columns `source` and `reference`, for `toward`",
    )
    add(
        "--finished",
        action="store_true",
        help="use only sentences of which each unit in the file is labelled",
    )
    add_mert_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Tunes; the weights go to the standard output and, unless it is a dry run, into the model."""
    check_held_out(options)
    paraphraser = load(options.model)
    model = paraphraser.model
    system = options.application if options.application in system_names() else None
    purpose = choose(options.application, system)
    labels = read_labels(options.labels)
    check_spans(labels, model.language)
    judged = labels.judged(options.rater)
    if not judged:
        raise Error(f"{name_of(options.labels)}: nothing is labelled; use `otherwords tune label`")
    sentences = labels.sentences
    if options.finished:
        open_units = (row for row in labels.rows if row.is_unit and row.key not in judged)
        unfinished = {row.key.sentence for row in open_units}
        sentences = [sentence for sentence in sentences if sentence not in unfinished]
        print(f"{plural(len(unfinished), 'sentence')} not finished: left out", file=sys.stderr)
    references = _references(options.sentences, labels, model.language)
    tuned_on, held_out = (
        LabelledSet(
            paraphraser, purpose, part, judged, references=references, threads=options.threads
        )
        for part in divide(sentences, options.held_out, options.seed)
    )
    start = purpose.weights(model)
    found = tune(tuned_on, start, chosen(MertOptions, options), _tell)
    halves = {
        f"{plural(tuned_on.size, 'sentence')} tuned on": (
            replacements(found.iterations[0].counts),
            replacements(found.counts),
        )
    }
    if held_out.size:
        halves[f"{plural(held_out.size, 'sentence')} held out"] = (
            replacements(held_out.evaluate(start)),
            replacements(held_out.evaluate(found.weights)),
        )
    print(_report(halves), file=sys.stderr)
    figures = (
        f"rf {before.f_measure:.4f} → {after.f_measure:.4f} on {name}"
        for name, (before, after) in halves.items()
    )
    remark = f"{'; '.join(figures)}; seed {options.seed}"
    section = weights_section(purpose.name, found.weights, model.table_names, remark)
    print(section, end="", flush=True)
    if not options.dry_run:
        write_section(model.folder, ["weights", purpose.name], section)
    return 0


def _references(path: str | None, labels: Labels, language: str) -> dict[str, str]:
    if path is None:
        return {}
    known = {
        sentence.text: sentence.reference for sentence in read_sentences(path, language=language)
    }
    references = {}
    for row in labels.rows:
        reference = known.get(row.key.sentence)
        if reference is None:
            raise Error(
                f"{row.place}: {name_of(path)} has no reference for the sentence; give the file "
                "that the labels were made of"
            )
        references[row.key.sentence] = reference
    return references


def _tell(iteration: Iteration) -> None:
    inexact = f", {iteration.inexact} lists not proven" if iteration.inexact else ""
    print(
        f"iteration {iteration.number}: rf {iteration.value:.4f}, "
        f"{iteration.derivations:,} derivations{inexact}",
        file=sys.stderr,
    )


def _report(halves: dict[str, tuple[Replacements, Replacements]]) -> str:
    lines = [f"{'':<24} {'rp':>7} {'rr':>7} {'rf':>7} replaced correct unlabelled"]
    for name, pair in halves.items():
        lines.append(name)
        for when, counts in zip(("before", "after"), pair, strict=True):
            lines.append(
                f"  {when:<22} {counts.precision:>7.4f} {counts.rate:>7.4f} "
                f"{counts.f_measure:>7.4f} {counts.replaced:>8,} {counts.correct:>7,} "
                f"{counts.unlabelled:>10,}"
            )
    return "\n".join(lines)
