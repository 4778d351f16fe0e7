"""`otherwords decode` and the decoder behind it."""

from __future__ import annotations

import gzip
import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from otherwords import Error
from otherwords.cli import main
from otherwords.lm import open_model
from otherwords.search import DecodeOptions, Decoder, Search, open_decoder
from otherwords.tables import open_table
from tests.conftest import DecodeTask
from tests.small import SOURCE, Small, write_small

LN10 = math.log(10)


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return write_small(tmp_path)


def decode(small: Small, *options: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "otherwords", "decode", *small.options, *options]
    return subprocess.run(command, input=text, capture_output=True, check=False)


def answers(small: Small, *options: str, text: str) -> list[str]:
    result = decode(small, *options, text=text.encode())
    assert (result.returncode, result.stderr) == (0, b"")
    return result.stdout.decode().split("\n")[:-1]


def test_lists_have_the_form_of_moses(small: Small) -> None:
    lines = answers(small, "-n", "2", text=f"cat\n{SOURCE}\n")
    assert lines[0] == "0 ||| cat ||| LM0= -2.30258509 TranslationModel0= 0 ||| -2.30258509"
    index, words, features, score = lines[2].split(" ||| ")
    assert (index, words) == ("1", "the dog runs after the kitten")
    values = [float(value) for value in [*features.split()[1::2], score]]
    assert values == pytest.approx([-6 * LN10, math.log(0.7), -6 * LN10 + math.log(0.7)])
    assert len(lines) == 4


def test_weights_and_self_edges_and_unknown_words(small: Small) -> None:
    options = ["--table-weight", "2", "--lm-weight", "0.5", "--unknown", "-7"]
    (line,) = answers(small, *options, text="cat zebra\n")
    assert line.startswith("0 ||| cat zebra ||| LM0= -6.90775528 TranslationModel0= 0 Unknown")
    assert float(line.split("|||")[3]) == pytest.approx(-0.5 * 3 * LN10 - 7)
    (line,) = answers(small, "--self", "-1.5", text="zebra\n")
    assert "SelfEdge0= -1.5 |||" in line
    assert float(line.split("|||")[3]) == pytest.approx(-2 * LN10 - 1.5)


def test_best_prints_a_line_for_a_line(small: Small) -> None:
    text = f"{SOURCE}\n\n  \t\nzebra cat\r\nno\x00thing\ncat"
    assert answers(small, "--best", text=text) == [
        "the dog runs after the kitten",
        "",
        "",
        "zebra cat",
        "no\x00thing",
        "cat",
    ]


@pytest.mark.parametrize("search", ["exact", "beam"])
def test_a_long_sentence(small: Small, search: str) -> None:
    words = "the young cat runs after zebra " * 84
    (line,) = answers(small, "--best", "--search", search, text=words + "\n")
    assert line == " ".join(["the kitten runs after zebra"] * 84)


def test_json_units_make_the_text(small: Small) -> None:
    (line,) = answers(small, "--json", "-n", "3", text="the  young cat ñandú\n")
    answer = json.loads(line)
    source = "the young cat ñandú"
    assert answer["source"] == source
    first = answer["paraphrases"][0]
    assert first["text"] == "the kitten ñandú"
    assert (first["optimal"], first["complete"]) == (True, True)
    assert answer["upper_bound"] == pytest.approx(first["score"])
    assert [unit["table"] for unit in first["units"]] == ["table.txt", "unknown"]
    for paraphrase in answer["paraphrases"]:
        text = source
        for unit in reversed(paraphrase["units"]):
            assert source[unit["start"] : unit["end"]] == unit["source"]
            text = text[: unit["start"]] + unit["target"] + text[unit["end"] :]
        assert text == paraphrase["text"]


def test_explanations_show_every_unit(small: Small) -> None:
    lines = answers(small, "--explain", text="the young cat\n")
    assert lines[0] == "0  the young cat"
    assert lines[1].endswith("the kitten  (proven)")
    assert "the young cat → the kitten  [table.txt]" in lines[3]


def test_beam_gives_derivations_and_distinct_strings(small: Small) -> None:
    text = "the young cat\n"
    lines = answers(small, "--search", "beam", "-n", "10", text=text)
    strings = [line.split(" ||| ")[1] for line in lines]
    assert strings.count("the kitten") == 2  # T2, and T4 with T5
    distinct = answers(small, "--search", "beam", "-n", "10", "--distinct", text=text)
    assert [line.split(" ||| ")[1] for line in distinct] == list(dict.fromkeys(strings))


def test_a_work_limit_is_told(small: Small) -> None:
    result = decode(small, "--limit", "1", "--json", text=f"{SOURCE}\ncat\n".encode())
    assert result.returncode == 0
    assert b"2 of 2 sentences reached the work limit" in result.stderr
    answer = json.loads(result.stdout.split(b"\n")[0])
    assert answer["paraphrases"][0]["complete"] is False
    assert answer["upper_bound"] >= answer["paraphrases"][0]["score"] - 1e-9


