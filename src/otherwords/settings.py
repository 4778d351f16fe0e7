"""Settings: what a user asks for, checked and made ready for any number of texts."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from otherwords._core import DecodeOptions, Error, UnitDecoder, version
from otherwords.applications import Application, find_application
from otherwords.applications.paraphrase import Paraphrase
from otherwords.diversity import depth
from otherwords.model import Model, Weights
from otherwords.planning import Plan, plan
from otherwords.searches import ChosenSearch, SearchOptions, choose_search
from otherwords.sureness import Sureness, sureness_of
from otherwords.tables.units import Units
from otherwords.text import tokenise_lines
from otherwords.text.protection import Protector, terms

_MOST = 2**32 - 1  # paraphrases that the core can count
_NESTED = 4  # ways to use units inside of what another one carries along

#: Systems that SPG compares with, and the tables they use (None: all). They know no applications:
#: nothing is planned, and no unit is more usable than another.
BASELINES: dict[str, Sequence[str] | None] = {"baseline-1": ("pt2",), "baseline-2": None}

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
        precision: `high` for fewer, surer edits, see `otherwords.sureness`; else `normal`.
        keep_fillers: Whether the words that patterns and collocations carry along stay as they are,
            as in the papers; otherwise other units may be used inside of them.
        system: `baseline-1` or `baseline-2` instead of the application.
    """

    n: int
    diverse: bool
    max_bytes: int | None
    ratio: float | None
    keep: Sequence[str]
    avoid: Sequence[str]
    quoted: bool
    precision: str
    keep_fillers: bool
    system: str | None


@dataclass(frozen=True)
class Settings:
    """Options with all that follows from them and the model.

    Attributes:
        search: How the best are found.
        depth: How many paraphrases of a text are ranked, n of which are given.
    """

    application: Application
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


@dataclass(frozen=True)
class Purpose:
    """What sentences are said in other words for.

    Attributes:
        name: What its weights are called.
        application: It decides which units are kept, and how usable they are.
        tables: Names of the tables to use.
    """

    name: str
    application: Application
    tables: Sequence[str]

    def weights(self, model: Model) -> Weights:
        """The weights that the model has for it; none for a table that is not used."""
        given = model.weights(self.name, usability=self.application.usability_weight)
        used = (name in self.tables for name in model.table_names)
        tables = zip(given.tables, used, strict=True)
        return replace(given, tables=tuple(table if use else () for table, use in tables))


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
    precision = options.get("precision", "normal")
    if precision not in PRECISIONS:
        raise Error(f"precision is {precision!r}; it can be {' or '.join(PRECISIONS)}")
    purpose = choose(model, application, options.get("system"))
    search = choose_search(model, n, options)
    return Settings(
        purpose.application,
        decoder_with(
            model,
            purpose.weights(model),
            nested=0 if options.get("keep_fillers", False) else _NESTED,
        ),
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
        sureness_of(model) if precision == "high" else None,
        _signature(model, purpose, options, search),
    )


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


def choose(model: Model, application: str | Application, system: str | None = None) -> Purpose:
    """An application, or a baseline instead of it. Raises Error when there is none."""
    if system is not None:
        if system not in BASELINES:
            raise Error(f"there is no system {system!r}; known: {', '.join(BASELINES)}")
        tables = BASELINES[system] or model.table_names
        if missing := [table for table in tables if table not in model.table_names]:
            raise Error(
                f"{system} needs the table {missing[0]}, which {model.folder} does not have"
            )
        return Purpose(system, Paraphrase(), tables)
    if isinstance(application, Application):
        return Purpose(type(application).__name__.lower(), application, model.table_names)
    return Purpose(application, find_application(application)(), model.table_names)


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
