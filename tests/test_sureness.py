"""Precision: how sure units are where they stand, and planning by it."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import otherwords as ow
from otherwords._core import Error, FormatError
from otherwords.cli import main
from otherwords.lm import convert
from otherwords.model import Model
from otherwords.settings import settle
from otherwords.sureness import FEATURES, features, sureness_of
from otherwords.tune.labels import LabelRow, Labels, UnitKey, write_labels
from otherwords.tune.offers import documents_of
from tests.small_model import write_model

LN10 = math.log(10)
SURENESS = """
[sureness]
high = 0.75
intercept = 0.5
odds = 1.0
gained = 0.1
lost = 0.1
longer = -1.0
shorter = 0.0
words = 0.0
"""


def rows_of(paraphraser: ow.Paraphraser, text: str) -> dict[str, dict[str, float]]:
    """The features of each unit, by its target."""
    units = paraphraser.units(
        settle(paraphraser.model, "paraphrase"), documents_of([text], "en"), [None]
    )
    return {
        " ".join(units.columns.target(unit)): dict(zip(FEATURES, row.tolist(), strict=True))
        for unit, row in enumerate(features(units))
    }


def test_features_by_hand(tmp_path: Path) -> None:
    p = ow.load(write_model(tmp_path))
    found = rows_of(p, "We utilise tools in spite of rain .")
    odds = {target: row["odds"] for target, row in found.items()}
    assert odds["use"] == pytest.approx(math.log(math.exp(-0.25) / (1 - math.exp(-0.25))))
    assert found["use"]["gained"] == pytest.approx(2 * LN10)
    assert found["use"]["lost"] == 0
    assert found["the tools"]["lost"] == pytest.approx(-1 * LN10)
    assert found["the tools"]["longer"] == 1
    assert found["despite"]["shorter"] == 2
    assert found["despite"]["words"] == 3


def test_gains_are_differences_of_whole_sentences(tmp_path: Path) -> None:
    folder = write_model(tmp_path)
    arpa = tmp_path / "bigrams.arpa"
    words = ["the", "we", "use", "utilise", "tools", "in", "of", "spite", "despite", "rain", "."]
    chance = np.random.default_rng(5)
    lines = ["\\data\\", f"ngram 1={len(words) + 3}", "ngram 2=60", "", "\\1-grams:"]
    lines += ["-99\t<s>\t-0.3", "-1\t</s>", "-3\t<unk>"]
    lines += [f"{-3 * chance.random():.3f}\t{word}\t{-chance.random():.3f}" for word in words]
    pairs = [(a, b) for a in ["<s>", *words] for b in [*words, "</s>"]]
    chosen = sorted(chance.choice(len(pairs), 60, replace=False).tolist())
    lines += ["", "\\2-grams:"]
    lines += [f"{-2 * chance.random():.3f}\t{' '.join(pairs[i])}" for i in chosen]
    arpa.write_text("\n".join([*lines, "", "\\end\\", ""]), "utf-8")
    convert(arpa, folder / "lm")
    p = ow.load(folder)
    text = "we utilise tools in spite of rain ."
    before = p.model.lm.score(text)
    for target, row in rows_of(p, text).items():
        source = {"use": "utilise", "the tools": "tools", "despite": "in spite of"}[target]
        gain = p.model.lm.score(text.replace(source, target)) - before
        assert row["gained"] + row["lost"] == pytest.approx(gain, abs=1e-5), target


def test_high_precision_keeps_what_is_sure(tmp_path: Path) -> None:
    p = ow.load(write_model(tmp_path / "a", more=SURENESS))
    text = "We utilise tools in spite of rain ."
    assert p.paraphrase(text, precision="high").text == "We use tools despite rain ."
    sure = sureness_of(p.model).probability(
        p.units(settle(p.model, "paraphrase"), documents_of([text], "en"), [None])
    )
    assert sure.min() < 0.75 < sure.max()
    surer = ow.load(write_model(tmp_path / "b", more=SURENESS.replace("0.75", "0.99")))
    assert surer.paraphrase(text, precision="high").text == text
    assert "precision:high" in settle(p.model, "compress", precision="high").signature


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    p = ow.load(write_model(tmp_path / "a"))
    with pytest.raises(Error, match=r"has no \[sureness\]; fit it to labels"):
        p.paraphrase("We utilise tools.", precision="high")
    with pytest.raises(Error, match="precision is 'low'; it can be normal or high"):
        p.paraphrase("We utilise tools.", precision="low")
    folder = write_model(tmp_path / "b", more=SURENESS.replace("words = 0.0\n", ""))
    with pytest.raises(FormatError, match="has or lacks 'words'"):
        sureness_of(Model(folder))


def test_sureness_is_fitted_to_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_model(tmp_path / "model")
    rows = []
    for number in range(40):
        text = f"We utilise tools for {number} ."
        rows += [
            LabelRow(number, UnitKey(text, 1, 2, "use"), 3, "utilise", ["pt1"], {"ann": True}),
            LabelRow(
                number, UnitKey(text, 2, 3, "the tools"), 11, "tools", ["pt1"], {"ann": False}
            ),
        ]
    labels = tmp_path / "labels.tsv"
    write_labels(Labels(["ann"], rows), labels)
    before = (folder / "model.toml").read_text("utf-8")
    assert main(["tune", "sureness", str(folder), str(labels), "--dry-run"]) == 0
    assert (folder / "model.toml").read_text("utf-8") == before
    assert "80 labels, 50.0% correct; held out: AUC 1.000" in capsys.readouterr().out
    assert main(["tune", "sureness", str(folder), str(labels), "--high", "0.6"]) == 0
    p = ow.load(folder)
    assert sureness_of(p.model).high == 0.6
    assert p.paraphrase("We utilise tools .", precision="high").text == "We use tools ."
    write_labels(Labels(["ann"], rows[:10]), labels)
    assert main(["tune", "sureness", str(folder), str(labels)]) == 1
    assert "10 labelled units of phrases that the model offers" in capsys.readouterr().err


def test_spelling_alone_is_no_sure_edit(tmp_path: Path) -> None:
    p = ow.load(write_model(tmp_path, {"pt1": [("neighbour", "neighbor", -1e-6)]}, SURENESS))
    options = {"references": ["neighbor"], "application": "toward"}
    texts = [
        next(p.pipe(["neighbour"], precision=precision, **options)).text  # type: ignore[arg-type]
        for precision in ("normal", "high")
    ]
    assert texts == ["neighbor", "neighbour"]
