"""What tables and the language model say of units, which patterns are judged by."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import otherwords as ow
from otherwords.lm import convert
from otherwords.settings import settle
from otherwords.sureness import FEATURES, features
from otherwords.tune.offers import documents_of
from tests.small_model import write_model

LN10 = math.log(10)


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
