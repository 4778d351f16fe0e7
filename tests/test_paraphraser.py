"""The whole corridor on a model small enough to work out by hand."""

from __future__ import annotations

import itertools
import math
import random
import shutil
from pathlib import Path

import numpy as np
import pytest

import otherwords as ow
from otherwords.applications import Units
from otherwords.budget import Option, choices
from otherwords.diversity import depth, distance, diverse
from otherwords.model import default_folder
from tests.small_model import TABLES, UNIGRAMS, write_model

LN10 = math.log(10)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def paraphraser(folder: Path) -> ow.Paraphraser:
    return ow.load(folder)


def weighted(folder: Path, more: str) -> ow.Paraphraser:
    return ow.load(write_model(folder, more=more))


def check(result: ow.Paraphrase) -> None:
    """Edits lead from the source to the text, and say what stood where."""
    text, end = "", 0
    for edit in result.edits:
        assert result.source[edit.start : edit.end] == edit.source
        text += result.source[end : edit.start] + edit.target
        end = edit.end
    assert text + result.source[end:] == result.text


def test_equation_6_by_hand(tmp_path: Path) -> None:
    p = weighted(
        tmp_path,
        """
self_score = -1.5
[weights.compress]
lm = 0.5
self = 0.1
usability = 0.25
tables = {pt1 = 2.0, pt2 = 0.5}
""",
    )
    best = p.compress("We utilise assistance .")
    assert best.text == "We use help ."
    tables = 2.0 * -0.25 + 0.5 * -0.5  # utilise → use of pt1, assistance → help of pt2
    own = 0.1 * (-1.5 - 1.5)  # we, .
    lm = 0.5 * LN10 * (-2 - 2 - 2 - 1 - 1)  # we use help . </s>
    usability = 0.25 * ((7 - 3) + (10 - 4))
    assert best.score == pytest.approx(tables + own + lm + usability, abs=1e-9)
    assert best.optimal
    assert best.complete
    assert best.edits == (
        ow.Edit(3, 10, "utilise", "use", "pt1", -0.25, 4.0),
        ow.Edit(11, 21, "assistance", "help", "pt2", -0.5, 6.0),
    )
    check(best)


def test_an_entry_counts_in_the_table_where_its_weighted_score_is_largest(tmp_path: Path) -> None:
    for weights, table, score in [("{pt1 = 0.1}", "pt1", -1.5), ("{pt1 = 1.0}", "pt2", -0.5)]:
        p = weighted(tmp_path / table, f"[weights.toward]\ntables = {weights}\n")
        (edit,) = p.toward("assistance", "help").edits
        assert (edit.target, edit.table, edit.score) == ("help", table, score)


def test_each_application_serves_its_purpose(paraphraser: ow.Paraphraser) -> None:
    text = "In spite of rain they utilise tools with assistance."
    assert paraphraser.compress(text).size < len(text)
    assert paraphraser.simplify(text).text == "Despite rain they use tools with help."
    assert paraphraser.toward(text, "The aid!").text.endswith("utilise tools with aid.")
    assert paraphraser.simplify("They utilise aid", "wordfreq").text == "They use aid"
    assert paraphraser.paraphrase(text).text == "Despite rain they use tools with help."


def test_what_is_not_replaced_keeps_its_bytes(paraphraser: ow.Paraphraser) -> None:
    text = "  “Ünïcode”\t🙂  they\u00a0utilise   İt \r\n\n  in  spite of RAIN\ud800 \n"
    best = paraphraser.simplify(text)
    assert best.text == "  “Ünïcode”\t🙂  they\u00a0use   İt \r\n\n  despite RAIN\ud800 \n"
    check(best)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "?!", "\0", "مرحبا", "\ud800", "a" * 100_000])
def test_odd_texts_come_back(paraphraser: ow.Paraphraser, text: str) -> None:
    best = paraphraser.compress(text)
    assert (best.text, best.edits, best.optimal) == (text, (), True)


def test_terms_stay_and_words_are_avoided(paraphraser: ow.Paraphraser) -> None:
    text = "They utilise assistance"
    assert paraphraser.simplify(text, keep=["Assistance"]).text == "They use assistance"
    assert paraphraser.compress(text, avoid=["Use", "help"]).text == "They utilise aid"


def test_words_with_capitals_are_avoided_where_tables_have_them(tmp_path: Path) -> None:
    entries = [("the capital", "Paris", 9.0), ("the capital", "home", 8.0)]
    manifest = write_model(tmp_path, {"pt1": entries}) / "model.toml"
    manifest.write_text(manifest.read_text().replace("lower_case = true", "lower_case = false"))
    p = ow.load(tmp_path)
    assert p.paraphrase("in the capital").text == "in Paris"
    assert p.paraphrase("in the capital", avoid=["Paris"]).text == "in home"
    assert p.paraphrase("in the capital", avoid=["Paris", "Home"]).text == "in the capital"


