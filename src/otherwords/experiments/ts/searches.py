"""The best paraphrases that searches find, by their true scores: section 4 of TS."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from otherwords._core import version
from otherwords.evaluate.order import Spread
from otherwords.evaluate.plots import Curve
from otherwords.experiments.europarl import Files
from otherwords.experiments.given import Given
from otherwords.experiments.kept import Row, Shape, kept_rows
from otherwords.search import (
    DecodeOptions,
    MonteCarloMode,
    MonteCarloOptions,
    Search,
    open_decoder,
)

SYSTEMS = ("exact", "beam", "true-score", "translator")
PROVEN = "proven"
_SHAPE: dict[str, Shape] = {**dict.fromkeys(SYSTEMS, float), PROVEN: bool}

_EQUAL = 1e-6


def best_scores(
    given: Given, name: str, files: Files, sentences: Sequence[str], *, as_published: bool
) -> list[Row]:
    """The true score of what each system takes for the best of each sentence.

    Args:
        given: The settings `episodes`, `seed` and `list` are needed.
        name: Of the file that keeps what was found.
        files: The table and the language model.
        sentences: Tokenised.
        as_published: Without a prior, and with roll-outs that know nothing.
    """
    ours = MonteCarloOptions()
    prior, stop, heat = (
        (0.0, 0.0, 0.0) if as_published else (ours.prior, ours.rollout_stop, ours.rollout_heat)
    )

    def sampled(mode: MonteCarloMode) -> DecodeOptions:
        sampling = MonteCarloOptions(
            mode=mode,
            episodes=given.number("episodes"),
            seed=given.number("seed"),
            prior=prior,
            rollout_stop=stop,
            rollout_heat=heat,
        )
        return DecodeOptions(search=Search.MONTE_CARLO, monte_carlo=sampling)

    systems = {
        "exact": DecodeOptions(),
        "beam": DecodeOptions(search=Search.BEAM, n=given.number("list")),
        "true-score": sampled(MonteCarloMode.TRUE_SCORE),
        "translator": sampled(MonteCarloMode.TRANSLATOR),
    }
    key = "|".join(
        [
            f"otherwords:{version}",
            *(f"{each}:{given.settings[each]}" for each in ("episodes", "seed", "list")),
            files.signature,
            f"prior:{prior}|stop:{stop}|heat:{heat}",
        ]
    )
    with open_decoder([files.table], files.lm) as decoder:

        def find(sentence: str) -> Row:
            row: Row = {}
            for system, how in systems.items():
                decoded = decoder.decode(sentence, how)
                found = [each.text for each in decoded.derivations]
                texts = found if system == "beam" else found[:1]
                row[system] = max(each.score for each in decoder.true_scores(sentence, texts))
                if system == "exact":
                    row[PROVEN] = decoded.optimal
            return row

        return list(kept_rows(given.output, name, key, sentences, find, _SHAPE))


def mean(rows: Sequence[Row], system: str) -> str:
    """Of the scores of a system."""
    return f"{fmean(row[system] for row in rows):.2f}" if rows else ""


def less(rows: Sequence[Row], one: str, other: str) -> str:
    """The mean and the standard deviation of the difference of two systems."""
    spread = Spread.of([row[one] - row[other] for row in rows])
    deviation = f" ± {spread.deviation:.2f}" if spread.count > 1 else ""
    return f"{spread.mean:.2f}{deviation}" if rows else ""


def optima(rows: Sequence[Row], system: str) -> str:
    """How many of the best are as good as those that exact search has proven to be."""
    proven = [row for row in rows if row[PROVEN]]
    return f"{sum(row['exact'] - row[system] < _EQUAL for row in proven)} of {len(proven)}"


def curves(rows: Sequence[Row]) -> list[Curve]:
    """The scores of all systems, in the order of those of the beam."""
    ordered = sorted(rows, key=lambda row: float(row["beam"]))
    return [
        (system, [(float(place), row[system]) for place, row in enumerate(ordered, 1)])
        for system in SYSTEMS
    ]
