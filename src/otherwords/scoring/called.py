"""A function of your own as a scorer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from otherwords.scoring import Candidates, Scorer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Gets sources and, in a list of the same length, texts that may stand for them.
Function: TypeAlias = Callable[[list[str], list[str]], Sequence[float]]


class Called(Scorer):
    """Calls a function once a batch, and never from two threads at the same time. What it returns
    may be any finite numbers, one for each pair.
    """

    def __init__(self, function: Function) -> None:
        self._function = function
        self._lock = Lock()

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        """What the function returns."""
        import numpy as np

        sources = [each.source for each in batch for _ in each.texts]
        texts = [text for each in batch for text in each.texts]
        with self._lock:
            return np.asarray(self._function(sources, texts), float)

    @property
    def signature(self) -> str:
        """The name of the function."""
        return str(getattr(self._function, "__name__", type(self._function).__name__))
