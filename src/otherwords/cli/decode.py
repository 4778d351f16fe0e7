"""`otherwords decode`: n-best lists of tokenised sentences, in Moses' place."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable
from typing import Any

from otherwords.cli.numbers import not_negative, positive, whole
from otherwords.cli.sampling import add_monte_carlo_arguments, monte_carlo_options
from otherwords.cli.scorers import add_scorer_arguments, scored_search
from otherwords.cli.scoring import add_scoring_arguments, opened_decoder
from otherwords.files import line_batches
from otherwords.search import Decoded, DecodeOptions, Decoder, Search


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "text", nargs="?", default="-", help="one tokenised sentence a line (default: stdin)"
    )
    add_scoring_arguments(parser)
    search = parser.add_argument_group("search")
    search.add_argument(
        "-n", "--n-best", type=positive, default=1, metavar="N", help="how many derivations"
    )
    search.add_argument(
        "--distinct",
        action="store_true",
        help="different strings only; the beam alone gives others",
    )
    search.add_argument(
        "--search",
        choices=["exact", "beam", "hybrid", "monte-carlo"],
        help="hybrid: a scorer ranks what exact search finds (default: exact, or hybrid with "
        "--scorer)",
    )
    add_scorer_arguments(search.add_argument)
    search.add_argument(
        "--language", default="en", metavar="L", help="of the text, for scorers (default: en)"
    )
    search.add_argument(
        "--limit",
        type=positive,
        metavar="WORK",
        default=DecodeOptions().max_expansions,
        help="words exact search may try at states before the beam takes over "
        "(default: %(default)s)",
    )
    search.add_argument(
        "--time-limit",
        type=not_negative,
        default=0.0,
        metavar="SECONDS",
        help="the same as time for a sentence, also for Monte-Carlo search (default: none); makes "
        "results depend on the machine",
    )
    search.add_argument(
        "--stack",
        type=whole,
        default=DecodeOptions().stack,
        metavar="SIZE",
        help="hypotheses a stack of the beam keeps, 0 for all (default: %(default)s)",
    )
    search.add_argument(
        "--threshold",
        type=not_negative,
        default=math.inf,
        metavar="SCORE",
        help="the beam drops what scores this much below the best of its stack (default: none)",
    )
    add_monte_carlo_arguments(parser)
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--best", action="store_true", help="only the best string of each sentence")
    output.add_argument(
        "--json", action="store_true", help="one JSON object a sentence, with units"
    )
    output.add_argument("--explain", action="store_true", help="for reading: which unit made what")
    parser.set_defaults(refuse=parser.error)


def run(options: argparse.Namespace) -> int:
    """Decodes a stream and answers while it goes on."""
    search = scored_search(options)
    kind = "exact" if search.name == "hybrid" else search.name
    chosen = DecodeOptions(
        search=Search[kind.upper().replace("-", "_")],
        n=search.asked,
        distinct=options.distinct,
        max_expansions=options.limit,
        max_seconds=options.time_limit,
        stack=options.stack,
        threshold=options.threshold,
        monte_carlo=monte_carlo_options(
            options, seconds=options.time_limit, model_weight=search.model_weight
        ),
    )
    show = _format(options)
    count = given_up = 0
    with opened_decoder(options) as decoder:
        for lines in line_batches(options.text):
            results = search.decode_all(decoder, lines, chosen, options.threads)
            for line, result in zip(lines, results, strict=True):
                sys.stdout.buffer.write(show(decoder, count, line, result))
                count += 1
                given_up += chosen.search != result.search
            sys.stdout.buffer.flush()
    if given_up:
        print(
            f"otherwords decode: {given_up} of {count} sentences reached the work limit and were "
            "left to the beam; raise --limit or --time-limit for exact results",
            file=sys.stderr,
        )
    return 0


Show = Callable[[Decoder, int, str, Decoded], bytes]


def _format(options: argparse.Namespace) -> Show:
    if options.json:
        return _json
    if options.explain:
        return _explanation
    if options.best:
        return lambda decoder, index, line, result: (result.derivations[0].text + "\n").encode()
    return lambda decoder, index, line, result: decoder.nbest(result, index)


def _json(decoder: Decoder, index: int, line: str, result: Decoded) -> bytes:
    words = _words(line)
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word) + 1)
    paraphrases: list[dict[str, Any]] = []
    for rank, derivation in enumerate(result.derivations):
        ranked = derivation.global_score
        units = [
            {
                "start": starts[edge.begin],
                "end": starts[edge.end] - 1,
                "source": " ".join(words[edge.begin : edge.end]),
                "target": edge.target,
                "table": edge.table,
                "score": edge.score,
                "features": edge.features,
            }
            for edge in derivation.edges
        ]
        paraphrases.append(
            {
                "text": derivation.text,
                "score": derivation.score,
                **({} if ranked is None else {"global_score": ranked}),
                "lm": derivation.lm,
                "optimal": result.optimal and rank == 0,
                "complete": result.complete,
                "units": units,
            }
        )
    answer = {
        "source": " ".join(words),
        "paraphrases": paraphrases,
        "upper_bound": result.upper_bound if math.isfinite(result.upper_bound) else None,
    }
    return (json.dumps(answer, ensure_ascii=False) + "\n").encode()


def _explanation(decoder: Decoder, index: int, line: str, result: Decoded) -> bytes:
    words = _words(line)
    lines = [f"{index}  {' '.join(words)}"]
    for rank, derivation in enumerate(result.derivations):
        if result.complete or (result.optimal and rank == 0):
            proof = "proven"
        elif math.isinf(result.upper_bound):
            proof = "not proven"
        else:
            proof = f"not proven, at most {result.upper_bound:.4f}"
        ranked = derivation.global_score
        by_scorer = "" if ranked is None else f"by the scorer {ranked:.4f}, "
        lines.append(f"   {derivation.score:.4f}  {derivation.text}  ({by_scorer}{proof})")
        lines.append(f"      {derivation.lm:10.4f}  language model")
        for edge in derivation.edges:
            source = " ".join(words[edge.begin : edge.end])
            change = source if source == edge.target else f"{source} → {edge.target}"
            lines.append(f"      {edge.score:10.4f}  {change}  [{edge.table}]")
    return ("\n".join(lines) + "\n\n").encode()


def _words(line: str) -> list[str]:
    """The words as the core splits them: at blanks and tabs, and nothing else."""
    return [word for word in line.replace("\t", " ").split(" ") if word]
