"""Ratings in files: judgements as CSV, everything as JSON, labels for `otherwords tune`."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import asdict
from typing import Any

from otherwords._core import Error
from otherwords.server.rating.protocols import YES
from otherwords.server.rating.results import Results
from otherwords.server.rating.units import LabelledUnit, labels_of_units
from otherwords.tune.labels import Labels


def as_csv(results: Results) -> str:
    """All judgements ever given, a line each, in the order in which they were."""
    questions = [question.name for question in results.project.protocol.questions]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(
        [
            "item",
            "source",
            "paraphrase",
            "systems",
            "application",
            "reference",
            "judge",
            "pass",
            *questions,
            "complete",
            "stands",
            "given_at",
        ]
    )
    for each in results.history:
        item = each.item
        writer.writerow(
            [
                item.number,
                item.source,
                item.paraphrase,
                "; ".join(item.systems),
                item.application,
                item.reference,
                each.judge,
                each.number,
                *(each.answers.get(question, "") for question in questions),
                int(each.complete),
                int(each.stands),
                each.given_at.isoformat(),
            ]
        )
    return stream.getvalue()


def figures(results: Results) -> dict[str, Any]:
    """All figures; what is not a number is null."""
    project = results.project
    content: dict[str, Any] = _plain(
        {
            "project": project.name,
            "protocol": project.protocol.name,
            "pass": project.current_pass,
            "items": len(results.items),
            "judgements": len(results.said),
            "changes": results.changes,
            "samples": results.samples,
            "judges": [asdict(each) for each in results.progress],
            "distributions": [asdict(each) for each in results.distributions],
            "groups": [asdict(each) for each in results.figures],
            "agreement": [asdict(each) for each in results.agreement],
            "comparisons": [asdict(each) for each in results.comparisons],
        }
    )
    return content


def as_json(results: Results) -> str:
    """Items, all judgements and all figures."""
    content = {
        **figures(results),
        "item_list": [asdict(item) for item in results.items],
        "history": [
            {
                "item": each.item.number,
                "judge": each.judge,
                "pass": each.number,
                "answers": dict(each.answers),
                "complete": each.complete,
                "stands": each.stands,
                "given_at": each.given_at.isoformat(),
            }
            for each in results.history
        ],
    }
    return json.dumps(_plain(content), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def as_labels(results: Results) -> Labels:
    """What judges say of units, for `otherwords tune`. Raises Error where items are not units."""
    correct = results.project.protocol.measure(results.project.protocol.correct)
    said: dict[int, dict[str, bool]] = {}
    for each in results.said:
        label = correct.read(each.answers)
        if label is not None:
            said.setdefault(each.item.number, {})[each.judge] = label == YES
    units = [
        LabelledUnit(item.source, item.unit, said.get(item.number, {}))
        for item in results.items
        if item.unit is not None
    ]
    if not units:
        raise Error(
            f"the items of {results.project.name!r} are no units; make a project of what "
            "`otherwords tune units` writes"
        )
    return labels_of_units(units, [judge.name for judge in results.progress])


def as_pattern_labels(results: Results) -> str:
    """Pairs of patterns for `otherwords tune patterns`; correct if all who judged one say so."""
    said: dict[int, list[bool]] = {}
    for each in results.said:
        said.setdefault(each.item.number, []).append(each.answers.get("correct") == YES)
    lines = ["source\ttarget\tcorrect"]
    lines += [
        f"{_words(item.source)}\t{_words(item.paraphrase)}\t{int(all(said[item.number]))}"
        for item in results.items
        if item.number in said
    ]
    return "".join(f"{line}\n" for line in lines)


def _words(pattern: str) -> str:
    """A pattern with blanks between its words, whatever white space they were given with."""
    return " ".join(pattern.split())


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and math.isnan(value) else value
