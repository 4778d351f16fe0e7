"""What `compress`, `simplify`, `toward` and `paraphrase` share: texts in, paraphrases out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from otherwords._core import Error
from otherwords.applications import Application
from otherwords.cli import answers
from otherwords.cli.compared import words_to_replace
from otherwords.cli.numbers import above_zero, confidence, part, positive, whole
from otherwords.cli.sampling import add_episode_arguments
from otherwords.cli.scorers import add_scorer_arguments
from otherwords.cli.texts import Text, add_text_arguments, batches_of, terms_of
from otherwords.files import line_batches
from otherwords.model import VARIABLE
from otherwords.paraphraser import Paraphraser, load
from otherwords.searches import SEARCHES
from otherwords.text.analysis import BACKENDS


def add_saying_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of all applications."""
    add_text_arguments(parser)
    add_model_arguments(parser)
    add_teacher_argument(parser)
    wanted = parser.add_argument_group("what is wanted")
    add = wanted.add_argument
    add("-n", type=positive, default=1, metavar="N", help="how many paraphrases (default: 1)")
    add("--diverse", action="store_true", help="paraphrases that differ in their edits")
    add("--max-bytes", type=whole, metavar="B", help="the most bytes a text may have")
    add("--ratio", type=part, metavar="R", help="the same as a share of the source, up to 1")
    add_term_arguments(wanted)
    add(
        "--confidence",
        type=confidence,
        metavar="P",
        help="least probability that a sentence is right: 0 to 1, high (0.9) or bold (no limit) "
        "(default: 0.8, or bold if the model has no confidence file)",
    )
    add("--include-source", action="store_true", help="let -n include the text as it is")
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
        type=above_zero,
        metavar="S",
        help="how long a sentence may take; then the best so far is given",
    )


def add_term_arguments(group: argparse._ArgumentGroup) -> None:
    """Declares what must not be edited, and what edits must not bring in."""
    add = group.add_argument
    for name, what in [("keep", "stays as it is"), ("avoid", "no replacement may bring in")]:
        add(f"--{name}", action="append", metavar="TERM", help=f"a term that {what}; repeatable")
        add(f"--{name}-from", action="append", metavar="FILE", help="such terms, one per line")
    add("--edit-quotes", action="store_true", help="also edit text inside quotation marks")


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the model and its analyser."""
    parser.add_argument(
        "-m",
        "--model",
        metavar="MODEL",
        help=f"model folder, or name of an installed model (default: {VARIABLE}, or else en)",
    )
    parser.add_argument(
        "--analyser", choices=BACKENDS, help="the backend of the analysis (default: the model's)"
    )


def add_teacher_argument(parser: argparse.ArgumentParser) -> None:
    """Declares the teacher."""
    parser.add_argument(
        "--teacher",
        metavar="FOLDER",
        help="folder with translation models that help to tell how likely edits are right; slow "
        "(default: none)",
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
        edit_quotes=options.edit_quotes,
        include_source=options.include_source,
        keep_fillers=options.keep_fillers,
        system=options.system,
        replace=words_to_replace(options.replace, paraphraser.model.language),
        search=options.search,
        scorer=options.scorer,
        candidates=options.candidates,
        episodes=options.episodes,
        seed=options.seed,
        max_seconds=options.max_seconds,
        confidence=options.confidence,
    )
    show: answers.Show = answers.plain
    if options.json:
        show = answers.as_json(settings.signature)
    elif options.explain:
        has_budget = options.max_bytes is not None or options.ratio is not None
        show = answers.explanation(surest=has_budget and settings.limit is not None)
    references = References(options)
    count = unproven = unfit = unsure = 0
    for batch in batches_of(options):
        texts = [text for text, _ in batch]
        results = paraphraser.stream(settings, texts, references.of(batch), threads=options.threads)
        for (_, behind), result in zip(batch, results, strict=True):
            sys.stdout.buffer.write(show(result, behind).encode())
            count += 1
            # Other searches hardly ever prove anything: nobody needs to be told each time.
            unproven += settings.search.is_exact and not result.optimal
            unfit += not result.fits
            unsure += result.fits and not result.confident
        sys.stdout.buffer.flush()
    references.finish()
    for number, what in [
        (unproven, "reached the work limit: the best may be better; see --json for how much"),
        (unfit, "cannot be made short enough: the shortest is given"),
        (unsure, f"fit only with edits below the confidence of {settings.limit}"),
    ]:
        if number:
            print(
                f"otherwords {options.command}: {number:,} of {count:,} texts {what}",
                file=sys.stderr,
            )
    return 0


def opened(options: argparse.Namespace) -> Paraphraser:
    """The paraphraser with the chosen model, and the teacher of commands that can have one."""
    teacher = getattr(options, "teacher", None)
    return load(options.model, analyser=options.analyser, teacher=teacher)


class References:
    """A reference for each text, as texts arrive: what `add_reference_arguments` declares."""

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
