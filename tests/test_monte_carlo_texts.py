"""Monte-Carlo search of whole texts: against exact search, and against all strings there are."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import otherwords as ow
from otherwords.cli import main
from otherwords.paraphrases import Paraphrase
from otherwords.scoring import Candidates, Scorer
from otherwords.scoring.called import Called
from otherwords.scoring.combination import Combination, Part, apart
from otherwords.scoring.length import Length
from otherwords.scoring.model_score import ModelScore
from tests.every_string import BRIEF, DOCUMENT, TEXTS, Whim, ranked, texts_of
from tests.small_model import write_model

WRITTEN = "  Utilise  tools,\tor not!  Rain, a tools and Assistance."
LONG = " ".join(["assistance with tools"] * 5)  # 6^5 strings


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"), more=BRIEF)


@pytest.fixture(scope="module")
def p(folder: Path) -> ow.Paraphraser:
    return ow.load(folder)


def sampled(p: ow.Paraphraser, text: str, **options: Any) -> list[Paraphrase]:
    return ranked(p.paraphrase(text, search="monte-carlo", **options))


def contents(found: Sequence[Paraphrase]) -> list[tuple[str, float, Any]]:
    return [(one.text, round(one.score, 9), one.edits) for one in found]


@pytest.mark.parametrize("source", [*TEXTS, DOCUMENT, WRITTEN])
@pytest.mark.parametrize("scorer", [None, "model", {"model": 2.0}])
def test_by_the_model_it_finds_what_exact_search_finds(
    p: ow.Paraphraser, source: str, scorer: Any
) -> None:
    options: list[dict[str, Any]] = [{}, {"n": 5}, {"n": 3, "diverse": True}, {"keep": ["tools"]}]
    weight = {"model": 1.0, "None": None}.get(str(scorer), 2.0)
    for given in options:
        found = sampled(p, source, scorer=scorer, **given)
        assert contents(found) == contents(ranked(p.paraphrase(source, **given)))
        for one in found:
            said = None if weight is None else pytest.approx(weight * one.score)
            assert one.global_score == said
            # Nothing is proven, even where all was seen.
            assert (one.optimal, one.complete, one.upper_bound) == (False, False, math.inf)


def test_by_the_model_it_finds_the_best_of_many(p: ow.Paraphraser) -> None:
    found = sampled(p, LONG, episodes=1000)
    assert contents(found) == contents([p.paraphrase(LONG)])
    # What one episode a change finds is not enough for a scorer that the model knows nothing of.
    (hasty,) = sampled(p, LONG, scorer=Whim(1), episodes=1)
    (patient,) = sampled(p, LONG, scorer=Whim(1), episodes=300)
    assert hasty.worth < patient.worth


@pytest.mark.parametrize("source", [*TEXTS, DOCUMENT])
@pytest.mark.parametrize("candidates", [4, 200])
def test_a_scorer_drives_it_to_the_best_there_is(
    p: ow.Paraphraser, source: str, candidates: int
) -> None:
    every = texts_of(source)
    by_model = {one.text: one.score for one in ranked(p.paraphrase(source, n=10_000))}
    for seed in range(5):
        scorer = Whim(seed)
        wanted = sorted(every, key=lambda text: -scorer.like_document(source, text))
        for n in (1, 3):
            found = sampled(p, source, scorer=scorer, n=n, candidates=candidates)
            assert [one.text for one in found] == wanted[:n]
            for one in found:
                assert one.global_score == pytest.approx(scorer.like_document(source, one.text))
                assert one.score == pytest.approx(by_model[one.text])
                assert (one.optimal, one.complete) == (False, False)


def test_a_score_that_does_not_add_up(p: ow.Paraphraser) -> None:
    """As many different words as there can be side by side, in a text of a certain length."""

    def odd(texts: Sequence[str]) -> list[float]:
        rows = [text.split() for text in texts]
        pairs = [len(set(pairwise(row))) for row in rows]
        return [n - abs(len(text) - 97) / 7 for n, text in zip(pairs, texts, strict=True)]

    by_model = {one.text: one.score for one in ranked(p.paraphrase(LONG, n=10_000))}
    assert len(by_model) == 6**5
    scores = dict(zip(by_model, odd(list(by_model)), strict=True))

    asked = 0

    def counted(sources: list[str], texts: list[str]) -> list[float]:
        nonlocal asked
        asked += len(texts)
        return odd(texts)

    # The search itself finds it: there is but one candidate, and few strings are asked for.
    (best,) = sampled(p, LONG, scorer=counted, episodes=200, candidates=1)
    assert best.global_score == max(scores.values())
    assert scores[best.text] == best.global_score
    assert asked < 6**5 / 4
    assert p.paraphrase(LONG, scorer=counted, candidates=1).worth < best.worth
    parts = [Part(0.2, ModelScore()), Part(1.0, Called(counted))]
    (both,) = sampled(p, LONG, scorer=Combination(parts), episodes=500, candidates=1)
    greatest = max(0.2 * by_model[text] + scores[text] for text in scores)
    assert both.global_score == pytest.approx(greatest)


@pytest.mark.parametrize("source", TEXTS[:3])
def test_the_best_that_fits_its_budget(p: ow.Paraphraser, source: str) -> None:
    every = texts_of(source)
    sizes = sorted({len(text) for text in every})
    for seed, budget in itertools.product(range(3), [*sizes, sizes[0] - 1]):
        scorer = Whim(seed)
        found = sampled(p, source, scorer=scorer, max_bytes=budget, n=3)
        within = [text for text in every if len(text) <= budget]
        if not within:
            assert [(one.fits, one.size) for one in found] == [(False, sizes[0])]
            continue
        wanted = sorted(within, key=lambda text: -scorer.like_document(source, text))
        assert [one.text for one in found] == wanted[:3]
        assert all(one.fits and not one.optimal for one in found)


def test_sentences_share_a_budget(p: ow.Paraphraser) -> None:
    sizes = sorted({len(text) for text in texts_of(DOCUMENT)})
    for budget in [*sizes, sizes[0] - 1]:
        exact = p.paraphrase(DOCUMENT, max_bytes=budget)
        found = sampled(p, DOCUMENT, max_bytes=budget)[0]
        # By the model, sentences have the shares that they have in its best choice.
        assert contents([found]) == contents([exact])
        assert found.fits == exact.fits == (budget >= sizes[0])
        for seed in range(3):
            whim = sampled(p, DOCUMENT, scorer=Whim(seed), max_bytes=budget, n=2)
            assert all(one.fits == found.fits for one in whim)
            assert all(one.size <= max(budget, sizes[0]) for one in whim)
    # Of several texts, those that fit are not sampled again, and come out as they would alone.
    texts = [DOCUMENT, "rain", LONG, "they utilise assistance"]
    options: Any = {"search": "monte-carlo", "max_bytes": 90, "episodes": 300}
    assert list(p.pipe(texts, **options)) == [p.paraphrase(text, **options) for text in texts]


def test_sampling_goes_for_what_fits(p: ow.Paraphraser) -> None:
    """Of 6^5 strings few are short enough, and the scorer likes long ones."""

    def long(sources: list[str], texts: list[str]) -> list[float]:
        return [float(len(text)) for text in texts]

    every = sorted({len(one.text) for one in ranked(p.paraphrase(LONG, n=10_000))})
    for budget in (every[0], every[2], every[5]):
        (best,) = sampled(p, LONG, scorer=long, max_bytes=budget, episodes=300)
        assert best.fits
        assert best.size == budget


def test_what_a_scorer_sees(p: ow.Paraphraser) -> None:
    calls: list[tuple[list[str], list[str]]] = []

    def see(sources: list[str], texts: list[str]) -> list[float]:
        calls.append((sources, texts))
        return [0.0] * len(texts)

    p.paraphrase(
        "  Utilise  tools,\tor not!  Rain.", search="monte-carlo", scorer=see, avoid=["the tools"]
    )
    *sampling, (sources, texts) = calls
    # Words as tables have them, and a source that is written in the same way.
    seen = sorted(pair for call in sampling for pair in zip(*call, strict=True))
    assert seen == [
        ("rain .", "rain ."),
        ("utilise tools , or not !", "use tools , or not !"),
        ("utilise tools , or not !", "utilise tools , or not !"),
    ]
    # In the end, all that was found, as it will be written.
    assert sorted(zip(sources, texts, strict=True)) == [
        ("Rain.", "Rain."),
        ("Utilise  tools,\tor not!", "Use  tools,\tor not!"),
        ("Utilise  tools,\tor not!", "Utilise  tools,\tor not!"),
    ]


def test_answers_follow_from_the_seed(p: ow.Paraphraser) -> None:
    def whim(sources: list[str], texts: list[str]) -> list[float]:
        return [Whim(1).like(*pair) for pair in zip(sources, texts, strict=True)]

    texts = [f"{number} {LONG}" for number in range(40)]
    options: Any = {"search": "monte-carlo", "episodes": 20, "n": 2}
    for scorer in (None, whim):
        first = list(p.pipe(texts, scorer=scorer, seed=3, **options))
        for threads in (1, 3):
            assert list(p.pipe(texts, scorer=scorer, seed=3, threads=threads, **options)) == first
        # What else is in the stream does not matter.
        assert p.paraphrase(texts[30], scorer=scorer, seed=3, **options) == first[30]
        if scorer is not None:  # by the model, all seeds find the same
            other = list(p.pipe(texts, scorer=scorer, seed=4, **options))
            assert [one.text for one in other] != [one.text for one in first]
        unsaid = p.paraphrase(LONG, scorer=scorer, **options)
        assert unsaid == p.paraphrase(LONG, scorer=scorer, seed=1, **options)


def test_the_signature_says_how_it_was_sampled(p: ow.Paraphraser) -> None:
    start = p.settle().signature
    found = p.settle(search="monte-carlo", seed=7).signature
    assert found == f"{start}|search:monte-carlo|episodes:100000|seed:7"
    found = p.settle(search="monte-carlo", scorer="brief", episodes=50, candidates=9).signature
    assert found == (
        f"{start}|search:monte-carlo|episodes:50|seed:1|scorer:1*length(0,0)+0.001*model"
        "|candidates:9"
    )


def test_the_score_of_the_model_is_set_apart() -> None:
    model, length = ModelScore(), Length()
    assert apart(model) == (1.0, None)
    assert apart(length) == (0.0, length)
    inner = Combination([Part(3.0, model), Part(5.0, length)])
    weight, others = apart(Combination([Part(2.0, inner), Part(0.5, model), Part(7.0, length)]))
    assert weight == 6.5
    assert others is not None
    assert others.signature == "2*5*length(0.5,1.5)+7*length(0.5,1.5)"
    assert apart(Combination([Part(-2.0, model)])) == (-2.0, None)


class Needy(Scorer):
    """Looks at what the model says."""

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        return np.concatenate([np.asarray(each.scores, float) for each in batch])

    @property
    def needs_scores(self) -> bool:
        return True


def test_mistakes_are_told(p: ow.Paraphraser) -> None:
    options: list[tuple[dict[str, Any], str]] = [
        ({"search": "exact", "seed": 1}, "exact search has no seed; choose monte-carlo search"),
        ({"search": None, "episodes": 9}, "exact search has no episodes; choose monte-carlo"),
        ({"search": "hybrid", "scorer": "model", "seed": 1}, "hybrid search has no seed; choose m"),
        ({"episodes": 0}, "episodes is 0; it must be a whole number from 1 to"),
        ({"episodes": 2.5}, "episodes is 2.5; it must be a whole number from 1 to"),
        ({"seed": -1}, "seed is -1; it must be a whole number from 0 to"),
        ({"candidates": 9}, "candidates are what a scorer ranks; give a scorer, or leave them out"),
        ({"scorer": {"model": -1.0}}, "cannot go by -1[*]model alone; give model a weight above 0"),
        ({"scorer": Needy()}, "the scorer needy needs the scores of the model, .* hybrid search"),
        (
            {"scorer": Combination([Part(1.0, Needy()), Part(1.0, Length())])},
            "the scorer 1[*]needy[+]1[*]length",
        ),
        ({"scorer": lambda sources, texts: [0.0]}, "the scorer <lambda> gave an array of shape"),
        ({"scorer": lambda sources, texts: 1 / 0}, "the scorer <lambda> failed: ZeroDivision"),
        ({"scorer": lambda s, texts: [math.inf] * len(texts)}, "the scorer <lambda> gave inf for"),
    ]
    for given, why in options:
        with pytest.raises(ow.Error, match=why):
            p.compress("they utilise rain of tools", **{"search": "monte-carlo", **given})


# ---- the command line ----------------------------------------------------------------------------


def test_commands_sample(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    text = "they utilise assistance"
    sampling = ["--search", "monte-carlo", "--episodes", "50", "--seed", "2", text]
    # The shortest; `aid` is no more frequent than `assistance`.
    for command, word in [("paraphrase", "aid"), ("compress", "aid"), ("simplify", "help")]:
        assert main([command, "-m", str(folder), "--scorer", "brief", *sampling]) == 0
        assert capsys.readouterr() == (f"they use {word}\n", "")
    assert main(["toward", "-m", str(folder), "--reference", "help", *sampling]) == 0
    assert capsys.readouterr() == ("they utilise help\n", "")
    assert main(["compress", "-m", str(folder), "--max-bytes", "12", *sampling]) == 0
    assert capsys.readouterr() == ("they use aid\n", "")
    assert main(["compress", "-m", str(folder), "--max-bytes", "9", *sampling]) == 0
    shown = capsys.readouterr()
    assert shown.out == "they use aid\n"
    assert "1 of 1 texts cannot be made short enough: the shortest is given" in shown.err


def test_what_is_shown_is_not_proven(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    words = ["compress", "-m", str(folder), "--search", "monte-carlo", "they utilise assistance"]
    assert main([*words, "--json", "-n", "2"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["upper_bound"] is None
    assert [one["optimal"] for one in answer["paraphrases"]] == [False, False]
    assert answer["signature"].endswith("|n:2|search:monte-carlo|episodes:100000|seed:1")
    assert main([*words, "--explain"]) == 0
    assert ", not proven; 23 → 13 bytes" in capsys.readouterr().out
