"""Verb-object collocations: what they are, what is counted, and what is learnt from it."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords._core import FormatError
from otherwords.cli import main
from otherwords.learn import plan
from otherwords.learn.collocations import extraction, thesaurus
from otherwords.learn.collocations.extraction import identify, word_id
from otherwords.learn.collocations.forms import forms_of_noun, forms_of_verb
from otherwords.learn.collocations.objects import (
    Sentence,
    contexts_of,
    is_bare,
    lemmas_of,
    objects_in,
)
from otherwords.learn.plan import collocating
from otherwords.learn.recipe_file import read_recipe
from otherwords.tables import open_table
from tests.relations import A, B, C, D, Relations
from tests.toy_corpora import COLLOCATIONS, write_collocation_recipe


def parsed(*rows: str) -> Sentence:
    """A sentence of `lemma tag head relation` a word."""
    lemmas, tags, heads, relations = zip(*(row.split() for row in rows), strict=True)
    return Sentence(list(tags), list(lemmas), [int(head) for head in heads], list(relations))


PROMOTE = (
    "government NN 2 nsubj",
    "actively RB 2 advmod",
    "promote VBZ 2 ROOT",
    "bilateral JJ 4 amod",
    "Trade NN 2 dobj",
    "in IN 2 prep",
    "Asia NNP 5 pobj",
)


def test_a_verb_with_its_object_is_a_collocation() -> None:
    sentence = parsed(*PROMOTE)
    assert list(objects_in(sentence)) == [(2, 4)]
    assert lemmas_of(sentence, 2, 4) == ("promote", "trade")
    assert sorted(contexts_of(sentence, 2, 4)) == [
        "advmod actively",
        "amod bilateral",
        "in asia",
        "nsubj government",
    ]


@pytest.mark.parametrize(
    ("place", "row"),
    [
        (4, "Trade NNP 2 dobj"),  # a name
        (4, "trade NN 2 attr"),
        (4, "3rd NN 2 dobj"),  # no word of letters
        (4, "something NN 2 dobj"),
        (2, "promotion NN 2 ROOT"),
        (5, "up RP 2 prt"),  # another verb
    ],
)
def test_what_is_no_collocation(place: int, row: str) -> None:
    rows = list(PROMOTE)
    rows[place] = row
    assert list(objects_in(parsed(*rows))) == []


def test_nouns_without_articles_are_bare() -> None:
    assert is_bare(parsed(*PROMOTE), 4)
    assert not is_bare(parsed(*PROMOTE[:3], "the DT 4 det", *PROMOTE[4:]), 4)
    assert not is_bare(parsed(*PROMOTE[:4], "trade NNS 2 dobj", *PROMOTE[5:]), 4)


WORDS = st.sampled_from(["buy", "sell", "see", "car", "house", "idea"])
TAGS = st.sampled_from(["VB", "VBD", "NN", "NNS", "DT"])
RELATIONS = st.sampled_from(["dobj", "nsubj", "prt", "det", "amod"])


@st.composite
def trees(draw: st.DrawFn) -> Sentence:
    size = draw(st.integers(1, 6))
    heads = draw(st.lists(st.integers(0, size - 1), min_size=size, max_size=size))
    columns = [
        draw(st.lists(kind, min_size=size, max_size=size)) for kind in (TAGS, WORDS, RELATIONS)
    ]
    return Sentence(columns[0], columns[1], heads, columns[2])


def texts_of(sentence: Sentence) -> list[str]:
    columns = (sentence.tags, sentence.lemmas, map(str, sentence.heads), sentence.relations)
    return [" ".join(column) for column in columns]


LINKS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8)


def write(folder: Path, name: str, **columns: Any) -> str:
    pyarrow.parquet.write_table(pyarrow.table(columns), folder / name)
    return str(folder / name)


def write_part(folder: Path, pairs: list[tuple[Sentence, Sentence, set[tuple[int, int]]]]) -> None:
    """Sentence pairs, both sides analysed, with links in both directions."""
    sides = ("source", "target")
    for place, side in enumerate(sides):
        texts = [texts_of(pair[place]) for pair in pairs]  # type: ignore[arg-type]
        names = ("tags", "lemmas", "heads", "relations")
        columns = {name: [text[number] for text in texts] for number, name in enumerate(names)}
        write(folder, f"{side}.analysis", **columns)
    words = {
        side: [" ".join(pair[place].lemmas) for pair in pairs]  # type: ignore[union-attr]
        for place, side in enumerate(sides)
    }
    write(folder, "part", **words)
    links = [
        " ".join(
            f"{i}-{j}"
            for i, j in sorted(pair[2])
            if i < len(pair[0].lemmas) and j < len(pair[1].lemmas)
        )
        for pair in pairs
    ]
    write(folder, "links", forward=links, reverse=links)


def rows_of(path: Path) -> Counter[tuple[Any, ...]]:
    """Rows with their counts, without weights."""
    found: Counter[tuple[Any, ...]] = Counter()
    for row in pyarrow.parquet.read_table(path).to_pylist():
        count = row.pop("count")
        found[tuple(row.values())] += count
    return found


def slow_objects(sentence: Sentence) -> list[tuple[int, int]]:
    """Verb-object pairs by trying all pairs of words."""
    size = range(len(sentence.tags))
    return [
        (verb, noun)
        for verb in size
        for noun in size
        if sentence.heads[noun] == verb
        and sentence.relations[noun] == "dobj"
        and re.fullmatch("NNS?", sentence.tags[noun])
        and re.fullmatch("VB.?", sentence.tags[verb])
        and not any(
            sentence.heads[other] == verb and sentence.relations[other] == "prt" for other in size
        )
    ]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(trees(), trees(), LINKS), min_size=1, max_size=4))
def test_counts_are_those_of_their_definition(
    tmp_path_factory: pytest.TempPathFactory,
    pairs: list[tuple[Sentence, Sentence, set[tuple[int, int]]]],
) -> None:
    folder = tmp_path_factory.mktemp("part")
    write_part(folder, pairs)
    outputs = {name: str(folder / name) for name in extraction.PAIRS}
    part, links = str(folder / "part"), str(folder / "links")
    source, target = (str(folder / f"{side}.analysis") for side in ("source", "target"))
    extraction.extract(
        part, links, {"source": source}, "fr", "intersection", outputs, str(folder / "found")
    )
    extraction.confirm(part, links, source, target, "intersection", str(folder / "linked"))

    found: Counter[tuple[str, str]] = Counter()
    translations: Counter[tuple[int, int]] = Counter()
    verbs: Counter[tuple[int, int]] = Counter()
    linked: Counter[tuple[int, ...]] = Counter()
    for one, other, links_of in pairs:
        for verb, noun in slow_objects(one):
            words = one.lemmas[verb], one.lemmas[noun]
            own = identify(f"{words[0]} OBJ {words[1]}")
            found[words] += 1
            of_verb = {other.lemmas[j] for i, j in links_of if i == verb and j < len(other.lemmas)}
            of_noun = {other.lemmas[j] for i, j in links_of if i == noun and j < len(other.lemmas)}
            if of_verb and of_noun:
                translations[own, identify("fr " + " ".join(sorted(of_verb | of_noun)))] += 1
                name = identify("fr " + " ".join(sorted(of_verb)))
                verbs[word_id("verb", words[0]), name] += 1
            for other_verb, other_noun in slow_objects(other):
                if {(verb, other_verb), (noun, other_noun)} <= links_of:
                    text = f"{other.lemmas[other_verb]} OBJ {other.lemmas[other_noun]}"
                    linked[tuple(sorted((own, identify(text))))] += 1
    told = pyarrow.parquet.read_table(folder / "found").to_pylist()
    assert {(row["verb"], row["noun"]): row["count"] for row in told} == dict(found)
    assert all(row["id"] == identify(f"{row['verb']} OBJ {row['noun']}") for row in told)
    assert rows_of(folder / "linked") == linked
    weighted = {(*key, 0, 0): count for key, count in translations.items()}
    assert rows_of(folder / "translations") == weighted
    assert rows_of(folder / "verbs") == {(*key, 0, 0): count for key, count in verbs.items()}


def put_found(relations: Relations, *rows: tuple[int, int, int, int]) -> Path:
    """Collocations of id, verb, noun and count; of a verb or noun, the words are `v1` or `n1`."""
    ids, verbs, nouns, counts = zip(*rows, strict=True)
    return relations.put(
        "found",
        id=ids,
        verb_id=verbs,
        noun_id=nouns,
        verb=[f"v{verb}" for verb in verbs],
        noun=[f"n{noun}" for noun in nouns],
        count=counts,
        plurals=[count // 2 for count in counts],
        bare=[1] * len(counts),
    )


def test_collocations_are_frequent_and_significant(relations: Relations) -> None:
    found = put_found(relations, (A, 1, 11, 10), (B, 1, 12, 10), (C, 2, 11, 3), (D, 2, 12, 77))
    cells = [(10, 20, 13), (10, 20, 87), (3, 80, 13), (77, 80, 87)]
    strength = 2 * sum(n * math.log(n * 100 / (row * column)) for n, row, column in cells)
    rows = relations.run(
        "kept", collocating.keep_collocations(1, strength - 1e-6, 100), found=found
    )
    assert [(row[0], *row[-3:]) for row in rows] == [(A, 20, 13, 6), (D, 80, 87, 43)]
    stricter = collocating.keep_collocations(1, strength + 1e-6, 100)
    assert [row[0] for row in relations.run("fewer", stricter, found=found)] == []
    often = collocating.keep_collocations(11, 0.0, 100)
    assert [row[0] for row in relations.run("often", often, found=found)] == [D]


def put_meetings(relations: Relations, name: str, *rows: tuple[int, int, float, float]) -> Path:
    """First, second and probabilities of both directions."""
    columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
    return relations.put(
        name,
        first_id=pyarrow.array(columns[0], pyarrow.int64()),
        second_id=pyarrow.array(columns[1], pyarrow.int64()),
        forward=pyarrow.array(columns[2], pyarrow.float64()),
        backward=pyarrow.array(columns[3], pyarrow.float64()),
        shared=pyarrow.array([1] * len(rows), pyarrow.int64()),
        languages=pyarrow.array([3] * len(rows), pyarrow.int64()),
    )


def described(
    relations: Relations, words: float = 0.9, **related: Any
) -> dict[tuple[int, int], dict[str, Any]]:
    """Candidates among four collocations of the verbs 1 and 2 and of the nouns 11 and 12."""
    found = put_found(relations, (A, 1, 11, 4), (B, 2, 11, 4), (C, 1, 12, 4), (D, 2, 12, 4))
    relations.run("kept", collocating.keep_collocations(1, 0.0, 17), found=found)
    kept = relations["kept"]
    known = {
        "related": relations.put("related", **related),
        "translations": put_meetings(
            relations, "translations", (A, B, 0.5, 0.1), (C, D, 0.5, 0.01)
        ),
        "contexts": put_meetings(relations, "contexts", (B, C, 0.3, 0.2)),
        "verbs": put_meetings(relations, "verbs", (1, 2, 0.7, 0.6)),
        "nouns": put_meetings(relations, "nouns"),
    }
    query = collocating.propose(collocating.Proposing(0.1, 0.2, words))
    relations.run("proposed", query, collocations=kept, **known)
    relations.run("described", collocating.describe(), proposed=relations["proposed"], **known)
    table = pyarrow.parquet.read_table(relations["described"]).to_pylist()
    return {(row["first_id"], row["second_id"]): row for row in table}


NOTHING: dict[str, Any] = {"first_id": [99], "second_id": [98], "grade": [2]}


def test_candidates_share_translations_or_contexts_both_ways(relations: Relations) -> None:
    rows = described(relations, **NOTHING)
    assert set(rows) == {(A, B), (B, C)}
    one = rows[A, B]
    assert (one["translations_forward"], one["translations_backward"]) == (0.5, 0.1)
    assert (one["verbs_forward"], one["verbs_backward"]) == (0.7, 0.6)
    assert (one["translations_languages"], one["contexts_forward"]) == (3, 0.0)
    turned = rows[B, C]  # its verbs are 2 and 1
    assert (turned["verbs_forward"], turned["verbs_backward"]) == (0.6, 0.7)


def test_candidates_have_words_with_translations_in_common(relations: Relations) -> None:
    assert set(described(relations, words=0.6, **NOTHING)) == {(A, B), (B, C), (C, D)}


def test_a_thesaurus_proposes_and_forbids(relations: Relations) -> None:
    synonyms = described(
        relations,
        first_id=[1, 2, 11, 12],
        second_id=[2, 1, 12, 11],
        grade=[collocating.SYNONYMS, collocating.SYNONYMS, collocating.NEAR, collocating.NEAR],
    )
    assert set(synonyms) == {(A, B), (B, C), (C, D)}  # D and A differ in nouns, which are only near
    assert synonyms[C, D]["verb_grade"] == collocating.SYNONYMS
    assert synonyms[B, C]["noun_grade"] == collocating.NEAR


def test_both_words_may_be_replaced_by_synonyms(relations: Relations) -> None:
    grades = [collocating.SYNONYMS] * 4
    rows = described(relations, first_id=[1, 2, 11, 12], second_id=[2, 1, 12, 11], grade=grades)
    assert set(rows) == set(combinations((A, B, C, D), 2))


def test_opposites_are_no_candidates(relations: Relations) -> None:
    rows = described(
        relations, first_id=[1, 2], second_id=[2, 1], grade=[collocating.OPPOSITES] * 2
    )
    assert set(rows) == set()


def test_examples_are_what_aligned_sentences_tell(relations: Relations) -> None:
    relations.put("candidates", first_id=[A, A, A, B, C], second_id=[B, C, D, C, D])
    # B was linked with A, and each but D with itself.
    relations.put("one", first_id=[A, A, B, C], second_id=[A, B, B, C], count=[3, 1, 3, 4])
    relations.put("two", first_id=[A, B], second_id=[B, C], count=[1, 1])
    relations.run(
        "linked", collocating.add_links(2), linked_0=relations["one"], linked_1=relations["two"]
    )
    rows = relations.run(
        "examples",
        collocating.exemplify(2, 4),
        candidates=relations["candidates"],
        linked=relations["linked"],
    )
    # B and C were linked once, which tells nothing; D was not seen often enough.
    assert rows == [(A, B, 1), (A, C, 0)]


def test_probabilities_come_from_meetings_and_totals(relations: Relations) -> None:
    relations.put(
        "meetings",
        first_id=[A],
        second_id=[B],
        forward=[3 * plan.ONE],
        backward=[plan.ONE],
        shared=[2],
        languages=[1],
    )
    relations.put("one", id=[A], count=[5])
    relations.put("two", id=[A, B], count=[7, 4])
    relations.run(
        "totals", collocating.add_totals(2), totals_0=relations["one"], totals_1=relations["two"]
    )
    rows = relations.run(
        "level",
        collocating.estimate(),
        meetings=relations["meetings"],
        totals=relations["totals"],
    )
    assert rows == [(A, B, 0.25, 0.25, 2, 1)]


WORDNET = {
    "data.verb": [
        "00000001 30 v 02 buy 0 purchase 0 002 @ 00000002 v 0000 ! 00000003 v 0101 | acquire",
        "00000002 30 v 01 get 0 000 | obtain",
        "00000003 30 v 01 sell 0 000 | give for money",
    ],
    "data.noun": ["00000001 30 n 02 car 0 buy 0 000 | thing"],
    "data.adj": [],
    "data.adv": [],
}


def test_wordnet_grades_words_of_one_kind(tmp_path: Path) -> None:
    for name, lines in WORDNET.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    output = tmp_path / "related"
    verbs = ["buy", "purchase", "get", "sell", "car"]
    assert thesaurus.relate(tmp_path, "en", verbs, ["car", "demand", "supply"], output) == 5
    grades = {key[:2]: key[2] for key in rows_as_tuples(output)}

    def grade(kind: str, one: str, other: str) -> int:
        ids = word_id(kind, one), word_id(kind, other)
        assert grades.get(ids, 0) == grades.get(ids[::-1], 0)
        return int(grades.get(ids, 0))

    assert grade("verb", "buy", "purchase") == collocating.SYNONYMS
    assert grade("verb", "purchase", "get") == collocating.NEAR
    assert grade("verb", "buy", "sell") == collocating.OPPOSITES
    assert grade("noun", "supply", "demand") == collocating.OPPOSITES  # of our own list
    assert grade("verb", "buy", "car") == 0  # they are synonyms as nouns, and here is a verb


def rows_as_tuples(path: Path) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in pyarrow.parquet.read_table(path).to_pylist()]


def test_forms() -> None:
    assert dict(forms_of_verb("take")) == {
        "VB": "take",
        "VBD": "took",
        "VBG": "taking",
        "VBN": "taken",
        "VBP": "take",
        "VBZ": "takes",
    }
    assert dict(forms_of_verb("promote"))["VBN"] == "promoted"
    assert dict(forms_of_noun("child", 10, 5)) == {"NN": "child", "NNS": "children"}
    assert dict(forms_of_noun("advice", 1000, 1)) == {"NN": "advice"}


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recipe and its `model`."""
    folder = tmp_path_factory.mktemp("toy")
    recipe = write_collocation_recipe(folder, 150)
    assert main(["learn", str(recipe), "-o", str(folder / "model"), "--threads", "2"]) == 0
    return folder


