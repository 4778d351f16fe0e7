"""What a statistical decoder and MCPG make of sentences."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from otherwords._core import version
from otherwords.experiments.europarl import Files
from otherwords.experiments.given import Given
from otherwords.experiments.kept import Row, Shape, kept_rows
from otherwords.experiments.mcpg.tables import write_tables
from otherwords.lm import open_model
from otherwords.search import (
    DecodeOptions,
    MonteCarloMode,
    MonteCarloOptions,
    Search,
    open_decoder,
)
from otherwords.tables import open_table

SYSTEMS = ("beam", "mcpg")
"""Our beam search, in the place of Moses, and MCPG."""

_RAVE = 1000.0  # the paper's k
_SHAPE: dict[str, Shape] = {
    "beam": {"text": str, "gain": float, "seconds": float},
    "mcpg": {"text": str, "gain": float, "seconds": float, "episodes": int, "reward": float},
}


@dataclass(frozen=True)
class Said:
    """What one system made of one sentence.

    Attributes:
        source: The sentence.
        text: What became of it.
        gain: By how much the language model prefers it to the source, natural log.
        seconds: That it took.
        episodes: Of Monte-Carlo search; 0 for the decoder.
        reward: Log of MCPG's reward; 0 for the decoder.
    """

    source: str
    text: str
    gain: float
    seconds: float
    episodes: int = 0
    reward: float = 0.0


def sampling_of(given: Given) -> MonteCarloOptions:
    """How MCPG samples, by the settings. Raises Error for what cannot be."""
    return MonteCarloOptions(
        mode=MonteCarloMode.REWARD,
        episodes=given.number("episodes"),
        confidence=float(given.settings["confidence"]),
        seed=given.number("seed"),
        rave=_RAVE,
        prior=0.0,
        rollout_stop=0.0,
        rollout_heat=0.0,
    )


def say(given: Given, name: str, files: Files, sentences: Sequence[str]) -> dict[str, list[Said]]:
    """What each system makes of each sentence; `name` is that of the file that keeps it."""
    needed = ("kappa", "episodes", "confidence", "seed")
    key = "|".join(f"{each}:{given.settings[each]}" for each in needed)
    key += f"|rave:{_RAVE}|otherwords:{version}|{files.signature}"
    given.tell(f"searching {len(sentences)} sentences: {name}")
    said: dict[str, list[Said]] = {system: [] for system in SYSTEMS}
    for row in _rows(given, name, key, files, sentences):
        for system in SYSTEMS:
            said[system].append(Said(row["text"], **row[system]))
    return said


def _rows(
    given: Given, name: str, key: str, files: Files, sentences: Sequence[str]
) -> Iterator[Row]:
    sampling = sampling_of(given)
    with tempfile.TemporaryDirectory(prefix="otherwords-") as folder:
        kappa = given.number("kappa")
        tables = write_tables(open_table(files.table), sentences, kappa, Path(folder))
        with (
            open_model(files.lm) as model,
            open_decoder(tables[:1], files.lm) as decoder,
            open_decoder(tables[1:], files.lm) as sampler,
        ):

            def find(sentence: str) -> Row:
                begun = time.monotonic()
                beam = decoder.decode(sentence, DecodeOptions(search=Search.BEAM)).derivations[0]
                between = time.monotonic()
                asked = DecodeOptions(search=Search.MONTE_CARLO, monte_carlo=sampling)
                found = sampler.decode(sentence, asked)
                # Where nothing can be changed, the sentence stays as it is.
                text = found.derivations[0].text if found.derivations else sentence
                reward = found.derivations[0].score if found.derivations else 0.0
                before = model.score(sentence)
                return {
                    "beam": {
                        "text": beam.text,
                        "gain": model.score(beam.text) - before,
                        "seconds": between - begun,
                    },
                    "mcpg": {
                        "text": text,
                        "gain": model.score(text) - before,
                        "seconds": time.monotonic() - between,
                        "episodes": found.episodes,
                        "reward": reward,
                    },
                }

            yield from kept_rows(given.output, name, key, sentences, find, _SHAPE)
