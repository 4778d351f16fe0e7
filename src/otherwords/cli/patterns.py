"""`otherwords patterns`: patterns of texts, and what can stand for them in their sentences."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from otherwords.cli.numbers import positive, share, whole
from otherwords.cli.saying import add_model_arguments, opened
from otherwords.cli.texts import add_text_arguments, batches_of
from otherwords.contexts import Match, PatternRanker


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_text_arguments(parser)
    add_model_arguments(parser)
    parser.add_argument(
        "--weight",
        type=share,
        metavar="W",
        help="rank by the table's score against that of the language model, 0 to 1 (default: by "
        "how sure paraphrases are; 0.1 where the model does not know)",
    )
    parser.add_argument(
        "--top",
        type=positive,
        default=5,
        metavar="N",
        help="how many paraphrases of a pattern, by the table, are ranked (default: 5)",
    )
    parser.add_argument(
        "--score", default="", metavar="NAME", help="the score of the table (default: its first)"
    )
    parser.add_argument(
        "--least",
        type=share,
        metavar="P",
        help="how sure the best paraphrase of a pattern must be, 0 to 1 (default: the model's "
        "limit)",
    )
    parser.add_argument(
        "--unsure",
        type=whole,
        default=1,
        metavar="N",
        help="how many patterns are shown of a sentence that has none that is sure (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a text")
    parser.set_defaults(refuse=parser.error)


def run(options: argparse.Namespace) -> int:
    """Prints the patterns of each text, and on the standard error what became of all patterns."""
    ranker = PatternRanker(
        opened(options),
        weight=options.weight,
        top=options.top,
        score=options.score,
        least=options.least,
        unsure=options.unsure,
    )
    for batch in batches_of(options):
        texts = [text for text, _ in batch]
        for text, matches in zip(texts, ranker.rank(texts), strict=True):
            shown = _as_json(text, matches) if options.json else _for_reading(text, matches)
            sys.stdout.buffer.write(shown.encode())
        sys.stdout.buffer.flush()
    unsure = f"; {ranker.unsure:,} unsure" if ranker.unsure else ""
    print(
        f"otherwords patterns: {ranker.found:,} patterns, {ranker.matched:,} in the table, "
        f"{ranker.gapped:,} of these not one stretch of text{unsure}",
        file=sys.stderr,
    )
    return 0


def _as_json(text: str, matches: list[Match]) -> str:
    content = {"text": text, "patterns": [asdict(match) for match in matches]}
    return json.dumps(content, ensure_ascii=False) + "\n"


def _for_reading(text: str, matches: list[Match]) -> str:
    lines = [text]
    for match in matches:
        table = match.table if match.sure else f"{match.table}, unsure"
        lines.append(f"  {match.start}–{match.end} {match.pattern}  [{table}]")
        for each in match.candidates:
            sureness = "" if each.sureness is None else f"{each.sureness:.0%}  "
            scores = f"{each.score:.4f} = {each.score_ll:.4f} & {each.score_lm:.4f}"
            lines.append(f"    {sureness}{scores}  {each.pattern}")
            lines.append(f"      {each.text}")
    return "\n".join(lines) + "\n\n"
