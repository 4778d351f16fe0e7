"""Surface: new words stand as they should, and nothing else changes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords import Error
from otherwords.text import tokenise
from otherwords.text.casing import Casing
from otherwords.text.surface import Replacement, Surface, apply

LANGUAGES = ["en", "fr", "de", "ru", "zh-none"]
texts = st.one_of(
    st.text(st.characters(), max_size=60),
    st.text(
        st.sampled_from(list("aA1 .,'’\"-–(/:;)$%…!n't@\n\x00👍🏽\u200d\ud800é\u0301中שא")),
        max_size=60,
    ),
)
words = st.lists(
    st.one_of(
        st.sampled_from(["a", "an", "n't", ",", "(", '"', "-", "'s", "i", "hour", "中", "é", "."]),
        st.text(st.characters(exclude_categories=["Cs", "Zs", "Cc"]), min_size=1, max_size=5),
    ),
    max_size=4,
).map(" ".join)


def write(text: str, *replacements: tuple[int, int, str], casing: Casing | None = None) -> str:
    return Surface(casing=casing).write([tokenise(text)], [replacements])[0].text


@given(st.data(), texts, st.sampled_from(LANGUAGES))
def test_edits_are_the_whole_difference(data: st.DataObject, text: str, language: str) -> None:
    tokens = tokenise(text, language)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(tokens)), max_size=6)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    replacements = [Replacement(begin, end, data.draw(words)) for begin, end in spans]
    written = Surface(language).write([tokens], [replacements])[0]
    assert apply(text, written.edits) == written.text
    end = 0
    for edit in written.edits:
        assert end <= edit.start <= edit.end <= len(text)
        assert edit.source == text[edit.start : edit.end] != edit.target
        end = edit.end
    if not replacements:
        assert written.text == text


@given(texts)
def test_words_that_stay_keep_every_character(text: str) -> None:
    tokens = tokenise(text)
    if len(tokens) < 3:
        return
    written = Surface("xx").write([tokens], [[(1, 2, "word")]])[0]
    for edit in written.edits:
        assert edit.start >= tokens.ends[0] or edit.source.lower() == edit.target.lower()
        assert edit.end <= tokens.starts[2]


def test_an_edit_says_where_and_why() -> None:
    text = "👍 It was a big, old house."
    written = Surface().write([tokenise(text)], [[(4, 5, "enormous")]])[0]
    assert written.text == "👍 It was an enormous, old house."
    assert written.edits == [(9, 10, "a", "an", None), (11, 14, "big", "enormous", 0)]


def test_many_sentences_are_written_in_order() -> None:
    sentences = [tokenise(f"Sentence {number} is big.") for number in range(100)]
    written = Surface().write(sentences, [[(3, 4, "large")]] * 100)
    assert [each.text for each in written] == [f"Sentence {n} is large." for n in range(100)]


def test_casing_restores_names() -> None:
    casing = Casing.of(["London", "MP", "house", "House"], [3, 3, 5, 5])
    assert write("he left the city", (2, 4, "london"), casing=casing) == "he left London"
    assert write("She met a deputy.", (3, 4, "mp"), casing=casing) == "She met an MP."
    assert write("In the city", (1, 3, "house"), casing=casing) == "In house"
    assert write("the city", (1, 2, "london")) == "the london"


@pytest.mark.parametrize(
    ("text", "replacement", "expected"),
    [
        ("", None, ""),
        ("?!…", (0, 1, "."), ".…"),
        ("a\x00b", (0, 1, "x"), "x\x00b"),
        ("שלום עולם", (1, 2, "לכולם"), "שלום לכולם"),
        ("\ud800 big", (1, 2, "large"), "\ud800 large"),
    ],
)
def test_strange_text(text: str, replacement: tuple[int, int, str] | None, expected: str) -> None:
    assert write(text, *([replacement] if replacement else [])) == expected


def test_a_very_long_sentence_is_no_matter() -> None:
    text = "big, (a old) " * 10_000
    tokens = tokenise(text)
    replacements = [(at, at + 1, "large") for at in range(0, len(tokens), 6)]
    written = Surface().write([tokens], [replacements])[0]
    assert written.text == "large, (a old) " * 10_000
    whole = Surface().write([tokens], [[(0, len(tokens), "word " * 50_000)]])[0]
    assert whole.text == "word " * 49_999 + "word "
    gone = Surface().write([tokens], [[(at, at + 1, "") for at in range(len(tokens))]])[0]
    assert gone.text == " "


@pytest.mark.parametrize(
    "replacements",
    [[(0, 3, "x")], [(1, 1, "x")], [(1, 2, "x"), (0, 1, "x")], [(0, 2, "x"), (1, 2, "x")]],
)
def test_replacements_that_do_not_fit_are_refused(
    replacements: Sequence[tuple[int, int, str]],
) -> None:
    with pytest.raises(Error, match="out of order or beyond"):
        Surface().write([tokenise("a b")], [replacements])
