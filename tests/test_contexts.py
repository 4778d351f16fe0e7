"""Patterns in context: equations 13 and 14 of PP, by hand and on the command line."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

import otherwords as ow
from otherwords._core import Error
from otherwords.cli import main
from otherwords.contexts import PatternRanker
from otherwords.model import default_folder
from tests.carrying_model import Tree, write_carrying_model
from tests.small_model import Entries, write_model
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


SURENESS = """
[pattern_sureness]
high = 0.5
intercept = 0.0
odds = 1.0
gained = 0.0
lost = 0.0
confirmed = 0.0
confirming_odds = 0.0
agreeing = 0.0
loose = 0.0
judged = 1.0
"""


def surely(folder: Path, tables: Mapping[str, Entries], judged: str = "") -> ow.Paraphraser:
    """A paraphraser that knows how sure patterns are."""
    write_carrying_model(folder, tables, {"pt4": "patterns"}, SURENESS)
    (folder / "patterns.judged").write_text(judged, "utf-8")
    p = ow.load(folder)
    p.model.__dict__["analyser"] = KnownTrees()
    return p


TAKE = "take [NN_1] into consideration"
TEXT = "Take early demand into consideration"


def told(ranker: PatternRanker) -> list[tuple[str, bool]]:
    """The best candidates of the text, and whether they are sure."""
    (matches,) = ranker.rank([TEXT])
    return [(match.candidates[0].pattern, match.sure) for match in matches]


def test_the_surest_come_first_and_others_are_not_told(tmp_path: Path) -> None:
    sure, unsure = math.log(0.6), math.log(0.3)
    entries = [(TAKE, "consider [NN_1]", sure), ("[JJ_1] demand", "[JJ_1] rain", unsure)]
    p = surely(tmp_path, {"pt4": [*entries, (TAKE, "use [NN_1]", unsure)]})
    ((take,),) = PatternRanker(p).rank([TEXT])
    assert take.sure
    assert [each.pattern for each in take.candidates] == ["consider [NN_1]", "use [NN_1]"]
    assert take.candidates[0].sureness == pytest.approx(0.6)
    assert told(PatternRanker(p, weight=0.1)) == [("use [NN_1]", False)]  # by equation 13
    assert told(PatternRanker(p, weight=0.1, unsure=0)) == []
    assert told(PatternRanker(p, least=0)) == [("consider [NN_1]", True), ("[JJ_1] rain", True)]
    assert told(PatternRanker(p, least=0.7)) == [("consider [NN_1]", False)]
    both = [("consider [NN_1]", False), ("[JJ_1] rain", False)]
    ranker = PatternRanker(p, least=0.7, unsure=2)
    assert told(ranker) == both
    assert (ranker.matched, ranker.unsure) == (2, 2)


def test_what_people_said_counts(tmp_path: Path) -> None:
    likely = math.log(0.6)
    entries = [(TAKE, "consider [NN_1]", likely), (TAKE, "use [NN_1]", likely)]
    judged = f"{TAKE}\tuse [NN_1]\t3\t0\n{TAKE}\tconsider [NN_1]\t0\t3\n"
    ((take,),) = PatternRanker(surely(tmp_path, {"pt4": entries}, judged)).rank([TEXT])
    use, consider = take.candidates
    assert (use.pattern, consider.pattern) == ("use [NN_1]", "consider [NN_1]")
    assert use.sureness == pytest.approx(1.5 * 7 / (1.5 * 7 + 1))
    assert consider.sureness == pytest.approx(1.5 / 7 / (1.5 / 7 + 1))


def test_sentences_without_a_pattern_are_looked_up_loosely(tmp_path: Path) -> None:
    p = surely(tmp_path, {"pt4": [("take [NNS_1] into consideration", "use [NNS_1]", -0.1)]})
    ranker = PatternRanker(p)
    ((take,),) = ranker.rank([TEXT])
    assert (take.pattern, take.sure) == ("take [NNS_1] into consideration", False)
    assert take.candidates[0].text == "Use early demand"
    assert (ranker.matched, ranker.unsure) == (0, 1)
    assert told(PatternRanker(p, unsure=0)) == []


def test_the_same_text_is_told_once_and_apostrophes_are_no_paraphrase(tmp_path: Path) -> None:
    entries = [
        ("[JJ_1] demand", "[JJ_1] rain", math.log(0.7)),
        ("take [JJ_1] demand into consideration", "take [JJ_1] rain into consideration", -0.1),
    ]
    assert told(PatternRanker(surely(tmp_path / "once", {"pt4": entries}))) == [
        ("take [JJ_1] rain into consideration", True)
    ]
    entries = [("[NN_1] 's advice", "[NN_1] ’s advice", -0.1)]
    p = surely(tmp_path / "marks", {"pt4": entries})
    tree = Tree("Rain 's advice", "NN POS NN", [1, 2, 2])
    p.model.__dict__["analyser"] = KnownTrees([tree])
    assert list(PatternRanker(p).rank([tree.words])) == [[]]


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
    with pytest.raises(Error, match="least is 2"):
        PatternRanker(paraphraser, least=2)
    with pytest.raises(
        Error, match=r"does not tell how sure patterns are, so least cannot be 0\.5"
    ):
        PatternRanker(paraphraser, least=0.5)
    with pytest.raises(Error, match="unsure is -1"):
        PatternRanker(paraphraser, unsure=-1)
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
