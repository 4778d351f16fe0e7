"""Scoring: how good a whole text is as a paraphrase of another, by anything that can tell.

The search knows scores that add up over units and n-grams. A scorer sees whole texts, so it may
look at anything; it ranks what a search has found, or drives a search that samples. Those of this
package and those of others are found by their entry points in the group `otherwords.scorers`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypeAlias

from otherwords._core import Error
from otherwords.model import Model
from otherwords.plugins import find_plugin, plugin_names

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "GROUP",
    "Candidates",
    "ForSource",
    "Scorer",
    "find_scorer",
    "for_source",
    "rate",
    "scorer_names",
]

GROUP = "otherwords.scorers"


@dataclass(frozen=True, slots=True)
class Candidates:
    """A source, and texts that may stand for it.

    Attributes:
        source: A sentence as it was.
        texts: The same in other words.
        scores: What the model says of each text: its true score. None where nobody asked the model.
    """

    source: str
    texts: Sequence[str]
    scores: Sequence[float] | None = None


class Scorer(ABC):
    """Says how good texts are; higher is better. Any number of threads may use one."""

    @classmethod
    def of(cls, model: Model, **options: float) -> Self:
        """The scorer for texts of a model, with the options that `model.toml` gives it."""
        return cls(**options)

    @classmethod
    def for_language(cls, language: str, **options: float) -> Self:
        """The scorer where there is a language, but no model. Raises Error if it needs one."""
        if cls.of.__func__ is not Scorer.of.__func__:  # type: ignore[attr-defined]
            raise Error(
                f"the scorer {cls.__name__.lower()} needs a model directory, and here is none; use "
                "it in compress, simplify, toward or paraphrase"
            )
        return cls(**options)

    @abstractmethod
    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        """A finite number for each text: those of the first source, then those of the second, and
        so on.
        """

    @property
    def needs_scores(self) -> bool:
        """Whether it looks at what the model says of texts, the `scores` of candidates."""
        return False

    @property
    def signature(self) -> str:
        """What its scores depend on, in one word: its name, and versions or options in brackets."""
        return type(self).__name__.lower()


def rate(scorer: Scorer, batch: Sequence[Candidates]) -> NDArray[np.float64]:
    """What a scorer says of each text; raises Error where that cannot be used."""
    import numpy as np

    name, count = scorer.signature, sum(len(each.texts) for each in batch)
    try:
        scores = np.asarray(scorer.score(batch), np.float64)
    except Error:
        raise
    except Exception as error:  # whatever somebody else's code may raise
        raise Error(f"the scorer {name} failed: {type(error).__name__}: {error}") from error
    if scores.shape != (count,):
        raise Error(
            f"the scorer {name} gave an array of shape {scores.shape} for {count} texts; "
            "give one number for each"
        )
    if wrong := np.flatnonzero(~np.isfinite(scores)).tolist():
        texts = [text for each in batch for text in each.texts]
        raise Error(
            f"the scorer {name} gave {scores[wrong[0]]} for {texts[wrong[0]]!r}; scores must be "
            "finite: to rank a text last, give it a low one"
        )
    return scores


#: A scorer as a function of texts for one source.
ForSource: TypeAlias = Callable[[Sequence[str]], list[float]]


def for_source(scorer: Scorer, source: str) -> ForSource:
    """The scorer as a search that goes through one source sees it."""
    return lambda texts: rate(scorer, [Candidates(source, texts)]).tolist()


def scorer_names() -> list[str]:
    """The names of all scorers that are installed."""
    return plugin_names(GROUP)


def find_scorer(name: str) -> type[Scorer]:
    """The scorer with this name; raises Error when there is none or it cannot be loaded."""
    return find_plugin(GROUP, name, Scorer)  # type: ignore[type-abstract]
