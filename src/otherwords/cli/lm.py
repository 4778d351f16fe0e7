"""`otherwords lm`: train, query, convert and describe language models."""

from __future__ import annotations

import argparse
import json
import sys

from otherwords import lm
from otherwords.cli import lm_train
from otherwords.files import line_batches, name_of, reading

LN10 = 2.302585092994046


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    train = actions.add_parser(
        "train",
        help="train a model from tokenised text",
        description="Trains an interpolated modified Kneser-Ney model from tokenised text.",
        allow_abbrev=False,
    )
    lm_train.add_arguments(train)
    train.set_defaults(act=lm_train.run)

    query = actions.add_parser(
        "query", help="score tokenised sentences", description="Scores tokenised sentences."
    )
    query.add_argument("model", help="model file or ARPA text")
    query.add_argument("text", nargs="?", default="-", help="one sentence a line (default: stdin)")
    query.add_argument("--no-bos", action="store_true", help="do not start after <s>")
    query.add_argument("--no-eos", action="store_true", help="do not score </s>")
    query.add_argument(
        "--words", action="store_true", help="one line a word, with the n-gram found"
    )
    query.add_argument("--summary", action="store_true", help="only the sums")
    query.set_defaults(act=_query)

    convert = actions.add_parser(
        "convert",
        help="ARPA text to a model file and back",
        description="Turns ARPA text into a model file, or a model file into ARPA text.",
    )
    convert.add_argument("source", help="ARPA text (plain, .gz, .xz, .zst, -) or a model file")
    convert.add_argument("-o", "--output", required=True, help="file to write")
    convert.add_argument(
        "--quantise", action="store_true", help="8 bits for probabilities and back-offs"
    )
    convert.add_argument(
        "--on", metavar="TEXT", help="with --quantise: report the loss in perplexity on this text"
    )
    convert.set_defaults(act=_convert, refuse=convert.error)

    info = actions.add_parser("info", help="what a model is", description="Describes a model.")
    info.add_argument("model", help="model file or ARPA text")
    info.add_argument("--json", action="store_true", help="one JSON object")
    info.set_defaults(act=_info)


def run(options: argparse.Namespace) -> int:
    """Runs the chosen action."""
    return int(options.act(options))


def _query(options: argparse.Namespace) -> int:
    bos, eos = not options.no_bos, not options.no_eos
    with lm.open_model(options.model) as model:
        if options.words:
            for batch in line_batches(options.text):
                for line in batch:
                    for word in model.words(line, bos=bos, eos=eos):
                        known = "" if word.known else "\tunknown"
                        print(f"{word.score:.6f}\t{word.matched}\t{word.word}{known}")
                    print()
            return 0
        sys.stdout.flush()
        output = -1 if options.summary else sys.stdout.fileno()
        with reading(options.text) as fd:
            name = name_of(options.text)
            total = model.score_fd(fd, name, output_fd=output, bos=bos, eos=eos)
    print(_summary(total), file=sys.stdout if options.summary else sys.stderr)
    return 0


def _summary(total: lm.TextScore) -> str:
    return "\n".join(
        [
            f"sentences              {total.sentences:>12,}",
            f"words with </s>        {total.words:>12,}",
            f"unknown words          {total.unknown:>12,}",
            f"log probability (ln)   {total.score:>12.3f}",
            f"perplexity             {total.perplexity:>12.3f}",
            f"perplexity, known only {total.perplexity_known:>12.3f}",
        ]
    )


def _convert(options: argparse.Namespace) -> int:
    if options.on and not options.quantise:
        options.refuse("--on goes with --quantise")
    if options.on and "-" in (options.source, options.on):
        options.refuse("--on reads both the model and the text again: neither can be -")
    if lm.is_model_file(options.source):
        if options.quantise:
            options.refuse("--quantise needs ARPA text: convert the model file to text first")
        lm.write_arpa(lm.LanguageModel(options.source), options.output)
        return 0
    report = lm.convert(options.source, options.output, quantise=options.quantise)
    counts = ", ".join(f"{count:,}" for count in report.ngram_counts)
    print(f"{options.output}: n-grams by order: {counts}", file=sys.stderr)
    if report.unknown_added:
        print("no <unk> in the text: added with log10 probability -100", file=sys.stderr)
    if report.added:
        print(f"{report.added:,} missing contexts and suffixes added", file=sys.stderr)
    print(f"{report.file_bytes:,} bytes, {report.states:,} distinct contexts", file=sys.stderr)
    if options.quantise:
        error = report.quantisation_error
        print(f"quantisation: root mean square error {error * LN10:.4f} (ln)", file=sys.stderr)
    if options.quantise and options.on:
        _report_loss(options)
    return 0


def _report_loss(options: argparse.Namespace) -> None:
    perplexities = []
    for model_path in (options.source, options.output):
        with lm.open_model(model_path) as model, reading(options.on) as fd:
            perplexities.append(model.score_fd(fd, name_of(options.on)).perplexity)
    before, after = perplexities
    print(
        f"perplexity on {options.on}: {before:.3f} before, {after:.3f} after "
        f"({100 * (after / before - 1):+.2f} %)",
        file=sys.stderr,
    )


def _info(options: argparse.Namespace) -> int:
    with lm.open_model(options.model) as model:
        facts = {
            "order": model.order,
            "ngrams": model.ngram_counts,
            "contexts": model.states,
            "quantised": model.quantised,
            "bytes": model.file_bytes,
        }
    if options.json:
        print(json.dumps(facts))
        return 0
    print(f"order      {facts['order']}")
    for order, count in enumerate(model.ngram_counts, start=1):
        print(f"{order}-grams    {count:,}")
    print(f"contexts   {model.states:,}")
    print(f"quantised  {'yes, 8 bits' if model.quantised else 'no'}")
    print(f"bytes      {model.file_bytes:,}")
    return 0
