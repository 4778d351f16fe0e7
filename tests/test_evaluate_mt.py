"""Paraphrased references, and how well metrics follow people."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import otherwords as ow
from otherwords.cli import main
from otherwords.evaluate.comparison import Chance
from otherwords.evaluate.correlation import compare, correlation, kendall, pearson
from otherwords.evaluate.meta import AVERAGE, follow
from otherwords.references import toward_hypotheses
from otherwords.text.detokenise import detokenise
from tests.small_model import write_model


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("he said , &quot; it &apos;s fine . &quot;", 'he said, "it\'s fine."'),
        ("they can &apos;t go ( yet ) !", "they can't go (yet)!"),
        ("&quot; bild &quot; and &#91; sic &#93; wrote", '"bild" and [sic] wrote'),
        ("r &amp;amp; d : 5 % of 1.5 m", "r & d: 5% of 1.5 m"),
        ("one @-@ way &quot; street", 'one-way " street'),
        ("i regret it , &quot; he said .", 'i regret it, " he said.'),
        ("nothing to do", "nothing to do"),
        ("a .net page", "a .net page"),
    ],
)
def test_tokens_are_written_as_people_do(tokens: str, text: str) -> None:
    assert detokenise(tokens) == text


def test_coefficients_are_those_of_scipy() -> None:
    draw = np.random.default_rng(4)
    x, y = draw.integers(0, 6, 40).astype(float), draw.normal(size=40)
    y += 0.5 * x
    once = np.ones((1, 40))
    assert pearson(x, y)(once)[0] == pytest.approx(stats.pearsonr(x, y).statistic)
    assert kendall(x, y)(once)[0] == pytest.approx(stats.kendalltau(x, y).statistic)
    # Items that are drawn several times count as often.
    counts = draw.integers(0, 3, (1, 40)).astype(float)
    places = np.repeat(np.arange(40), counts[0].astype(int))
    again = stats.kendalltau(x[places], y[places]).statistic
    assert kendall(x, y)(counts)[0] == pytest.approx(again)
    again = stats.pearsonr(x[places], y[places]).statistic
    assert pearson(x, y)(counts)[0] == pytest.approx(again)


def test_the_interval_of_a_correlation_holds_what_fisher_says() -> None:
    draw = np.random.default_rng(8)
    x = draw.normal(size=500)
    y = x + draw.normal(size=500)
    found = correlation([pearson(x, y)], [500], Chance(samples=4000))
    z, error = np.arctanh(found.value), 1.96 / np.sqrt(497)
    assert found.low == pytest.approx(np.tanh(z - error), abs=0.02)
    assert found.high == pytest.approx(np.tanh(z + error), abs=0.02)


def test_a_better_metric_is_found_to_be_better_and_the_same_is_not() -> None:
    draw = np.random.default_rng(9)
    human = draw.normal(size=300)
    worse, better = human + 2 * draw.normal(size=300), human + draw.normal(size=300)
    found = compare([pearson(worse, human)], [pearson(better, human)], [300], Chance())
    assert found.difference.low > 0
    assert found.p < 0.01
    same = compare([kendall(worse, human)], [kendall(worse, human)], [300], Chance(samples=50))
    assert same.difference.value == 0
    assert same.p == 1.0
    with pytest.raises(ow.Error, match="too few"):
        correlation([pearson(human[:2], human[:2])], [2], Chance())


def test_groups_are_averaged() -> None:
    draw = np.random.default_rng(3)
    human, scores = draw.normal(size=60), draw.normal(size=60)
    groups = ["a"] * 20 + ["b"] * 40
    found = list(follow({("m", "reference"): scores}, human.tolist(), groups, Chance(samples=20)))
    values = {(each.group, each.coefficient): each.value.value for each in found}
    for kind in ("pearson", "kendall"):
        assert values[AVERAGE, kind] == pytest.approx((values["a", kind] + values["b", kind]) / 2)
    assert values["a", "pearson"] == pytest.approx(np.corrcoef(scores[:20], human[:20])[0, 1])


HYPOTHESES = ["we use tools .", "despite the rain they use help .", "rain .", "they help ."]
REFERENCES = [
    "we utilise tools .",
    "in spite of the rain they utilise assistance .",
    "rain .",
    "a .",
]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    more = "[weights.toward]\nusability = 10.0\n"
    return write_model(tmp_path / "model", more=more)


def test_references_come_closer(model: Path) -> None:
    found = toward_hypotheses(ow.load(model), REFERENCES, HYPOTHESES)
    assert list(found.paraphrased) == [*HYPOTHESES[:3], "a ."]
    assert found.changed == 0.5
    assert found.sets["both"][0] == (REFERENCES[0], HYPOTHESES[0])
    with pytest.raises(ow.Error, match="4 references for 1 hypotheses"):
        toward_hypotheses(ow.load(model), REFERENCES, HYPOTHESES[:1])


def lines(path: Path, texts: list[str]) -> Path:
    path.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    return path


def test_mt_scores_with_each_set_of_references(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hyp, ref = lines(tmp_path / "hyp", HYPOTHESES), lines(tmp_path / "ref", REFERENCES)
    human = lines(tmp_path / "human", ["0.5", "0.9", "1", "-1"])
    words = ["evaluate", "mt", "--hyp", hyp, "--ref", ref, "-m", model, "--human", human]
    words += ["-o", tmp_path / "out", "--samples", "50"]
    assert main([*map(str, words), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    figures = {(row["metric"], row["references"]): row["value"] for row in rows if "system" in row}
    assert set(figures) == set(
        itertools.product(["bleu", "chrf"], ["reference", "paraphrased", "both"])
    )
    for metric in ("bleu", "chrf"):
        assert figures[metric, "paraphrased"] > figures[metric, "reference"]
        assert figures[metric, "both"] >= figures[metric, "paraphrased"]
    signature = next(row["signature"] for row in rows if row["references"] == "both")
    assert "nrefs:2" in signature
    assert "application:toward" in signature
    assert (tmp_path / "out").read_text("utf-8").splitlines() == [*HYPOTHESES[:3], "a ."]
    followed = [row for row in rows if "level" in row]
    assert {row["level"] for row in followed} == {"segments"}
    assert len(followed) == 2 * 2 * 3
    assert main(list(map(str, words))) == 0
    printed = capsys.readouterr()
    assert "hyp: 50.0% of the references are paraphrased" in printed.out
    assert "4 segments, pearson with people" in printed.out
    assert "nrefs:1" in printed.err


def test_mt_ranks_systems(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ref = lines(tmp_path / "ref", REFERENCES)
    words = ["evaluate", "mt", "-m", str(model), "--ref", str(ref), "--samples", "20", "--json"]
    for number in range(4):
        path = lines(tmp_path / f"s{number}", [*HYPOTHESES[:number], *["no"] * (4 - number)])
        words += ["--hyp", f"system{number}={path}"]
    scores = ["system\thuman", *(f"system{number}\t{number}" for number in range(4))]
    words += ["--human-systems", str(lines(tmp_path / "scores", scores))]
    assert main(words) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    followed = [row for row in rows if row.get("level") == "systems"]
    assert all(row["items"] == 4 for row in followed)
    assert any(row["value"] > 0.9 for row in followed)
    (tmp_path / "scores").write_text("system\thuman\nsystem1\t1\n", "utf-8")
    assert main(words) == 1
    assert "no score of 'system0'" in capsys.readouterr().err


def test_mt_reads_a_table_and_refuses_what_it_cannot_use(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        f"{'ab'[number % 2]}\t{hyp}\t{ref}\t{number % 3}"
        for number, (hyp, ref) in enumerate(zip(HYPOTHESES * 2, REFERENCES * 2, strict=True))
    ]
    data = lines(tmp_path / "data.tsv", ["lp\thyp\tref\thuman_z", *rows])
    words = ["evaluate", "mt", "-m", str(model), "--samples", "20"]
    assert main([*words, "--data", str(data), "--detokenise"]) == 0
    assert "average: 8 segments, kendall with people" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main([*words, "--hyp", str(data)])
    with pytest.raises(SystemExit):
        main(words)
    lines(data, ["hyp\tref\thuman", "a\tb\tgood"])
    assert main([*words, "--data", str(data)]) == 1
    assert "data.tsv:2: 'good' is no score" in capsys.readouterr().err


def test_people_agree_more_with_paraphrased_references(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A part of WMT17: the whole is in docs/evaluation.md."""
    head, *rows = (shared / "data/mteval/segments.tsv").read_text("utf-8").splitlines()
    part = lines(tmp_path / "part.tsv", [head, *rows[:560]])
    words = ["evaluate", "mt", "--data", str(part), "--detokenise", "--samples", "100", "--json"]
    assert main(words) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    gains = [row["difference"] for row in found if "difference" in row]
    assert len(gains) == 8
    assert all(gain["low"] > 0 for gain in gains)
