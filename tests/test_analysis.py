"""Analysers behind their one interface."""

from __future__ import annotations

import pytest

from otherwords._core import Error
from otherwords.text import analysis
from otherwords.text.analysis import Analyser, open_analyser


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    pytest.importorskip("spacy")
    return open_analyser("en")


def test_words_are_tagged_as_they_are_cut(analyser: Analyser) -> None:
    sentences = [
        ["They", "sold", "the", "old", "houses", "."],
        [],
        ["don't-split", "me"],
        ["He", "will", "play", "in", "the", "play", "."],
    ]
    tags = list(analyser.tags(sentences))
    assert tags[0] == ["PRP", "VBD", "DT", "JJ", "NNS", "."]
    assert [len(each) for each in tags] == [len(each) for each in sentences]
    assert tags[3] == ["PRP", "MD", "VB", "IN", "DT", "NN", "."]


def test_tags_do_not_depend_on_the_company(analyser: Analyser) -> None:
    sentence = ["Mr", "Smith", "sees", "two", "green", "cars", "."]
    alone = next(analyser.tags([sentence]))
    others = [["Well", "then", "."]] * 300
    assert list(analyser.tags([*others, sentence]))[-1] == alone


def test_the_version_names_backend_and_model(analyser: Analyser) -> None:
    assert analyser.version.startswith("spacy 3.")
    assert "en_core_web_sm" in analyser.version


def test_what_there_is_no_analyser_for() -> None:
    with pytest.raises(Error, match="no analyser for the language 'xx'"):
        open_analyser("xx")


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "_SPACY_MODELS", {"en": ("no_such_model",)})
    with pytest.raises(Error, match=r"install otherwords\[spacy\]"):
        open_analyser("en")
