"""`otherwords evaluate mt`: translations against references that are paraphrased towards them."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords._core import Error, version
from otherwords.cli.evaluated import add_chance_arguments
from otherwords.cli.numbers import confidence, whole
from otherwords.cli.saying import add_model_arguments, opened
from otherwords.evaluate.comparison import Chance
from otherwords.evaluate.data import checksum, read_lines
from otherwords.evaluate.human import Judged, read_judged, read_scores, read_system_scores
from otherwords.evaluate.meta import Followed, follow
from otherwords.evaluate.metric import Segments, find_metric
from otherwords.files import name_of, writing
from otherwords.references import References, toward_hypotheses
from otherwords.text.detokenise import detokenise

HELP = "scores of translations with references that are paraphrased towards them"

METRICS = ("bleu", "chrf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add(
        "--hyp",
        action="append",
        default=[],
        metavar="[NAME=]FILE",
        help="translations, one a line; may be repeated for several systems",
    )
    add("--ref", metavar="FILE", help="the reference of each, one a line")
    add(
        "--data",
        metavar="FILE",
        help="instead: a TSV with the columns hyp and ref, and perhaps human and lp (a group)",
    )
    add("--human", metavar="FILE", help="what people gave each translation of --hyp, one a line")
    add(
        "--human-systems",
        metavar="FILE",
        help="what people gave each system: a TSV with the columns system and human",
    )
    add(
        "--detokenise",
        action="store_true",
        help="texts are tokenised, perhaps with HTML entities: write them as people do, first",
    )
    add(
        "--confidence",
        type=confidence,
        default="bold",
        metavar="P",
        help="least probability that a paraphrased sentence is right: 0 to 1, high (0.9) or bold "
        "(no limit) (default: %(default)s)",
    )
    add("-o", "--output", metavar="FILE", help="write the paraphrased references, one a line")
    add_chance_arguments(parser)
    add("--threads", type=whole, default=0, metavar="T", help="0, the default: all cores")
    add("--json", action="store_true", help="one JSON object a figure")
    add_model_arguments(parser)
    parser.set_defaults(refuse=parser.error)


@dataclass(frozen=True)
class _Scored:
    """A system with its references, and what metrics say, by metric and set of references."""

    name: str
    references: References
    figures: Mapping[tuple[str, str], float]
    by_segment: Mapping[tuple[str, str], Any]
    signatures: Mapping[tuple[str, str], str]


def run(options: argparse.Namespace) -> int:
    """Paraphrases, scores and, where there are scores of people, correlates."""
    _check(options)
    given = _given(options)
    paraphraser = opened(options)
    scored = []
    for name, judged in given.items():
        references = toward_hypotheses(
            paraphraser,
            judged.references,
            judged.hypotheses,
            threads=options.threads,
            confidence=options.confidence,
        )
        scored.append(_scored(name, judged.hypotheses, references))
    _print(options, [row for each in scored for row in _figures(each)])
    chance = Chance(options.samples, options.seed)
    judged = next(iter(given.values()))
    if judged.human is not None:
        found = follow(scored[0].by_segment, judged.human, judged.groups, chance)
        _print(options, _correlations("segments", found, chance))
    if options.human_systems:
        found = _followed_systems(options, scored, chance)
        _print(options, _correlations("systems", found, chance))
    if options.output:
        with writing(options.output) as fd, os.fdopen(os.dup(fd), "w", encoding="utf-8") as file:
            file.writelines(f"{text}\n" for text in scored[0].references.paraphrased)
    return 0


def _check(options: argparse.Namespace) -> None:
    if bool(options.data) == bool(options.hyp):
        options.refuse("give --hyp and --ref, or --data")
    if options.hyp and not options.ref:
        options.refuse("--hyp needs --ref")
    if options.data and (options.ref or options.human or options.human_systems):
        options.refuse("--data has its own references and scores")
    if len(options.hyp) > 1 and (options.human or options.output):
        options.refuse("--human and --output are for one --hyp only")


def _given(options: argparse.Namespace) -> dict[str, Judged]:
    """The systems by name."""
    if options.data:
        given = {Path(options.data).stem: read_judged(options.data)}
    else:
        references = read_lines(options.ref)
        human = read_scores(options.human) if options.human else None
        given = {}
        for each in options.hyp:
            name, equals, path = each.partition("=")
            name, path = (name, path) if equals else (Path(each).stem, each)
            hypotheses = read_lines(path)
            if name in given:
                raise Error(f"two systems are called {name!r}; name them as NAME=FILE")
            if human is not None and len(human) != len(hypotheses):
                raise Error(
                    f"{name_of(options.human)}: there are {len(human):,} scores for "
                    f"{len(hypotheses):,} translations; give one for each"
                )
            given[name] = Judged(hypotheses, references, human, [""] * len(hypotheses))
    if not options.detokenise:
        return given
    return {
        name: Judged(
            [detokenise(text) for text in judged.hypotheses],
            [detokenise(text) for text in judged.references],
            judged.human,
            judged.groups,
        )
        for name, judged in given.items()
    }


def _scored(name: str, hypotheses: Sequence[str], references: References) -> _Scored:
    figures, by_segment, signatures = {}, {}, {}
    for metric_name in METRICS:
        for set_name, wanted in references.sets.items():
            metric, key = find_metric(metric_name), (metric_name, set_name)
            segments = Segments(hypotheses, None, wanted)
            figures[key], by_segment[key] = metric.of(segments), metric.by_segment(segments)
            signatures[key] = metric.signature
    data = checksum([*hypotheses, *references.original])
    signed = {
        key: f"{metric}|references:{key[1]}|segments:{len(hypotheses)}|data:{data}"
        + ("" if key[1] == "reference" else f"|towards:[{references.signature}]")
        + f"|otherwords:{version}"
        for key, metric in signatures.items()
    }
    return _Scored(name, references, figures, by_segment, signed)


def _figures(scored: _Scored) -> Iterator[dict[str, Any]]:
    for (metric, references), value in scored.figures.items():
        yield {
            "system": scored.name,
            "metric": metric,
            "references": references,
            "value": value,
            "paraphrased": scored.references.changed,
            "signature": scored.signatures[metric, references],
        }


def _followed_systems(
    options: argparse.Namespace, scored: Sequence[_Scored], chance: Chance
) -> Iterator[Followed]:
    human = read_system_scores(options.human_systems)
    if missing := [each.name for each in scored if each.name not in human]:
        raise Error(
            f"{name_of(options.human_systems)}: there is no score of {missing[0]!r}; name systems "
            "as NAME=FILE"
        )
    scores = {key: [each.figures[key] for each in scored] for key in scored[0].figures}
    return follow(scores, [human[each.name] for each in scored], [""] * len(scored), chance)


def _correlations(
    level: str, found: Iterator[Followed], chance: Chance
) -> Iterator[dict[str, Any]]:
    for each in found:
        row: dict[str, Any] = {
            "level": level,
            "group": each.group,
            "items": each.items,
            "metric": each.metric,
            "references": each.references,
            "coefficient": each.coefficient,
            **_numbers(value=each.value.value, low=each.value.low, high=each.value.high),
        }
        if each.against is not None:
            gap = each.against.difference
            row["difference"] = _numbers(
                value=gap.value, low=gap.low, high=gap.high, p_bootstrap=each.against.p
            )
        yield {**row, "signature": chance.signature}


def _numbers(**given: float) -> dict[str, float | None]:
    """As JSON can have them: what is not known is null."""
    return {name: None if math.isnan(value) else value for name, value in given.items()}


def _print(options: argparse.Namespace, rows: Iterator[dict[str, Any]] | list[Any]) -> None:
    if options.json:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
        return
    title: tuple[Any, ...] = ()
    for row in rows:
        new = _title(row)
        if new != title:
            title = new
            print(" ".join(new))
        print(_line(row))
        if "system" in row:
            print(f"    {row['signature']}", file=sys.stderr)


def _title(row: Mapping[str, Any]) -> tuple[str, ...]:
    if "system" in row:
        return (f"{row['system']}: {row['paraphrased']:.1%} of the references are paraphrased",)
    group = f"{row['group']}: " if row["group"] else ""
    return (f"{group}{row['items']:,} {row['level']}, {row['coefficient']} with people",)


def _line(row: Mapping[str, Any]) -> str:
    text = f"  {row['metric']:<5} {row['references']:<12}"
    if "system" in row:
        return f"{text} {row['value']:6.2f}"
    if row["value"] is None:
        return f"{text}       –  all scores are alike"
    text += f" {row['value']:7.4f} [{row['low']:.4f}, {row['high']:.4f}]"
    gap = row.get("difference")
    if gap and gap["value"] is not None:
        text += f"  {gap['value']:+.4f} [{gap['low']:+.4f}, {gap['high']:+.4f}]"
        if gap["p_bootstrap"] is not None:
            text += f", p {gap['p_bootstrap']:.3f}"
    return text
