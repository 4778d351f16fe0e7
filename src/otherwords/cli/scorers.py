"""Options of scorers of whole sentences, and how `decode` makes use of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from otherwords.cli.numbers import positive
from otherwords.scored_search import decode_driven, decode_ranked
from otherwords.scoring import Scorer
from otherwords.scoring.choosing import choose_for_language
from otherwords.search import Decoded, DecodeOptions, Decoder
from otherwords.searches import CANDIDATES, driver_of

#: Searches of `decode` that a scorer has to do with.
_SCORED = ("hybrid", "monte-carlo")


def add_scorer_arguments(add: Callable[..., object]) -> None:
    """Declares the scorer, and how much it ranks."""
    add("--scorer", metavar="NAME", help="what ranks: a name, or weights as model=1,embedding=20")
    add(
        "--candidates",
        type=positive,
        metavar="N",
        help=f"how many of each sentence it ranks (default: {CANDIDATES})",
    )


@dataclass(frozen=True)
class ScoredSearch:
    """The search of `decode`, and the scorer that it has.

    Attributes:
        name: `exact`, `beam`, `hybrid` or `monte-carlo`.
        n: How many answers are wanted.
        asked: How many the core is asked for.
        model_weight: Of the score of the model, where a scorer drives the search.
        scorer: What ranks candidates of hybrid search, or drives Monte-Carlo search; None for the
            score of the model.
    """

    name: str
    n: int
    asked: int
    model_weight: float = 0.0
    scorer: Scorer | None = None

    def decode_all(
        self, decoder: Decoder, lines: Sequence[str], options: DecodeOptions, threads: int
    ) -> Iterable[Decoded]:
        """Answers to tokenised sentences, in order."""
        if self.scorer is None:
            return decoder.decode_all(lines, options, threads=threads)
        if self.name == "hybrid":
            return decode_ranked(decoder, lines, options, self.scorer, n=self.n, threads=threads)
        return decode_driven(decoder, lines, options, self.scorer, threads=threads)


def scored_search(options: argparse.Namespace) -> ScoredSearch:
    """What the options of `decode` say. Refuses what cannot be."""
    n = options.n_best
    name = options.search or ("exact" if options.scorer is None else "hybrid")
    if options.scorer is None:
        if name == "hybrid":
            options.refuse("hybrid search needs --scorer; name one, such as embedding")
        if options.candidates is not None:
            options.refuse("--candidates are what a scorer ranks; give --scorer, or leave them out")
        return ScoredSearch(name, n, n)
    if name not in _SCORED:
        options.refuse(f"{name} search has no --scorer; choose --search {' or '.join(_SCORED)}")
    scorer = choose_for_language(options.language, options.scorer)
    if name == "monte-carlo":
        if options.candidates is not None:
            options.refuse(
                "in decode, the scorer ranks all that Monte-Carlo search samples; leave "
                "--candidates out"
            )
        weight, driver = driver_of(scorer)
        return ScoredSearch(name, n, n, weight, driver)
    candidates = max(n, CANDIDATES) if options.candidates is None else options.candidates
    if candidates < n:
        options.refuse(f"--candidates must be at least {n}, the number of answers")
    return ScoredSearch(name, n, candidates, scorer=scorer)
