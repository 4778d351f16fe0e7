"""How sure patterns are: features by hand, and weights from labels."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import otherwords as ow
from otherwords._core import FormatError
from otherwords.cli import main
from otherwords.judged import Edit, Votes, read_judged
from otherwords.pattern_sureness import (
    FEATURES,
    Told,
    confirming_phrases,
    features,
    pattern_sureness,
)
from otherwords.tables.units import Units
from otherwords.tune.labels import LabelRow, Labels, UnitKey, write_labels
from otherwords.tune.offers import documents_of
from tests.carrying_model import Tree, write_carrying_model
from tests.test_carrying import KnownTrees

LN10 = math.log(10)
TAKE = "take [NN_1] into consideration"
TEXT = "Take early demand into consideration"
TABLES = {
    "pt1": [("demand", "rain", math.log(0.8)), ("early demand", "early rain", math.log(0.2))],
    "pt4": [
        ("[JJ_1] demand", "[JJ_1] rain", math.log(0.5)),
        ("take [JJ_1] demand into consideration", "take [JJ_1] rain into consideration", -1.0),
        (TAKE, "use [NN_1]", -1.0),
    ],
}


@pytest.fixture
def paraphraser(tmp_path: Path) -> ow.Paraphraser:
    p = ow.load(write_carrying_model(tmp_path, TABLES, {"pt4": "patterns"}))
    p.model.__dict__["analyser"] = KnownTrees()
    return p


def patterns_of(p: ow.Paraphraser) -> tuple[Units, list[int]]:
    units = p.units(p.settle(), documents_of([TEXT], "en"), [None])
    return units, np.flatnonzero(units.table == 1).tolist()


def test_features_by_hand(paraphraser: ow.Paraphraser) -> None:
    units, rows = patterns_of(paraphraser)
    told = Told(confirming_phrases(units, [0]), loose=False)
    values = {
        " ".join(units.columns.target(row)): dict(zip(FEATURES, each.tolist(), strict=True))
        for row, each in zip(rows, features(units, rows, [0.0, 1.0, 2.0], told), strict=True)
    }
    rain = values["early rain"]
    assert rain["odds"] == pytest.approx(0, abs=1e-6)
    assert (rain["gained"], rain["lost"]) == (pytest.approx(3 * LN10), 0)  # `rain` costs two
    assert (rain["confirmed"], rain["agreeing"], rain["loose"]) == (1, 1, 0)
    assert rain["confirming_odds"] == pytest.approx(math.log(4))  # of the better one
    use = values["use early demand"]
    assert (use["confirmed"], use["confirming_odds"], use["agreeing"]) == (0, 0, 0)
    assert sorted(each["judged"] for each in values.values()) == [0, 1, 2]
    loose = features(units, rows, [0.0] * 3, Told({}, loose=True))
    assert loose[:, FEATURES.index("agreeing")].tolist() == [0, 0, 0]
    assert loose[:, FEATURES.index("loose")].tolist() == [1, 1, 1]


def test_a_section_must_be_whole(tmp_path: Path) -> None:
    more = "[pattern_sureness]\nhigh = 0.5\n"
    p = ow.load(write_carrying_model(tmp_path, TABLES, {"pt4": "patterns"}, more))
    with pytest.raises(FormatError, match=r"\[pattern_sureness\] has or lacks 'agreeing'"):
        pattern_sureness(p.model)


def test_weights_are_fitted_to_labels_and_votes_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_carrying_model(tmp_path / "model", TABLES, {"pt4": "patterns"})
    rows, trees = [], []
    for number in range(40):
        text = f"Take early demand{number} into consideration"
        trees.append(Tree(text, "VB JJ NN IN NN", [0, 2, 0, 0, 3]))
        key = UnitKey(text, 0, 5, f"use early demand{number}")
        rows.append(LabelRow(number, key, 0, text, ["pt4"], {"ann": number % 4 > 0}))
    pairs = [
        ("[JJ_1] demand", "[JJ_1] rain", 0),
        ("the [JJ_1] demand", "the [JJ_1] rain", 1),
    ]
    judged = tmp_path / "pairs.tsv"
    lines = ["source\ttarget\tcorrect", *("\t".join(map(str, pair)) for pair in pairs)]
    judged.write_text("\n".join(lines) + "\n", "utf-8")
    labels = tmp_path / "labels.tsv"
    write_labels(Labels(["ann"], rows), labels)
    monkeypatch.setattr("otherwords.model.Model.analyser", KnownTrees(trees))
    with pytest.raises(SystemExit):
        main(["tune", "sureness", str(folder), str(labels)])
    assert "--patterns" in capsys.readouterr().err
    command = ["tune", "sureness", str(folder), str(labels), "--patterns", "--judged", str(judged)]
    assert main(command) == 1
    told = capsys.readouterr().err
    assert "40 labelled units of patterns that the model offers are too few" in told
    more = [f"Take early wish{number} into consideration" for number in range(20)]
    trees += [Tree(text, "VB JJ NN IN NN", [0, 2, 0, 0, 3]) for text in more]
    rows += [
        LabelRow(
            40,
            UnitKey(
                text, 0, 5, text.lower().replace("take", "use").removesuffix(" into consideration")
            ),
            0,
            text,
            ["pt4"],
            {"ann": True},
        )
        for text in more
    ]
    write_labels(Labels(["ann"], rows), labels)
    before = (folder / "model.toml").read_bytes()
    monkeypatch.setattr("otherwords.model.Model.analyser", KnownTrees(trees))
    assert main([*command, "--dry-run"]) == 0
    assert (folder / "model.toml").read_bytes() == before
    assert not (folder / "patterns.judged").exists()
    assert main([*command, "--high", "0.6"]) == 0
    assert "60 labels, 83.3% correct" in capsys.readouterr().out
    model = ow.load(folder).model
    found = pattern_sureness(model)
    assert found is not None
    assert found.high == 0.6
    assert found.judged[Edit("demand", "rain")] == Votes(1, 1)
    assert found.judged[Edit(TAKE, "use [NN_1]")] == Votes(50, 10)
    assert model.judged_file in model.files
    assert read_judged(folder / "patterns.judged").votes == found.judged.votes
