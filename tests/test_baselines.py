"""Systems that applications are compared with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import otherwords as ow
from otherwords._core import BigramCounter, MonteCarloMode
from otherwords.baselines import Rewriter, System, open_system, system_names
from otherwords.baselines.thesaurus import WordNet, replaced_words
from otherwords.cli import main
from otherwords.learn.synonyms import Synonym, inflected, synonyms_in, write_synonyms
from otherwords.learn.word_steps import write_clusters
from otherwords.learn.wordnet import first_synsets
from otherwords.model import Model
from otherwords.tables import open_table
from tests.small_model import TABLES, UNIGRAMS, write_model

THESAURUS = [
    ("use", "employ", -0.7),
    ("use", "apply", -0.7),
    ("tools", "instruments", -0.7),
    ("help", "aid", -0.7),
    ("rain", "rainfall", -0.7),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model with a table of each method that systems ask for."""
    tables = {**TABLES, "pr": TABLES["pt2"], "wordnet": THESAURUS, "classes": [("we", "they", -2)]}
    model = write_model(tmp_path / "model", tables)
    manifest = model / "model.toml"
    text = manifest.read_text()
    for name, method in [("pt1", "pivot"), ("wordnet", "thesaurus"), ("classes", "clusters")]:
        text = text.replace(f"[tables.{name}]\n", f'[tables.{name}]\nmethod = "{method}"\n')
    manifest.write_text(text)
    return model


def test_systems_are_found_by_name() -> None:
    own = {"baseline-1", "baseline-2", "cl", "mcpg", "msa", "pr", "wn", "wn-lm"}
    assert own <= set(system_names())
    for name in own:
        assert open_system(name, {}).name == name
    with pytest.raises(ow.Error, match=r"no system 'moses'; installed: .*baseline-1"):
        open_system("moses", {})
    with pytest.raises(ow.Error, match="the system pr has no replace; leave it out"):
        open_system("pr", {"replace": 2})
    with pytest.raises(ow.Error, match=r"tell the system itself: WordNet\(replace=…\)"):
        open_system(WordNet(), {"replace": 2})


def test_each_system_uses_its_own_tables(folder: Path) -> None:
    p = ow.load(folder)
    text = "we utilise assistance in spite of rain"
    used = {
        name: {edit.table for edit in p.paraphrase(text, system=name).edits}
        for name in ("baseline-2", "pr", "wn", "cl", "mcpg")
    }
    assert used["pr"] == {"pr"}
    assert used["wn"] == {"wordnet"}
    assert used["mcpg"] == {"pt1"}
    assert used["baseline-2"] > {"pt1"}
    assert p.settle(system="wn").signature.split("|")[2:] == ["application:wn", "seed:1"]


def test_a_model_that_lacks_a_table_is_told(tmp_path: Path) -> None:
    p = ow.load(write_model(tmp_path))
    with pytest.raises(ow.Error, match=r"pr needs the table pr, which .* does not have; name"):
        p.paraphrase("rain", system="pr")
    for name, method in [("wn", "thesaurus"), ("wn-lm", "thesaurus"), ("cl", "clusters")]:
        with pytest.raises(ow.Error, match=f'{name} needs .* method = "{method}", and .*docs/bas'):
            p.paraphrase("rain", system=name)
    with pytest.raises(ow.Error, match="replace is for a system"):
        p.paraphrase("rain", replace=2)


def test_wn_replaces_so_many_words_by_chance(folder: Path) -> None:
    p = ow.load(folder)
    text = "we use tools with help despite rain"
    sources = {
        number: [edit.source for edit in p.paraphrase(text, system="wn", replace=number).edits]
        for number in (0, 1, 2, 4, 9)
    }
    assert [len(each) for each in sources.values()] == [0, 1, 2, 4, 4]
    assert p.paraphrase(text, system="wn").text == p.paraphrase(text, system="wn").text
    seeds = {p.paraphrase(text, system=WordNet(2, seed=seed)).text for seed in range(20)}
    assert len(seeds) > 5
    texts = {p.paraphrase(text, system=WordNet(9, seed=seed)).text for seed in range(20)}
    assert len(texts) == 2  # two words for one, chosen by chance
    with pytest.raises(ow.Error, match="replace is -1; it must be a whole number from 0 on"):
        p.paraphrase(text, system="wn", replace=-1)


def test_wn_replaces_as_many_words_as_another_system(folder: Path) -> None:
    p = ow.load(folder)
    texts = ["We utilise help. We use tools.", "They use rain."]
    compared = list(p.pipe(texts, system="baseline-2"))
    assert [[edit.source for edit in each.edits] for each in compared] == [["utilise"], []]
    counts = replaced_words(
        (each.source, [(edit.start, edit.end) for edit in each.edits]) for each in compared
    )
    assert counts == {"we utilise help .": 1, "we use tools .": 0, "they use rain .": 0}
    found = list(p.pipe(texts, system="wn", replace=counts))
    assert [[edit.source for edit in each.edits] for each in found] == [["help"], []]


