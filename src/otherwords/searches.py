"""Searches: how the best paraphrases are found, as a user may choose."""

from __future__ import annotations

from dataclasses import dataclass

from otherwords._core import Error
from otherwords.model import Model
from otherwords.scoring import Scorer
from otherwords.scoring.choosing import Choice, choose_scorer

#: Exactly by the score of the model, or by a scorer among those that score high.
SEARCHES = ("exact", "hybrid")
#: How many derivations of a sentence a scorer ranks.
CANDIDATES = 200

_MOST = 2**32 - 1  # derivations that the core can count


@dataclass(frozen=True)
class Hybrid:
    """A scorer ranks what exact search finds.

    Attributes:
        scorer: It sees whole sentences.
        candidates: How many derivations of each sentence it ranks.
    """

    scorer: Scorer
    candidates: int

    @property
    def signature(self) -> str:
        """What the ranking depends on, as `name:value`."""
        return f"search:hybrid|scorer:{self.scorer.signature}|candidates:{self.candidates}"


def choose_search(
    model: Model, n: int, search: str | None, scorer: Choice | None, candidates: int | None
) -> Hybrid | None:
    """Hybrid search for the n best, or None for exact search. Raises Error for what cannot be."""
    search = search or ("exact" if scorer is None else "hybrid")
    if search not in SEARCHES:
        raise Error(f"search is {search!r}; it can be {' or '.join(SEARCHES)}")
    if search == "exact":
        if scorer is not None or candidates is not None:
            raise Error("exact search has neither a scorer nor candidates; choose hybrid search")
        return None
    if scorer is None:
        raise Error("hybrid search needs a scorer; name one, such as embedding")
    if candidates is None:
        candidates = max(n, CANDIDATES)
    if not n <= candidates <= _MOST or int(candidates) != candidates:
        raise Error(
            f"candidates is {candidates!r}; it must be a whole number from {n:,} (n) to {_MOST:,}"
        )
    return Hybrid(choose_scorer(model, scorer), int(candidates))
