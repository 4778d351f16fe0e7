"""Calibrated quality: features, the fit, and tables whose entries are rated."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from otherwords import _core
from otherwords._core import FormatError
from otherwords.align.columns import text_buffers
from otherwords.cli import main
from otherwords.evaluate.ranking import area, spearman
from otherwords.learn.quality.features import FEATURES
from otherwords.learn.quality.fitting import Judged, fit
from otherwords.learn.quality.knowledge import Lexicon, read_tags
from otherwords.learn.quality.weights import QualityWeights, read_weights, write_weights
from otherwords.learn.wordnet import opposites_in, read_synsets
from otherwords.regression import logistic
from otherwords.tables import open_table
from tests.toy_corpora import RECIPE, write_corpora

# Two senses that share a word, one of them near a third, and two opposites.
WORDNET = {
    "data.noun": [
        "  1 the licence",
        "00000001 06 n 02 house 0 home 0 001 @ 00000002 n 0000 | a place to live",
        "00000002 06 n 01 building 0 000 | what is built",
    ],
    "data.verb": [
        "00000003 30 v 01 rise 0 001 ! 00000004 v 0101 00 | go up",
        "00000004 30 v 01 fall 0 001 ! 00000003 v 0101 00 | go down",
    ],
    "data.adj": ["00000005 00 a 01 big(a) 0 000 | large"],
    "data.adv": [],
}


@pytest.fixture(scope="module")
def wordnet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wordnet")
    for name, lines in WORDNET.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return folder


def test_ranks_and_areas_as_worked_by_hand() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 40, 30]) == pytest.approx(0.8)
    assert spearman([1, 1, 2], [5, 5, 9]) == pytest.approx(1.0)
    assert area([0.1, 0.4, 0.4, 0.9], [False, True, False, True]) == pytest.approx(3.5 / 4)


def test_the_fit_is_where_the_gradient_vanishes() -> None:
    chance = np.random.default_rng(3)
    values = chance.normal(2.0, [1.0, 5.0, 0.0], (400, 3))
    shares = 1 / (1 + np.exp(-(1.5 * values[:, 0] - 0.2 * values[:, 1] - 1)))
    weights, intercept = logistic(values, shares, penalty=1e-6)
    assert weights == pytest.approx([1.5, -0.2, 0.0], abs=1e-3)
    assert intercept == pytest.approx(-1, abs=1e-2)
    same, _ = logistic(np.full((77, 1), np.log(20)), shares[:77], penalty=1.0)
    assert same[0] == 0  # though its computed variance is not
    shrunk, _ = logistic(values, shares, penalty=100.0)
    assert abs(shrunk[0]) < abs(weights[0])


def test_wordnet_is_read(wordnet: Path) -> None:
    synsets = {synset.key: synset for synset in read_synsets(wordnet)}
    assert synsets["n00000001"].words == ["house", "home"]
    assert synsets["n00000001"].near == ["n00000002"]
    assert synsets["a00000005"].words == ["big"]
    assert ("rise", "fall") in opposites_in(wordnet)
    assert ("rising", "falling") in opposites_in(wordnet)


TREEBANK = """\
# text = The houses present a present
1	The	the	DET	DT	_	2	det	_	_
2	houses	house	NOUN	NNS	_	3	nsubj	_	_
3	present	present	VERB	VBP	_	0	root	_	_
4	a	a	DET	DT	_	5	det	_	_
5-6	gift's	_	_	_	_	_	_	_	_
5	Present	present	NOUN	NN	_	3	obj	_	_
"""


def test_tags_are_counted_and_completed(tmp_path: Path) -> None:
    path = tmp_path / "trees.conllu"
    path.write_text(TREEBANK, "utf-8")
    tags = read_tags(path)
    assert tags["present"] == {"VBP": 1, "NN": 1}
    assert "gift's" not in tags
    lexicon = Lexicon("en", None, path)
    lexicon.learn(["the", "house", "houses", "home"])
    for pair, disagree in {
        ("the house", "home"): 1,
        ("house", "home"): 0,
        ("houses", "home"): 1,
    }.items():
        found = _core.compare_phrases(
            *text_buffers([pair[0]]), *text_buffers([pair[1]]), lexicon.knowledge
        )
        assert found.disagrees[0] == disagree, pair
    for content, message in [("# no trees\n", "no words in it"), ("no trees\n", "name a file in")]:
        path.write_text(content, "utf-8")
        with pytest.raises(FormatError, match=message):
            read_tags(path)


def test_weights_come_back_and_wrong_ones_are_told(tmp_path: Path) -> None:
    path = tmp_path / "quality.toml"
    weights = QualityWeights({"pivot": {"intercept": -1.0, "direct": 0.5}})
    write_weights(weights, path, notes={"pivot": "two\nlines"})
    assert read_weights(path) == weights
    values = np.zeros((1, len(FEATURES)))
    values[0, FEATURES.index("direct")] = -2.0
    assert weights.log_quality("pivot", values)[0] == pytest.approx(-np.log1p(np.exp(2.0)))
    for text, message in [
        ("x = 1", "write \\[x\\]"),
        ("[pivot]\nlength = 1", "pivot.length: there is no such feature"),
        ("[pivot]\ndirect = nan", "not a finite number"),
        ("[pivot", "no TOML"),
    ]:
        path.write_text(text, "utf-8")
        with pytest.raises(FormatError, match=message):
            read_weights(path)


def test_judges_of_pairs_by_themselves_are_easier_to_please() -> None:
    chance = np.random.default_rng(5)
    in_sentences = chance.random(3000) < 0.5
    values = np.zeros((3000, len(FEATURES)))
    values[:, FEATURES.index("direct")] = chance.normal(size=3000)
    odds = 1.0 * values[:, FEATURES.index("direct")] - np.where(in_sentences, 2.0, 0.0)
    accepted = chance.random(3000) < 1 / (1 + np.exp(-odds))
    judged = Judged(
        [str(row) for row in range(3000)],
        values,
        [[5.0] if yes else [1.0] for yes in accepted],
        in_sentences,
    )
    fitted = fit(judged, penalty=1e-3)
    assert fitted.weights["intercept"] == pytest.approx(-2.0, abs=0.2)
    assert fitted.weights["direct"] == pytest.approx(1.0, abs=0.15)
    assert fitted.alone is not None
    assert fitted.in_sentences is not None
    assert fitted.alone.pairs + fitted.in_sentences.pairs == 3000
    assert fitted.alone.auc == pytest.approx(fitted.alone.direct_auc, abs=0.01)


def test_tables_are_rated(
    tmp_path: Path, wordnet: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = write_corpora(tmp_path)
    model, work = str(tmp_path / "model"), tmp_path / "model.work"
    assert main(["learn", str(recipe), "-o", model, "--threads", "2"]) == 0
    assert not (work / "vectors").exists()  # which only ratings need
    judged = tmp_path / "judged.tsv"
    _judge(work, judged)
    rated = RECIPE.replace("[table.pt1]", "[table.pt1]\nleast_quality = 0.5")
    rated += '\n[table.plain]\nmethod = "given"\nfile = "plain.tsv"\n'
    (tmp_path / "plain.tsv").write_text("house\thut\t0.01\n", "utf-8")
    rated += f'\n[quality]\nweights = "quality.toml"\nwordnet = "{wordnet}"\n'
    recipe.write_text(rated, "utf-8")
    assert main(["learn", str(recipe), "-o", model]) == 1
    assert "fit the weights with `otherwords calibrate`" in capsys.readouterr().err
    weights = tmp_path / "quality.toml"
    for text, message in [
        ("phrase\tscores\n", ":1: there is no column paraphrase"),
        ("phrase\tparaphrase\tscores\na\tb\n", ":2: a column is missing"),
        ("phrase\tparaphrase\tscores\na\tb\tgood\n", "scores are no numbers"),
        ("phrase\tparaphrase\tscores\nzzz\tyyy\t5,4\n", "none of the judged pairs"),
        ("phrase\tparaphrase\tscores\nhouse\thome\t5,4\n", "only 1 judged pairs"),
        ("phrase\tparaphrase\tscores\nhouse\thome\t5,nan\n", "from 1 to 5"),
    ]:
        (tmp_path / "odd.tsv").write_text(text, "utf-8")
        odd = ["calibrate", str(recipe), str(tmp_path / "odd.tsv"), "--work", str(work)]
        assert main([*odd, "-o", str(weights)]) == 1
        assert message in capsys.readouterr().err
        assert not weights.exists()
    calibrate = ["calibrate", str(recipe), str(judged), "--work", str(work), "-o", str(weights)]
    assert main(calibrate) == 0
    assert "Held out" in capsys.readouterr().out
    fitted = tomllib.loads(weights.read_text("utf-8"))
    assert set(fitted) == {"pivot", "direct"}
    assert fitted["pivot"]["nearness"] != 0
    vectors = (work / "vectors" / "manifest.json").read_bytes()
    before = open_table(Path(model) / "pt1.table").entry_count
    assert main(["learn", str(recipe), "-o", model]) == 0
    assert (work / "vectors" / "manifest.json").read_bytes() == vectors  # not made again
    table = open_table(Path(model) / "pt1.table")
    assert table.score_names[0] == "quality"
    assert 0 < table.entry_count < before
    assert "home" in [entry.target for entry in table.lookup("house")]
    assert all(entry.scores[0] >= np.log(0.5) - 1e-6 for entry in table.lookup("house"))
    given = open_table(Path(model) / "plain.table")
    assert given.score_names == ["quality"]
    assert given.lookup("house")[0].scores == pytest.approx([np.log(0.01)])


def _judge(work: Path, output: Path) -> None:
    """Judges who like short phrases: something that a fit can find."""
    import pyarrow.parquet

    lines = ["phrase\tparaphrase\tscores"]
    for table in ("pt1", "pt3"):
        rows = pyarrow.parquet.read_table(work / f"{table}.entries" / "rows").to_pylist()
        for row in rows:
            good = len(row["source"].split()) < 3
            lines.append(f"{row['source']}\t{row['target']}\t{'5,4,5' if good else '1,2,1'}")
    output.write_text("".join(f"{line}\n" for line in lines), "utf-8")
