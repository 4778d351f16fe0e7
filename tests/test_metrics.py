"""Metrics against figures worked out by hand, and against sacreBLEU's own."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu
from sacrebleu.metrics.base import Metric as Theirs
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from otherwords import Error
from otherwords.evaluate.kept import KeptF, KeptPairsF
from otherwords.evaluate.metric import Metric, Segments, find_metric, metric_names
from otherwords.evaluate.rates import ByteRate, Changed, Novelty, OverlapGain, WordRate
from otherwords.evaluate.replacements import Replacements
from otherwords.evaluate.replacing import (
    ReplacementF,
    ReplacementPrecision,
    ReplacementRate,
    ReplacementsEach,
)
from otherwords.evaluate.sari import Sari, SariOriginal
from otherwords.evaluate.significance import bootstrap
from otherwords.evaluate.translation import Bleu, Chrf, IBleu, SelfBleu, Ter

SOURCES = ["The cat sat on the mat .", "They utilise many tools in the house ."]
OUTPUTS = ["The cat sat on a mat .", "They use tools in the house ."]
REFERENCES = [
    ("A cat sat on a mat .", "The cat was on the mat ."),
    ("They use many tools at home .",),
]


def segments(outputs: list[str] | None = None) -> Segments:
    return Segments(outputs or OUTPUTS, SOURCES, REFERENCES)


@pytest.mark.parametrize(
    ("output", "score"),
    [
        ("About 95 you now get in .", 26.82782411698074),
        ("About 95 species are now agreed .", 58.89995423074248),
        ("About 95 species are currently agreed .", 50.71608864657479),
    ],
)
def test_sari_original_is_that_of_the_script(output: str, score: float) -> None:
    """The three sentences that the script of Xu et al. prints when it is run."""
    references = (
        "About 95 species are currently known .",
        "About 95 species are now accepted .",
        "95 species are now accepted .",
    )
    given = Segments([output], ["About 95 species are currently accepted ."], [references])
    assert SariOriginal().of(given) == pytest.approx(score, abs=1e-9)


def test_both_variants_of_sari_by_hand() -> None:
    """Source `a b`, output `a c`, references `a c` and `a b`; there are no n-grams above 2.

    Order 1: c is added, and one of one is right: F 1. Kept is a, in both references; of b, one of
    two references keeps it. Counts: 2 of 2 right, 3 wanted, F 4/5; n-grams: precision 1, recall
    1/2, F 2/3. Deleted is b, which one of two references does: precision 1/2; wanted once, F 2/3.
    Order 2: `a c` is added, F 1; nothing is kept; `a b` is deleted as b was.
    """
    given = Segments(["a c"], ["a b"], [("a c", "a b")])
    assert Sari().of(given) == pytest.approx(100 * (1 + 4 / 5 + 2 / 3 + 1 + 0 + 2 / 3) / 12)
    assert SariOriginal().of(given) == pytest.approx(100 * (1 + 2 / 3 + 1 / 2 + 1 + 0 + 1 / 2) / 12)
    parts = Sari().parts(Sari().counts(given).sum(axis=0))
    assert parts == pytest.approx({"add": 50.0, "keep": 20.0, "delete": 100 / 3})


def test_variants_of_sari_tell_which_they_are() -> None:
    assert "variant:easse" in Sari().signature
    assert "variant:xu2016" in SariOriginal().signature


def test_sari_of_many_outputs_for_one_source_is_that_of_each() -> None:
    one = Segments(["a b", "a c", "b"], ["a b"] * 3, [("a c", "b")] * 3)
    alone = [
        Sari().of(Segments([output], ["a b"], [("a c", "b")])) for output in ("a b", "a c", "b")
    ]
    assert Sari().by_segment(one) == pytest.approx(alone)


@pytest.mark.parametrize(
    ("metric", "theirs"),
    [
        (Bleu(), BLEU()),
        (Chrf(), CHRF()),
        (Ter(), TER()),
    ],
)
def test_sums_give_what_sacrebleu_says(metric: Metric, theirs: Theirs) -> None:
    # Only where a segment has fewer references than others something is repeated.
    streams = [["A cat sat on a mat .", "They use many tools at home ."]]
    streams.append(["The cat was on the mat .", "They use many tools at home ."])
    assert metric.of(segments()) == pytest.approx(theirs.corpus_score(OUTPUTS, streams).score)
    assert str(theirs.get_signature()) in metric.signature


def test_single_segments_are_scored_as_sentences() -> None:
    said = Bleu().by_segment(segments())
    theirs = [
        sacrebleu.sentence_bleu(output, list(references)).score
        for output, references in zip(OUTPUTS, REFERENCES, strict=True)
    ]
    assert said == pytest.approx(theirs)


def test_ibleu_weighs_likeness_against_change() -> None:
    bleu, unchanged = Bleu().of(segments()), SelfBleu().of(segments())
    assert IBleu(0.7).of(segments()) == pytest.approx(0.7 * bleu - 0.3 * unchanged)
    assert SelfBleu().of(segments(SOURCES)) == pytest.approx(100.0)
    with pytest.raises(Error, match="alpha"):
        IBleu(1.5)


def test_rates_by_hand() -> None:
    assert ByteRate().of(Segments(["äb", "c"], ["abcd", "ef"])) == pytest.approx(100 * 4 / 6)
    assert WordRate().of(segments()) == pytest.approx(100 * 14 / 15)
    assert Changed().of(segments(["The cat sat on the mat .", "no"])) == 50.0
    # `a` and `use` are new among 14 words.
    assert Novelty().of(segments()) == pytest.approx(100 * 2 / 14)


def test_overlap_gain_takes_the_best_reference() -> None:
    # First: `a` is shared with the first reference where `the` was not. Second: `use` and not
    # `many`: one gained, one lost.
    assert OverlapGain().by_segment(segments()).tolist() == [1.0, 0.0]


def test_kept_f_by_hand() -> None:
    given = Segments(["a b d"], None, [("x y", "a b c d")])
    assert KeptF().of(given) == pytest.approx(100 * 2 * 3 / (3 + 4))
    assert KeptPairsF().of(given) == pytest.approx(100 * 2 * 1 / (2 + 3))


def test_replacements_are_those_of_section_3_6() -> None:
    counts = [Replacements(2, 1, 0, 3, 10), Replacements(1, 1, 0, 1, 10)]
    both = sum(counts, Replacements())
    given = Segments(["x", "y"], replacements=counts)
    assert ReplacementsEach().of(given) == 1.5
    assert ReplacementPrecision().of(given) == pytest.approx(100 * both.precision)
    assert ReplacementRate().of(given) == pytest.approx(100 * both.rate)
    assert ReplacementF().of(given) == pytest.approx(100 * both.f_measure)


def test_every_metric_has_a_name_and_says_what_it_is() -> None:
    given = Segments(OUTPUTS, SOURCES, REFERENCES, [Replacements(1, 1, 0, 1, 7)] * 2)
    for name in metric_names():
        metric = find_metric(name)
        value = metric.of(given)
        assert np.isfinite(value), name
        assert metric.signature, name
        rows = metric.counts(given)
        assert bootstrap(rows, metric.figure, samples=20).value == pytest.approx(value), name


def test_similarity_is_highest_for_the_source() -> None:
    similarity = find_metric("similarity")
    assert similarity.of(segments(SOURCES)) == pytest.approx(100.0)
    assert similarity.of(segments(["Rain is wet .", "Stocks fell ."])) < 30


def test_what_is_missing_is_named() -> None:
    with pytest.raises(Error, match="sari needs references"):
        Sari().of(Segments(OUTPUTS, SOURCES))
    with pytest.raises(Error, match="1 sources for 2 outputs"):
        Segments(OUTPUTS, SOURCES[:1])
    with pytest.raises(Error, match="no reference"):
        Bleu().of(Segments(OUTPUTS, SOURCES, [("a",), ()]))
    with pytest.raises(Error, match="no metric 'meteor'"):
        find_metric("meteor")
    with pytest.raises(Error, match="no segments"):
        Changed().of(Segments([], []))
