"""`otherwords true-score` and the order of real lists."""

from __future__ import annotations

import io
import json
import math
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from otherwords import FormatError
from otherwords.cli import main
from otherwords.files import open_binary
from otherwords.nbest import by_sentence, read_nbest
from otherwords.search import DecodeOptions, Search, open_decoder
from tests.conftest import DecodeTask
from tests.small import SOURCE, Small, write_small

LN10 = math.log(10)
P3 = "the beast runs after the kitten"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return write_small(tmp_path)


def run(
    capfdbinary: pytest.CaptureFixture[bytes], small: Small, *options: str
) -> tuple[int, str, str]:
    code = main(["true-score", *small.options, *options])
    out, err = capfdbinary.readouterr()
    return code, out.decode(), err.decode()


def write(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


def test_pairs_of_the_paper(
    small: Small, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    pairs = write(tmp_path / "pairs", f"{SOURCE}\t{P3}\n{SOURCE}\tthe dog sleeps\n\t\n")
    code, out, _ = run(capfdbinary, small, pairs, "--segmentations", "5")
    best = math.log(0.8 * 0.7) - 6 * LN10
    other = math.log(0.8 * 0.05 * 0.1) - 6 * LN10
    assert code == 0
    scores, ways = zip(*(line.split("\t") for line in out.splitlines()), strict=True)
    assert [float(score) for score in scores] == pytest.approx(
        [best, other, -math.inf, 0], abs=1e-5
    )
    assert ways == (
        "the dog → the beast | runs → runs | after → after | the young cat → the kitten",
        "the dog → the beast | runs → runs | after → after | the young → the | cat → kitten",
        "no unit makes target word 3 from any part of the source",
        "",
    )


def test_pairs_as_json(
    small: Small, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    pairs = write(tmp_path / "pairs", f"{SOURCE}\t{P3}\n{SOURCE}\tcat\n")
    _, out, _ = run(capfdbinary, small, pairs, "--json")
    made, not_made = map(json.loads, out.splitlines())
    assert made["score"] == pytest.approx(math.log(0.8 * 0.7) - 6 * LN10)
    assert made["count"] == 2
    assert len(made["segmentations"]) == 1
    assert [unit["target"] for unit in made["segmentations"][0]["units"]][-1] == "the kitten"
    assert not_made["score"] is None
    assert not_made["reason"] == (
        'no unit that goes on from source word 1 "the" makes target word 1 "cat"'
    )


# The second string gets the score of its worse segmentation, as a decoder with small stacks might.
LIST = f"""\
0 ||| the dog runs after the kitten ||| x ||| {math.log(0.7) - 6 * LN10 - 3:.3f}
0 ||| {P3} ||| x ||| {math.log(0.8 * 0.05 * 0.1) - 6 * LN10:.3f}
0 ||| {SOURCE} ||| x ||| {-7 * LN10:.3f}
1 ||| cat ||| x ||| {-LN10:.3f}
"""


def test_lists_are_compared(
    small: Small, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    source = write(tmp_path / "source", f"{SOURCE}\ncat\n")
    listed = write(tmp_path / "list", LIST)
    _, out, _ = run(capfdbinary, small, "--source", source, listed, "--json")
    report = json.loads(out)
    assert (report["lists"], report["members"], report["impossible"]) == (2, 4, 0)
    assert report["changed_scores"] == pytest.approx(2 / 4)
    assert report["changed_best"] == 0.0
    assert report["tau_whole"]["mean"] == 1.0
    code, out, _ = run(capfdbinary, small, "--source", source, listed)
    assert code == 0
    assert "scores below the true score" in out
    assert "50.0%" in out


def test_lists_are_re_ranked(
    small: Small, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    source = write(tmp_path / "source", f"{SOURCE}\ncat\n")
    lines = LIST.splitlines(keepends=True)
    listed = write(tmp_path / "list", "".join([*lines[2::-1], "0 ||| a b ||| x ||| 0\n", lines[3]]))
    _, out, err = run(capfdbinary, small, "--source", source, listed, "--rerank")
    members = list(read_nbest(out.splitlines(), "out"))
    assert [member.text for member in members] == [
        "the dog runs after the kitten",
        P3,
        SOURCE,
        "cat",
    ]
    assert members[1].score == pytest.approx(math.log(0.8 * 0.7) - 6 * LN10, abs=1e-6)
    assert "1 string(s) cannot be made" in err


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("a b\n", [], "pairs:1: 0 tab(s) where one was expected"),
        ("a\tb\nb\tc\td\n", [], "pairs:2: 2 tab(s) where one was expected"),
        ("a\tb\n", ["--source", "SOURCE"], "pairs:1: 1 field(s) where"),
        ("0 ||| a ||| x ||| y\n", ["--source", "SOURCE"], "the score 'y' is no finite number"),
        ("9 ||| a ||| x ||| 1\n", ["--source", "SOURCE"], "a list for sentence 9, but"),
        ("-1 ||| a ||| x ||| 1\n", ["--source", "SOURCE"], "a list for sentence -1, but"),
    ],
)
def test_broken_input_is_named(
    small: Small,
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
    text: str,
    options: list[str],
    message: str,
) -> None:
    source = write(tmp_path / "source", "a\n")
    pairs = write(tmp_path / "pairs", text)
    named = [source if option == "SOURCE" else option for option in options]
    code, _, err = run(capfdbinary, small, pairs, *named)
    assert code == 1
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("options", [["--rerank"], ["--source", "x", "--segmentations", "2"]])
def test_options_that_do_not_go_together(small: Small, options: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["true-score", *small.options, *options])
    assert exit_.value.code == 2


def test_pairs_from_a_pipe(
    small: Small, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open(small.table.with_name("stdin"), "w+b") as file:
        file.write(b"cat\tkitten\n")
        file.seek(0)
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(fileno=file.fileno))
        _, out, _ = run(capfdbinary, small)
    assert out == f"{math.log(0.1) - LN10:.6f}\tcat → kitten\n"


def test_the_rounding_of_printed_scores_is_known() -> None:
    lines = ["0 ||| a ||| f ||| -110.211", "0 ||| b ||| f ||| -1e-05", "1 ||| c ||| f ||| -3"]
    members = list(read_nbest(lines, "list"))
    assert [m.rounding for m in members] == pytest.approx([5e-4, 5e-6, 0.5])
    assert [(index, len(group)) for index, group in by_sentence(members)] == [(0, 2), (1, 1)]
    with pytest.raises(FormatError, match="list:1"):
        list(read_nbest(["0 ||| a"], "list"))


class TestReferenceLists:
    def test_true_scores_are_at_least_what_moses_printed(self, decode_task: DecodeTask) -> None:
        with open_binary(decode_task.folder / "moses-nbest100-lm3-first100.xz") as file:
            lists = dict(by_sentence(read_nbest(io.TextIOWrapper(file, "utf-8"), "moses")))
        assert len(lists) == 100
        with open_decoder([decode_task.table], decode_task.lm3) as decoder:
            found = decoder.true_scores_all(
                [decode_task.sentences[index] for index in lists],
                [[member.text for member in members] for members in lists.values()],
            )
        for members, results in zip(lists.values(), found, strict=True):
            assert len(members) == 100
            for member, result in zip(members, results, strict=True):
                assert result.score > member.score - 1e-3

    def test_exact_lists_are_in_true_order_and_beam_lists_never_above(
        self, decode_task: DecodeTask
    ) -> None:
        sentences = decode_task.sentences[:25]
        with open_decoder([decode_task.table], decode_task.lm3) as decoder:
            for search in (Search.EXACT, Search.BEAM):
                options = DecodeOptions(search=search, n=50, distinct=True, stack=10)
                results = decoder.decode_all(sentences, options)
                for sentence, result in zip(sentences, results, strict=True):
                    derivations = result.derivations
                    true = decoder.true_scores(sentence, [d.text for d in derivations])
                    for derivation, found in zip(derivations, true, strict=True):
                        assert found.score >= derivation.score - 1e-9
                        if search == Search.EXACT:
                            assert found.score == pytest.approx(derivation.score, abs=1e-9)
