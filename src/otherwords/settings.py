"""Settings: what a user asks for, checked and made ready for any number of texts."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from otherwords._core import DecodeOptions, Error, UnitDecoder, UnitDerivations, version
from otherwords.applications import Application
from otherwords.baselines import Rewriter, System
from otherwords.baselines.thesaurus import Replace
from otherwords.choices import Choice
from otherwords.confidence import DEFAULT, STEPS, Assessor, costs, limit_of, most_cost
from otherwords.diversity import depth
from otherwords.files import name_of
from otherwords.model import Model, Weights
from otherwords.model_file import MANIFEST
from otherwords.planning import Plan, assess, limit, plan
from otherwords.purposes import Purpose, choose
from otherwords.searches import ChosenSearch, SearchOptions, choose_search
from otherwords.tables.units import Units
from otherwords.text import tokenise_lines
from otherwords.text.protection import Protector, terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST = 2**32 - 1  # paraphrases that the core can count
_DOUBTFUL = 1e-6  # as unlikely to be right as anything
_NESTED = 4  # ways to use units inside of what another one carries along

#: The options that only some systems have.
_OF_SYSTEMS = ("replace",)


class EditOptions(TypedDict, total=False):
    """Where and how a text may be edited.

    Attributes:
        keep: Terms that must stay as they are.
        avoid: Words and phrases that no replacement may bring in.
        edit_quotes: Whether text between quotation marks may be edited, too; `bold` always may.
    """

    keep: Sequence[str]
    avoid: Sequence[str]
    edit_quotes: bool


class Options(SearchOptions, EditOptions, total=False):
    """What every application can be told, beside how to search.

    Attributes:
        n: How many paraphrases; all but the best become its alternatives.
        diverse: Whether these shall differ in their edits, see `otherwords.diversity`.
        max_bytes: Budget of the text, in bytes of UTF-8.
        ratio: The same as a share of the source.
        confidence: How likely each whole sentence must be right, from 0 to 1; `high` for 0.9, or
            `bold` for no limit. By default 0.8, or no limit where the model has no confidence. See
            `otherwords.confidence`.
        include_source: Whether the text as it is may be among several paraphrases.
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
    confidence: str | float
    include_source: bool
    keep_fillers: bool
    system: str | System | None
    replace: Replace | None
    choices: Sequence[tuple[int, int, str | None]]


