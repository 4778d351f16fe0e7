"""Texts that are not texts are refused, with what they are and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import otherwords as ow
from tests.small_model import write_model


@pytest.fixture(scope="module")
def paraphraser(tmp_path_factory: pytest.TempPathFactory) -> ow.Paraphraser:
    return ow.load(write_model(tmp_path_factory.mktemp("model")))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["rain"], "text must be a string, not list; for several texts, use pipe"),
        (None, "text must be a string, not None"),
        (7, "text must be a string, not int"),
        (b"rain", "text must be a string, not bytes; decode it first, such as with text.decode()"),
    ],
    ids=str,
)
@pytest.mark.parametrize("method", ["compress", "simplify", "paraphrase", "suggest", "lattices"])
def test_a_text_is_a_string(
    paraphraser: ow.Paraphraser, method: str, given: Any, message: str
) -> None:
    with pytest.raises(TypeError) as caught:
        getattr(paraphraser, method)(given)
    assert str(caught.value) == message


def test_a_reference_is_a_string(paraphraser: ow.Paraphraser) -> None:
    wrong: Any = 7
    with pytest.raises(TypeError, match=r"^reference must be a string, not int$"):
        paraphraser.toward("rain", wrong)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("rain", "texts must be a list of strings, not one string; write [text]"),
        (b"rain", "texts must be a list of strings, not bytes"),
        (None, "texts must be a list of strings, not None"),
    ],
    ids=str,
)
def test_one_text_is_not_several(paraphraser: ow.Paraphraser, given: Any, message: str) -> None:
    for method in (paraphraser.pipe, paraphraser.suggest_all):
        with pytest.raises(TypeError) as caught:
            method(given)  # before any text is asked for
        assert str(caught.value) == message
    with pytest.raises(TypeError, match=r"^references must be a list of strings, not one string"):
        paraphraser.pipe(["rain"], application="toward", references="rain")


def test_items_that_are_not_strings_are_told_by_their_number(
    paraphraser: ow.Paraphraser,
) -> None:
    def texts() -> Iterator[Any]:
        yield "rain"
        yield 7

    with pytest.raises(TypeError, match=r"^item 2 of texts must be a string, not int$"):
        list(paraphraser.pipe(texts()))
    references: Any = ["rain", None]
    with pytest.raises(TypeError, match=r"^item 2 of references must be a string, not None$"):
        list(paraphraser.pipe(["rain", "aid"], application="toward", references=references))


def test_any_iterable_has_texts(paraphraser: ow.Paraphraser) -> None:
    for texts in (iter(["utilise"]), ("utilise",), {"utilise"}):
        (best,) = paraphraser.pipe(texts)
        assert best.text == "use"


def test_threads_are_counted(paraphraser: ow.Paraphraser, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def cores() -> int:
        asked.append(True)
        return 2

    texts = ["We utilise rain"] * 300
    usual = list(paraphraser.pipe(texts))
    monkeypatch.setattr("os.cpu_count", cores)
    assert list(paraphraser.pipe(texts, threads=0)) == usual
    assert asked
    for wrong in (-1, 1.5, "2"):
        with pytest.raises(ow.Error, match=r"^threads is .*; it must be a whole number from 0 on$"):
            paraphraser.pipe([], threads=wrong)  # type: ignore[arg-type]
