"""Numbers that are none, or absurd: in tables, language models, weights and scorers, each is
refused, or handled as docs/tables.md and docs/decoding.md say.
"""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

from otherwords._core import (
    DecodeOptions,
    Decoder,
    Error,
    FormatError,
    LanguageModel,
    MonteCarloOptions,
    Search,
    Table,
)
from otherwords.lm import convert
from otherwords.paraphraser import load
from otherwords.tables import TableBuilder, TextOptions, build_table
from tests.small_model import write_model

ARPA = """\\data\\
ngram 1=6
ngram 2=1

\\1-grams:
-99\t<s>\t{back_off}
-1\t</s>
-2\t<unk>
{log}\ta\t{back_off}
-2\tb\t-0.5
-2\tc\t-0.5

\\2-grams:
{log}\t<s> a

\\end\\
"""
SEARCHES = (Search.EXACT, Search.BEAM, Search.MONTE_CARLO)


@pytest.mark.parametrize("text_format", ["tsv", "moses"])
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "0", "-0.0", "-1", "1e-400", "1e400"])
def test_what_is_no_probability_makes_no_entry(
    tmp_path: Path, text_format: str, number: str
) -> None:
    line = {"tsv": "a\tb\t{}\n", "moses": "a ||| b ||| {}\n"}[text_format]
    text = tmp_path / "text"
    text.write_text(line.format(number) + line.format("0.5").replace("b", "c"), "utf-8")
    with pytest.raises(FormatError, match=f"{text}:1: "):
        build_table([text], tmp_path / "t", text_format=text_format, options=_strict(log=False))
    (report,) = build_table([text], tmp_path / "t", text_format=text_format).inputs
    assert (report.held.entries, report.held.broken) == (1, 1)
    assert [entry.target for entry in Table(tmp_path / "t").lookup("a")] == ["c"]


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e400", "-1e39"])
def test_what_is_no_log_makes_no_entry(tmp_path: Path, number: str) -> None:
    text = tmp_path / "text"
    text.write_text(f"a\tb\t{number}\n", "utf-8")
    with pytest.raises(FormatError, match=f"{text}:1: "):
        build_table([text], tmp_path / "t", text_format="tsv", options=_strict(log=True))
    builder = TableBuilder(["p"])
    with pytest.raises(FormatError, match="not a finite number"):
        builder.add("a", "b", [float(number)])


