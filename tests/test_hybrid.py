"""Hybrid search against brute force over all strings that a small model can make."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

import otherwords as ow
from otherwords.budget import Option
from otherwords.cli import main
from otherwords.diversity import depth, diverse
from otherwords.hybrid import _candidates
from otherwords.paraphrases import Sentence
from otherwords.scoring.length import Length
from otherwords.text.tokens import Tokens
from otherwords.writing import Writer
from tests.every_string import BRIEF, DOCUMENT, TEXTS, Whim, ranked, texts_of
from tests.small_model import write_model


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"), more=BRIEF)


@pytest.fixture(scope="module")
def p(folder: Path) -> ow.Paraphraser:
    return ow.load(folder)


@pytest.mark.parametrize("source", [*TEXTS, DOCUMENT])
def test_all_candidates_give_the_best_there_is(p: ow.Paraphraser, source: str) -> None:
    every = texts_of(source)
    by_model = {one.text: one.score for one in ranked(p.paraphrase(source, n=10_000))}
    assert set(by_model) == set(every)
    for seed in range(10):
        scorer = Whim(seed)
        wanted = sorted(every, key=lambda text: -scorer.like_document(source, text))
        for n in (1, 3, 200):
            best = p.paraphrase(source, scorer=scorer, n=n)
            found = ranked(best)
            assert [one.text for one in found] == wanted[:n]
            for one in found:
                assert one.global_score == pytest.approx(scorer.like_document(source, one.text))
                assert one.score == pytest.approx(by_model[one.text])
            assert [one.optimal for one in found] == [True] + [False] * (len(found) - 1)
            assert all(one.complete for one in found)


@pytest.mark.parametrize("source", TEXTS)
@pytest.mark.parametrize("candidates", [1, 2, 5])
def test_few_candidates_are_the_best_by_the_model(
    p: ow.Paraphraser, source: str, candidates: int
) -> None:
    pool = [one.text for one in ranked(p.paraphrase(source, n=candidates))]
    for seed in range(10):
        scorer = Whim(seed)
        best = p.paraphrase(source, scorer=scorer, candidates=candidates)
        assert best.text == max(pool, key=lambda text: scorer.like(source, text))
        proven = len(texts_of(source)) < candidates
        assert (best.optimal, best.complete) == (proven, proven)
        assert best.upper_bound == pytest.approx(p.paraphrase(source).score)


def test_a_text_is_ranked_as_its_sentences_are(p: ow.Paraphraser) -> None:
    parts = DOCUMENT.split("\n\n")
    for seed, candidates in itertools.product(range(10), [2, 3, 100]):
        scorer = Whim(seed)
        alone = [p.paraphrase(part, scorer=scorer, candidates=candidates) for part in parts]
        together = p.paraphrase(DOCUMENT, scorer=scorer, candidates=candidates)
        assert together.text == "\n\n".join(one.text for one in alone)
        assert together.global_score == pytest.approx(sum(one.worth for one in alone))
        assert together.optimal == all(one.optimal for one in alone)


@pytest.mark.parametrize("source", [TEXTS[0], DOCUMENT])
def test_the_best_that_fits(p: ow.Paraphraser, source: str) -> None:
    every = texts_of(source)
    sizes = sorted({len(text) for text in every})
    for seed, budget, n in itertools.product(range(3), [*sizes, sizes[0] - 1], [1, 4]):
        scorer = Whim(seed)
        best = p.paraphrase(source, scorer=scorer, max_bytes=budget, n=n)
        within = [text for text in every if len(text) <= budget]
        if not within:
            assert (best.fits, best.size) == (False, sizes[0])
            continue
        wanted = sorted(within, key=lambda text: -scorer.like_document(source, text))
        assert [one.text for one in ranked(best)] == wanted[:n]
        assert best.fits
        assert best.optimal
        few = p.paraphrase(source, scorer=scorer, max_bytes=budget, candidates=2)
        assert few.fits
        assert few.size <= budget


def test_with_a_budget_candidates_of_all_lengths_are_seen() -> None:
    given = [
        Option(*each)
        for each in [(-5, -9), (-5, -9.5), (-3, -8), (-3, -8.5), (0, -8), (1, -1), (2, -2)]
    ]
    writer = cast(Writer, _Fake(given))
    sentence = Sentence(0, Tokens("", [], []), 0)
    # The best for their lengths are -9, -8 and -1; the others are -2, -8 (longer), -8.5 and -9.5.
    for most, wanted in [
        (7, [10, 11, 12, 13, 14, 15, 16]),
        (6, [10, 12, 15, 16, 14, 13]),
        (4, [10, 12, 15, 16]),
        (3, [10, 12, 15]),
        (1, [10, 12, 15]),
    ]:
        assert _candidates(writer, sentence, most) == wanted


class _Fake:
    def __init__(self, options: list[Option]) -> None:
        self._options = options

    def options(self, sentence: Sentence) -> list[Option]:
        return self._options

    def derivations(self, sentence: Sentence) -> range:
        return range(10, 10 + len(self._options))


def test_the_model_as_scorer_changes_nothing(p: ow.Paraphraser) -> None:
    options: list[dict[str, Any]] = [
        {},
        {"n": 4},
        {"n": 3, "diverse": True},
        {"max_bytes": 44},
        {"max_bytes": 38, "n": 3},
        {"max_bytes": 1},
    ]
    for source, given in itertools.product([*TEXTS, DOCUMENT, ""], options):
        exact = ranked(p.compress(source, **given))
        same = ranked(p.compress(source, scorer="model", **given))
        assert [one.global_score for one in same] == pytest.approx([one.score for one in exact])
        assert [replace(one, global_score=None, alternatives=()) for one in same] == [
            replace(one, alternatives=()) for one in exact
        ]


def test_diverse_lists_are_ranked_by_the_scorer(p: ow.Paraphraser) -> None:
    source = TEXTS[0]
    for seed in range(10):
        scorer = Whim(seed)
        best = p.paraphrase(source, scorer=scorer, n=4, diverse=True)
        every = ranked(p.paraphrase(source, scorer=scorer, n=depth(4)))
        edits = [frozenset((e.start, e.end, e.target) for e in one.edits) for one in every]
        places = diverse([scorer.like(source, one.text) for one in every], edits, 4)
        assert places != [0, 1, 2, 3]
        assert [one.text for one in ranked(best)] == [every[place].text for place in places]


def test_ties_go_to_the_higher_score(p: ow.Paraphraser) -> None:
    def level(sources: list[str], texts: list[str]) -> list[float]:
        return [0.0] * len(texts)

    for source in [*TEXTS, DOCUMENT]:
        exact, level_ = p.paraphrase(source, n=3), p.paraphrase(source, n=3, scorer=level)
        assert [one.text for one in ranked(level_)] == [one.text for one in ranked(exact)]


def test_streams_are_scored_in_batches(p: ow.Paraphraser) -> None:
    calls = []

    def shorter(sources: list[str], texts: list[str]) -> list[float]:
        calls.append(set(sources))
        return [-float(len(text)) for text in texts]

    texts = [f"{number} they utilise assistance" for number in range(40)]
    found = [one.text for one in p.pipe(texts, scorer=shorter)]
    assert found == [f"{number} they use aid" for number in range(40)]
    assert [len(call) for call in calls] == [16, 16, 8]
    assert found == [one.text for one in p.pipe(texts, scorer=shorter, threads=3)]
    assert [one.text for one in p.pipe(["", "\n", "rain"], scorer=shorter)] == ["", "\n", "rain"]


def test_the_encoder_ranks_the_same_with_any_number_of_threads(p: ow.Paraphraser) -> None:
    for package in ("onnxruntime", "blingfire"):
        pytest.importorskip(package, reason="needs otherwords[neural]")
    texts = [f"{number} {text}" for number in range(20) for text in TEXTS]
    options: Any = {"scorer": {"embedding": 20.0, "model": 1.0}, "n": 3, "candidates": 20}
    one = list(p.pipe(texts, **options))
    assert list(p.pipe(texts, threads=3, **options)) == one
    assert p.paraphrase(texts[5], **options) == one[5]
    # Where a change is enforced, what means the same is better than what scores higher.
    assert p.compress("they utilise assistance", max_bytes=20).text == "they use help"
    short = p.compress("they utilise assistance", scorer="embedding", max_bytes=20)
    assert short.text == "they utilise aid"
    assert 0.5 < short.worth < 1.0


def test_texts_are_scored_as_they_will_be_written(p: ow.Paraphraser) -> None:
    seen: list[tuple[str, str]] = []

    def see(sources: list[str], texts: list[str]) -> list[float]:
        seen.extend(zip(sources, texts, strict=True))
        return [0.0] * len(texts)

    p.paraphrase("  Utilise  tools,\tor not!  Rain.", scorer=see, avoid=["the tools"])
    assert sorted(seen) == [
        ("Rain.", "Rain."),
        ("Utilise  tools,\tor not!", "Use  tools,\tor not!"),
        ("Utilise  tools,\tor not!", "Utilise  tools,\tor not!"),
    ]


def test_the_signature_says_what_ranks(p: ow.Paraphraser) -> None:
    start = p.settle().signature
    assert "search" not in start
    assert p.settle(search="exact").signature == start
    hybrid = p.settle(search="hybrid", scorer=Length(), candidates=50).signature
    assert hybrid == f"{start}|search:hybrid|scorer:length(0.5,1.5)|candidates:50"
    named = p.settle(scorer="brief", n=300).signature
    assert named.endswith("|n:300|search:hybrid|scorer:1*length(0,0)+0.001*model|candidates:300")
    weighed = p.settle(scorer={"model": 1.0}, keep=["rain"]).signature
    assert weighed.endswith("|keep:1|search:hybrid|scorer:1*model|candidates:200")


def test_mistakes_are_told(p: ow.Paraphraser) -> None:
    options: list[tuple[dict[str, Any], str]] = [
        ({"search": "luck"}, "search is 'luck'; it must be one of exact, hybrid, monte-carlo"),
        ({"search": "hybrid"}, "hybrid search needs a scorer; name one, such as embedding"),
        ({"search": "exact", "scorer": "model"}, "exact search has no scorer; choose hybrid or"),
        ({"candidates": 9}, "exact search has no candidates; choose hybrid or monte-carlo"),
        ({"scorer": "model", "candidates": 0}, "candidates is 0; .* from 1 to 4,294,967,2"),
        (
            {"scorer": "model", "candidates": 9, "n": 10},
            "candidates is 9; .* which is 10",
        ),
        ({"scorer": "model", "candidates": 9.5}, "candidates is 9.5; it must be a whole number"),
        ({"scorer": "taste"}, "there is no scorer 'taste'; known: brief, "),
        ({"scorer": lambda sources, texts: [0.0]}, "the scorer <lambda> gave an array of shape"),
        ({"scorer": lambda sources, texts: 1 / 0}, "the scorer <lambda> failed: ZeroDivision"),
    ]
    for given, why in options:
        with pytest.raises(ow.Error, match=why):
            p.compress("they utilise rain", **given)


# ---- the command line ----------------------------------------------------------------------------


def test_commands_take_a_scorer(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    text = "they utilise assistance"
    # The shortest; `aid` is no more frequent than `assistance`.
    for command, word in [("paraphrase", "aid"), ("compress", "aid"), ("simplify", "help")]:
        assert main([command, "-m", str(folder), "--scorer", "brief", text]) == 0
        assert capsys.readouterr() == (f"they use {word}\n", "")
    toward = ["toward", "-m", str(folder), "--reference", "help", "--scorer", "novelty=-1"]
    assert main([*toward, "--search", "hybrid", "--candidates", "5", text]) == 0
    assert capsys.readouterr().out == "they utilise assistance\n"
    assert main(["compress", "-m", str(folder), "--search", "hybrid", text]) == 2
    assert "hybrid search needs a scorer" in capsys.readouterr().err


def test_json_and_explanations_have_both_scores(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    words = ["compress", "-m", str(folder), "--scorer", "length=2", "--candidates", "2"]
    assert main([*words, "--json", "-n", "2", "they utilise assistance"]) == 0
    answer = json.loads(capsys.readouterr().out)
    first, second = answer["paraphrases"]
    assert list(first) == [
        *("text", "score", "global_score", "optimal", "complete", "fits", "edits"),
    ]
    # 13 and 17 of 23 characters, where the window begins at half of them; both are level.
    assert [first["global_score"], second["global_score"]] == [0.0, 0.0]
    assert [first["optimal"], first["complete"]] == [False, False]
    assert answer["signature"].endswith("search:hybrid|scorer:2*length(0.5,1.5)|candidates:2")
    assert main([*words, "--explain", "they utilise assistance"]) == 0
    shown = capsys.readouterr().out
    assert ", by the scorer 0.0000, ranked among candidates; 23 → 13 bytes" in shown
