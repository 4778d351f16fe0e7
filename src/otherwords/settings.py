"""Settings: options made ready for any number of texts."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from otherwords._core import DecodeOptions, Error, UnitDecoder, UnitDerivations, version
from otherwords.applications import Application
from otherwords.baselines import Rewriter, System
from otherwords.choices import Choice
from otherwords.confidence import DEFAULT, STEPS, Assessor, costs, limit_of, most_cost
from otherwords.diversity import depth
from otherwords.errors import OptionError
from otherwords.files import name_of
from otherwords.model import Model, Weights
from otherwords.model_file import MANIFEST
from otherwords.options import Options, checked, with_defaults
from otherwords.planning import Plan, assess, limit, plan
from otherwords.purposes import Purpose, choose
from otherwords.searches import ChosenSearch, SearchOptions, choose_search
from otherwords.tables.units import Units
from otherwords.text import tokenise_lines
from otherwords.text.protection import Protector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DOUBTFUL = 1e-6  # as unlikely to be right as anything
_NESTED = 4  # ways to use units inside of what another one carries along

#: The options that only some systems have.
_OF_SYSTEMS = ("replace",)


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
    given = checked(options)
    wanted = with_defaults(given)
    n, diverse, choices = wanted["n"], wanted["diverse"], wanted["choices"]
    if diverse and n == 1:
        raise OptionError("one paraphrase cannot be diverse; ask for more with n")
    told = {name: value for name, value in given.items() if name in _OF_SYSTEMS}
    purpose = choose(application, wanted["system"], told)
    search = _search_for(model, purpose.system, n, given)
    if search.name == "monte-carlo" and choices:
        raise OptionError(
            "Monte-Carlo search keeps to no choices; leave them out, or choose another"
        )
    rewriter = _rewriter_of(model, purpose.system, given)
    least = _limit(model, purpose.system, given)
    weights = purpose.weights(model, confident=least is not None)
    nested = 0 if wanted["keep_fillers"] else _NESTED
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
        wanted["max_bytes"],
        wanted["ratio"],
        Protector(
            model.language,
            keep=wanted["keep"],
            quoted=least is not None and not wanted["edit_quotes"],
            casing=model.casing,
        ),
        _avoided(model, wanted["avoid"]),
        least,
        assessor,
        weights.confidence,
        wanted["include_source"],
        choices,
        _signature(model, purpose, given, search, least, assessor),
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
    given = options.get("confidence")
    if given is None and not has_limit:
        return None
    least = limit_of(DEFAULT if given is None else given)
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
    said: Any = options
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
            raise OptionError(
                f"the system {system.name} rewrites whole sentences: leave {name} out"
            )
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