def test_compressed_and_binary_files_are_the_same(small: Small, tmp_path: Path) -> None:
    text = tmp_path / "text.gz"
    text.write_bytes(gzip.compress(f"{SOURCE}\n".encode()))
    expected = answers(small, "-n", "5", text=f"{SOURCE}\n")
    packed = Small(tmp_path / "table.gz", tmp_path / "lm.gz")
    packed.table.write_bytes(gzip.compress(small.table.read_bytes()))
    packed.lm.write_bytes(gzip.compress(small.lm.read_bytes()))
    assert answers(packed, "-n", "5", str(text), text="") == expected


def test_answers_come_before_the_input_ends(small: Small) -> None:
    command = [sys.executable, "-m", "otherwords", "decode", *small.options, "--best"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for sentence, answer in [("cat", b"cat\n"), ("the young cat", b"the kitten\n")]:
            process.stdin.write(f"{sentence}\n".encode())
            process.stdin.flush()
            assert process.stdout.readline() == answer
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0


def test_invalid_utf8_names_the_line(small: Small) -> None:
    result = decode(small, "--best", text=b"cat\ncat \xff\n")
    assert result.returncode == 1
    assert result.stderr.decode() == (
        "otherwords decode: standard input:2: byte 5 of the line is not valid UTF-8; "
        "convert the text to UTF-8\n"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-n", "0"], "argument -n/--n-best: '0' is not a whole number from 1"),
        (["--stack", "-1"], "argument --stack: '-1' is not a whole number from"),
        (["--self", "nan"], "argument --self: 'nan' is not a number"),
        (["--lm-weight", "-1"], "argument --lm-weight: '-1' is not a number from 0 on"),
        (["--table-weight", "1", "--table-weight", "1"], "--table-weight must be given once"),
        (["--best", "--json"], "not allowed with argument"),
        (["--search", "fast"], "'fast' is not one of exact, "),
        (["--threads", "many"], "argument --threads: 'many' is not a whole number from 0 to"),
    ],
)
def test_wrong_options_are_refused(
    small: Small, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["decode", *small.options, *options])
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err


def test_errors_of_files_are_one_line(small: Small, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decode", "--table", str(small.table), "--lm", "no-such-file"]) == 1
    assert "no-such-file" in capsys.readouterr().err
    assert main(["decode", *small.options, "--table-weight", "1,2"]) == 1
    assert "1 score(s) but 2 weight(s)" in capsys.readouterr().err


class TestDecoder:
    def test_results_outlive_everything(self, small: Small) -> None:
        with open_decoder([small.table], small.lm) as decoder:
            result = decoder.decode("the young cat", DecodeOptions(n=2))
        del decoder
        best = result.derivations[0]
        edge = best.edges[0]
        del result
        assert (best.text, best.words) == ("the kitten", ["the", "kitten"])
        del best
        assert (edge.begin, edge.end, edge.target, edge.table) == (0, 3, "the kitten", "table.txt")
        assert edge.table_index == 0
        assert edge.features == [pytest.approx(math.log(0.7))]

    def test_threads_change_nothing(self, small: Small) -> None:
        sentences = [SOURCE, "cat", "", "the young cat runs"] * 50
        options = DecodeOptions(n=5, search=Search.BEAM)
        with open_decoder([small.table], small.lm) as decoder:
            lists = [
                [decoder.nbest(result, 0) for result in results]
                for results in (
                    decoder.decode_all(sentences, options, threads=threads) for threads in (1, 2, 5)
                )
            ]
        assert lists[0] == lists[1] == lists[2]

    @pytest.mark.parametrize(
        "options", [{"n": 0}, {"max_seconds": -1.0}, {"threshold": math.nan}], ids=str
    )
    def test_options_are_checked(self, options: dict[str, Any]) -> None:
        with pytest.raises(Error):
            DecodeOptions(**options)

    def test_weights_are_checked(self, small: Small) -> None:
        with open_model(small.lm) as model:
            table = open_table(small.table)
            for wrong in ([[1.0, 2.0]], [[math.inf]], []):
                with pytest.raises(Error):
                    Decoder([table], model, table_weights=wrong)


@pytest.fixture
def moses(decode_task: DecodeTask) -> list[float]:
    """The scores of a standard decoder's best answers."""
    lines = (decode_task.folder / "moses-1best-lm3.tsv").read_text("utf-8").splitlines()
    return [float(line.split("\t")[1]) for line in lines]


@pytest.mark.parametrize("search", ["exact", "beam"])
def test_real_sentences_never_score_below_moses(
    decode_task: DecodeTask, moses: list[float], search: str
) -> None:
    options = DecodeOptions(search=Search[search.upper()], stack=1000)
    with open_decoder([decode_task.table], decode_task.lm3) as decoder:
        results = decoder.decode_all(decode_task.sentences, options)
    assert len(results) == len(moses) == 500
    for result, score in zip(results, moses, strict=True):
        assert result.derivations[0].score > score - 1e-3
        assert result.optimal or search == "beam"
