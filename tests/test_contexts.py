"""Patterns in context: equations 13 and 14 of PP, by hand and on the command line."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import pytest

import otherwords as ow
from otherwords._core import Error
from otherwords.cli import main
from otherwords.contexts import PatternRanker
from otherwords.model import default_folder
from tests.carrying_model import Tree, write_carrying_model
from tests.small_model import write_model
from tests.test_carrying import KnownTrees

LN10 = math.log(10)
TABLES = {
    "pt1": [("early", "first", -1.0)],
    "pt4": [
        ("take [NN_1] into consideration", "consider [NN_1]", -2.0),
        ("take [NN_1] into consideration", "use [NN_1]", -2.5),
        ("take [NN_1] into consideration", "despite [NN_1]", -3.0),
        ("[JJ_1] demand", "[JJ_1] rain", -0.5),
    ],
}


@pytest.fixture(scope="module")
def paraphraser(tmp_path_factory: pytest.TempPathFactory) -> ow.Paraphraser:
    folder = write_carrying_model(tmp_path_factory.mktemp("model"), TABLES, {"pt4": "patterns"})
    p = ow.load(folder)
    p.model.__dict__["analyser"] = KnownTrees()
    return p


def test_equations_13_and_14_by_hand(paraphraser: ow.Paraphraser) -> None:
    text = "Take early demand into consideration"
    ranker = PatternRanker(paraphraser, weight=0.25, top=2)
    ((take, demand),) = ranker.rank([text])
    assert (take.start, take.end, take.source, take.table) == (0, len(text), text, "pt4")
    assert take.pattern == "take [NN_1] into consideration"
    assert (demand.start, demand.end, demand.source) == (5, 17, "early demand")
    # Unknown words cost five, `use` two, the end of the sentence one.
    use, consider = take.candidates
    assert (use.pattern, use.text) == ("use [NN_1]", "Use early demand")
    assert use.score_ll == -2.5
    assert use.score_lm == pytest.approx(-LN10 * (2 + 5 + 5 + 1) / 3)
    assert use.score == pytest.approx(0.25 * use.score_ll + 0.75 * use.score_lm)
    assert (consider.text, consider.score_ll) == ("Consider early demand", -2.0)
    assert consider.score_lm == pytest.approx(-LN10 * (5 + 5 + 5 + 1) / 3)
    (rain,) = demand.candidates
    assert rain.text == "Take early rain into consideration"
    assert rain.score_lm == pytest.approx(-LN10 * (4 * 5 + 2 + 1) / 5)
    assert (ranker.found, ranker.matched, ranker.gapped) == (6, 2, 0)


def test_the_weight_decides(paraphraser: ow.Paraphraser) -> None:
    for weight, first in [(1.0, "consider [NN_1]"), (0.1, "use [NN_1]")]:
        ((take, _),) = PatternRanker(paraphraser, weight=weight).rank(
            ["Take early demand into consideration"]
        )
        assert take.candidates[0].pattern == first
        assert len(take.candidates) == 3


def test_many_texts_have_their_own_sentences(paraphraser: ow.Paraphraser) -> None:
    text = "Take early demand into consideration"
    alone = next(PatternRanker(paraphraser).rank([text]))
    ranked = list(PatternRanker(paraphraser).rank(["He had an idea", text] * 100))
    assert ranked == [[], alone] * 100


def test_words_of_patterns_may_be_arrows(tmp_path: Path) -> None:
    entries = [
        ("[JJ_1] → demand", "→ [JJ_1] rain", -0.5),
        ("take [JJ_1] → demand into [NN_1]", "[NN_1] → [JJ_1] →", -0.5),
    ]
    p = ow.load(write_carrying_model(tmp_path, {"pt4": entries}, {"pt4": "patterns"}))
    tree = Tree("Take early → demand into consideration", "VB JJ SYM NN IN NN", [0, 3, 3, 0, 0, 4])
    p.model.__dict__["analyser"] = KnownTrees([tree])
    (matches,) = PatternRanker(p).rank([tree.words])
    assert [(match.pattern, match.candidates[0].pattern) for match in matches] == [
        (source, target) for source, target, _ in reversed(entries)
    ]
    assert matches[1].candidates[0].text == "Take → early rain into consideration"


def test_what_cannot_be_is_refused(paraphraser: ow.Paraphraser, tmp_path: Path) -> None:
    with pytest.raises(Error, match="weight is 2"):
        PatternRanker(paraphraser, weight=2)
    with pytest.raises(Error, match="top is 0"):
        PatternRanker(paraphraser, top=0)
    with pytest.raises(Error, match="pt4 has no score 'q'; known: p"):
        PatternRanker(paraphraser, score="q")
    with pytest.raises(Error, match="no table of patterns"):
        PatternRanker(ow.load(write_model(tmp_path)))


def test_the_command_shows_patterns(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    folder = write_carrying_model(
        tmp_path, TABLES, {"pt4": "patterns"}, more='analyser = "analyser"'
    )
    shutil.copy(default_folder() / "analyser", folder / "analyser")
    command = ["patterns", "-m", str(folder), "There was early demand."]
    assert main(command) == 0
    shown = capsysbinary.readouterr()
    assert b"\n  10\xe2\x80\x9322 [JJ_1] demand  [pt4]\n" in shown.out
    assert b"\n      There was early rain.\n" in shown.out
    assert b"1 in the table, 0 of these not one stretch of text" in shown.err
    assert main([*command, "--json", "--weight", "1"]) == 0
    (match,) = json.loads(capsysbinary.readouterr().out)["patterns"]
    assert match["candidates"][0]["score"] == match["candidates"][0]["score_ll"] == -0.5
    assert main([*command, "--score", "q"]) == 1