def test_denormal_numbers_are_kept(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("a\tb\t4.9e-324\na\tc\t1e-310\n", "utf-8")
    build_table([text], tmp_path / "t", text_format="tsv", options=_strict(log=False))
    scores = [entry.scores[0] for entry in Table(tmp_path / "t").lookup("a")]
    assert scores == pytest.approx([math.log(1e-310), math.log(5e-324)], rel=1e-3)


@pytest.mark.parametrize(
    ("log", "back_off", "why"),
    [
        ("nan", "0", '"nan" is not a log probability'),
        ("inf", "0", '"inf" is not a log probability'),
        ("5", "0", "the log probability 5 is above 0"),
        ("-1e38", "0", "absurdly large"),
        ("-1e400", "0", "is not a log probability"),
        ("-1", "nan", '"nan" is not a back-off'),
        ("-1", "inf", '"inf" is not a back-off'),
        ("-1", "1e5", "absurdly large"),
        ("-1", "-1e5", "absurdly large"),
    ],
)
def test_absurd_language_models_are_refused(
    tmp_path: Path, log: str, back_off: str, why: str
) -> None:
    arpa = tmp_path / "arpa"
    arpa.write_text(ARPA.format(log=log, back_off=back_off), "utf-8")
    with pytest.raises(FormatError, match=rf"arpa:\d+: .*{why}"):
        convert(arpa, tmp_path / "lm")
    assert not (tmp_path / "lm").exists()


@pytest.mark.parametrize("quantise", [False, True])
@pytest.mark.parametrize(
    ("log", "back_off", "expected"),
    [
        ("-inf", "0", -99.0),  # as many tools write it
        ("-1", "-inf", -1.0),
        ("-1e-45", "0", 0.0),
        ("-1", "1e-46", -1.0),
        ("-9999", "-9999", -9999.0),
        ("-1", "9999", -1.0),
    ],
)
def test_extreme_language_models_are_handled(
    tmp_path: Path, log: str, back_off: str, expected: float, quantise: bool
) -> None:
    (tmp_path / "arpa").write_text(ARPA.format(log=log, back_off=back_off), "utf-8")
    convert(tmp_path / "arpa", tmp_path / "lm", quantise=quantise)
    model = LanguageModel(str(tmp_path / "lm"))
    first, *_ = model.words("a a b c no such words")
    assert first.score == pytest.approx(expected * math.log(10), abs=1e-30)
    assert math.isfinite(model.score("a a b c no such words " * 1000))
    decoder = Decoder([_table(tmp_path, -1.0)], model)
    for search in SEARCHES:
        found = decoder.decode("a a a", _options(search))
        assert all(math.isfinite(each.score) for each in found.derivations)


@pytest.mark.parametrize("weight", [math.nan, math.inf, -math.inf, 1e300, -1e300])
def test_absurd_weights_are_refused(tmp_path: Path, weight: float) -> None:
    (tmp_path / "arpa").write_text(ARPA.format(log="-1", back_off="-0.5"), "utf-8")
    convert(tmp_path / "arpa", tmp_path / "lm")
    model, table = LanguageModel(str(tmp_path / "lm")), _table(tmp_path, -1.0)
    for search in SEARCHES:
        with pytest.raises(Error, match="weight"):
            Decoder([table], model, table_weights=[[weight]]).decode("a a", _options(search))
        with pytest.raises(Error, match="weight of the language model"):
            Decoder([table], model, lm_weight=weight)
        with pytest.raises(Error, match=r"self edges|weighted score"):
            Decoder([table], model, self_score=weight).decode("a a", _options(search))


def test_the_largest_scores_and_weights_give_finite_answers(tmp_path: Path) -> None:
    (tmp_path / "arpa").write_text(ARPA.format(log="-1e4", back_off="-1e4"), "utf-8")
    convert(tmp_path / "arpa", tmp_path / "lm")
    model = LanguageModel(str(tmp_path / "lm"))
    for score, weight, search in itertools.product((-9e29, 9e29, -1e5), (0.0, 1e30), SEARCHES):
        decoder = Decoder([_table(tmp_path, score)], model, lm_weight=weight)
        found = decoder.decode("a a a " * 20, _options(search))
        scores = [each.score for each in found.derivations]
        assert all(math.isfinite(each) for each in scores)
        assert scores == sorted(scores, reverse=True), search
        assert found.upper_bound >= scores[0]
        assert len(scores) == 3
        if search is Search.EXACT:  # sums of such scores prove nothing
            assert (found.search, found.optimal, found.complete) == (Search.BEAM, False, False)


@pytest.mark.parametrize("key", ["lm", "self", "usability"])
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e300"])
def test_absurd_weights_of_a_model_are_refused(tmp_path: Path, key: str, number: str) -> None:
    model = write_model(tmp_path, more=f"[weights.compress]\n{key} = {number}")
    with pytest.raises(Error, match=r"weight|finite"):
        load(model).compress("We utilise tools in spite of the rain.")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_scorer_that_gives_no_number_is_told(tmp_path: Path, value: float) -> None:
    paraphraser = load(write_model(tmp_path))
    with pytest.raises(Error, match=r"finite|number"):
        paraphraser.paraphrase(
            "We utilise tools.", search="monte-carlo", scorer=lambda _, texts: [value] * len(texts)
        )


def _strict(*, log: bool) -> TextOptions:
    return TextOptions(log=log, strict=True)


def _options(search: Search) -> DecodeOptions:
    return DecodeOptions(search=search, n=3, monte_carlo=MonteCarloOptions(episodes=100))


def _table(folder: Path, score: float) -> Table:
    builder = TableBuilder(["p"])
    for source, target in (("a", "b"), ("a", "c"), ("a a", "b")):
        builder.add(source, target, [score])
    builder.write(folder / "scored.table")
    return Table(folder / "scored.table")
