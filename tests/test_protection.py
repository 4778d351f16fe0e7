"""Protection: what must stay is marked, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords import Error
from otherwords.text import tokenise
from otherwords.text.casing import Casing
from otherwords.text.protection import Avoided, Protector, Reason


def protected(text: str, protector: Protector) -> list[str]:
    tokens = tokenise(text)
    (reasons,) = protector.protect([tokens])
    return [word for word, reason in zip(tokens.words, reasons, strict=True) if reason]


@given(st.lists(st.text(st.characters()), max_size=4), st.sampled_from(["en", "de", "ru"]))
def test_there_is_a_byte_for_each_token(lines: list[str], language: str) -> None:
    sentences = [tokenise(line, language) for line in lines]
    protector = Protector(language, keep=["a b", "\ud800"], quoted=True)
    reasons = protector.protect(sentences)
    assert [len(each) for each in reasons] == [len(tokens) for tokens in sentences]


def test_numbers_always_stay() -> None:
    assert protected("on 3 May 2004 he paid $5", Protector()) == ["3", "May", "2004", "$", "5"]


def test_names_stay_unless_they_may_change() -> None:
    text = "The man met Mary in Paris."
    assert protected(text, Protector()) == ["Mary", "Paris"]
    assert protected(text, Protector(names=False)) == []
    casing = Casing.of(["Bush", "man"], [2, 2])
    assert protected("Bush spoke.", Protector(casing=casing)) == ["Bush"]
    assert protected("Man is mortal.", Protector(casing=casing)) == []


def test_terms_stay_whatever_their_case() -> None:
    protector = Protector(keep=["Data Set", "don't"])
    assert protected("a DATA set, a data point; I don't", protector) == ["DATA", "set", "do", "n't"]
    with pytest.raises(Error, match=r"such as \['ab'\]"):
        Protector(keep="ab")


def test_entities_of_an_analysis_stay() -> None:
    tokens = [tokenise("the red cross came"), tokenise("so")]
    (first, second) = Protector().protect(tokens, [[(1, 3), (3, 99)], []])
    assert list(first) == [0, Reason.ENTITY, Reason.ENTITY, Reason.ENTITY]
    assert list(second) == [0]


def test_quotations_stay_when_asked_for() -> None:
    text = 'he said "go now" twice'
    assert protected(text, Protector()) == []
    assert protected(text, Protector(quoted=True)) == ['"', "go", "now", '"']


def test_avoided_words_are_found() -> None:
    avoided = Avoided(["Utilise", "in order to", ""])
    lines = ["we utilise it", "in order to go", "in order", "use", ""]
    assert avoided.are_in(lines) == [True, True, False, False, False]


def test_very_long_sentences_are_no_matter() -> None:
    for text in ["`" * 100_000, '" ' * 50_000, "a_b(" * 25_000, "A " * 50_000, "a/" * 50_000]:
        tokens = tokenise(text)
        (reasons,) = Protector(quoted=True, keep=["a a"]).protect([tokens])
        assert len(reasons) == len(tokens)
