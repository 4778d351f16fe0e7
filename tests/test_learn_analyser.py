"""Learning an analyser: its recipe, its steps, and the command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from otherwords._core import FormatError
from otherwords.cli import main
from otherwords.learn.analyser.evaluating import compare, tag_accuracy
from otherwords.learn.analyser.pipeline import AnalyserLearning
from otherwords.learn.analyser.recipe import read_analyser_recipe
from otherwords.learn.analyser.teaching import read_analyses, teach_all, write_words
from otherwords.learn.analyser.texts import TextCorpus, choose
from otherwords.learn.steps import Workshop
from otherwords.learn.treebank import read_treebank
from otherwords.text.analysis import Analysis
from otherwords.text.core_analyser import CoreAnalyser

TEXT = """The cat sat on the mat.
She sold the old house in Berlin.
They were reading two long books.
A dog barks at the men.
He has seen many good films.
We will buy bread on Monday.
"""
TREEBANK = "".join(
    "# text\n"
    + "".join(
        f"{number}\t{word}\t_\t_\t{tag}\t_\t_\t_\t_\t_\n"
        for number, (word, tag) in enumerate(sentence, 1)
    )
    + "\n"
    for sentence in [
        [("Zorbs", "NNS"), ("glim", "VBP"), (".", ".")],
        [("A", "DT"), ("zorb", "NN"), ("glims", "VBZ"), (".", ".")],
    ]
)
RECIPE = """
[corpus.text]
files = ["text.txt"]

[held_out.text]
files = ["held.txt"]

[treebank]
train = ["bank.conllu"]
held_out = ["bank.conllu"]
weight = 3

