"""Monte-Carlo search from Python and the command line."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from otherwords import Error
from otherwords.cli import main
from otherwords.search import (
    Decoded,
    DecodeOptions,
    MonteCarloMode,
    MonteCarloOptions,
    Search,
    open_decoder,
)
from tests.small import SOURCE, Small, write_small


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return write_small(tmp_path)


def sampling(n: int = 1, **options: float) -> DecodeOptions:
    return DecodeOptions(
        search=Search.MONTE_CARLO,
        n=n,
        monte_carlo=MonteCarloOptions(**{"episodes": 2000, **options}),  # type: ignore[arg-type]
    )


def texts(result: Decoded) -> list[str]:
    return [derivation.text for derivation in result.derivations]


def test_sampling_agrees_with_exact_search(small: Small) -> None:
    with open_decoder([small.table], small.lm) as decoder:
        exact = decoder.decode(SOURCE, DecodeOptions(n=100))
        for mode in (MonteCarloMode.TRUE_SCORE, MonteCarloMode.TRANSLATOR):
            options = MonteCarloOptions(mode=mode, episodes=100_000)
            chosen = DecodeOptions(search=Search.MONTE_CARLO, n=100, monte_carlo=options)
            found = decoder.decode(SOURCE, chosen)
            # All is explored; the source itself is no paraphrase where a change is asked for.
            left_out = [SOURCE] if mode == MonteCarloMode.TRUE_SCORE else []
            assert texts(found) == [text for text in texts(exact) if text not in left_out]
            scores = {d.text: d.score for d in exact.derivations}
            assert [d.score for d in found.derivations] == pytest.approx(
                [scores[text] for text in texts(found)], abs=1e-9
            )
            assert {d.global_score for d in found.derivations} == {None}
            assert found.search == Search.MONTE_CARLO
            assert (found.optimal, found.complete, found.upper_bound) == (False, False, math.inf)
            assert 0 < found.episodes < 100_000


def test_a_scorer_decides_in_place_of_the_model(small: Small) -> None:
    def letters(given: list[str]) -> Sequence[float]:
        assert all(isinstance(text, str) for text in given)
        counts = np.array([text.count("e") for text in given], np.float32)
        return cast("Sequence[float]", counts)

    with open_decoder([small.table], small.lm) as decoder:
        found = decoder.decode(SOURCE, sampling(3), scorer=letters)
        assert texts(found)[0] == "the beast runs after the kitten"
        assert [d.global_score for d in found.derivations] == [t.count("e") for t in texts(found)]
        # The score and the language model of the derivation are there all the same.
        assert found.derivations[0].lm == pytest.approx(-6 * math.log(10))
        for one in found.derivations:
            assert one.score == decoder.true_score(SOURCE, one.text).score
        weighed = decoder.decode(SOURCE, sampling(1, model_weight=1.0), scorer=letters)
        first = weighed.derivations[0]
        true_score = decoder.true_score(SOURCE, first.text).score
        assert first.score == true_score
        assert first.global_score == pytest.approx(first.text.count("e") + true_score)


def test_each_sentence_has_its_scorer(small: Small) -> None:
    sentences = [SOURCE, "the young cat", "zebra"]

    def wanting(word: str) -> object:
        return lambda given: [float(word in text.split()) for text in given]

    scorers = [wanting("it"), wanting("kitten"), wanting("x")]
    with open_decoder([small.table], small.lm) as decoder:
        for threads in (1, 2):
            found = decoder.decode_all(
                sentences,
                sampling(trees=2, threads=2),
                threads=threads,
                scorers=scorers,  # type: ignore[arg-type]
            )
            assert [result.derivations[0].global_score for result in found] == [1.0, 1.0, 0.0]
            assert texts(found[2]) == ["zebra"]
        with pytest.raises(Error, match="1 scorers for 3 sentences; give one for each"):
            decoder.decode_all(sentences, sampling(), scorers=scorers[:1])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scorer", "message"),
    [
        (lambda given: [math.nan] * len(given), "gave nan for .*must give a number"),
        (lambda given: [0.0], r"gave 1 score\(s\) for \d+ text\(s\); it must give one for each"),
        (lambda given: (0.0 for _ in given), "gave something without a length"),
        (lambda given: ["much"] * len(given), "gave 'much' for a text; it must give a number"),
    ],
)
def test_scores_must_be_numbers(small: Small, scorer: object, message: str) -> None:
    with open_decoder([small.table], small.lm) as decoder:
        for trees in (1, 2):
            with pytest.raises(Error, match=message):
                decoder.decode(SOURCE, sampling(trees=trees, threads=2), scorer=scorer)  # type: ignore[arg-type]


def test_what_a_scorer_raises_comes_through(small: Small) -> None:
    def scorer(given: list[str]) -> Sequence[float]:
        raise ZeroDivisionError(given[0])

    with open_decoder([small.table], small.lm) as decoder:
        with pytest.raises(ZeroDivisionError):
            decoder.decode(SOURCE, sampling(trees=3, threads=2), scorer=scorer)
        with pytest.raises(Error, match="only Monte-Carlo search"):
            decoder.decode(SOURCE, scorer=scorer)


@pytest.mark.parametrize(
    "options",
    [
        {"episodes": 0},
        {"trees": 0},
        {"batch": 0},
        {"expand": 0},
        {"confidence": 1.0},
        {"rollout_stop": 1.5},
        {"rave": -1.0},
        {"seconds": math.nan},
        {"model_weight": math.inf},
    ],
)
def test_options_that_cannot_be(options: dict[str, float]) -> None:
    with pytest.raises(Error, match=next(iter(options))):
        MonteCarloOptions(**options)  # type: ignore[arg-type]


def test_the_command_line(small: Small, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "text"
    text.write_text(f"{SOURCE}\n\n", "utf-8")
    command = ["decode", *small.options, "--search", "monte-carlo", "--episodes", "500"]
    assert main([*command, str(text), "--json", "--seed", "3", "--trees", "2"]) == 0
    first, empty = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["paraphrases"][0]["text"] == "the dog runs after the kitten"
    assert first["paraphrases"][0]["optimal"] is False
    assert first["upper_bound"] is None
    assert [p["text"] for p in empty["paraphrases"]] == [""]
    assert main([*command, str(text), "--mode", "reward", "--explain", "--confidence", "0.9"]) == 0
    assert "(not proven)" in capsys.readouterr().out
    for mode in ("translator", "true-score"):
        more = ["--mode", mode, "--best", "--prior", "1", "--rollout-stop", "0.2"]
        assert main([*command, str(text), *more]) == 0
        assert capsys.readouterr().out.splitlines()[0] == "the dog runs after the kitten"
