"""MSA: templates of sentences, how they are learnt, and what becomes of sentences by them."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

import otherwords as ow
from otherwords.baselines import Rewriting
from otherwords.baselines.matching import match
from otherwords.baselines.msa import TemplateRewriter
from otherwords.baselines.templates import (
    NAME,
    Element,
    Partner,
    Pieces,
    Slot,
    Template,
    read_templates,
    write_templates,
)
from otherwords.cli import main
from otherwords.learn.corpora.news import Article
from otherwords.learn.templates.aligning import align_all
from otherwords.learn.templates.lattices import Told, lattice_of
from otherwords.learn.templates.recipe import TemplateRecipe
from otherwords.learn.templates.similar import cluster_alike
from otherwords.learn.templates.steps import learn_templates
from otherwords.rewriting import replacement
from otherwords.text.tokens import tokenise
from tests.small_model import write_model

NAMES = ["Rome", "Paris", "Vienna", "Madrid", "Lisbon", "Athens", "Warsaw", "Dublin"]
DAMAGES = ["hotel", "school", "bridge", "library", "harbour", "market", "museum", "factory"]


def test_names_and_numbers_are_one_piece_each() -> None:
    (pieces,) = Pieces("en").of([tokenise("In New York 3.5 million people met Ann Lee.")])
    assert [piece.label for piece in pieces] == [
        "in",
        "<name>",
        "<number>",
        "people",
        "met",
        "<name>",
        ".",
    ]
    assert (pieces[1].word, pieces[1].begin, pieces[1].end) == ("new york", 1, 3)


def dice(one: list[str], other: list[str]) -> float:
    """Twice the n-grams in common, as a share of those of both."""
    first, second = (
        {tuple(w[i : i + n]) for n in range(1, 5) for i in range(len(w) - n + 1)}
        for w in (one, other)
    )
    return 2 * len(first & second) / (len(first) + len(second))


def test_each_two_sentences_of_a_cluster_are_alike() -> None:
    texts = [f"a {what} burnt down in the old {where} today" for what in "xyz" for where in "pqr"]
    texts += ["the cat sat on the mat", "the cat sat on the red mat", "nothing of that kind"]
    sentences = [text.split() for text in texts]
    for least in (0.3, 0.5, 0.7):
        clusters = cluster_alike(sentences, least)
        assert sorted(number for each in clusters for number in each) == list(range(len(texts)))
        for members in clusters:
            for one, other in combinations(members, 2):
                assert dice(sentences[one], sentences[other]) >= least
        # And no two clusters could be one.
        for first, second in combinations(clusters, 2):
            assert any(dice(sentences[a], sentences[b]) < least for a in first for b in second)
    assert cluster_alike([], 0.5) == []
    assert cluster_alike([["a"], ["a"], ["b"]], 1.0) == [[0, 1], [2]]


def test_words_that_stand_for_each_other_share_a_column() -> None:
    sentences = [text.split() for text in ["a b c", "a x c", "a c", "a b b c"]]
    columns = align_all(sentences)
    assert all(len(column) == len(sentences) for column in columns)
    for number, words in enumerate(sentences):
        places = [column[number] for column in columns if column[number] is not None]
        assert places == list(range(len(words)))
    # a and c are each in one column.
    for word in "ac":
        where = [
            {place for place, column in enumerate(columns) if column[n] == words.index(word)}
            for n, words in enumerate(sentences)
        ]
        assert len(set.union(*where)) == 1


def told(texts: list[str]) -> list[Told]:
    pieces = Pieces("en").of([tokenise(text) for text in texts])
    return [Told(each, "event", str(number)) for number, each in enumerate(pieces)]


def lattice_elements(texts: list[str]) -> tuple[Element, ...]:
    found = lattice_of(told(texts), backbone=0.5, synonymy=0.3)
    assert found is not None
    return found.template.elements


def test_slots_and_choices_stand_between_the_words_of_the_backbone() -> None:
    texts = [
        f"a fire destroyed the {what} near {name} ."
        for what, name in zip(DAMAGES, NAMES, strict=True)
    ]
    assert lattice_elements(texts) == (
        *("a", "fire", "destroyed", "the"),
        Slot(),
        "near",
        Slot(NAME),
        ".",
    )
    # Two wordings that many have are a choice; what one sentence says is left out.
    verbs = ["began", "began", "began", "started", "started", "started", "started", "arose"]
    texts = [f"a fire {v} in the {w} ." for v, w in zip(verbs, DAMAGES, strict=True)]
    assert lattice_elements(texts) == (
        *("a", "fire"),
        (("started",), ("began",)),
        *("in", "the"),
        Slot(),
        ".",
    )
    assert (
        lattice_of(told(["the cat sat down", "the cat sat down"]), backbone=0.5, synonymy=0.3)
        is None
    )


def test_what_sentences_have_in_slots_is_known() -> None:
    texts = [f"a fire destroyed the old {what} ." for what in DAMAGES[:-1]]
    found = lattice_of(
        told([*texts, "a fire destroyed the old town hall ."]), backbone=0.5, synonymy=0.3
    )
    assert found is not None
    assert [[p.word for p in filled[0]] for filled in found.fillers[-2:]] == [
        [DAMAGES[-2]],
        ["town", "hall"],
    ]


def articles() -> list[Article]:
    """Two ways to tell of each of eight events."""
    made = []
    for number, (what, name) in enumerate(zip(DAMAGES, NAMES, strict=True)):
        first = f"a fire destroyed the old {what} of {name} ."
        second = f"in {name} firemen could not save the {what} ."
        made.append(Article(f"a{number}", [first], f"event {number}"))
        made.append(Article(f"b{number}", [second], f"event {number}"))
    return made


def learnt() -> list[Template]:
    options = TemplateRecipe(sentences=5, similarity=0.3)
    templates, figures = learn_templates(iter(articles()), options, "en")
    assert figures == {"sentences": 16, "clusters": 2, "templates": 2, "paired": 2}
    return templates


def test_templates_are_paired_where_events_fill_them_alike() -> None:
    one, other = learnt()
    assert [each.kind for each in one.slots] == ["", NAME]
    assert [each.kind for each in other.slots] == [NAME, ""]
    # The slots of the partner, and which of one's own fills each.
    assert one.partners == (Partner(1, (1, 0), 1.0),)
    assert other.partners == (Partner(0, (1, 0), 1.0),)
    # Articles of different events have nothing in common.
    apart = [
        Article(each.place, each.sentences, f"{each.cluster} {each.place}") for each in articles()
    ]
    templates, figures = learn_templates(
        iter(apart), TemplateRecipe(sentences=5, similarity=0.3), "en"
    )
    assert figures["paired"] == 0
    assert len(templates) == 2
    nowhere = [Article(each.place, each.sentences) for each in articles()]
    assert learn_templates(iter(nowhere), TemplateRecipe(), "en")[0] == []


def test_a_sentence_is_matched_with_its_slots() -> None:
    template = Template(("a", "fire", "in", Slot(NAME), "destroyed", Slot(), "."), 10)

    def fillers(text: str) -> list[str] | None:
        (pieces,) = Pieces("en").of([tokenise(text)])
        found = match(pieces, template)
        if found is None:
            return None
        return [" ".join(piece.word for piece in pieces[b:e]) for b, e in found.fillers]

    assert fillers("a fire in New York destroyed two old houses .") == [
        "new york",
        "two old houses",
    ]
    assert fillers("yesterday a fire in Rome destroyed it .") == ["rome", "it"]
    assert fillers("a fire in town destroyed it .") is None  # there is no name
    (perfect,) = Pieces("en").of([tokenise("a fire in Rome destroyed it .")])
    (longer,) = Pieces("en").of([tokenise("today a fire in Rome badly destroyed it .")])
    first, second = match(perfect, template), match(longer, template)
    assert first is not None
    assert second is not None
    assert first.score == 1.0
    assert second.score == pytest.approx(1 - 0.2 / 6)
    assert match([], template) is None


def test_a_sentence_is_said_as_the_partner_of_its_template() -> None:
    rewriter = TemplateRewriter(learnt(), "en")
    tokens = tokenise("A fire destroyed the old opera house of Berlin.")
    (found,) = rewriter.rewrite(tokens, 5)
    assert " ".join(found.words) == "in berlin firemen could not save the opera house ."
    assert [tokens.words[token] for token in found.tokens if token >= 0] == [
        "Berlin",
        "opera",
        "house",
    ]
    assert rewriter.rewrite(tokenise("Nobody knows what to do about that."), 5) == []
    assert rewriter.rewrite(tokenise(""), 5) == []


def test_words_at_both_ends_stay() -> None:
    source = ["a", "b", "c", "d", "e"]
    said = Rewriting(["a", "x", "c", "e"], [0, -1, 2, -1], 1.0)
    assert replacement(source, said) == (1, 4, "x c", [-1, 2])
    # A word that is carried elsewhere has gone from its place.
    moved = Rewriting(["a", "b", "a", "e"], [-1, -1, 0, -1], 1.0)
    assert replacement(source, moved)[:2] == (0, 4)
    # Words that are added take a token along.
    assert replacement(["a", "b"], Rewriting(["a", "x", "b"], [0, -1, 1], 1.0)) == (
        *(0, 1),
        "a x",
        [0, -1],
    )
    assert replacement(["a", "b"], Rewriting(["x", "a", "b"], [-1, 0, 1], 1.0)) == (
        *(0, 1),
        "x a",
        [-1, 0],
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    model = write_model(tmp_path / "model", more='[systems.msa]\nfile = "msa.json"')
    write_templates(learnt(), model / "msa.json")
    return model


def test_msa_is_a_system(folder: Path) -> None:
    p = ow.load(folder)
    text = "So it is. A fire destroyed the old opera house of Berlin."
    found = p.paraphrase(text, system="msa", n=3)
    assert found.text == "So it is. In Berlin firemen could not save the opera house."
    assert [each.text for each in found.alternatives] == [text]
    (edit,) = found.edits
    assert edit.table == "msa"
    assert text[edit.start : edit.end] == edit.source
    assert found.optimal
    assert found.complete
    assert p.paraphrase("We use tools.", system="msa").text == "We use tools."
    short = p.paraphrase(text, system="msa", max_bytes=58)
    assert (short.text, short.fits) == (text, True)
    assert not p.paraphrase(text, system="msa", max_bytes=9).fits
    for option, value in [("keep", "fire"), ("avoid", "firemen"), ("avoid", "could not")]:
        assert p.paraphrase(text, system="msa", **{option: [value]}).text == text  # type: ignore[arg-type]
    assert p.paraphrase(text, system="msa", keep=["opera"]).text != text
    for option, value in [("search", "monte-carlo"), ("scorer", "length"), ("confidence", "high")]:
        with pytest.raises(ow.Error, match=f"rewrites whole sentences: leave {option} out"):
            p.paraphrase(text, system="msa", **{option: value})  # type: ignore[arg-type]


def test_a_model_without_templates_is_told(tmp_path: Path) -> None:
    p = ow.load(write_model(tmp_path))
    with pytest.raises(ow.Error, match=r"msa needs templates of sentences, .* has none; name"):
        p.paraphrase("rain", system="msa")
    broken = write_model(tmp_path / "broken", more="[systems.msa]\nfile = 1")
    with pytest.raises(ow.FormatError, match=r"systems.msa does not say its file"):
        ow.load(broken).paraphrase("rain", system="msa")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "no templates of sentences"),
        ('{"version": 2, "templates": []}', "of version 2, and only 1 is known"),
        (
            '{"version": 1, "templates": [{"elements": [7], "sentences": 1, "partners": []}]}',
            "no t",
        ),
        (
            '{"version": 1, "templates": [{"elements": ["a"], "sentences": 1, "partners": '
            '[{"template": 0, "slots": [0], "score": 1}]}]}',
            "no templates",
        ),
    ],
)
def test_files_of_templates_are_checked(tmp_path: Path, content: str, why: str) -> None:
    path = tmp_path / "msa.json"
    path.write_text(content)
    with pytest.raises(ow.FormatError, match=why):
        read_templates(path)


def test_files_of_templates_hold_all(tmp_path: Path) -> None:
    templates = [*learnt(), Template(("a", (("b", "c"), ()), Slot()), 3)]
    write_templates(templates, tmp_path / "msa.json")
    assert read_templates(tmp_path / "msa.json") == templates


def test_templates_are_learnt_by_a_recipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open(tmp_path / "news.jsonl", "w", encoding="utf-8") as file:
        for each in articles():
            file.write(json.dumps({"cluster": each.cluster, "sentences": each.sentences}) + "\n")
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        """
name = "msa"
[corpus.news]
kind = "news"
files = ["news.jsonl"]
[corpus.text]
kind = "text"
files = ["news.jsonl"]
[templates]
corpora = ["news"]
sentences = 5
similarity = 0.3
[lm]
corpora = ["text"]
order = 1
"""
    )
    model = tmp_path / "model"
    assert main(["learn", str(recipe), "-o", str(model)]) == 0
    found = ow.load(model).paraphrase("A fire destroyed the old hall of Berlin.", system="msa")
    assert found.text == "In Berlin firemen could not save the hall."
    recipe.write_text(
        recipe.read_text().replace(
            '[templates]\ncorpora = ["news"]', '[templates]\ncorpora = ["text"]'
        )
    )
    assert main(["learn", str(recipe), "-o", str(model)]) == 1
    assert "templates need articles, and corpus 'text' has none" in capsys.readouterr().err
