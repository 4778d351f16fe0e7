"""Settings: what a user asks for, checked and made ready for any number of texts."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from otherwords._core import DecodeOptions, Error, UnitDecoder, version
from otherwords.applications import Application
from otherwords.baselines import Rewriter, System
from otherwords.baselines.thesaurus import Replace
from otherwords.choices import Choice
from otherwords.diversity import depth
from otherwords.model import Model, Weights
from otherwords.planning import Plan, plan
from otherwords.purposes import Purpose, choose
from otherwords.searches import ChosenSearch, SearchOptions, choose_search
from otherwords.sureness import Sureness, sureness_of
from otherwords.tables.units import Units
from otherwords.text import tokenise_lines
from otherwords.text.protection import Protector, terms

_MOST = 2**32 - 1  # paraphrases that the core can count
_NESTED = 4  # ways to use units inside of what another one carries along

#: The options that only some systems have.
_OF_SYSTEMS = ("replace",)

#: How sure edits must be.
PRECISIONS = ("normal", "high")


class Options(SearchOptions, total=False):
    """What every application can be told, beside how to search.

    Attributes:
        n: How many paraphrases; all but the best become its alternatives.
        diverse: Whether these shall differ in their edits, see `otherwords.diversity`.
        max_bytes: Budget of the text, in bytes of UTF-8.
        ratio: The same as a share of the source.
        keep: Terms that must stay as they are.
        avoid: Words and phrases that no replacement may bring in.
        quoted: Whether text between quotation marks must stay as it is.
        precision: `high` for fewer, surer edits, or how likely each must be correct, from 0 to 1;
            else `normal`. See `otherwords.sureness`.
        keep_fillers: Whether the words that patterns and collocations carry along stay as they are,
            as in the papers; otherwise other units may be used inside of them.
        system: What stands in place of the application, to be compared with it: the name of one
            that is installed, such as `baseline-1`, or one of your own; see `otherwords.baselines`.
        replace: Of the system `wn`: how many words of a sentence.
        choices: Of one text, what is decided already, see `otherwords.choices`.
    """

    n: int
    diverse: bool
    max_bytes: int | None
    ratio: float | None
    keep: Sequence[str]
    avoid: Sequence[str]
    quoted: bool
    precision: str | float
    keep_fillers: bool
    system: str | System | None
    replace: Replace | None
    choices: Sequence[tuple[int, int, str | None]]


@dataclass(frozen=True)
class Settings:
    """Options with all that follows from them and the model.

    Attributes:
        tables: The numbers of the tables to look at.
        rewriter: What rewrites whole sentences instead, if anything does.
        search: How the best are found.
        depth: How many paraphrases of a text are ranked, n of which are given.
    """

    application: Application
    tables: list[int]
    rewriter: Rewriter | None
    decoder: UnitDecoder
    search: ChosenSearch
    depth: int
    n: int
    diverse: bool
    max_bytes: int | None
    ratio: float | None
    protector: Protector
    avoid: list[str]
    sureness: Sureness | None
    choices: Sequence[Choice]
    signature: str

    @property
    def asked(self) -> DecodeOptions:
        """What the decoder is asked for."""
        return self.search.options(self.depth)

    def plan(self, units: Units) -> Plan:
        """The units that serve the application, as sure as they have to be."""
        planned = plan(units, self.application)
        return planned if self.sureness is None else self.sureness.plan(planned)

    def budget(self, size: int) -> int | None:
        """The bytes that a text of this size may have in the end; None for any number."""
        share = math.inf if self.ratio is None else self.ratio * size
        limit = math.inf if self.max_bytes is None else self.max_bytes
        budget = min(share, limit)
        return None if budget == math.inf else math.floor(budget)


def settle(model: Model, application: str | Application, **options: Unpack[Options]) -> Settings:
    """Finds the application, its weights and its decoder. Raises Error for what cannot be."""
    for name in options:
        if name not in Options.__annotations__:
            known = ", ".join(Options.__annotations__)
            raise Error(f"there is no option {name!r}; known: {known}")
    n, ratio, max_bytes = options.get("n", 1), options.get("ratio"), options.get("max_bytes")
    diverse = options.get("diverse", False)
    if not 1 <= n <= _MOST or int(n) != n:
        raise Error(f"n is {n!r}; it must be a whole number from 1 to {_MOST:,}")
    if ratio is not None and not 0 < ratio < math.inf:
        raise Error(f"ratio is {ratio}; it must be above 0, and 1 for the length of the source")
    if max_bytes is not None and max_bytes < 0:
        raise Error(f"max_bytes is {max_bytes}; it must not be negative")
    if diverse and n == 1:
        raise Error("one paraphrase cannot be diverse; ask for more with n")
    choices = [Choice(*choice) for choice in options.get("choices", ())]
    told = {name: options.get(name) for name in _OF_SYSTEMS if options.get(name) is not None}
    purpose = choose(application, options.get("system"), told)
    search = _search_for(model, purpose.system, n, options)
    if search.name == "monte-carlo" and choices:
        raise Error("Monte-Carlo search keeps to no choices; leave them out, or choose another")
    weights = purpose.weights(model)
    rewriter = _rewriter_of(model, purpose.system, options)
    return Settings(
        purpose.application,
        [number for number, scores in enumerate(weights.tables) if scores],
        rewriter,
        decoder_with(model, weights, nested=0 if options.get("keep_fillers", False) else _NESTED),
        search,
        depth(n) if diverse else n,
        n,
        diverse,
        max_bytes,
        ratio,
        Protector(
            model.language,
            keep=options.get("keep", ()),
            quoted=options.get("quoted", False),
            casing=model.casing,
        ),
        _avoided(model, terms(options.get("avoid", ()))),
        _sureness(model, options.get("precision", "normal")),
        choices,
        _signature(model, purpose, options, search),
    )


def _sureness(model: Model, precision: str | float) -> Sureness | None:
    """How sure edits must be; None for any."""
    if precision == "normal":
        return None
    if precision == "high":
        return sureness_of(model)
    if isinstance(precision, str) or not 0 < precision <= 1:
        names = " or ".join(PRECISIONS)
        raise Error(f"precision is {precision!r}; it can be {names}, or a number above 0, up to 1")
    return replace(sureness_of(model), high=float(precision))


def _search_for(model: Model, system: System | None, n: int, options: Options) -> ChosenSearch:
    """How the best are found: as the user says, or else as the system does."""
    if system is None:
        return choose_search(model, n, options)
    said: Any = {name: value for name, value in options.items() if value is not None}
    return choose_search(model, n, {**system.search, **said}, mode=system.mode)


def _rewriter_of(model: Model, system: System | None, options: Options) -> Rewriter | None:
    """What rewrites whole sentences, if the system does; then there is nothing to search."""
    if system is None or not system.rewrites:
        return None
    others = {
        "precision": "normal",
        **dict.fromkeys((*SearchOptions.__annotations__, "keep_fillers", "choices")),
    }
    for name, usual in others.items():
        if (given := options.get(name)) and given != usual:
            raise Error(f"the system {system.name} rewrites whole sentences: leave {name} out")
    return system.rewriter(model)


def _avoided(model: Model, given: Sequence[str]) -> list[str]:
    """Terms as tables have them: in lower case, and as given if these have capitals."""
    cases = [True] if model.lower_case else [True, False]
    return [
        term
        for lower in cases
        for term in tokenise_lines(given, model.language, lower=lower, threads=1)
    ]


def _signature(model: Model, purpose: Purpose, options: Options, search: ChosenSearch) -> str:
    """What a score depends on: version, model, application, and the options that were given."""
    parts = [
        f"otherwords:{version}",
        f"model:{model.name}:{model.digest}",
        f"application:{purpose.name}",
        *filter(None, [purpose.application.signature]),
        *([f"analyser:{model.backend}"] if model.backend != model.own_backend else []),
    ]
    for option, value in sorted(options.items()):
        if option in {*SearchOptions.__annotations__, "system"}:
            continue
        # Of terms, their number: a signature is for reading.
        is_text = isinstance(value, str)
        shown = len(value) if isinstance(value, Collection) and not is_text else value
        is_given = shown is not None if option == "max_bytes" else bool(shown)
        if is_given and (option, shown) != ("precision", "normal"):
            parts.append(f"{option}:{shown}")
    return "|".join([*parts, *search.signature])


def decoder_with(model: Model, weights: Weights, *, nested: int = 0) -> UnitDecoder:
    """A decoder with a model's language model and any weights.

    Args:
        model: Its language model and self score are used.
        weights: The λ.
        nested: How many ways there are at most to use units inside of what a pattern or a
            collocation carries along.
    """
    return UnitDecoder(
        model.lm,
        table_weights=[list(table) for table in weights.tables],
        lm_weight=weights.lm,
        self_weight=weights.own,
        usability_weight=weights.usability,
        self_score=model.self_score,
        nested=nested,
    )
