"""Sentences lose nothing of a document and are those of the treebank."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords import Error
from otherwords.text.sentences import Lines, split
from tests.test_tokens import is_gap

LANGUAGES = ["en", "fr", "de", "es", "it", "ru", "zh"]
LINES: list[Lines] = ["wrap", "paragraphs", "sentences"]
texts = st.one_of(
    st.text(st.characters()),
    st.text(st.sampled_from(list("aA1 .,'\"-)(…!?\n\r\t:。」•\ud800é\u2028👍"))),
)


@given(texts, st.sampled_from(LANGUAGES), st.sampled_from(LINES))
def test_joined_again_they_are_the_document(text: str, language: str, lines: Lines) -> None:
    document = split(text, language, lines=lines)
    assert document.join(document.texts) == text
    assert all(sentence.strip() for sentence in document.texts)
    assert document.paragraphs == sorted(document.paragraphs)
    assert all(map(is_gap, document.join([""] * len(document))))


def test_offsets_count_code_points() -> None:
    document = split("👍 naïve. Yes.\n\nNew.")
    assert document.texts == ["👍 naïve.", "Yes.", "New."]
    assert (document.starts, document.ends) == ([0, 9, 15], [8, 13, 19])
    assert document.paragraphs == [0, 0, 1]
    assert document.join(["A.", "B.", "C."]) == "A. B.\n\nC."


def test_each_line_may_be_a_sentence() -> None:
    assert split("One. Two\nthree\n\n", lines="sentences").texts == ["One. Two", "three"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n" * 10_000,
        ". " * 50_000,
        "a" * 100_000,
        "(" * 100_000,
        "!" * 100_000,
        "Mr. " * 25_000,
        "\x00" * 1000,
        "- \n" * 30_000,
        "a.\n" * 30_000,
        "! :) " * 20_000,
    ],
)
def test_strange_documents(text: str) -> None:
    document = split(text)
    assert document.join(document.texts) == text


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(Error, match="2 sentences, 1 were given"):
        split("One. Two.").join(["x"])
    with pytest.raises(Error, match="lines cannot be 'other'; known: wrap"):
        split("", lines="other")  # type: ignore[arg-type]


def paragraphs(path: Path) -> Iterator[list[str]]:
    """The sentences of each paragraph of a treebank."""
    sentences: list[str] = []
    for line in lzma.open(path, "rt", encoding="utf-8"):
        if line.startswith("# newpar") and sentences:
            yield sentences
            sentences = []
        elif line.startswith("# text = "):
            sentences.append(line[9:].rstrip("\n"))
    yield sentences


def test_sentences_are_those_of_the_treebank(shared: Path) -> None:
    right = found = there = 0
    for sentences in paragraphs(shared / "data" / "treebank" / "ewt-dev.conllu.xz"):
        text = " ".join(sentences)
        ends, end = set(), -1
        for sentence in sentences:
            end += 1 + len(sentence)
            ends.add(end)
        ours = set(split(text).ends)
        right += len(ours & ends)
        found += len(ours)
        there += len(ends)
    assert there > 1900
    assert 2 * right / (found + there) > 0.85
