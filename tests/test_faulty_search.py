"""Search for hard sentences: work and memory have bounds, and what is not proven is not claimed."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import pytest

import otherwords
from otherwords._core import DecodeOptions, Error, MonteCarloOptions, Search
from tests.adversarial import crowded_decoder, sentence

LIMIT = 500_000  # look-ups of exact search
MEGABYTES = 600  # for a sentence of 1000 words with 700,000 units

SCRIPT = f"""
import resource, sys, tempfile
from pathlib import Path
from otherwords._core import DecodeOptions
from tests.adversarial import crowded_decoder, sentence

def megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10

with tempfile.TemporaryDirectory() as folder:
    decoder = crowded_decoder(Path(folder))
before = megabytes()
found = decoder.decode(sentence(1000), DecodeOptions(max_expansions={LIMIT}, n=10))
assert not found.complete and len(found.derivations) == 10, found
print(megabytes() - before)
"""


@pytest.mark.parametrize("order", [1, 3, 5])
@pytest.mark.parametrize(("length", "n"), [(1000, 1), (200, 10)])
def test_the_best_so_far_comes_with_a_bound(
    tmp_path: Path, order: int, length: int, n: int
) -> None:
    decoder = crowded_decoder(tmp_path, order=order)
    beam = decoder.decode(sentence(length), DecodeOptions(search=Search.BEAM, n=n, distinct=True))
    found = decoder.decode(sentence(length), DecodeOptions(max_expansions=LIMIT, n=n))
    scores = [each.score for each in found.derivations]
    assert 1 <= len(scores) <= n
    assert scores[0] >= beam.derivations[0].score - 1e-9
    assert found.upper_bound >= scores[0] - 1e-9
    assert math.isfinite(found.upper_bound)
    assert found.optimal or found.search is Search.BEAM
    assert not found.complete or len(scores) == n


def test_short_sentences_with_as_many_options_are_solved(tmp_path: Path) -> None:
    found = crowded_decoder(tmp_path).decode(sentence(6), DecodeOptions(n=10))
    assert found.complete
    assert len(found.derivations) == 10


def test_time_limits_and_sampling_come_to_an_end(tmp_path: Path) -> None:
    decoder = crowded_decoder(tmp_path)
    limited = decoder.decode(sentence(300), DecodeOptions(max_seconds=0.05))
    assert not limited.complete
    assert limited.derivations
    sampling = MonteCarloOptions(episodes=50, seconds=5.0)
    options = DecodeOptions(search=Search.MONTE_CARLO, monte_carlo=sampling)
    assert decoder.decode(sentence(90), options).derivations
    with pytest.raises(Error, match="cut the sentence, use smaller tables, or another search"):
        decoder.decode(sentence(300), options)


def test_memory_has_a_bound(repository: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=repository, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < MEGABYTES


@pytest.mark.parametrize(
    "text",
    [
        "very " * 1000 + "large.",
        "in spite of " * 400,
        "a" * 100_000,
        "(" * 2000 + ")" * 2000,
        "Mr. " * 1000,
        "\u200b\ufeff" * 1000,
        "e\u0301" * 3000,
        "\n" * 5000 + "The end.",
        "1 " * 2000,
        "\ud800 a \udfff",
        "\0\x01\x7f",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_strange_texts_are_said_in_other_words_too(text: str) -> None:
    paraphraser = otherwords.load()
    for best in (paraphraser.simplify(text), paraphraser.compress(text, n=2)):
        again = text
        for edit in reversed(best.edits):
            assert text[edit.start : edit.end] == edit.source
            again = again[: edit.start] + edit.target + again[edit.end :]
        assert again == best.text