def test_a_model_has_collocations_and_forms(toy: Path) -> None:
    manifest = tomllib.loads((toy / "model" / "model.toml").read_text("utf-8"))
    told = manifest["tables"]["pt5"]
    assert told == {
        "file": "pt5.table",
        "kind": "collocations",
        "forms": "pt5.forms",
        "method": "collocations",
        "scores": ["direct"],
    }
    table, forms = (open_table(toy / "model" / told[name]) for name in ("file", "forms"))
    targets = {entry.target for entry in table.lookup("buy OBJ house")}
    assert "purchase OBJ home" in targets
    assert not any("assist" in target or "car" in target for target in targets)
    assert all(entry.scores == [0.0] for entry in table.lookup("buy OBJ house"))
    assert [entry.target for entry in forms.lookup("buy VBD")] == ["bought"]
    assert [entry.target for entry in forms.lookup("house NN")] == ["house"]
    assert forms.lookup("house NNS") == []  # the text has no plurals
    report = (toy / "model" / "report.txt").read_text("utf-8")
    assert re.search(r"Collocations\n.*precision.*\n +pt5 ", report), report


def test_what_the_classifier_was_like_is_kept(toy: Path) -> None:
    told = json.loads((toy / "model.work" / "pt5.entries" / "classifier.json").read_text("utf-8"))
    assert told["held out"]["auc"] > 0.9
    assert told["positive"] >= told["held out"]["positive"] >= 20
    assert {"translations lower", "verb cosine", "same noun"} <= set(told["weights"])


