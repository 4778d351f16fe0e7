"""The worked examples of PP, from sentences with hand-made trees and alignments to pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow
import pytest

from otherwords.align.columns import bitext, links
from otherwords.align.phrases import count_table, lexicon_from_counts, lexicon_table
from otherwords.learn import parts
from otherwords.learn.patterns.extracting import PatternExtraction, extract_patterns
from otherwords.learn.patterns.models import plain_model
from otherwords.learn.patterns.slots import renumbered
from otherwords.learn.plan import patterning
from otherwords.learn.plan.patterning import SCORE_BITS, Ways
from tests.relations import Relations
from tests.test_patterns import CONSIDER, GIVE, TAKE, Sentence

#: Scores by source and target.
Pairs = dict[tuple[str, str], float]

GIVE_TO = ("give books to Ann", "VB NN IN NN", "0 0 0 2", "donner livres Anne", "0-0 1-1 3-2")
# Section 3.3: the two pivots differ in one word, and a third pattern goes with both of them.
IMPROVE = ("improve people 's livelihood", "VB NNS POS NN", "0 3 1 0")
HELP = ("help improve people 's living standards", "VB VB NNS POS NN NNS", "0 0 5 2 5 1")
BETTER = ("better the life of farmers", "VB DT NN IN NNS", "0 2 0 2 3")
LIVES: list[Sentence] = [
    (*IMPROVE, "改善 人民 生活", "0-0 1-1 3-2"),
    (*HELP, "改善 人民 的 生活", "0-0 1-0 2-1 3-2 4-3 5-3"),
    (*BETTER, "改善 农民 生活", "0-0 2-2 4-1"),
    (*BETTER, "改善 农民 的 生活", "0-0 2-3 3-2 4-1"),
]
LIVELIHOOD, STANDARDS, LIFE = (
    "improve [NNS_1] 's livelihood",
    "help improve [NNS_1] 's living standards",
    "better the life of [NNS_1]",
)


def extracted(
    folder: Path, sentences: list[Sentence], options: PatternExtraction
) -> dict[str, list[dict[str, Any]]]:
    """Writes a part as the steps before do, and extracts its patterns into relations."""
    words, tags, heads, other, aligned = (list(each) for each in zip(*sentences, strict=True))
    lexicon = lexicon_from_counts([count_table(bitext(words, other), links(aligned))])
    inputs = {
        "text": pyarrow.table({"source": words, "target": other}),
        "alignment": pyarrow.table({"forward": aligned, "reverse": aligned}),
        "analysis": pyarrow.table({"tags": tags, "heads": heads}),
        "lexicon": lexicon_table(lexicon),
    }
    for name, table in inputs.items():
        parts.write_table(table, folder / f"{name}.parquet")
    outputs = ("sources", "pivots", "counts", "pairs")
    for name in outputs:
        (folder / name).mkdir(exist_ok=True)
    text, alignment, analysis, words_of = (str(folder / f"{name}.parquet") for name in inputs)
    written = [str(folder / name / "part-00000.parquet") for name in outputs]
    extract_patterns(text, alignment, analysis, words_of, options, *written)
    return {name: parts.read(path).to_pylist() for name, path in zip(outputs, written, strict=True)}


def paired(relations: Relations, folder: Path, model: str) -> Pairs:
    """The pairs of patterns of a folder by a model, as the steps make them."""
    weights = plain_model(model).weights
    query = patterning.count_patterns([1], [0])
    relations.run(f"{model}-counts", query, pairs_0=folder / "pairs")
    counts = relations[f"{model}-counts"]
    relations.run(f"{model}-links", patterning.link_patterns(), counts=counts)
    inputs = {"links": relations[f"{model}-links"]}
    if model == "model2":
        swapped = patterning.pair_pivots(Ways(0.01), plain_model("model1").weights, 0.03)
        relations.run("paraphrased", swapped, **inputs)
        inputs["pivots"] = relations["paraphrased"]
    query = patterning.pair_patterns(Ways(), weights[:5], augmented=model == "model2")
    relations.run(model, query, **inputs)
    spell = patterning.spell_pairs(0.0)
    rows = relations.run(
        f"{model}-spelt", spell, pairs=relations[model], sources=folder / "sources"
    )
    return {renumbered(e1, e2): score * 2.0**-SCORE_BITS for e1, e2, score, _ in rows}


def test_take_into_consideration(relations: Relations, tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    extracted(tmp_path / "part", [TAKE, CONSIDER], PatternExtraction(language="fr"))
    pairs = paired(relations, tmp_path / "part", "bc")
    take, consider = "take [NN_1] into consideration", "consider [NN_1]"
    # Each has this pivot only, which is half of the one and half of the other.
    assert pairs[take, consider] == pytest.approx(0.5)
    assert pairs[consider, take] == pytest.approx(0.5)


def test_slots_are_numbered_as_in_figure_3(relations: Relations, tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    found = extracted(tmp_path / "part", [GIVE, GIVE_TO], PatternExtraction(language="fr"))
    assert "give [NN_2] [NN_1]" in {row["words"] for row in found["sources"]}
    pairs = paired(relations, tmp_path / "part", "bc")
    assert ("give [NN_1] [NN_2]", "give [NN_2] to [NN_1]") in pairs
    assert ("give [NN_1] to [NN_2]", "give [NN_2] [NN_1]") in pairs
    assert ("give [NN_1] [NN_2]", "give [NN_1] to [NN_2]") not in pairs


def test_livelihood_needs_pivots_that_are_paraphrases(relations: Relations, tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    extracted(tmp_path / "part", LIVES, PatternExtraction(language="zh"))
    simple = paired(relations, tmp_path / "part", "model1")
    assert (LIVELIHOOD, LIFE) in simple
    assert (STANDARDS, LIFE) in simple
    assert (LIVELIHOOD, STANDARDS) not in simple
    augmented = paired(relations, tmp_path / "part", "model2")
    assert augmented[LIVELIHOOD, STANDARDS] > 0
    assert augmented[STANDARDS, LIVELIHOOD] > 0
    assert augmented[LIVELIHOOD, STANDARDS] < augmented[LIVELIHOOD, LIFE]
    assert augmented.keys() > simple.keys()


def test_pivots_of_other_languages_are_others(tmp_path: Path) -> None:
    ids = {}
    for language in ("fr", "es"):
        (tmp_path / language).mkdir()
        found = extracted(tmp_path / language, [CONSIDER], PatternExtraction(language=language))
        ids[language] = {row["words"]: row["id"] for row in found["pivots"]}
        assert {row["target_id"] for row in found["pairs"]} == set(ids[language].values())
    assert ids["fr"].keys() == ids["es"].keys() == {"tenir compte [NN_1]"}
    assert ids["fr"] != ids["es"]


def test_roots_tell_patterns_of_the_same_words_apart(tmp_path: Path) -> None:
    other, alignment = "livres anciens", "0-1 1-0"
    sentences = [("old books", f"JJ {tag}", "1 1", other, alignment) for tag in ("NNS", "VBZ")]
    (tmp_path / "any").mkdir()
    (tmp_path / "same").mkdir()
    found = extracted(tmp_path / "any", sentences, PatternExtraction())
    assert [(row["words"], row["root"]) for row in found["sources"]] == [("[JJ_1] books", "")]
    found = extracted(tmp_path / "same", sentences, PatternExtraction(roots=True))
    roots = {row["id"]: row["root"] for row in found["sources"]}
    assert sorted(roots.values()) == ["NNS", "VBZ"]
    assert {row["source_id"]: row["root"] for row in found["pairs"]} == roots
    assert found["counts"][0]["paired"] == 2
