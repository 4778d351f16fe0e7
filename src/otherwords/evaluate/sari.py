"""SARI: how well a simplification adds, keeps and deletes what people do (Xu et al., 2016).

N-grams of orders 1 to 4 are compared between source, output and references. What is kept and what
is deleted counts by how many references agree; what is added counts once if any of them has it.

There are two ways to make one number of it, and figures of one cannot be compared with the other's:

- `sari-original`, as the script that came with the paper: each sentence has a score of its own, the
  mean of an F for what is added, an F for what is kept and the *precision* of what is deleted, over
  all orders; the figure is the mean of the sentences. Precision and recall are means over different
  n-grams, of each one's own share. Recall divides an n-gram by what the references kept of it and
  not by all of them, so it only asks whether it was kept at all. Where nothing was there to do, the
  score is 0: an output like its source has no credit for deleting nothing.
- `sari`, as EASSE (Alva-Manchego et al., 2019): counts are added up over all sentences first, an F
  is made for each of the three operations, deletion too, and these are averaged over orders.

Both see the words of tokeniser 13a in lower case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from otherwords.evaluate.metric import Metric, Segments, f_measure, ratio
from otherwords.evaluate.sacre import tokeniser_13a

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

Grams = Counter[tuple[str, ...]]

ORDERS = 4
_WORDS = f"orders:{ORDERS}|case:lc|tok:13a"


class Sari(Metric):
    """The variant of EASSE: corpus counts, F of all operations."""

    needs: ClassVar[frozenset[str]] = frozenset({"sources", "references"})

    def statistics(self, segments: Segments) -> Numbers:
        """For each order and operation: right ones, those of the output, those of references."""
        import numpy as np

        return np.array(
            [[x for order in each for x in order.counts] for each in _compared(segments)],
            np.float64,
        )

    def figure(self, sums: Numbers) -> Numbers:
        """The mean of F over operations and orders, in percent."""
        right, made, wanted = sums.reshape(len(sums), ORDERS * 3, 3).transpose(2, 0, 1)
        of_each = f_measure(ratio(right, made), ratio(right, wanted))
        means: Numbers = 100.0 * of_each.mean(axis=1)
        return means

    def parts(self, sums: Numbers) -> dict[str, float]:
        """What one row of sums says of each operation, in percent."""
        right, made, wanted = sums.reshape(ORDERS, 3, 3).transpose(2, 0, 1)
        of_each = 100.0 * f_measure(ratio(right, made), ratio(right, wanted)).mean(axis=0)
        return dict(zip(("add", "keep", "delete"), of_each.tolist(), strict=True))

    @property
    def signature(self) -> str:
        """Says which variant it is."""
        return f"sari|variant:easse|deletion:f1|{_WORDS}"


class SariOriginal(Metric):
    """The variant of the script of Xu et al.: the mean of sentences, precision of deletion."""

    needs: ClassVar[frozenset[str]] = frozenset({"sources", "references"})

    def statistics(self, segments: Segments) -> Numbers:
        """The score of each sentence, and one for its count."""
        import numpy as np

        scores = [
            sum(order.sentence_score for order in each) / (3 * ORDERS)
            for each in _compared(segments)
        ]
        return np.stack([np.array(scores), np.ones(len(scores))], axis=1)

    def figure(self, sums: Numbers) -> Numbers:
        """The mean, in percent."""
        return 100.0 * ratio(sums[:, 0], sums[:, 1])

    @property
    def signature(self) -> str:
        """Says which variant it is."""
        return f"sari|variant:xu2016|deletion:precision|{_WORDS}"


class _Order:
    """The n-grams of one order in a source, an output and all references."""

    __slots__ = (
        "_number",
        "_output",
        "_references",
        "_source",
        "_wanted_added",
        "_wanted_deleted",
        "_wanted_kept",
    )

    def __init__(self, source: Grams, references: Grams, number: int) -> None:
        self._number = number
        self._source: Grams = Counter({gram: count * number for gram, count in source.items()})
        self._references = references
        self._wanted_kept = self._source & references
        self._wanted_deleted = self._source - references
        self._wanted_added = references.keys() - source.keys()
        self._output: Grams = Counter()

    def beside(self, output: Grams) -> _Order:
        """The same with another output."""
        made = object.__new__(_Order)
        for name in self.__slots__:
            setattr(made, name, getattr(self, name))
        made._output = Counter({gram: count * self._number for gram, count in output.items()})
        return made

    @property
    def counts(self) -> list[int]:
        """Of what is added, kept and deleted: right ones, all, and wanted ones."""
        added = self._output.keys() - self._source.keys()
        kept, deleted = self._source & self._output, self._source - self._output
        return [
            len(added & self._wanted_added),
            len(added),
            len(self._wanted_added),
            (kept & self._references).total(),
            kept.total(),
            self._wanted_kept.total(),
            (deleted & self._wanted_deleted).total(),
            deleted.total(),
            self._wanted_deleted.total(),
        ]

    @property
    def sentence_score(self) -> float:
        """F of additions, F of what is kept and precision of what is deleted, added up."""
        added = self._output.keys() - self._source.keys()
        kept, deleted = self._source & self._output, self._source - self._output
        right = len(added & self._wanted_added)
        well_kept, well_deleted = kept & self._references, deleted - self._references
        keep_shares = sum(count / kept[gram] for gram, count in well_kept.items())
        recalled = sum(count / self._wanted_kept[gram] for gram, count in well_kept.items())
        deleted_shares = sum(count / deleted[gram] for gram, count in well_deleted.items())
        return (
            _f(_share(right, len(added)), _share(right, len(self._wanted_added)))
            + _f(_share(keep_shares, len(kept)), _share(recalled, len(self._wanted_kept)))
            + _share(deleted_shares, len(deleted))
        )


def _compared(segments: Segments) -> list[list[_Order]]:
    """For each segment its orders. Segments may repeat a source with its references: these are
    counted once.
    """
    known: dict[tuple[str, tuple[str, ...]], list[_Order]] = {}
    found = []
    for source, output, references in zip(
        segments.sources or (), segments.outputs, segments.references or (), strict=True
    ):
        key = (source, references)
        if key not in known:
            of_references = [_grams(reference) for reference in references]
            known[key] = [
                _Order(
                    grams, sum((each[order] for each in of_references), Counter()), len(references)
                )
                for order, grams in enumerate(_grams(source))
            ]
        found.append(
            [order.beside(grams) for order, grams in zip(known[key], _grams(output), strict=True)]
        )
    return found


def _grams(text: str) -> Sequence[Grams]:
    words = tokeniser_13a()(text.lower()).split()
    return [
        Counter(zip(*(words[start:] for start in range(n)), strict=False))
        for n in range(1, ORDERS + 1)
    ]


def _share(part: float, whole: int) -> float:
    return part / whole if whole else 0.0


def _f(precision: float, recall: float) -> float:
    both = precision + recall
    return 2.0 * precision * recall / both if both else 0.0