def test_what_cannot_be_seen_does_not_get_lost(tmp_path: Path) -> None:
    p = ow.load(write_model(tmp_path, {"pt1": [("a b", "b", 5.0), ("we", ",", 9.0)]}))
    assert p.paraphrase("a b").text == "b"
    assert p.paraphrase("a\u00a0\t b").text == "b"
    for hidden in ["\0", "\u200b", "\x1b", " \ufeff "]:
        assert p.paraphrase(f"a{hidden}b").text == f"a{hidden}b"
        assert p.paraphrase(f"a{hidden}we{hidden}b").text == f"a{hidden},{hidden}b"


def test_names_and_numbers_stay(tmp_path: Path) -> None:
    p = ow.load(write_model(tmp_path, {"pt1": [("rain", "aid", 5.0), ("12", "twelve", 5.0)]}))
    assert p.paraphrase("In the city of Rain, 12 people like rain").edits == (
        ow.Edit(36, 40, "rain", "aid", "pt1", 5.0, 0.0),
    )


def test_what_follows_from_an_edit_is_one_too(tmp_path: Path) -> None:
    p = ow.load(write_model(tmp_path, {"pt1": [("large", "enormous", 5.0)]}))
    best = p.paraphrase("It was a large house.")
    assert best.text == "It was an enormous house."
    assert best.edits == (
        ow.Edit(7, 8, "a", "an", "self", -1.0, 0.0),
        ow.Edit(9, 14, "large", "enormous", "pt1", 5.0, 0.0),
    )
    check(best)
    # What was counted is one byte less than what is written; what does not fit is never given.
    assert p.paraphrase("It was a large house.", max_bytes=24).text == "It was a large house."


def test_n_best_of_several_sentences(paraphraser: ow.Paraphraser) -> None:
    text = "they utilise rain\n\nwe utilise assistance"
    best = paraphraser.paraphrase(text, n=6)
    found = [best, *best.alternatives]
    # Two ways to say the first line, 2 · 3 the second.
    everything = paraphraser.paraphrase(text, n=100)
    assert len(everything.alternatives) == 2 * 2 * 3 - 1
    scores = [one.score for one in [everything, *everything.alternatives]]
    assert scores == sorted(scores, reverse=True)
    assert [one.score for one in found] == pytest.approx(scores[:6])
    assert len({one.text for one in found}) == 6
    assert best.optimal
    assert not best.alternatives[0].optimal
    for one in found:
        check(one)


def test_diverse_paraphrases_differ_in_their_edits(paraphraser: ow.Paraphraser) -> None:
    text = "in spite of rain they utilise tools with assistance"
    best = paraphraser.paraphrase(text, n=4, diverse=True)
    found = [best, *best.alternatives]
    assert best.text == paraphraser.paraphrase(text).text
    assert len(found) == 4
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)

    def nearest(list_: list[ow.Paraphrase]) -> float:
        sets = [frozenset((e.start, e.target) for e in one.edits) for one in list_]
        return min(distance(a, b) for a, b in itertools.combinations(sets, 2))

    plain = paraphraser.paraphrase(text, n=4)
    assert nearest(found) > nearest([plain, *plain.alternatives])


def test_diversity_by_hand() -> None:
    edits = [frozenset(each) for each in ("ab", "abc", "a", "cd", "")]
    # Quality 1, 0.9, 0.8, 0.5, 0; distances to the best 0, 1/3, 1/2, 1, 1.
    assert diverse([10.0, 9.0, 8.0, 5.0, 0.0], edits, 2) == [0, 3]
    # Then the nearest taken one of "abc" is 1/3 away, of "a" 1/2 and of "" 1: 1.23, 1.3, 1.
    assert diverse([10.0, 9.0, 8.0, 5.0, 0.0], edits, 3) == [0, 2, 3]
    assert diverse([1.0, 1.0], [frozenset("a"), frozenset("b")], 5) == [0, 1]
    assert diverse([], [], 3) == []
    assert (depth(1), depth(10), depth(60), depth(5000)) == (20, 200, 1000, 5000)


def test_baselines(folder: Path, tmp_path: Path) -> None:
    p = ow.load(folder)
    text = "They utilise assistance with tools"
    assert {e.table for e in p.paraphrase(text, system="baseline-1").edits} == {"pt2"}
    both = p.paraphrase(text, system="baseline-2")
    assert {e.table for e in both.edits} == {"pt1", "pt2"}
    assert {e.usability for e in both.edits} == {0.0}
    assert p.compress(text, system="baseline-2") == both
    with pytest.raises(ow.Error, match="there is no system 'moses'"):
        p.paraphrase(text, system="moses")
    spelling = ow.load(write_model(tmp_path / "s", {"pt1": [("neighbour", "neighbor", 9.0)]}))
    assert spelling.compress("neighbour").text == "neighbour"
    assert spelling.paraphrase("neighbour", system="baseline-2").text == "neighbor"
    lone = ow.load(write_model(tmp_path, {"pt1": TABLES["pt1"]}))
    with pytest.raises(ow.Error, match="baseline-1 needs the table pt2"):
        lone.paraphrase(text, system="baseline-1")


