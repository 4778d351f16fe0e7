"""What `compress`, `simplify`, `toward` and `paraphrase` share: texts in, paraphrases out."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence

from otherwords._core import Error
from otherwords.applications import Application
from otherwords.cli import answers
from otherwords.cli.compared import words_to_replace
from otherwords.cli.numbers import not_negative, positive, whole
from otherwords.cli.sampling import add_episode_arguments
from otherwords.cli.scorers import add_scorer_arguments
from otherwords.cli.texts import Text, add_text_arguments, batches_of, terms_of
from otherwords.files import line_batches
from otherwords.model import VARIABLE
from otherwords.paraphraser import Paraphraser, load
from otherwords.searches import SEARCHES
from otherwords.settings import PRECISIONS
from otherwords.text.analysis import BACKENDS


def add_saying_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of all applications."""
    add_text_arguments(parser)
    add_model_arguments(parser)
    wanted = parser.add_argument_group("what is wanted")
    add = wanted.add_argument
    add("-n", type=positive, default=1, metavar="N", help="how many paraphrases (default: 1)")
    add("--diverse", action="store_true", help="paraphrases that differ in their edits")
    add("--max-bytes", type=whole, metavar="B", help="the most bytes a text may have")
    add("--ratio", type=not_negative, metavar="R", help="the same as a share of the source")
    for name, what in [("keep", "stays as it is"), ("avoid", "no replacement may bring in")]:
        add(f"--{name}", action="append", metavar="TERM", help=f"a term that {what}; repeatable")
        add(f"--{name}-from", action="append", metavar="FILE", help="such terms, one a line")
    add("--quoted", action="store_true", help="text between quotation marks stays as it is")
    add(
        "--precision",
        type=_precision,
        default="normal",
        metavar="P",
        help="high: fewer, surer edits; or how likely each must be correct, up to 1",
    )
    add("--keep-fillers", action="store_true", help="words that patterns carry along stay")
    add("--system", metavar="NAME", help="a system to compare with, such as baseline-1")
    add(
        "--replace",
        metavar="N|FILE",
        help="of wn: how many words of a sentence, or as many as in answers by --json in a file",
    )
    add_search_arguments(parser)
    parser.add_argument(
        "--threads", type=whole, default=0, metavar="T", help="0, the default: all cores"
    )
    output = parser.add_argument_group("output").add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="one JSON object a text, with edits")
    output.add_argument("--explain", action="store_true", help="for reading: what changed and why")
    parser.set_defaults(refuse=parser.error)


def add_search_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares how the best are found."""
    add = parser.add_argument_group("search").add_argument
    add(
        "--search",
        choices=list(SEARCHES),
        help="hybrid: a scorer ranks what exact search finds; monte-carlo: by sampling (default: "
        "exact, or hybrid with --scorer)",
    )
    add_scorer_arguments(add)
    add_episode_arguments(add)
    add(
        "--max-seconds",
        type=not_negative,
        metavar="S",
        help="how long a sentence may take; then the best so far is given",
    )


def _precision(given: str) -> str | float:
    if given in PRECISIONS:
        return given
    try:
        return float(given)
    except ValueError:
        names = " or ".join(PRECISIONS)
        raise argparse.ArgumentTypeError(f"{given!r} is not {names}, nor a number") from None


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the model and its analyser."""
    parser.add_argument(
        "-m",
        "--model",
        metavar="FOLDER",
        help=f"the model (default: {VARIABLE}, or else the English one of the package)",
    )
    parser.add_argument(
        "--analyser", choices=BACKENDS, help="the backend of the analysis (default: the model's)"
    )


def add_reference_arguments(parser: argparse.ArgumentParser, *, required: bool) -> None:
    """Declares references, for applications that come closer to one."""
    given = parser.add_mutually_exclusive_group(required=required)
    given.add_argument("--reference", metavar="TEXT", help="the reference of all texts")
    given.add_argument("--references", metavar="FILE", help="a reference for each text, one a line")


def say(
    options: argparse.Namespace, application: str | Application, paraphraser: Paraphraser
) -> int:
    """Says each text in other words while the input goes on."""
    settings = paraphraser.settle(
        application,
        n=options.n,
        diverse=options.diverse,
        max_bytes=options.max_bytes,
        ratio=options.ratio,
        keep=terms_of(options, "keep"),
        avoid=terms_of(options, "avoid"),
        quoted=options.quoted,
        precision=options.precision,
        keep_fillers=options.keep_fillers,
        system=options.system,
        replace=words_to_replace(options.replace, paraphraser.model.language),
        search=options.search,
        scorer=options.scorer,
        candidates=options.candidates,
        episodes=options.episodes,
        seed=options.seed,
        max_seconds=options.max_seconds,
    )
    show: answers.Show = answers.plain
    if options.json:
        show = answers.as_json(settings.signature)
    elif options.explain:
        show = answers.explanation
    references = _References(options)
    threads = options.threads or os.cpu_count() or 1
    count = unproven = unfit = 0
    for batch in batches_of(options):
        texts = [text for text, _ in batch]
        results = paraphraser.stream(settings, texts, references.of(batch), threads=threads)
        for (_, behind), result in zip(batch, results, strict=True):
            sys.stdout.buffer.write(show(result, behind).encode())
            count += 1
            # Other searches hardly ever prove anything: nobody needs to be told each time.
            unproven += settings.search.is_exact and not result.optimal
            unfit += not result.fits
        sys.stdout.buffer.flush()
    references.finish()
    for number, what in [
        (unproven, "reached the work limit: the best may be better; see --json for how much"),
        (unfit, "cannot be made short enough: the shortest is given"),
    ]:
        if number:
            print(
                f"otherwords {options.command}: {number:,} of {count:,} texts {what}",
                file=sys.stderr,
            )
    return 0


def opened(options: argparse.Namespace) -> Paraphraser:
    """The paraphraser with the chosen model."""
    return load(options.model, analyser=options.analyser)


class _References:
    """A reference for each text, as texts arrive."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._one: str | None = getattr(options, "reference", None)
        self._file: str | None = getattr(options, "references", None)
        if self._file == "-" and not options.texts and "-" in (options.input or ["-"]):
            options.refuse("texts and references cannot both be read from the standard input")
        self._lines: Iterator[str] = iter(())
        if self._file is not None:
            self._lines = (line for batch in line_batches(self._file) for line in batch)

    def of(self, batch: Sequence[Text]) -> list[str] | None:
        """The references of the next texts; None if there are none."""
        if self._one is not None:
            return [self._one] * len(batch)
        if self._file is None:
            return None
        references = [line for _, line in zip(batch, self._lines, strict=False)]
        if len(references) < len(batch):
            raise Error(f"{self._file}: there are fewer references than texts; give one for each")
        return references

    def finish(self) -> None:
        """Raises Error when there are references left."""
        if next(self._lines, None) is not None:
            raise Error(f"{self._file}: there are more references than texts; give one for each")
