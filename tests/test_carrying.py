"""Patterns and collocations through the whole corridor: from text to edits that explain it."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

import pytest

import otherwords as ow
from otherwords._core import Error, FormatError
from otherwords.cli.answers import as_json, explanation
from otherwords.text.analysis import PARTS, Analysis
from tests.carrying_model import Tree, write_carrying_model

TABLES = {
    "pt1": [("advice", "help", 3.0), ("demand", "wish", 4.0), ("early demand", "first wish", 3.0)],
    "pt4": [
        ("take [NN_1] into consideration", "consider [NN_1]", 9.0),
        ("[NNP_1] 's [NN_1] growth", "the [NN_1] growth of [NNP_1]", 9.0),
        ("[NN_1] 's long growth", "the long growth of [NN_1]", 9.0),
    ],
    "pt5": [
        ("promote OBJ trade", "boost OBJ commerce", 9.0),
        ("have OBJ idea", "get OBJ notion", 9.0),
    ],
}
LN10 = math.log(10)
KINDS = {"pt4": "patterns", "pt5": "collocations"}

TREES = [
    Tree(
        "Take Peter 's advice into consideration",
        "VB NNP POS NN IN NN",
        [0, 3, 1, 0, 0, 4],
        "ROOT poss case dobj prep pobj",
        "take Peter 's advice into consideration",
    ),
    Tree(
        "Take early demand into consideration",
        "VB JJ NN IN NN",
        [0, 2, 0, 0, 3],
        "ROOT amod dobj prep pobj",
        "take early demand into consideration",
    ),
    Tree(
        "Rain 's export growth slowed",
        "NNP POS NN NN VBD",
        [3, 0, 3, 4, 4],
        "poss case compound nsubj ROOT",
        "Rain 's export growth slow",
    ),
    Tree(
        "Rain 's long growth",
        "NN POS JJ NN",
        [3, 0, 3, 3],
        "poss case amod ROOT",
        "rain 's long growth",
    ),
    Tree(
        "We promoted Bilateral high - tech trade",
        "PRP VBD JJ JJ HYPH NN NN",
        [1, 1, 6, 5, 5, 6, 1],
        "nsubj ROOT amod amod punct compound dobj",
        "we promote bilateral high - tech trade",
    ),
    Tree("He had an idea", "PRP VBD DT NN", [1, 1, 3, 1], "nsubj ROOT det dobj", "he have an idea"),
]


class KnownTrees:
    """An analyser that knows some sentences by heart; names are those words tagged NNP."""

    version = "known"

    def __init__(self, trees: Iterable[Tree] = TREES) -> None:
        self._known = {tree.words: tree for tree in trees}

    def analyse(
        self, sentences: Iterable[Sequence[str]], parts: Collection[str] = PARTS
    ) -> Iterator[Analysis]:
        for words in sentences:
            tree = self._known[" ".join(words)]
            tags = tree.tags.split()
            yield Analysis(
                tags,
                tree.lemmas.split(),
                list(tree.heads),
                tree.relations.split(),
                ["B-name" if tag == "NNP" else "" for tag in tags],
            )

    def tags(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[str]]:
        return (each.tags for each in self.analyse(sentences))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_carrying_model(tmp_path_factory.mktemp("model"), TABLES, KINDS)


@pytest.fixture(scope="module")
def paraphraser(folder: Path) -> ow.Paraphraser:
    p = ow.load(folder)
    p.model.__dict__["analyser"] = KnownTrees()
    return p


def test_a_pattern_is_one_edit_that_says_its_rule(paraphraser: ow.Paraphraser) -> None:
    text = "Take Peter 's advice into consideration"
    (edit,) = paraphraser.paraphrase(text, keep=["advice"]).edits
    assert edit == ow.Edit(
        0,
        len(text),
        text,
        "Consider Peter 's advice",
        "pt4",
        9.0,
        0.0,
        rule="take [NN_1] into consideration → consider [NN_1]",
    )


def test_what_is_carried_along_keeps_its_bytes(paraphraser: ow.Paraphraser) -> None:
    best = paraphraser.paraphrase("Take  Peter's\u00a0 advice\tinto consideration", keep=["advice"])
    assert best.text == "Consider Peter's\u00a0 advice"
    assert (
        paraphraser.paraphrase("We promoted  Bilateral\n high-tech\ttrade").text
        == "We boosted Bilateral\n high-tech commerce"
    )


def test_capitals_are_those_of_the_place_unless_words_are_protected(
    paraphraser: ow.Paraphraser,
) -> None:
    # A name has its own capital; what has none but at the beginning of a sentence loses it, if it
    # is known to be written so.
    best = paraphraser.paraphrase("Rain's export growth slowed")
    assert best.text == "The export growth of Rain slowed"
    assert paraphraser.paraphrase("Rain's long growth").text == "The long growth of Rain"


def test_an_article_that_is_carried_along_follows_its_noun(paraphraser: ow.Paraphraser) -> None:
    (edit,) = paraphraser.paraphrase("He had an idea").edits
    assert (edit.source, edit.target) == ("had an idea", "got a notion")
    assert (edit.table, edit.rule) == ("pt5", "have OBJ idea → get OBJ notion")


def test_rules_are_explained(paraphraser: ow.Paraphraser) -> None:
    best = paraphraser.paraphrase("He had an idea")
    assert "had an idea → got a notion  [pt5: have OBJ idea → get OBJ notion]" in explanation(
        surest=False
    )(best, "")
    (edit,) = json.loads(as_json("")(best, ""))["paraphrases"][0]["edits"]
    assert edit["rule"] == "have OBJ idea → get OBJ notion"
    assert "inner" not in edit


def test_words_that_are_carried_along_are_said_in_other_words(paraphraser: ow.Paraphraser) -> None:
    text = "Take early demand into consideration"
    best = paraphraser.paraphrase(text)
    assert best.text == "Consider early wish"
    (edit,) = best.edits
    assert edit.inner == (ow.Edit(11, 17, "demand", "wish", "pt1", 4.0, 0.0),)
    assert (edit.target, edit.table) == ("Consider early wish", "pt4")
    # Each unit takes back the self scores of its words.
    assert best.score == pytest.approx(9.0 + 4.0 + 1.0 - LN10 * (3 * 5 + 1))
    other = paraphraser.paraphrase(text, n=4).alternatives
    assert "Consider first wish" in [one.text for one in other]
    kept = paraphraser.paraphrase(text, keep_fillers=True)
    assert kept.text == "Consider early demand"
    assert kept.edits[0].inner == ()
    assert "keep_fillers" in paraphraser.settle(keep_fillers=True).signature


def test_what_is_inside_is_explained(paraphraser: ow.Paraphraser) -> None:
    best = paraphraser.paraphrase("Take early demand into consideration")
    assert "\n      in it: demand → wish  [pt1]  log score 4" in explanation(surest=False)(best, "")
    (edit,) = json.loads(as_json("")(best, ""))["paraphrases"][0]["edits"]
    assert [(inner["source"], inner["target"]) for inner in edit["inner"]] == [("demand", "wish")]
    assert "rule" not in edit["inner"][0]


def test_applications_know_how_long_they_are(paraphraser: ow.Paraphraser) -> None:
    text = "Take Peter 's advice into consideration"
    best = paraphraser.compress(text, keep=["advice"])
    assert best.text == "Consider Peter 's advice"
    assert best.edits[0].usability == len(text) - len(best.text)
    assert paraphraser.toward("He had an idea", "a notion").text == "He got a notion"


def test_every_kind_of_table_is_found_beside_the_others(paraphraser: ow.Paraphraser) -> None:
    assert paraphraser.model.table_kinds == ["phrases", "patterns", "collocations"]
    assert paraphraser.model.needed_parts == {"tags", "heads", "relations", "lemmas"}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            'kind = "patterns"',
            'kind = "rhymes"',
            "tables.pt4.kind is 'rhymes'; it can be phrases, ",
        ),
        ('forms = "forms.table"', "", "tables.pt5 does not say the file of its forms"),
        ('kind = "patterns"', 'kind = "patterns"\nforms = "x"', "only collocations are inflected"),
        ('forms = "forms.table"', 'forms = "gone"', "gone is missing beside it"),
    ],
)
def test_broken_sections_are_refused(tmp_path: Path, old: str, new: str, why: str) -> None:
    folder = write_carrying_model(tmp_path, TABLES, KINDS)
    manifest = folder / "model.toml"
    manifest.write_text(manifest.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(FormatError, match=why):
        ow.load(folder)


def test_trees_need_an_analyser(folder: Path) -> None:
    with pytest.raises(
        Error, match="its tables need heads, lemmas, relations, tags, but it has no"
    ):
        ow.load(folder).paraphrase("Rain")