def test_the_pipe_keeps_the_order_whatever_the_number_of_threads(
    paraphraser: ow.Paraphraser,
) -> None:
    texts = [f"{number} they utilise tools" for number in range(1000)]
    references = [f"use {number}" for number in range(1000)]
    one = list(paraphraser.pipe(texts, application="toward", references=references))
    assert [r.text for r in one] == [f"{number} they use tools" for number in range(1000)]
    more = paraphraser.pipe(
        iter(texts), application="toward", references=iter(references), threads=3
    )
    assert list(more) == one
    endless = paraphraser.pipe(("rain" for _ in itertools.count()), threads=2)
    assert next(endless).text == "rain"


def test_mistakes_are_told(paraphraser: ow.Paraphraser) -> None:
    with pytest.raises(ow.Error, match="one paraphrase cannot be diverse"):
        paraphraser.compress("rain", diverse=True)
    with pytest.raises(ow.Error, match="as many references as texts"):
        list(paraphraser.pipe(["rain", "tools"], application="toward", references=["rain"]))
    with pytest.raises(ow.Error, match="there is no application 'shout'"):
        paraphraser.pipe([], application="shout")


# ---- budgets -------------------------------------------------------------------------------------


def test_the_best_that_fits(paraphraser: ow.Paraphraser) -> None:
    text = "in spite of rain they utilise tools with assistance"
    every = paraphraser.compress(text, n=1000)
    made = [every, *every.alternatives]
    sizes = sorted({one.size for one in made})
    for budget in [*sizes, sizes[0] - 1, len(text) + 5]:
        best = paraphraser.compress(text, max_bytes=budget)
        check(best)
        within = [one for one in made if one.size <= budget]
        if within:
            assert best.size <= budget
            assert best.fits
            assert best.optimal
            assert best.score == pytest.approx(max(one.score for one in within))
        else:
            assert not best.fits
            assert best.size == sizes[0]


@pytest.mark.parametrize(
    "text",
    [
        "in spite of rain they utilise tools with assistance",
        "we utilise tools\n\nin spite of assistance\n\nrain",
    ],
)
def test_the_n_best_that_fit(paraphraser: ow.Paraphraser, text: str) -> None:
    every = paraphraser.paraphrase(text, n=1000)
    made = [every, *every.alternatives]
    sizes = sorted({one.size for one in made})
    for budget, n in itertools.product([sizes[0] - 1, *sizes], [2, 4, 1000]):
        best = paraphraser.paraphrase(text, n=n, max_bytes=budget)
        found = [best, *best.alternatives]
        within = [one for one in made if one.size <= budget][:n]
        if not within:
            assert (best.fits, best.size, best.alternatives) == (False, sizes[0], ())
            continue
        assert [one.score for one in found] == pytest.approx([one.score for one in within])
        assert len({one.text for one in found}) == len(within)
        assert all(one.complete and one.fits and one.size <= budget for one in found)
        assert [one.optimal for one in found] == [True] + [False] * (len(found) - 1)


def test_what_is_written_alike_leaves_a_gap_in_the_proof(tmp_path: Path) -> None:
    entries = [
        ("a large", "a really quite enormous", 20.0),
        ("a large", "a enormous", 10.0),
        ("a large", "an enormous", 9.0),  # is written like the one above
        ("a large", "a mighty big", 8.0),  # two are as short and score higher
        ("a large", "a big", 1.0),
    ]
    p = ow.load(write_model(tmp_path, {"pt1": entries}, more="[weights.paraphrase]\nlm = 0.0"))
    best = p.paraphrase("It was a large house.", n=2, max_bytes=27)
    assert best.text == "It was an enormous house."
    assert (best.optimal, best.complete) == (True, True)
    assert [one.complete for one in best.alternatives] == [False]


def test_a_budget_is_shared_by_sentences(paraphraser: ow.Paraphraser) -> None:
    text = "we utilise tools\n\nin spite of assistance\n\nrain"
    every = paraphraser.paraphrase(text, n=1000)
    made = [every, *every.alternatives]
    for budget in range(min(one.size for one in made), len(text) + 1):
        best = paraphraser.paraphrase(text, max_bytes=budget)
        assert best.size <= budget
        wanted = max(one.score for one in made if one.size <= budget)
        assert best.score == pytest.approx(wanted)
    half = paraphraser.compress(text, ratio=0.8)
    assert half.size <= 0.8 * len(text)
    assert paraphraser.compress(text, ratio=1) == paraphraser.compress(text)
    assert not paraphraser.compress(text, ratio=1, max_bytes=0).fits