[network]
width = 32
depth = 2
hidden = 32
least_count = 1
rounds = 60
batch = 4
rate = 0.01
"""


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    (tmp_path / "text.txt").write_text(TEXT, "utf-8")
    (tmp_path / "held.txt").write_text("The dog sat on the mat.\nA dog barks at the men.\n")
    (tmp_path / "bank.conllu").write_text(TREEBANK, "utf-8")
    path = tmp_path / "recipe.toml"
    path.write_text(RECIPE, "utf-8")
    return path


def test_an_analyser_is_learnt_from_spacy_and_a_treebank(
    recipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("spacy")
    output = recipe.with_name("made")
    assert main(["learn", "analyser", str(recipe), "-o", str(output), "--threads", "1"]) == 0
    told = capsys.readouterr().err
    assert "text, 14 words that were held out" in told
    assert "tags as people have them: 100.00%" in told
    analyser = CoreAnalyser(output)
    assert list(analyser.tags([["A", "zorb", "glims", "."]])) == [["DT", "NN", "VBZ", "."]]
    found = next(analyser.analyse([["She", "sold", "the", "old", "house", "in", "Berlin", "."]]))
    assert found.heads == [1, 1, 4, 4, 1, 4, 5, 1] or found.heads == [1, 1, 4, 4, 1, 1, 5, 1]
    assert found.relations[4] == "dobj"
    assert found.lemmas[1] == "sell"
    assert found.entities[6] == "B-name"

    # Nothing is left to do, and with another number of threads the same comes out.
    assert main(["learn", "analyser", str(recipe), "-o", str(output), "--dry-run"]) == 0
    assert capsys.readouterr().out.count(" done\n") == 4
    again = recipe.with_name("again")
    AnalyserLearning(read_analyser_recipe(recipe), recipe.with_name("w"), threads=2).run(again)
    assert again.read_bytes() == output.read_bytes()


def test_held_out_sentences_are_not_learnt_from(recipe: Path) -> None:
    pytest.importorskip("spacy")
    folder = recipe.with_name("work")
    learning = AnalyserLearning(read_analyser_recipe(recipe), folder)
    words = next(step for step in learning.steps if step.name == "words")
    into = recipe.with_name("words")
    into.mkdir()
    assert words.action(into) == {"sentences": 5, "held out": 2, "not UTF-8": 0}


def test_what_the_treebank_is_for_decides_about_the_words(recipe: Path) -> None:
    pytest.importorskip("spacy")
    learning = AnalyserLearning(read_analyser_recipe(recipe), recipe.with_name("work"))
    Workshop(recipe.with_name("work")).make(learning.steps[0])
    moved = RECIPE.replace('train = ["bank.conllu"]', 'train = ["bank.conllu", "bank.conllu"]')
    moved = moved.replace('held_out = ["bank.conllu"]', "held_out = []")
    recipe.write_text(moved, "utf-8")
    changed = AnalyserLearning(read_analyser_recipe(recipe), recipe.with_name("work"))
    assert learning.finished(learning.steps[0])
    assert not changed.finished(changed.steps[0])


def test_a_part_that_is_there_is_not_taught_again(tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    for name in ("a", "b"):
        write_words([["Go", "on", "."]], tmp_path / name)
    (tmp_path / "taught-a").write_bytes(b"made before")
    told: list[tuple[int, int]] = []
    parts = [(tmp_path / name, tmp_path / f"taught-{name}") for name in ("a", "b")]
    teach_all(parts, "en", 1, lambda done, all_of_them: told.append((done, all_of_them)))
    assert (tmp_path / "taught-a").read_bytes() == b"made before"
    assert read_analyses(tmp_path / "taught-b")[0].tags == ["VB", "RP", "."]
    assert told == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("text.txt", "", r"corpus.text: there is no sentence of at most 80 words"),
        ("held.txt", "\n \n", r"held_out.text: there is no sentence"),
        ("text.txt", "The dog sat on the mat.\n", r"all text is held out"),
    ],
)
def test_text_that_is_missing_is_told(
    recipe: Path, capsys: pytest.CaptureFixture[str], file: str, content: str, message: str
) -> None:
    pytest.importorskip("spacy")
    recipe.with_name(file).write_text(content, "utf-8")
    assert main(["learn", "analyser", str(recipe), "-o", str(recipe.with_name("made"))]) == 1
    assert re.search(message, capsys.readouterr().err)


def test_a_folder_is_no_file_for_an_analyser(
    recipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("spacy")
    assert main(["learn", "analyser", str(recipe), "-o", str(recipe.parent)]) == 1
    assert "this is a folder; name a file" in capsys.readouterr().err


def test_learn_means_a_model_unless_told_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["learn"], ["learn", "model"], ["learn", "analyser"]):
        assert main([*words, str(tmp_path / "gone.toml")]) == 1
        assert "gone.toml" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stopped:
        main(["learn", "--help"])
    assert stopped.value.code == 0
    told = capsys.readouterr().out
    assert "  model " in told
    assert "  analyser " in told


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("width = 32", "width = 33", r"recipe.toml:14: network.width: width must be a multiple"),
        ("rounds = 60", "rouds = 60", r"network.rouds: there is no setting rouds; do you mean"),
        ('files = ["text.txt"]', "files = []", r"recipe.toml:2: corpus.text: it has no files"),
        ('["text.txt"]', '["gone.txt"]', r"recipe.toml:3: corpus.text.files: .*gone.txt: no such"),
        ("weight = 3", 'kind = "x"', r"treebank.kind: there is no setting kind"),
        ("[corpus.text]", "[corpos.text]", r"corpos: there is no setting corpos"),
        (
            "[corpus.text]",
            "[corpus.text]\nheader = true",
            r"text.header: text has no header",
        ),
        ("[corpus.text]", '[corpus.text]\ncolumns = ["a"]', r"columns: text has no columns"),
        ("[corpus.text]", '[corpus.text]\nkind = "jsonl"', r"columns is missing"),
    ],
)
def test_wrong_recipes_are_told(recipe: Path, old: str, new: str, message: str) -> None:
    recipe.write_text(RECIPE.replace(old, new), "utf-8")
    with pytest.raises(FormatError, match=message):
        read_analyser_recipe(recipe)


def test_a_recipe_without_text(recipe: Path) -> None:
    recipe.write_text('language = "en"\n', "utf-8")
    with pytest.raises(FormatError, match="there is no text to learn from"):
        read_analyser_recipe(recipe)


def test_sentences_are_chosen_by_what_they_are(tmp_path: Path) -> None:
    lines = [f"Sentence number {number} ." for number in range(50)]
    (tmp_path / "a").write_text("\n".join([*lines, *lines, "", " "]), "utf-8")
    (tmp_path / "b").write_text("\n".join(reversed(lines)), "utf-8")
    corpus = TextCorpus("c", ("a",), sentences=20)
    chosen = choose(corpus, [tmp_path / "a"], "en", 80).sentences
    assert len(chosen) == 20
    assert choose(corpus, [tmp_path / "b"], "en", 80).sentences == chosen
    half = TextCorpus("c", ("a",), sentences=20, sample=0.5)
    assert list(choose(half, [tmp_path / "a"], "en", 80).sentences) == list(chosen)[:10]
    assert choose(corpus, [tmp_path / "a"], "en", 3).sentences == {}


def test_lines_that_are_no_unicode_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"One here\ncaf\xe9 there\n")
    chosen = choose(TextCorpus("c", ("a",)), [tmp_path / "a"], "en", 80)
    assert (list(chosen.sentences.values()), chosen.broken) == ([["One", "here"]], 1)


@pytest.mark.parametrize(
    ("kind", "columns", "content"),
    [
        ("tsv", ("1", "2"), "x\tOne here\tTwo there\ny\tOnly one\n"),
        ("jsonl", ("s",), '{"s": ["One here", "Two there"]}\n{"s": "Only one"}\n{"t": 1}\n'),
    ],
)
def test_sentences_of_tables_and_objects(
    tmp_path: Path, kind: str, columns: tuple[str, ...], content: str
) -> None:
    (tmp_path / "file").write_text(content, "utf-8")
    corpus = TextCorpus("c", ("file",), kind=kind, columns=columns)
    found = choose(corpus, [tmp_path / "file"], "en", 80).sentences
    assert sorted(found.values()) == [["One", "here"], ["Only", "one"], ["Two", "there"]]


def test_treebanks(tmp_path: Path) -> None:
    path = tmp_path / "bank.conllu"
    path.write_text("1-2\tdon't" + "\t_" * 8 + "\n" + TREEBANK, "utf-8")
    bank = read_treebank([path])
    assert [each.words for each in bank] == [["Zorbs", "glim", "."], ["A", "zorb", "glims", "."]]
    assert bank[0].tags == ["NNS", "VBP", "."]
    path.write_text("1\tword\n", "utf-8")
    with pytest.raises(FormatError, match=r"bank.conllu:1: 2 fields instead of 10"):
        read_treebank([path])
    path.write_text("1\tword" + "\t_" * 8 + "\n", "utf-8")
    with pytest.raises(FormatError, match=r"bank.conllu:1: a word without a Penn tag"):
        read_treebank([path])


def test_agreement_by_hand() -> None:
    right = Analysis(
        ["PRP", "VBD", "NN"],
        ["they", "sell", "house"],
        [1, 1, 1],
        ["nsubj", "ROOT", "dobj"],
        ["", "", "B-name"],
    )
    found = Analysis(
        ["PRP", "VBD", "NNS"],
        ["they", "sell", "house"],
        [1, 1, 0],
        ["dobj", "ROOT", "dobj"],
        ["B-name", "", "B-name"],
    )
    agreement = compare([found], [right])
    assert agreement.words == 3
    assert agreement.tags == pytest.approx(2 / 3)
    assert agreement.lemmas == 1.0
    assert agreement.heads == pytest.approx(2 / 3)
    assert agreement.relations == pytest.approx(1 / 3)
    assert (agreement.object_precision, agreement.object_recall) == (0.0, 0.0)
    assert (agreement.entity_precision, agreement.entity_recall) == (0.5, 1.0)
    assert tag_accuracy([["A"], ["B", "C"]], [["A"], ["B", "D"]]) == pytest.approx(2 / 3)
