"""Language models: scores against other programs, conversion, and the command line."""

from __future__ import annotations

import csv
import lzma
import re
from itertools import islice
from pathlib import Path

import pytest

from otherwords import FormatError
from otherwords.cli import main
from otherwords.lm import LanguageModel, convert, open_model, write_arpa

LN10 = 2.302585092994046
SMALL = """\\data\\
ngram 1=5
ngram 2=3

\\1-grams:
-1.0\t<unk>
-99\t<s>\t-0.5
-0.7\t</s>
-0.4\ta\t-0.3
-0.6\tb\t-0.2

\\2-grams:
-0.1\t<s> a
-0.2\ta b
-0.3\tb </s>

\\end\\
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The model above as ARPA text."""
    path = tmp_path / "small.arpa"
    path.write_text(SMALL)
    return path


def _tokens(line: str) -> str:
    return " ".join(re.findall(r"\w+|[^\w\s]", line.lower()))


def test_scores_are_those_of_the_reference(shared: Path, tmp_path: Path) -> None:
    folder = shared / "reference" / "lm"
    sentences = lzma.open(folder / "more.txt.xz", "rt", encoding="utf-8").read().splitlines()
    with open(folder / "more-scores.tsv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for name in ("o2", "o3", "o5", "o3-prune001"):
        convert(folder / f"{name}.arpa.xz", tmp_path / name)
        model = LanguageModel(str(tmp_path / name))
        for row, sentence in zip(rows, sentences, strict=True):
            assert model.score(sentence) / LN10 == pytest.approx(float(row[name]), abs=1e-4)


def test_ten_thousand_sentences_score_as_kenlm_scores_them(shared: Path, tmp_path: Path) -> None:
    kenlm = pytest.importorskip("kenlm", reason="kenlm does not build here")
    reference = shared / "reference" / "lm"
    corpus = shared / "data" / "corpora" / "europarl" / "europarl-p1.en-fr.en.xz"
    with lzma.open(corpus, "rt", encoding="utf-8") as lines:
        sentences = [_tokens(line) for line in islice(lines, 10_000)]
    arpa = tmp_path / "o5.arpa"
    arpa.write_bytes(lzma.open(reference / "o5.arpa.xz").read())
    convert(arpa, tmp_path / "o5")
    ours, theirs = LanguageModel(str(tmp_path / "o5")), kenlm.Model(str(arpa))
    for sentence in sentences:
        for bos, eos in ((True, True), (False, False)):
            expected = theirs.score(sentence, bos=bos, eos=eos)
            assert ours.score(sentence, bos=bos, eos=eos) / LN10 == pytest.approx(
                expected, abs=1e-4, rel=1e-6
            )
    state, after = kenlm.State(), kenlm.State()
    for sentence in sentences[:200]:
        theirs.BeginSentenceWrite(state)
        for word in ours.words(sentence, eos=False):
            expected = theirs.BaseScore(state, word.word, after)
            assert word.score / LN10 == pytest.approx(expected, abs=1e-5)
            state, after = after, state


def test_words_tell_what_was_found(small: Path) -> None:
    with open_model(small) as model:
        words = model.words("a b c")
    assert [word.word for word in words] == ["a", "b", "c", "</s>"]
    assert [word.matched for word in words] == [2, 2, 1, 1]
    assert [word.known for word in words] == [True, True, False, True]
    assert words[2].score == pytest.approx((-0.2 - 1.0) * LN10)


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zst"])
def test_text_and_file_turn_into_each_other(small: Path, tmp_path: Path, suffix: str) -> None:
    convert(small, tmp_path / "one")
    write_arpa(LanguageModel(str(tmp_path / "one")), tmp_path / f"again.arpa{suffix}")
    convert(tmp_path / f"again.arpa{suffix}", tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_query_prints_scores_and_sums(
    small: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text"
    text.write_text("a b\nb\n")
    assert main(["lm", "query", str(small), str(text)]) == 0
    out, err = capfd.readouterr()
    scores = [float(line) for line in out.splitlines()]
    assert scores == pytest.approx([-0.6 * LN10, -1.4 * LN10], abs=1e-5)
    assert "perplexity" in err
    assert main(["lm", "query", str(small), str(text), "--words"]) == 0
    assert capfd.readouterr().out.splitlines()[0].split("\t")[1:] == ["2", "a"]


def test_quantisation_reports_its_loss(
    small: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text"
    text.write_text("a b\n")
    command = ["lm", "convert", str(small), "-o", str(tmp_path / "q"), "--quantise", "--on"]
    assert main([*command, str(text)]) == 0
    assert re.search(r"perplexity on .*: \d+\.\d+ before, \d+\.\d+ after", capfd.readouterr().err)
    assert main(["lm", "info", str(tmp_path / "q"), "--json"]) == 0
    assert '"quantised": true' in capfd.readouterr().out


def test_broken_text_is_named_with_its_line(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.arpa"
    broken.write_text(SMALL.replace("-0.6\tb", "zero\tb"))
    assert main(["lm", "convert", str(broken), "-o", str(tmp_path / "out")]) == 1
    error = capsys.readouterr().err
    assert f'{broken}:10: "zero" is not a log probability' in error
    assert not (tmp_path / "out").exists()


def test_a_damaged_file_is_named_with_its_place(small: Path, tmp_path: Path) -> None:
    path = tmp_path / "model"
    convert(small, path)
    good = path.read_bytes()
    path.write_bytes(good[:2100] + bytes([good[2100] ^ 1]) + good[2101:])
    with pytest.raises(FormatError, match="wrong checksum in the 64 KiB from byte 2048"):
        LanguageModel(str(path)).score("a b")
    path.write_bytes(good[:-1])
    with pytest.raises(FormatError, match="truncated"):
        LanguageModel(str(path))