@dataclass(frozen=True)
class Settings:
    """Options with all that follows from them and the model.

    Attributes:
        tables: The numbers of the tables to look at.
        surest: The decoder whose score is nothing but usability.
        rewriter: What rewrites whole sentences instead, if anything does.
        search: How the best are found.
        depth: How many paraphrases of a text are ranked, n of which are given.
        limit: How likely each whole sentence must be right; None for no limit.
        assessor: Says how likely units are right; None where there is no limit.
        confidence_weight: How much usability a natural log of confidence is worth.
    """

    application: Application
    tables: list[int]
    rewriter: Rewriter | None
    decoder: UnitDecoder
    surest: UnitDecoder
    search: ChosenSearch
    depth: int
    n: int
    diverse: bool
    max_bytes: int | None
    ratio: float | None
    protector: Protector
    avoid: list[str]
    limit: float | None
    assessor: Assessor | None
    confidence_weight: float
    include_source: bool
    choices: Sequence[Choice]
    signature: str

    @property
    def asked(self) -> DecodeOptions:
        """What the decoder is asked for."""
        return self.search.options(self.depth)

    def plan(self, units: Units) -> Plan:
        """The units that serve the application; with a limit those that may be right, and how
        likely they are.
        """
        planned = plan(units, self.application)
        return planned if self.assessor is None else assess(planned, self.assessor)

    def decode(self, planned: Plan) -> UnitDerivations:
        """The best derivations of each sentence that are as likely right as they have to be."""
        columns, drivers = planned.units.columns, self.search.drivers(planned.units)
        if self.limit is None or planned.confidence is None:
            return self.decoder.decode(
                columns, planned.usability, self.asked, scorers=drivers, chosen=planned.chosen
            )
        return self.decoder.decode_within(
            columns,
            self._worth(limit(planned, self.limit)),
            _costs(planned),
            most_cost(self.limit),
            self.asked,
            with_source=self.include_source,
            scorers=drivers,
            chosen=planned.chosen,
        )

    def _worth(self, planned: Plan) -> NDArray[np.float64]:
        """What the usability and the confidence of units add to the score, as usability."""
        import numpy as np

        if planned.confidence is None or self.confidence_weight == 0.0:
            return planned.usability
        sure = np.log(np.clip(np.nan_to_num(planned.confidence), _DOUBTFUL, 1.0))
        sure[list(planned.chosen)] = 0.0
        worth: NDArray[np.float64] = planned.usability + self.confidence_weight * sure
        return worth

    def fronts(
        self, planned: Plan, most: NDArray[np.int64], asked: DecodeOptions
    ) -> UnitDerivations:
        """The best derivations of every length; the surest, if it is asked how likely they are
        right. Their score is the log of their confidence then.
        """
        import numpy as np

        columns, chosen = planned.units.columns, planned.chosen
        if planned.confidence is None:
            return self.decoder.fronts(columns, planned.usability, most, asked, chosen=chosen)
        cost = _costs(planned)
        usability = np.where(np.isnan(planned.usability), np.nan, -cost / STEPS)
        return self.surest.fronts(columns, usability, most, asked, chosen=chosen, cost=cost)

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
    rewriter = _rewriter_of(model, purpose.system, options)
    least = _limit(model, purpose.system, options)
    weights = purpose.weights(model, confident=least is not None)
    nested = 0 if options.get("keep_fillers", False) else _NESTED
    assessor = None if least is None else model.assessor
    return Settings(
        purpose.application,
        [number for number, scores in enumerate(weights.tables) if scores],
        rewriter,
        decoder_with(model, weights, nested=nested),
        decoder_with(model, _only_usability(weights), nested=nested),
        search,
        depth(n) if diverse else n,
        n,
        diverse,
        max_bytes,
        ratio,
        Protector(
            model.language,
            keep=options.get("keep", ()),
            quoted=least is not None and not options.get("edit_quotes", False),
            casing=model.casing,
        ),
        _avoided(model, terms(options.get("avoid", ()))),
        least,
        assessor,
        weights.confidence,
        options.get("include_source", False),
        choices,
        _signature(model, purpose, options, search, least, assessor),
    )


def _costs(planned: Plan) -> NDArray[np.int32]:
    """What units cost; those that a user has decided for cost nothing."""
    import numpy as np

    known = np.array([]) if planned.confidence is None else planned.confidence
    cost = costs(known)
    cost[list(planned.chosen)] = 0
    return cost


def _limit(model: Model, system: System | None, options: Options) -> float | None:
    """How likely each sentence must be right; None for no limit. Systems to compare with are as
    published: without one.
    """
    has_limit = system is None and (model.confidence is not None or model.has_teacher)
    if "confidence" not in options and not has_limit:
        return None
    least = limit_of(options.get("confidence", DEFAULT))
    if least is not None and model.confidence is None:
        raise Error(
            f"{name_of(model.folder / MANIFEST)} names no confidence file, so confidence can only "
            "be bold; fit one to annotations with `otherwords learn confidence`"
        )
    return least


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
        "confidence": "bold",
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


def _signature(
    model: Model,
    purpose: Purpose,
    options: Options,
    search: ChosenSearch,
    least: float | None,
    assessor: Assessor | None,
) -> str:
    """What a score depends on: version, model, application, and the options that were given."""
    parts = [
        f"otherwords:{version}",
        f"model:{model.name}:{model.digest}",
        f"application:{purpose.name}",
        *filter(None, [purpose.application.signature]),
        *([f"analyser:{model.backend}"] if model.backend != model.own_backend else []),
        *([f"confidence:{least:g}"] if least is not None else []),
        *(assessor.signature if assessor is not None else []),
    ]
    for option, value in sorted(options.items()):
        if option in {*SearchOptions.__annotations__, "system"}:
            continue
        # Of terms, their number: a signature is for reading.
        is_text = isinstance(value, str)
        shown = len(value) if isinstance(value, Collection) and not is_text else value
        is_given = shown is not None if option == "max_bytes" else bool(shown)
        if is_given and option != "confidence":
            parts.append(f"{option}:{shown}")
    return "|".join([*parts, *search.signature])


def _only_usability(weights: Weights) -> Weights:
    return Weights(tuple(tuple(0.0 for _ in each) for each in weights.tables), 0.0, 0.0, 1.0)


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
