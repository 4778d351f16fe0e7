"""Tag signatures: counted, chosen, compared, kept in tables and honoured by look-ups."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from otherwords._core import Error, FormatError
from otherwords.align.columns import bitext, links
from otherwords.align.phrases import Detail, Side, count_signatures
from otherwords.cli import main
from otherwords.learn import plan
from otherwords.learn.corpora import CleaningOptions, prepare
from otherwords.learn.corpora.batches import Batch
from otherwords.learn.filters import SIGNATURES
from otherwords.learn.pipeline import Learning
from otherwords.learn.recipe_file import read_recipe
from otherwords.model import Model, default_folder
from otherwords.paraphraser import load
from otherwords.paraphrases import read_documents
from otherwords.tables import Table, TableBuilder, open_table
from otherwords.text.spacy_analyser import SpacyAnalyser
from tests.relations import A, B, C, D, Relations, phrases
from tests.toy_corpora import write_corpora


def test_signatures_of_both_sides() -> None:
    text = bitext(["the play", "they play"], ["the game", "we play"])
    alignment = links(["0-0 1-1", "0-0 1-1"])
    source = count_signatures(text, alignment, ["DT NN", "PRP VBP"])
    assert sorted(source["signature"].to_pylist()) == ["DT", "NN", "NP", "PRP", "PRP+VBP", "VBP"]
    target = count_signatures(text, alignment, ["DT NN", "PRP VBP"], side=Side.TARGET)
    ids = [
        dict(zip(t["signature"].to_pylist(), t["id"].to_pylist(), strict=True))
        for t in (source, target)
    ]
    assert ids[0]["VBP"] == ids[1]["VBP"]  # play
    assert ids[0]["NP"] != ids[1]["NP"]
    coarse = count_signatures(text, alignment, ["DT NN", "PRP VBP"], detail=Detail.COARSE)
    assert sorted(coarse["signature"].to_pylist()) == ["DP", "DT", "N", "PRP", "PRP+V", "V"]


def test_the_three_most_frequent_signatures_are_chosen(relations: Relations) -> None:
    one = [(A, "NN", 10), (A, "VB", 4), (A, "JJ", 4), (A, "RB", 1), (B, "VBZ", 1), (D, "NN", 9)]
    two = [(A, "VB", 3), (B, "NNS", 9)]
    for name, counted in (("one", one), ("two", two)):
        ids, signatures, counts = zip(*counted, strict=True)
        relations.put(name, id=ids, signature=signatures, count=counts)
    relations.put("phrases", **phrases({A: 1, B: 1}))
    rows = relations.run(
        "signatures",
        plan.sign([1, 2]),
        counts_0=relations["one"],
        counts_1=relations["two"],
        phrases=relations["phrases"],
    )
    # The second corpus counts twice: VB of A comes to 4 + 2 · 3, as often as NN; VBZ of B is one of
    # 19 and less than a tenth of NNS, so it is not believed. D is no phrase of the table.
    assert rows == [(A, "NN", "VB", "JJ"), (B, "NNS", "", "")]


def judged(relations: Relations) -> list[tuple[int, ...]]:
    """First, second and the reasons of A with B, C and D: B is as A, C in one of two, D not."""
    columns = ["first_id", "second_id", "forward", "backward", "forward_weight"]
    columns += ["backward_weight", "shared", "languages"]
    rows = [(A, other, plan.ONE, plan.ONE, -1, -1, 1, 1) for other in (B, C, D)]
    relations.put("meetings", **dict(zip(columns, zip(*rows, strict=True), strict=True)))
    relations.put("phrases", **phrases({A: 1, B: 1, C: 1, D: 1}))
    relations.put(
        "signatures",
        id=[A, B, C, D],
        signature_1=["NN", "NN", "VB", "NN+TO"],
        signature_2=["VB", "VB", "VBP", ""],
        signature_3=["", "", "", ""],
    )
    inputs = {name: relations[name] for name in ("phrases", "signatures")}
    query = plan.judge(plan.Selection(filters=("case",), signatures=True))
    found = relations.run("candidates", query, meetings=relations["meetings"], **inputs)
    return [(*row[:2], *row[-2:]) for row in found]


def test_phrases_without_a_common_signature_are_dropped(relations: Relations) -> None:
    assert judged(relations) == [(A, B, 0, 0), (A, C, 0, 0), (A, D, 2, 2)]
    assert plan.Selection(filters=("case",), signatures=True).applied[1] is SIGNATURES


def test_entries_carry_what_both_phrases_were_seen_with(relations: Relations) -> None:
    judged(relations)
    query = plan.select(plan.Selection(identity="biased"))
    relations.run("entries", query, candidates=relations["candidates"])
    rows = relations.run(
        "rows",
        plan.spell(signatures=True),
        entries=relations["entries"],
        phrases=relations["phrases"],
        signatures=relations["signatures"],
    )
    tags = {(row[0], row[1]): row[-1] for row in rows}
    assert tags == {
        ("w1", "w1"): "NN,VB",
        ("w1", "w2"): "NN,VB",
        ("w2", "w1"): "NN,VB",
        ("w2", "w2"): "NN,VB",
        ("w1", "w3"): "VB",
        ("w3", "w1"): "VB",
        ("w3", "w3"): "VB,VBP",
    }


@pytest.fixture
def table(tmp_path: Path) -> Table:
    builder = TableBuilder(["p"])
    builder.add("play", "game", [-1.0], tags="NN")
    builder.add("play", "perform", [-2.0], tags="VB,VBP")
    builder.add("play", "player", [-3.0])
    builder.add("the play", "the piece", [-1.0], tags="DP")
    builder.write(tmp_path / "small.table")
    return open_table(tmp_path / "small.table")


def test_lookups_with_tags_honour_signatures(table: Table) -> None:
    def targets(tags: list[str] | None) -> list[str]:
        return [entry.target for entry in table.lookup("play", tags)]

    assert targets(None) == ["game", "perform", "player"]
    assert targets(["NN"]) == ["game", "player"]
    assert targets(["VBP"]) == ["perform", "player"]
    assert targets(["JJ"]) == ["player"]
    with pytest.raises(Error, match="2 tags for 1 words"):
        table.lookup("play", ["DT", "NN"])


def test_matches_with_tags_honour_signatures(table: Table) -> None:
    def found(tags: list[str] | None) -> list[tuple[int, int, str]]:
        spans = table.matches(["see", "the", "play"], tags)
        return [(match.begin, match.end, match.entry.target) for match in spans]

    assert found(["VB", "DT", "NN"]) == [(1, 3, "the piece"), (2, 3, "game"), (2, 3, "player")]
    assert found(["VB", "DT", "VB"]) == [(2, 3, "perform"), (2, 3, "player")]
    assert len(found(None)) == 4


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with corpora, a recipe that asks for signatures, and its model."""
    folder = tmp_path_factory.mktemp("signed")
    recipe = write_corpora(folder, 60, pt1="signatures = 'fine'", pt3="signatures = 'fine'")
    assert main(["learn", str(recipe), "-o", str(folder / "model"), "--threads", "2"]) == 0
    return folder


