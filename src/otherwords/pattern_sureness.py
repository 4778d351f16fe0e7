"""How likely a pattern is right where it stands.

A logistic model over what the table says of both patterns, what the language model gains (see
`otherwords.sureness`), what people said of the same edit (`otherwords.judged`), and what else
speaks for the same change of the sentence: phrases that replace the same words by the same ones,
and other patterns that do. `otherwords tune sureness --patterns` fits the weights to labels of
units in context; they are in `model.toml`:

    [pattern_sureness]
    high = 0.6                 # from here on a pattern is sure
    intercept = -0.5
    odds = 1.1                 # and so on, see `FEATURES`
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from otherwords import sureness
from otherwords.judged import JudgedEdits, common_ends, edit_of, read_judged
from otherwords.model import Model
from otherwords.regression import log_odds, probability
from otherwords.tables.units import Units

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The section of `model.toml`.
SECTION = "pattern_sureness"
#: What decides, beside the intercept: the log-odds of φ, what fluency gains and loses, whether a
#: phrase makes the same change and the log-odds of the best such one, how many other patterns do
#: (which says nothing where they are looked up loosely), whether it was looked up so, and the
#: log-odds of what people said of the edit.
FEATURES = ("odds", "gained", "lost", "confirmed", "confirming_odds", "agreeing", "loose", "judged")

_MOST_AGREEING = 2


class Change(NamedTuple):
    """What a unit changes: without words at its ends that stay, tokens `[begin, end)` of a
    sentence of the batch give way to words.
    """

    sentence: int
    begin: int
    end: int
    words: tuple[str, ...]


#: The log-odds of the best phrase that makes a change.
Confirming = Mapping[Change, float]


@dataclass(frozen=True)
class Told:
    """What is known of patterns beside their units.

    Attributes:
        confirming: See `confirming_phrases`, of the same sentences.
        loose: Whether they were looked up loosely.
    """

    confirming: Confirming
    loose: bool


@dataclass(frozen=True)
class PatternSureness:
    """A logistic model, and the probability from which on a pattern counts as sure.

    Attributes:
        weights: By the names of `FEATURES`, and `intercept`.
        high: The limit.
        judged: What people said.
    """

    weights: Mapping[str, float]
    high: float
    judged: JudgedEdits

    def probability(
        self, units: Units, rows: Sequence[int], pairs: Sequence[tuple[str, str]], told: Told
    ) -> list[float]:
        """For each unit of some rows, all of patterns, how likely it is right where it stands.

        Args:
            units: What was found.
            rows: Those to tell of; they are also those that may agree.
            pairs: Both patterns of each.
            told: What else is known.
        """
        said = [self.judged[edit_of(*pair)].log_odds() for pair in pairs]
        by_feature = [self.weights[name] for name in FEATURES]
        odds = log_odds(features(units, rows, said, told), by_feature, self.weights["intercept"])
        chances: list[float] = probability(odds).tolist()
        return chances


def pattern_sureness(model: Model) -> PatternSureness | None:
    """What the model says of it; None if it says nothing. Raises FormatError if it says not all."""
    given = sureness.read_sureness(model, SECTION, FEATURES)
    if given is None:
        return None
    judged = JudgedEdits() if model.judged_file is None else read_judged(model.judged_file)
    return PatternSureness(given, given["high"], judged)


def features(
    units: Units, rows: Sequence[int], said: Sequence[float], told: Told
) -> NDArray[np.float64]:
    """Rows of `FEATURES` for some units of patterns; `said` are the log-odds of what people said of
    each.
    """
    import numpy as np

    known = sureness.features(units)[np.asarray(rows, np.intp)]
    changes = changes_of(units, rows)
    spans: dict[Change, set[tuple[int, int]]] = defaultdict(set)
    for row, change in zip(rows, changes, strict=True):
        spans[change].add((int(units.begin[row]), int(units.end[row])))
    more = [
        (
            float(change in told.confirming),
            told.confirming.get(change, 0.0),
            0.0 if told.loose else float(min(len(spans[change]) - 1, _MOST_AGREEING)),
            float(told.loose),
            each,
        )
        for change, each in zip(changes, said, strict=True)
    ]
    return np.column_stack((known, np.asarray(more, np.float64).reshape(-1, 5)))


def confirming_phrases(units: Units, phrases: Iterable[int]) -> Confirming:
    """What units of phrases change, with their log-odds, the best of each.

    Args:
        units: What was found.
        phrases: The numbers of the tables that have phrases.
    """
    import numpy as np

    rows = np.flatnonzero(np.isin(units.table, list(phrases))).tolist()
    odds = sureness.features(units)[rows, 0].tolist()
    best: dict[Change, float] = {}
    for change, value in zip(changes_of(units, rows), odds, strict=True):
        best[change] = max(value, best.get(change, value))
    return best


def changes_of(units: Units, rows: Sequence[int]) -> list[Change]:
    """What units change."""
    columns, vocabulary = units.columns, units.vocabulary
    firsts, tokens = columns.token_offsets.tolist(), columns.token_words.tolist()
    offsets, targets = columns.target_offsets.tolist(), columns.target_words.tolist()
    sentences, begins, ends = units.sentence.tolist(), units.begin.tolist(), units.end.tolist()
    changes = []
    for row in rows:
        sentence, begin, end = sentences[row], begins[row], ends[row]
        first = firsts[sentence]
        source = tokens[first + begin : first + end]
        target = targets[offsets[row] : offsets[row + 1]]
        left, right = common_ends(source, target)
        words = tuple(vocabulary[word] for word in target[left : len(target) - right])
        changes.append(Change(sentence, begin + left, end - right, words))
    return changes
