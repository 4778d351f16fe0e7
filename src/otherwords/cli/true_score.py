"""`otherwords true-score`: the best score of given paraphrases, and the order of n-best lists."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from otherwords._core import FormatError
from otherwords.cli.numbers import not_negative, positive
from otherwords.cli.scoring import add_scoring_arguments, opened_decoder
from otherwords.evaluate.order import OrderReport, ScoredList, Spread, order_report, rerank
from otherwords.files import line_batches, name_of
from otherwords.nbest import ListedString, by_sentence, read_nbest
from otherwords.search import Decoder, TrueScore

# Lists that are scored at a time.
_BATCH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "text",
        nargs="?",
        default="-",
        help="source and target separated by a tab, one pair a line; with --source, an n-best list "
        "as Moses writes it (default: stdin)",
    )
    add_scoring_arguments(parser)
    parser.add_argument(
        "--source", metavar="FILE", help="the sentences of an n-best list: compare its order"
    )
    parser.add_argument(
        "--segmentations",
        type=positive,
        default=1,
        metavar="N",
        help="of pairs: show up to N ways to make the target",
    )
    parser.add_argument(
        "--tolerance",
        type=not_negative,
        default=1e-3,
        metavar="SCORE",
        help="of lists: a score is changed when the true one is this much and the rounding of the "
        "printed one above it (default: %(default)s)",
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="JSON instead of text")
    output.add_argument(
        "--rerank", action="store_true", help="of lists: write them in the order of true scores"
    )
    parser.set_defaults(refuse=parser.error)


def run(options: argparse.Namespace) -> int:
    """Scores pairs, or compares lists."""
    if options.source is None:
        if options.rerank:
            options.refuse("--rerank needs --source")
        return _score_pairs(options)
    if options.segmentations > 1:
        options.refuse("--segmentations is for pairs, not for --source")
    return _compare_lists(options)


def _score_pairs(options: argparse.Namespace) -> int:
    number = 0
    with opened_decoder(options) as decoder:
        for lines in line_batches(options.text):
            pairs = []
            for line in lines:
                number += 1
                source, tab, target = line.partition("\t")
                if not tab or "\t" in target:
                    raise FormatError(
                        f"{name_of(options.text)}:{number}: {line.count(chr(9))} tab(s) where one "
                        "was expected; give source and target separated by a tab"
                    )
                pairs.append((source, target))
            found = decoder.true_scores_all(
                [source for source, _ in pairs],
                [[target] for _, target in pairs],
                segmentations=options.segmentations,
                threads=options.threads,
            )
            for (source, target), (result,) in zip(pairs, found, strict=True):
                if options.json:
                    print(json.dumps(_pair_json(source, target, result), ensure_ascii=False))
                else:
                    print(_pair_text(source, result))
            sys.stdout.flush()
    return 0


def _pair_text(source: str, result: TrueScore) -> str:
    if result.reason:
        return f"-inf\t{result.reason}"
    words = source.split()
    lines = []
    for derivation in result.decoded.derivations:
        units = " | ".join(
            f"{' '.join(words[edge.begin : edge.end])} → {edge.target}" for edge in derivation.edges
        )
        lines.append(f"{derivation.score:.6f}\t{units}")
    hidden = result.count - len(lines)
    if len(lines) > 1 and hidden:
        lines.append(f"\t… and {hidden} more")
    return "\n".join(lines)


def _pair_json(source: str, target: str, result: TrueScore) -> dict[str, Any]:
    return {
        "source": source,
        "target": target,
        "score": None if result.reason else result.score,
        "reason": result.reason or None,
        "count": result.count,
        "segmentations": [
            {
                "score": derivation.score,
                "lm": derivation.lm,
                "units": [
                    {
                        "begin": edge.begin,
                        "end": edge.end,
                        "target": edge.target,
                        "table": edge.table,
                        "score": edge.score,
                    }
                    for edge in derivation.edges
                ],
            }
            for derivation in result.decoded.derivations
        ],
    }


def _compare_lists(options: argparse.Namespace) -> int:
    sources = list(chain.from_iterable(line_batches(options.source)))
    lines = chain.from_iterable(line_batches(options.text))
    lists = by_sentence(read_nbest(lines, name_of(options.text)))
    with opened_decoder(options) as decoder:
        scored = _true_scores(decoder, sources, lists, options)
        if options.rerank:
            _write_reranked(decoder, scored)
            return 0
        report = order_report(
            ScoredList(
                scores=[member.score for member in members],
                true_scores=[result.score for result in results],
                tolerances=[options.tolerance + member.rounding for member in members],
            )
            for _, members, results in scored
        )
    if options.json:
        print(json.dumps(_without_nan(dataclasses.asdict(report))))
    else:
        print(_report_text(report))
    return 0


Scored = tuple[int, list[ListedString], list[TrueScore]]


def _true_scores(
    decoder: Decoder,
    sources: list[str],
    lists: Iterator[tuple[int, list[ListedString]]],
    options: argparse.Namespace,
) -> Iterator[Scored]:
    while batch := list(islice(lists, _BATCH)):
        for index, _ in batch:
            if not 0 <= index < len(sources):
                raise FormatError(
                    f"{name_of(options.text)}: there is a list for sentence {index}, but "
                    f"{options.source} has {len(sources)} line(s); give the source of this list"
                )
        found = decoder.true_scores_all(
            [sources[index] for index, _ in batch],
            [[member.text for member in members] for _, members in batch],
            threads=options.threads,
        )
        for (index, members), results in zip(batch, found, strict=True):
            yield index, members, results


def _write_reranked(decoder: Decoder, scored: Iterable[Scored]) -> None:
    left_out = 0
    for index, _, results in scored:
        for place in rerank([result.score for result in results]):
            sys.stdout.buffer.write(decoder.nbest(results[place].decoded, index))
            left_out += results[place].score == -math.inf
    sys.stdout.buffer.flush()
    if left_out:
        print(
            f"otherwords true-score: {left_out} string(s) cannot be made from their source and "
            "were left out; are these the tables of the list?",
            file=sys.stderr,
        )


def _report_text(report: OrderReport) -> str:
    rows = [
        ("lists", f"{report.lists:,}"),
        ("strings", f"{report.members:,}"),
        ("that cannot be made", f"{report.impossible:,}"),
        ("scores below the true score", f"{report.changed_scores:.1%}"),
        ("first strings that are not the best", f"{report.changed_best:.1%}"),
        ("rank of the old best after re-ranking", _ranks(report.old_best_after)),
        ("  where it changed", _ranks(report.old_best_after_changed)),
        ("rank of the new best before", _ranks(report.new_best_before)),
        ("  where it changed", _ranks(report.new_best_before_changed)),
    ]
    for length, tau in report.tau.items():
        lists = "1 list" if tau.count == 1 else f"{tau.count:,} lists"
        rows.append((f"τ_A of the first {length}", f"{_plain(tau)}  ({lists})"))
    rows.append(("τ_A of whole lists", _plain(report.tau_whole)))
    width = max(len(label) for label, _ in rows)
    return "\n".join(f"{label:<{width}}  {value}" for label, value in rows)


def _plain(spread: Spread) -> str:
    if not spread.count:
        return "–"
    return f"{spread.mean:.4f}" + (f" ± {spread.deviation:.4f}" if spread.count > 1 else "")


def _ranks(spread: Spread) -> str:
    if not spread.count:
        return "–"
    deviation = f" ± {spread.deviation:.1f}" if spread.count > 1 else ""
    return f"{spread.mean:.1f}{deviation}  (at worst {spread.largest:.0f})"


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value