@pytest.mark.parametrize("name", ["pt1", "pt3"])
def test_learnt_tables_know_where_their_entries_fit(toy: Path, name: str) -> None:
    learnt = open_table(toy / "model" / f"{name}.table")
    assert learnt.has_tags
    entry = learnt.lookup("house", ["NN"])[0]
    assert (entry.target, entry.tags) == ("home", "NN")
    assert learnt.lookup("house", ["VB"]) == []
    assert learnt.lookup("the house", ["DT", "NN"])[0].target == "the home"


def test_the_analyser_goes_into_the_model(toy: Path) -> None:
    model = Model(toy / "model")
    assert model.analyser_file == toy / "model" / "analyser"
    assert model.analyser_file in model.files
    own = Model(default_folder()).analyser_file
    assert own is not None
    assert model.analyser_file.read_bytes() == own.read_bytes()
    # Tags decide where entries fit: a house, and to house somebody.
    p = load(toy / "model")
    units = {
        text: p.units(p.settle(), read_documents([text], "en"), [None]).columns
        for text in ("he bought a house .", "they will house him .")
    }
    found = {text: len(columns) for text, columns in units.items()}
    assert found["he bought a house ."] > found["they will house him ."]


def test_tables_with_tags_need_an_analyser(toy: Path, tmp_path: Path) -> None:
    shutil.copytree(toy / "model", tmp_path / "model")
    manifest = tmp_path / "model" / "model.toml"
    manifest.write_text(manifest.read_text("utf-8").replace('analyser = "analyser"\n', ""))
    with pytest.raises(Error, match="its tables need tags, but it has no analyser"):
        load(tmp_path / "model").paraphrase("He bought a house.")
    with pytest.raises(Error, match="no analyser of our own"):
        load(tmp_path / "model", analyser="core").paraphrase("He bought a house.")


def test_a_recipe_may_ask_for_spacy(tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    recipe = write_corpora(tmp_path, 60, pt1="signatures = 'fine'")
    recipe.write_text('analyser = "spacy"\n' + recipe.read_text("utf-8"), "utf-8")
    assert main(["learn", str(recipe), "-o", str(tmp_path / "model"), "--threads", "2"]) == 0
    model = Model(tmp_path / "model")
    assert model.analyser_file is None
    assert isinstance(model.analyser, SpacyAnalyser)
    assert load(tmp_path / "model").paraphrase("He bought a house.").optimal


def test_an_analyser_is_opened_before_the_work(toy: Path, tmp_path: Path) -> None:
    recipe = toy / "wrong.toml"
    recipe.write_text('analyser = "recipe.toml"\n' + (toy / "recipe.toml").read_text("utf-8"))
    with pytest.raises(FormatError, match=r"recipe.toml.*analyser"):
        Learning(read_recipe(recipe), tmp_path / "work")


def test_signatures_of_other_languages_need_an_analyser(toy: Path, tmp_path: Path) -> None:
    recipe = toy / "other.toml"
    text = (toy / "recipe.toml").read_text("utf-8")
    recipe.write_text(text.replace('language = "en"', 'language = "nl"', 1), "utf-8")
    with pytest.raises(Error, match="this recipe needs an analyser for 'nl'"):
        Learning(read_recipe(recipe), tmp_path / "work")


def test_the_report_tells_what_signatures_did(toy: Path) -> None:
    report = (toy / "model" / "report.txt").read_text("utf-8")
    assert "Tag signatures" in report
    assert "french.tags" in report


def test_taggers_see_capitals() -> None:
    batches = prepare(
        [Batch(["He saw Baker ."], ["Il a vu Baker ."])],
        CleaningOptions(target_language="fr", lower=True),
        cased=True,
    )
    assert next(batches).sources == ["He saw Baker ."]


def test_corpora_and_alignments_stay_when_signatures_are_asked_for(toy: Path) -> None:
    recipe = (toy / "recipe.toml").read_text("utf-8")
    (toy / "without.toml").write_text(recipe.replace("signatures = 'fine'\n", ""), "utf-8")
    work = toy / "model.work"
    without = Learning(read_recipe(toy / "without.toml"), work)
    done = {step.name for step in without.steps if without.finished(step)}
    redone = {step.name for step in without.steps} - done
    kinds = ("candidates", "entries", "table")
    assert redone == {f"{table}.{kind}" for table in ("pt1", "pt3") for kind in kinds}
