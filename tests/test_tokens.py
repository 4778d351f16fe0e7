"""Tokens lose nothing of a text and are those of the treebanks."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.text import tokenise, tokenise_lines

LANGUAGES = ["en", "fr", "de", "es", "it", "ru"]
INVISIBLE = {*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), "\u200b", "\ufeff"}
texts = st.one_of(
    st.text(st.characters()),
    st.text(st.sampled_from(list("aA1 .,'’\"-–—/:;()$%…!n't@+=\n👍🏽\u200d\ud800é"))),
)


def is_gap(character: str) -> bool:
    return character.isspace() or character in INVISIBLE


@given(texts, st.sampled_from(LANGUAGES))
def test_only_white_space_is_between_tokens(text: str, language: str) -> None:
    tokens = tokenise(text, language)
    ends = [0, *tokens.ends]
    for end, start in zip(ends, [*tokens.starts, len(text)], strict=True):
        assert end <= start
        assert all(is_gap(character) for character in text[end:start])
    for word in tokens.words:
        assert word
        assert not any(is_gap(character) for character in word)


@given(st.lists(texts, max_size=5))
def test_lines_are_the_joined_tokens(lines: list[str]) -> None:
    expected = [" ".join(tokenise(line).words) for line in lines]
    joined = tokenise_lines(lines, threads=2)
    assert joined == [re.sub("[\ud800-\udfff]", "\ufffd", line) for line in expected]
    assert tokenise_lines(lines, lower=True) == tokenise_lines(lines, lower=True, threads=1)


def test_lower_case_is_that_of_unicode() -> None:
    assert tokenise_lines(["ÀÉÎ ŁÓDŹ Σ Ж ẞ DŽ 𐐀 K"], lower=True) == ["àéî łódź σ ж ß dž 𐐨 k"]


def test_offsets_count_code_points() -> None:
    tokens = tokenise("👍 naïve—yes")
    assert tokens.words == ["👍", "naïve", "—", "yes"]
    assert (tokens.starts, tokens.ends) == ([0, 2, 7, 8], [1, 7, 8, 11])
    assert len(tokens) == 4


def test_chinese_is_cut_into_words() -> None:
    pytest.importorskip("jieba")
    tokens = tokenise("我们去北京大学 玩。", "zh")
    assert tokens.words == ["我们", "去", "北京大学", "玩", "。"]
    assert tokens.text[tokens.starts[3] : tokens.ends[3]] == "玩"
    assert tokenise_lines(["我们用Python。"], "zh", lower=True) == ["我们 用 python 。"]


def test_a_very_long_word_is_no_matter() -> None:
    for text in ["a" * 1_000_000, "'" * 1_000_001, "a-" * 500_000, "(" * 999_999, "n't" * 300_000]:
        tokens = tokenise(text)
        assert "".join(tokens.words) == text


def treebank(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The sentences of a CoNLL-U file: text and words."""
    text = ""
    words: list[str] = []
    for line in lzma.open(path, "rt", encoding="utf-8"):
        if line.startswith("# text = "):
            text = line[9:].rstrip("\n")
        elif line == "\n":
            yield text, words
            words = []
        elif line.split("\t")[0].isdecimal():
            words.append(line.split("\t")[1].replace(" ", ""))


def test_words_are_those_of_the_treebank(shared: Path) -> None:
    sentences = list(treebank(shared / "data" / "treebank" / "ewt-dev.conllu.xz"))
    right = found = there = 0
    for text, words in sentences:
        ours: set[tuple[int, int]] = set()
        theirs: set[tuple[int, int]] = set()
        for spans, tokens in ((ours, tokenise(text).words), (theirs, words)):
            end = 0
            for word in tokens:
                spans.add((end, end + len(word)))
                end += len(word)
        right += len(ours & theirs)
        found += len(ours)
        there += len(theirs)
    assert len(sentences) > 1900
    assert 2 * right / (found + there) > 0.985
