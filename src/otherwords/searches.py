"""Searches: how the best paraphrases are found, as a user may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from otherwords._core import DecodeOptions, MonteCarloMode, MonteCarloOptions, Search
from otherwords.errors import OptionError
from otherwords.model import Model
from otherwords.option_checks import Option, positive, whole, wrong
from otherwords.scoring import ForSource, Scorer, for_source
from otherwords.scoring.choosing import Choice, choose_scorer
from otherwords.scoring.combination import apart
from otherwords.tables.units import Units

#: Exactly by the score of the model; by a scorer among those that score high; or by sampling, which
#: the score of the model or a scorer drives. The options that each has.
SEARCHES: dict[str, frozenset[str]] = {
    "exact": frozenset(),
    "hybrid": frozenset({"scorer", "candidates"}),
    "monte-carlo": frozenset({"scorer", "candidates", "episodes", "seed"}),
}
#: How many derivations of a sentence a scorer ranks.
CANDIDATES = 200

MOST = 2**32 - 1  # derivations that the core can count
_LARGEST = 2**63 - 1  # number that Monte-Carlo search can hold
_STANDARD = MonteCarloOptions()


def _search(name: str, value: Any) -> str:
    if not isinstance(value, str) or value not in SEARCHES:
        raise wrong(name, value, f"one of {', '.join(SEARCHES)}")
    return value


def _any(name: str, value: Any) -> Any:
    """Whatever there is: `choose_scorer` knows which scorers there are."""
    return value


class SearchOptions(TypedDict, total=False):
    """How the best are to be found."""

    search: Annotated[
        str | None,
        Option(
            "'exact', 'hybrid' (a scorer ranks what exact search finds) or 'monte-carlo' (by "
            "sampling); by default 'exact', or 'hybrid' with a scorer.",
            _search,
        ),
    ]
    scorer: Annotated[
        Choice | None,
        Option("What ranks sentences: a name, weights by name, a Scorer or a function.", _any),
    ]
    candidates: Annotated[
        int | None,
        Option(
            "How many derivations of each sentence the scorer ranks.", whole(1, MOST), CANDIDATES
        ),
    ]
    episodes: Annotated[
        int | None,
        Option("Monte-Carlo episodes per decision.", whole(1, _LARGEST), _STANDARD.episodes),
    ]
    seed: Annotated[
        int | None,
        Option("Random seed of Monte-Carlo search.", whole(0, _LARGEST), _STANDARD.seed),
    ]
    max_seconds: Annotated[
        float | None,
        Option("Time limit per sentence; then the best found so far is given.", positive()),
    ]


@dataclass(frozen=True)
class ChosenSearch:
    """A search with all that it needs.

    Attributes:
        name: One of `SEARCHES`.
        scorer: What ranks whole sentences; None for the score of the model.
        candidates: How many derivations of each sentence it ranks.
        sampling: What Monte-Carlo search is told.
        driver: What it asks while it samples; None if the score of the model is all.
        max_seconds: How long a sentence may take; 0 for any time.
    """

    name: str = "exact"
    scorer: Scorer | None = None
    candidates: int = 0
    sampling: MonteCarloOptions = _STANDARD
    driver: Scorer | None = None
    max_seconds: float = 0.0

    @property
    def is_exact(self) -> bool:
        """Whether its answers are proven, unless there is too much work."""
        return self.name == "exact"

    @property
    def signature(self) -> list[str]:
        """What answers depend on, as `name:value`; nothing for exact search without a limit."""
        parts = [] if self.is_exact else [f"search:{self.name}"]
        if self.name == "monte-carlo":
            parts += [f"episodes:{self.sampling.episodes}", f"seed:{self.sampling.seed}"]
        if self.scorer is not None:
            parts += [f"scorer:{self.scorer.signature}", f"candidates:{self.candidates}"]
        if self.max_seconds:
            parts.append(f"max_seconds:{self.max_seconds:g}")
        return parts

    def options(self, n: int) -> DecodeOptions:
        """What the core is asked for where n paraphrases of each text are ranked."""
        return DecodeOptions(
            search=Search.MONTE_CARLO if self.name == "monte-carlo" else Search.EXACT,
            n=n if self.scorer is None else self.candidates,
            max_seconds=self.max_seconds,
            monte_carlo=self.sampling,
        )

    def drivers(self, units: Units) -> list[ForSource] | None:
        """The scorer of each sentence that the core is to ask; None if it needs none."""
        if self.driver is None:
            return None
        return [for_source(self.driver, text) for text in units.source_texts]


def choose_search(
    model: Model, n: int, options: SearchOptions, *, mode: MonteCarloMode | None = None
) -> ChosenSearch:
    """The search for the n best. Raises Error for what cannot be.

    Args:
        model: Its scorers may be chosen.
        n: How many are wanted.
        options: What the user says, checked.
        mode: What Monte-Carlo search samples; true scores unless told.
    """
    choice = options.get("scorer")
    name = options.get("search") or ("exact" if choice is None else "hybrid")
    for option in ("scorer", "candidates", "episodes", "seed"):
        if options.get(option) is not None and option not in SEARCHES[name]:
            others = [other for other, has in SEARCHES.items() if option in has]
            raise OptionError(f"{name} search has no {option}; choose {' or '.join(others)} search")
    scorer = None if choice is None else choose_scorer(model, choice)
    candidates = _candidates(n, name, scorer, options.get("candidates"))
    seconds = options.get("max_seconds") or 0.0
    if name != "monte-carlo":
        return ChosenSearch(name, scorer, candidates, max_seconds=seconds)
    weight, driver = (1.0, None) if scorer is None else driver_of(scorer)
    seed = options.get("seed")
    is_own = mode is None  # a system to compare with samples as published
    sampling = MonteCarloOptions(
        mode=_STANDARD.mode if mode is None else mode,
        prior=_STANDARD.prior if is_own else 0.0,
        rollout_heat=_STANDARD.rollout_heat if is_own else 0.0,
        rollout_stop=_STANDARD.rollout_stop if is_own else 0.0,
        episodes=options.get("episodes") or _STANDARD.episodes,
        seed=_STANDARD.seed if seed is None else seed,
        stop_at_root=True,  # as in other searches, a text may be best as it is
        model_weight=weight,
        seconds=seconds,
    )
    return ChosenSearch(name, scorer, candidates, sampling, driver, seconds)


def _candidates(n: int, name: str, scorer: Scorer | None, candidates: int | None) -> int:
    if scorer is None:
        if name == "hybrid":
            raise OptionError("hybrid search needs a scorer; name one, such as embedding")
        if candidates is not None:
            raise OptionError(
                "candidates are what a scorer ranks; give a scorer, or leave them out"
            )
        return 0
    if candidates is None:
        return max(n, CANDIDATES)
    if candidates < n:
        raise OptionError(f"candidates is {candidates:,}; it must be at least n, which is {n:,}")
    return candidates


def driver_of(scorer: Scorer) -> tuple[float, Scorer | None]:
    """The weight of the score of the model, which the core knows, and what else it has to ask while
    it samples. Raises Error for what cannot drive a search.
    """
    weight, others = apart(scorer)
    if others is None and weight <= 0:
        raise OptionError(
            f"Monte-Carlo search cannot go by {scorer.signature} alone; give model a weight above "
            "0, or name another scorer beside it"
        )
    if others is not None and others.needs_scores:
        raise OptionError(
            f"the scorer {others.signature} needs the scores of the model, which Monte-Carlo "
            "search does not give it while it samples; choose hybrid search, or add the score of "
            "the model by a weight of `model`"
        )
    return weight, others
