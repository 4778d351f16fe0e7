"""Analysers behind their one interface: our own and spaCy's."""

from __future__ import annotations

from pathlib import Path

import pytest

import otherwords as ow
from otherwords._core import Error
from otherwords.files import replacing
from otherwords.model import default_folder
from otherwords.text import spacy_analyser
from otherwords.text.analysis import PARTS, Analyser, Analysis, open_analyser
from otherwords.text.core_analyser import CoreAnalyser
from otherwords.text.spacy_analyser import SpacyAnalyser
from otherwords.text.tokens import tokenise

ANALYSER = default_folder() / "analyser"


@pytest.fixture(scope="module", params=["core", "spacy"])
def analyser(request: pytest.FixtureRequest) -> Analyser:
    if request.param == "spacy":
        pytest.importorskip("spacy")
    return open_analyser("en", request.param, ANALYSER)


@pytest.fixture(scope="module")
def core() -> CoreAnalyser:
    return CoreAnalyser(ANALYSER)


def analysed(analyser: Analyser, text: str) -> tuple[list[str], Analysis]:
    words = tokenise(text).words
    return words, next(analyser.analyse([words]))


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


def test_heads_and_relations_are_spacys(analyser: Analyser) -> None:
    words, found = analysed(analyser, "The committee took the matter into consideration.")
    took = words.index("took")
    assert found.heads[took] == took
    assert found.relations[took] == "ROOT"
    assert (found.heads[words.index("matter")], found.relations[words.index("matter")]) == (
        took,
        "dobj",
    )
    assert (found.heads[1], found.relations[1]) == (took, "nsubj")
    assert found.heads[0] == 1


def test_lemmas(analyser: Analyser) -> None:
    words, found = analysed(analyser, "Her children were running to the best houses in Paris.")
    lemmas = dict(zip(words, found.lemmas, strict=True))
    assert lemmas["children"] == "child"
    assert lemmas["were"] == "be"
    assert lemmas["running"] == "run"
    assert lemmas["houses"] == "house"
    assert lemmas["Paris"] == "Paris"


def test_entities(analyser: Analyser) -> None:
    words, found = analysed(analyser, "On 3 May 2019 Angela Merkel spent $ 12 million in Berlin.")
    spans = {" ".join(words[begin:end]) for begin, end in found.entity_spans()}
    assert {"3 May 2019", "Angela Merkel", "Berlin"} <= spans
    kinds = {word: entity[2:] for word, entity in zip(words, found.entities, strict=True)}
    assert (kinds["May"], kinds["Merkel"], kinds["million"]) == ("date", "name", "measure")


def test_hedges_are_not_guarded() -> None:
    # More than forty days after the Day of the Dead in at least …
    tags = ["JJR", "IN", "CD", "NNS", "IN", "DT", "NNP", "IN", "DT", "NNP", "IN", "IN", "JJS"]
    dates = ["B-date", *["I-date"] * 3, ""]
    names = ["B-name", *["I-name"] * 4, "", "B-number", "I-number"]
    found = Analysis(tags, [], [], [], [*dates, *names])
    assert found.entity_spans() == [(0, 4), (5, 10), (11, 13)]
    assert found.guarded_spans() == [(2, 4), (5, 10)]


def test_parts_that_are_not_wanted_are_empty(analyser: Analyser) -> None:
    sentence = ["They", "sold", "houses", "."]
    everything = next(analyser.analyse([sentence]))
    for part in PARTS:
        found = next(analyser.analyse([sentence], [part]))
        assert getattr(found, part) == getattr(everything, part)
        assert not any(getattr(found, other) for other in PARTS if other != part)
    with pytest.raises(Error, match="no part 'trees'"):
        next(analyser.analyse([sentence], ["trees"]))


def test_answers_do_not_depend_on_the_company(analyser: Analyser) -> None:
    sentence = ["Mr", "Smith", "sees", "two", "green", "cars", "."]
    alone = next(analyser.analyse([sentence]))
    others = [["Well", "then", "."]] * 300
    assert list(analyser.analyse([*others, sentence]))[-1] == alone


def test_threads_change_nothing(core: CoreAnalyser, repository: Path) -> None:
    lines = (repository / "examples" / "text.txt").read_text("utf-8").splitlines()
    sentences = [tokenise(line).words for line in lines] * 5
    assert list(CoreAnalyser(ANALYSER, threads=3).analyse(sentences)) == list(
        core.analyse(sentences)
    )


@pytest.mark.parametrize(
    "words",
    [
        [""],
        ["\ud800", "�", "\x00", "\U0010ffff"],
        ["中文", "한국어", "עברית", "naïve", "e\u0301", "👩‍👩‍👧"],
        ["x" * 100_000],
        ["the"] * 10_000,
        ["(", "[", '"'] * 3_000,
    ],
)
def test_any_words_are_analysed(analyser: Analyser, words: list[str]) -> None:
    found = next(analyser.analyse([words]))
    assert all(len(getattr(found, part)) == len(words) for part in PARTS)
    assert all(0 <= head < len(words) for head in found.heads)
    for start in range(0, len(words), 1 + len(words) // 10):
        place, steps = start, 0
        while found.heads[place] != place:
            place, steps = found.heads[place], steps + 1
            assert steps <= len(words)
        assert found.relations[place] == "ROOT"


def test_addresses_are_entities(core: CoreAnalyser) -> None:
    words, found = analysed(core, "See www.example.org/a or write to someone@example.org today.")
    addresses = [
        word for word, each in zip(words, found.entities, strict=True) if each == "B-address"
    ]
    assert addresses == ["www.example.org/a", "someone@example.org"]


def test_both_backends_mostly_agree(core: CoreAnalyser, repository: Path) -> None:
    pytest.importorskip("spacy")
    from otherwords.learn.analyser.evaluating import compare

    lines = (repository / "examples" / "text.txt").read_text("utf-8").splitlines()
    sentences = [words for line in lines if (words := tokenise(line).words)]
    spacy = SpacyAnalyser("en")
    agreement = compare(list(core.analyse(sentences)), list(spacy.analyse(sentences)))
    assert agreement.tags > 0.9
    assert agreement.heads > 0.8


def test_versions_name_the_backend(core: CoreAnalyser) -> None:
    assert core.version.startswith("otherwords ")
    pytest.importorskip("spacy")
    version = SpacyAnalyser("en").version
    assert version.startswith("spacy 3.")
    assert "en_core_web_sm" in version


def test_what_there_is_no_analyser_for() -> None:
    with pytest.raises(Error, match="no spaCy model for the language 'xx'"):
        open_analyser("xx", "spacy")
    with pytest.raises(Error, match="no analyser of our own for the language 'xx'"):
        open_analyser("xx")
    with pytest.raises(Error, match="no analyser 'stanza'; known: core, spacy"):
        open_analyser("en", "stanza")


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spacy_analyser, "_MODELS", {"en": ("no_such_model",)})
    with pytest.raises(Error, match=r"run pip install 'otherwords\[spacy\]'"):
        open_analyser("en", "spacy")


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    content = bytearray(ANALYSER.read_bytes())
    content[len(content) // 2] ^= 1
    with replacing(tmp_path / "analyser") as file:
        file.write(content)
    with pytest.raises(ow.FormatError, match=r"analyser.*damaged"):
        CoreAnalyser(tmp_path / "analyser")
