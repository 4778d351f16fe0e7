"""Development and test: whether what weights were tuned to holds for other sentences (3.6, 4.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from otherwords import Paraphraser
from otherwords.evaluate.edited import UnitLabels
from otherwords.evaluate.replacements import Replacements
from otherwords.experiments import Given, Section
from otherwords.experiments.spg.generation import measured, shown, signed
from otherwords.experiments.spg.outputs import APPLICATIONS, Outputs
from otherwords.experiments.verdicts import NO, YES, Line
from otherwords.model_file import MANIFEST
from otherwords.paraphrases import Edit, Paraphrase
from otherwords.tune.labels import read_labels
from otherwords.tune.sentences import order_by_chance

QUESTION = "correct"
QUESTIONS = {QUESTION: (YES, NO)}
PREFIX = "replacements-"
_RECORDED = re.compile(r"rf [\d.]+ → ([\d.]+) on (\d+) sentences (tuned on|held out)")


def split(
    given: Given,
    p: Paraphraser,
    sets: tuple[Mapping[str, Outputs], Mapping[str, Outputs]],
    labels: UnitLabels,
) -> Section:
    """The same figures of both sets."""
    rows = []
    for name in APPLICATIONS:
        halves = [each[name] for each in sets]
        for metric, what in (
            ("changed", "% paraphrased"),
            ("replacements", "replacements"),
            ("rr", "rr, %"),
        ):
            cells = [shown(measured(given, metric, half.segments())) for half in halves]
            rows.append((f"{name}: {what}", *cells))
        rows.append(
            (f"{name}: rp, %; rf, %", *(_precision(given, half, labels) for half in halves))
        )
        rows.append((f"{name}: rf, %, when tuned", *_recorded(p, name)))
    drawn = [line for each in sets for line in _single(given, each)]
    told = given.sheets(drawn, prefix=PREFIX, questions=[QUESTION])
    texts = [text for each in sets for text in each[APPLICATIONS[0]].sentences.texts]
    return Section(
        "Development and test (sections 3.6 and 4.1)",
        ("", "development", "test"),
        tuple(rows),
        "The paper publishes no rp, rr or rf. rf when tuned is what model.toml records: of "
        "sentences tuned on, and of others held out. Their labels are not kept, nor is which "
        "sentences they were: they may be of either set, so the test set may not be unseen. rp is "
        "of replacements that were read one by one, each alone in its sentence "
        f"({PREFIX}unread.tsv: {told}), or that have a label (setting labels); rf is made of it "
        "and of rr of the whole set.",
        given.signature(texts, signed(p)),
    )


def labels_of(given: Given) -> UnitLabels:
    """What the setting `labels` names."""
    if not (name := given.text("labels")):
        return {}
    judged = read_labels(given.folder / name).judged()
    return {(*key,): correct for key, correct in judged.items()}


def _precision(given: Given, outputs: Outputs, labels: UnitLabels) -> str:
    """The rp of what was read or is labelled, and rf."""
    counts = outputs.segments(labels).replacements or ()
    total = sum(counts, start=Replacements())
    known, correct = total.replaced - total.unlabelled, total.correct
    if not labels:
        edits = ((each, edit) for each in outputs.results for edit in units_of(each))
        said = [given.verdicts.of(alone(*each, outputs.name)) for each in edits]
        judged = [[a[QUESTION] for a in answers if QUESTION in a] for answers in said]
        known = sum(bool(each) for each in judged)
        correct = sum(bool(each) and set(each) == {YES} for each in judged)
    if not known:
        return "not read"
    rp, rr = correct / known, total.rate
    rf = 2 * rp * rr / (rp + rr) if rp + rr else 0.0
    return f"{100 * rp:.1f} of {known}; {100 * rf:.1f}"


def _single(given: Given, found: Mapping[str, Outputs]) -> Iterator[Line]:
    """Each replacement of some sentences by itself, those of all applications."""
    sources = found[APPLICATIONS[0]].sentences.sources
    drawn = set(order_by_chance(sources, given.number("seed"))[: given.number("replacements")])
    for name in APPLICATIONS:
        for each in found[name].results:
            if each.source in drawn:
                yield from (alone(each, edit, name) for edit in units_of(each))


def units_of(result: Paraphrase) -> list[Edit]:
    """The edits that are no consequence of others."""
    return [edit for edit in result.edits if edit.table != "self"]


def alone(result: Paraphrase, edit: Edit, system: str) -> Line:
    """The sentence with one replacement only."""
    source = result.source
    return Line(source, f"{source[: edit.start]}{edit.target}{source[edit.end :]}", system)


def _recorded(p: Paraphraser, name: str) -> tuple[str, str]:
    """What the remark of the weights says of sentences tuned on and held out."""
    text = (p.model.folder / MANIFEST).read_text("utf-8")
    section = text.partition(f"[weights.{name}]\n")[2].partition("\n[")[0]
    found = {
        part: f"{100 * float(rf):.1f} ({count} {part})"
        for rf, count, part in _RECORDED.findall(section)
    }
    return found.get("tuned on", ""), found.get("held out", "")