def test_probabilities_and_limits_are_options(toy: Path) -> None:
    recipe = toy / "recipe.toml"
    text = recipe.read_text("utf-8")
    recipe.write_text(text.replace("least_seen", 'score = "probability"\nkappa = 1\nleast_seen'))
    try:
        command = [
            "learn",
            str(recipe),
            "-o",
            str(toy / "other"),
            "--work",
            str(toy / "model.work"),
        ]
        assert main(command) == 0
    finally:
        recipe.write_text(text)
    entries = open_table(toy / "other" / "pt5.table").lookup("buy OBJ house")
    assert len(entries) == 1
    assert math.log(0.5) <= entries[0].scores[0] < 0.0


def test_nothing_is_accepted_for_too_few_examples(tmp_path: Path) -> None:
    recipe = write_collocation_recipe(tmp_path, 150)
    assert main(["learn", str(recipe), "-o", str(tmp_path / "model"), "--sample", "0.1"]) == 0
    report = (tmp_path / "model" / "report.txt").read_text("utf-8")
    assert re.search(r"pt5 .*  too few", report)
    open_table(tmp_path / "model" / "pt5.table").verify()
    assert open_table(tmp_path / "model" / "pt5.table").lookup("buy OBJ house") == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('confirm = ["pairs"]', "", "confirm is missing: name the corpora"),
        ('confirm = ["pairs"]', 'confirm = ["none"]', "there is no corpus 'none'"),
        (
            'confirm = ["pairs"]',
            'confirm = ["french"]',
            "'french' is of two languages and confirms",
        ),
        ('"german"]', '"german", "pairs"]', "'pairs' is one of the corpora; what is learnt from"),
        ('["french", "german"]', '["pairs"]', "'pairs' is one of the corpora"),
        ("least_seen = 1", "least_seen = 0", "out of its limits"),
        ("least_seen = 1", "tags = 3", "there is no setting tags"),
        (
            "least_seen = 1",
            "extraction = 'cepts'",
            "a table with method = 'collocations' has no extraction",
        ),
        ("least_seen = 1", 'score = "all"', "not one of one, probability"),
        ('"wordnet"', '"nowhere"', "name WordNet's folder"),
    ],
)
def test_broken_recipes_are_told(tmp_path: Path, old: str, new: str, why: str) -> None:
    assert old in COLLOCATIONS
    recipe = write_collocation_recipe(tmp_path, 20, COLLOCATIONS.replace(old, new))
    with pytest.raises(FormatError, match=re.escape(why)):
        read_recipe(recipe)


def test_settings_of_collocations_belong_to_them(tmp_path: Path) -> None:
    recipe = write_collocation_recipe(
        tmp_path, 20, COLLOCATIONS.replace('"collocations"', '"pivot"')
    )
    with pytest.raises(
        FormatError, match='only a table with method = "collocations" has a confirm'
    ):
        read_recipe(recipe)