def test_wn_is_told_on_the_command_line(
    folder: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    texts = ["they utilise rain", "they use tools"]
    command = ["paraphrase", "-m", str(folder), "--system"]
    assert main([*command, "baseline-2", "--json", *texts]) == 0
    answers = tmp_path / "answers.jsonl"
    answers.write_bytes(capsysbinary.readouterr().out)
    assert main([*command, "wn", "--replace", str(answers), *texts]) == 0
    assert capsysbinary.readouterr().out == b"they utilise rainfall\nthey use tools\n"
    assert main([*command, "wn", "--replace", "0", *texts]) == 0
    assert capsysbinary.readouterr().out.decode().splitlines() == texts
    for broken in (
        '{"source": "x"}',
        "[" * 100_000,
        '{"source": "\\ud800", "paraphrases": [{"edits": []}]}',
        '{"source": "x", "paraphrases": [{"edits": [{"start": 1e999, "end": 1}]}]}',
    ):
        answers.write_text(f"{broken}\n")
        assert main([*command, "wn", "--replace", str(answers), *texts]) == 1
        assert b"answers.jsonl:1: no answer of" in capsysbinary.readouterr().err


def test_the_language_model_alone_decides_between_members(tmp_path: Path) -> None:
    entries = [("assistance", "aid", -9.0), ("assistance", "help", -9.0), ("help", "aid", 0.0)]
    folder = write_model(tmp_path, {"words": entries})
    manifest = folder / "model.toml"
    for method, system in [("thesaurus", "wn-lm"), ("clusters", "cl")]:
        text = manifest.read_text().split("method")[0].rstrip()
        manifest.write_text(f'{text}\nmethod = "{method}"\n')
        p = ow.load(folder)
        # What an entry is worth does not count, nor that a word is the word itself.
        assert p.paraphrase("we help with assistance", system=system).text == "we help with help"
        # Unless the model has weights for the system.
        manifest.write_text(f"{manifest.read_text()}[weights.{system}]\nself = -9\n")
        assert ow.load(folder).paraphrase("assistance", system=system).text == "assistance"
        manifest.write_text(text)


def test_mcpg_samples_as_a_translator(folder: Path) -> None:
    p = ow.load(folder)
    settings = p.settle(system="mcpg", episodes=50, seed=3)
    assert settings.search.sampling.mode == MonteCarloMode.TRANSLATOR
    assert "|search:monte-carlo|episodes:50|seed:3" in settings.signature
    assert p.settle(search="monte-carlo").search.sampling.mode == MonteCarloMode.TRUE_SCORE
    exact = p.settle(system="mcpg", search="exact")
    assert exact.search.is_exact
    found = p.paraphrase("they utilise rain", system="mcpg", episodes=50)
    assert found.text == "they use rain"


def test_a_system_of_ones_own(folder: Path) -> None:
    class Rain(System):
        name = "rain"

        def tables(self, model: Model) -> Sequence[str]:
            return ["wordnet"]

    p = ow.load(folder)
    assert p.paraphrase("we utilise rain", system=Rain()).text in {
        "we utilise rainfall",
        "we utilise rain",
    }
    assert "application:rain" in p.settle(system=Rain()).signature
    with pytest.raises(NotImplementedError):
        Rain().rewriter(p.model)
    assert not issubclass(Rain, Rewriter)


WORDNET = {
    "noun": ["00000001 03 n 02 bicycle 0 bike 0 000 | two wheels"],
    "verb": [
        "00000001 30 v 02 bicycle 0 ride_a_bicycle 0 000 00 | by bicycle",
        "00000002 30 v 03 purchase 0 buy 0 have 0 000 00 | for money",
        "00000003 30 v 01 bicycle 1 000 00 | rare",
    ],
    "adj": ["00000001 00 a 02 large 0 important(p) 0 000 | great"],
    "adv": ["00000001 02 r 02 quickly 0 in_a_hurry 0 000 | fast"],
}
INDEX = {
    "noun": ["bicycle n 1 0 1 0 00000001", "bike n 1 0 1 0 00000001"],
    "verb": [
        "bicycle v 2 1 @ 2 0 00000001 00000003",
        "buy v 1 0 1 0 00000002",
        "have v 1 0 1 0 00000002",
    ],
    "adj": ["large a 1 0 1 0 00000001"],
    "adv": ["quickly r 1 0 1 0 00000001", "in_a_hurry r 1 0 1 0 00000001"],
}


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    """A folder with files like those of WordNet."""
    folder = tmp_path / "wordnet"
    folder.mkdir()
    for kind, files in [("data", WORDNET), ("index", INDEX)]:
        for name, lines in files.items():
            (folder / f"{kind}.{name}").write_text("  1 licence\n" + "\n".join(lines) + "\n")
    return folder


def test_the_first_synset_is_the_most_frequent_one(wordnet: Path) -> None:
    found = {(word, letter): members for word, letter, members in first_synsets(wordnet)}
    assert found["bicycle", "n"] == ["bicycle", "bike"]
    assert found["bicycle", "v"] == ["bicycle", "ride a bicycle"]
    assert found["large", "a"] == ["large", "important"]
    (wordnet / "index.adv").write_text("quickly r 1 0 1 0 00000009\n")
    with pytest.raises(ow.FormatError, match=r"index.adv:1: not a line of WordNet's index"):
        list(first_synsets(wordnet))


def test_synonyms_are_inflected_alike(wordnet: Path) -> None:
    found = set(synonyms_in(wordnet))
    assert Synonym("bicycles", "bikes", "NNS", 2) in found
    assert Synonym("bicycles", "rides a bicycle", "VBZ", 2) in found
    assert Synonym("bought", "purchased", "VBD", 3) in found
    assert Synonym("bought", "purchased", "VBN", 3) in found
    assert Synonym("quickly", "in a hurry", "RB", 2) in found
    assert Synonym("large", "important", "JJ", 2) in found
    assert not {each for each in found if each.source in {"have", "has", "had", "in a hurry"}}
    assert {each.target for each in found if each.source == "larger"} == set()
    assert inflected("look at", "VBG") == "looking at"
    assert inflected("point of view", "NNS") is not None


def test_synonyms_are_told_apart_by_tags(wordnet: Path, tmp_path: Path) -> None:
    output = tmp_path / "table"
    write_synonyms(wordnet, "en", output, scores=["direct"], quantise=False)
    table = open_table(output)
    assert table.has_tags

    def targets(word: str, *tags: str) -> set[str]:
        return {entry.target for entry in table.lookup(word, tags=list(tags))}

    assert targets("bicycles", "NNS") == {"bikes"}
    assert targets("bicycles", "VBZ") == {"rides a bicycle"}
    assert targets("buy", "VB") == {"purchase", "have"} == targets("buy", "VBP")
    (entry,) = table.lookup("bicycles", tags=["NNS"])
    assert entry.scores == [pytest.approx(-0.6931, abs=1e-4)]


def test_words_of_one_class_become_entries(tmp_path: Path) -> None:
    counter = BigramCounter()
    animals, verbs = ["cat", "dog", "cow", "7"], ["eats", "runs"]
    counter.add([f"the {animal} {verb}" for animal in animals for verb in verbs])
    counter.add(["the cat eats"])
    found = counter.cluster(vocabulary=100, classes=3, rounds=20)
    assert found.words[0] == "the"
    assert found.counts[0] == 9
    assert found.moves[-1] == 0
    assert found.likelihood < 0
    write_clusters(found, tmp_path / "table", scores=["direct"], kappa=1, quantise=False)
    table = open_table(tmp_path / "table")
    entries = {word: [entry.target for entry in table.lookup(word)] for word in found.words}
    # One entry each: the most frequent other one; a number is nobody's other word.
    assert entries == {
        "the": [],
        "cat": ["cow"],
        "cow": ["cat"],
        "dog": ["cat"],
        "7": [],
        "eats": ["runs"],
        "runs": ["eats"],
    }


def test_tables_of_words_are_learnt_by_recipes(
    wordnet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = ["the cat eats", "the dog eats", "the cat runs", "the dog runs"] * 3
    (tmp_path / "text").write_text("\n".join(f"{a} {i}" for i, a in enumerate(text)) + "\n")
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        f"""
name = "words"
[corpus.text]
kind = "text"
files = ["text"]
[table.wordnet]
method = "thesaurus"
wordnet = "{wordnet}"
[table.classes]
method = "clusters"
corpora = ["text"]
classes = 3
[lm]
corpora = ["text"]
order = 2
"""
    )
    model = tmp_path / "model"
    assert main(["learn", str(recipe), "-o", str(model)]) == 0
    p = ow.load(model)
    assert p.model.table_methods == {"wordnet": "thesaurus", "classes": "clusters"}
    assert p.paraphrase("He bought bicycles.", system="wn", replace=9).text in {
        "He purchased bikes.",
        "He had bikes.",
    }
    targets = {entry.target for entry in p.model.tables[1].lookup("cat")}
    assert targets == {"dog"}
    capsys.readouterr()
    for wrong, why in [
        ('corpora = ["text"]\nclasses = 3', "corpora is missing"),
        (f'wordnet = "{wordnet}"', "wordnet"),
    ]:
        broken = recipe.read_text().replace(wrong, "classes = 3" if "classes" in wrong else "")
        (tmp_path / "broken.toml").write_text(broken)
        assert main(["learn", str(tmp_path / "broken.toml"), "-o", str(model)]) == 1
        assert why in capsys.readouterr().err
    (wordnet / "index.verb").unlink()
    assert main(["learn", str(recipe), "-o", str(model)]) == 1
    assert "index.verb: no such file; name WordNet's folder" in capsys.readouterr().err


def test_answers_tell_what_was_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", "-m", str(folder), "--system", "moses", "rain"]) == 2
    assert "there is no system 'moses'" in capsys.readouterr().err
    assert main(["compress", "-m", str(folder), "--system", "pr", "--json", "assistance"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "application:pr" in answer["signature"]
    assert UNIGRAMS["help"] > UNIGRAMS["aid"]