def test_choices_are_the_best_of_all() -> None:
    generator = random.Random(1)
    for _ in range(50):
        sentences = [
            [Option(generator.randint(-9, 9), generator.uniform(-9, 0)) for _ in range(4)]
            for _ in range(4)
        ]
        everything = [
            (sum(o.growth for o in way), sum(o.score for o in way))
            for way in itertools.product(*sentences)
        ]
        for n in (1, 2, 5):
            found = choices(sentences, n)
            assert list(found.growth) == sorted(found.growth)
            for most in range(-37, 37):
                wanted = sorted(score for growth, score in everything if growth <= most)[::-1][:n]
                ways = found.within(most)[:n]
                assert [found.score[way] for way in ways] == pytest.approx(wanted)
                for way in ways:
                    taken = [o[i] for o, i in zip(sentences, found.options(way), strict=True)]
                    assert sum(option.growth for option in taken) == found.growth[way] <= most
                    assert sum(option.score for option in taken) == pytest.approx(found.score[way])
    assert choices([]).options(0) == []


# ---- a model directory ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("", "tables.pt1 does not say its file"),
        ("[weights.compress]\nlm = true\n", "weights.compress.lm is True"),
        ("[weights.compress]\nspeed = 1\n", "weights.compress has no 'speed'; known: lm, self"),
        ("[weights.compress]\ntables = {pt9 = 1}\n", "weights.compress.tables has no 'pt9'"),
        (
            "[weights.compress]\ntables = {pt1 = [1, 2]}\n",
            "has 2 weights but the table has 1 scores",
        ),
        ("self_score = nan\n", "self_score is nan"),
    ],
)
def test_a_broken_manifest_is_told(tmp_path: Path, change: str, why: str) -> None:
    folder = write_model(tmp_path, more=change)
    if not change:
        manifest = folder / "model.toml"
        manifest.write_text(manifest.read_text("utf-8").replace("file =", "fil ="), "utf-8")
    with pytest.raises(ow.FormatError, match=r"model.toml: ") as error:
        ow.load(folder).compress("rain")
    assert why in str(error.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ow.FormatError, match="there is no model in it"):
        ow.load(tmp_path)
    folder = write_model(tmp_path)
    (folder / "pt2.table").unlink()
    with pytest.raises(ow.FormatError, match=r"pt2.table is missing beside it"):
        ow.load(folder)
    (folder / "model.toml").write_bytes(b"name = \xff")
    with pytest.raises(ow.FormatError, match="this is no TOML"):
        ow.load(folder)


def test_a_table_without_weights_is_not_used(tmp_path: Path) -> None:
    p = weighted(tmp_path, "[weights.paraphrase]\ntables = {pt1 = []}\n")
    found = p.paraphrase("they utilise assistance", n=10)
    tables = {e.table for one in [found, *found.alternatives] for e in one.edits}
    assert tables == {"pt2"}


class Any(ow.Application):
    """Any target will do."""

    def usability(self, units: Units) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.ones(len(units))


def test_an_application_of_ones_own(paraphraser: ow.Paraphraser) -> None:
    (result,) = paraphraser.pipe(["assistance"], application=Any())
    assert result.edits[0].usability == 1.0


def test_entities_are_protected(tmp_path: Path) -> None:
    """A name at the beginning of a sentence is known by nothing but the analysis."""
    unigrams = {**UNIGRAMS, "mary": -4, "baker": -4, "cook": -2, "came": -2, "yesterday": -2}
    entries = {"pt1": [("baker", "cook", -0.1), ("mary", "we", -0.1)]}
    shutil.copy(default_folder() / "analyser", tmp_path / "analyser")
    plain = ow.load(write_model(tmp_path, entries, unigrams=unigrams))
    text = "Mary Baker came yesterday."
    assert plain.paraphrase(text).text == "We Baker came yesterday."
    guarded = ow.load(write_model(tmp_path, entries, 'analyser = "analyser"', unigrams))
    assert guarded.paraphrase(text).text == text


def test_another_backend_is_told(tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    p = ow.load(write_model(tmp_path), analyser="spacy")
    assert p.compress("They utilise tools.").text == "They use tools."
    assert "|analyser:spacy" in p.settle().signature
    texts = ["They utilise tools."] * 300
    assert {each.text for each in p.pipe(texts, threads=3)} == {"They use tools."}
    with pytest.raises(ow.Error, match="no analyser 'stanza'"):
        ow.load(tmp_path, analyser="stanza")
    assert "analyser" not in ow.load(tmp_path).settle().signature
