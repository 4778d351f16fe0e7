"""`otherwords compress`, `simplify`, `toward` and `paraphrase`: texts in, paraphrases out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

import pytest

import otherwords as ow
from otherwords.applications.simplify import Simplify
from otherwords.cli import main
from tests.small_model import write_model


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "texts"


def run(model: Path, *words: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs a command with a model as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "otherwords", *words],
        input=given,
        env={**os.environ, "OTHERWORDS_MODEL": str(model)},
        capture_output=True,
        check=False,
    )


def say(capsysbinary: pytest.CaptureFixture[bytes], *words: str | Path) -> str:
    """What a command prints that succeeds."""
    assert main([str(word) for word in words]) == 0
    return capsysbinary.readouterr().out.decode()


def test_arguments_are_texts(capsysbinary: pytest.CaptureFixture[bytes], model: Path) -> None:
    printed = say(capsysbinary, "compress", "-m", model, "They utilise tools.", "In spite of rain")
    assert printed == "They use tools.\nDespite rain\n"


def test_each_command_serves_its_purpose(
    capsysbinary: pytest.CaptureFixture[bytes], model: Path, file: Path
) -> None:
    text = "they utilise tools with assistance"
    assert say(capsysbinary, "simplify", "-m", model, text) == "they use tools with help\n"
    frequent = say(capsysbinary, "simplify", "-m", model, "--frequency", "wordfreq", text)
    assert frequent == "they use tools with help\n"
    near = say(capsysbinary, "toward", "-m", model, "--reference", "the aid", text, "assistance")
    assert near == "they utilise tools with aid\naid\n"
    file.write_text("use it\nthe aid\n")
    lines = say(capsysbinary, "toward", "-m", model, "--references", file, text, "assistance")
    assert lines == "they use tools with assistance\naid\n"
    own = ("paraphrase", "-m", model, "--application", "toward", "--reference", "aid", text)
    assert say(capsysbinary, *own) == "they utilise tools with aid\n"
    baseline = ("compress", "-m", model, "--system", "baseline-1", text)
    assert say(capsysbinary, *baseline) == "they utilise tools with help\n"


def test_references_must_be_as_many_as_texts(
    capsys: pytest.CaptureFixture[str], model: Path, file: Path
) -> None:
    for content, why in [("one\n", "fewer"), ("one\ntwo\nthree\n", "more")]:
        file.write_text(content)
        words = ["toward", "-m", str(model), "--references", str(file), "rain", "tools"]
        assert main(words) == 1
        assert f"there are {why} references than texts" in capsys.readouterr().err


def test_options_reach_the_search(
    capsysbinary: pytest.CaptureFixture[bytes], model: Path, file: Path
) -> None:
    def paraphrase(*words: str | Path) -> str:
        return say(capsysbinary, "paraphrase", "-m", model, *words)

    text = "they utilise “tools” with assistance"
    assert paraphrase("--keep", "utilise", text) == "they utilise “tools” with help\n"
    file.write_text("help\naid\n")
    assert paraphrase("--avoid-from", file, text) == "they use “tools” with assistance\n"
    assert paraphrase("--keep-from", file, "--avoid", "use", "utilise") == "utilise\n"
    assert paraphrase("“they utilise it”") == "“they use it”\n"  # it has no confidence
    assert len(paraphrase("--max-bytes", "22", "they utilise assistance").encode()) <= 23
    assert paraphrase("-n", "2", "they utilise rain") == "they use rain\nthey utilise rain\n\n"
    many = paraphrase("-n", "3", "--diverse", "they utilise tools with assistance")
    assert many.count("\n") == 4


def test_json_has_all_edits(capsysbinary: pytest.CaptureFixture[bytes], model: Path) -> None:
    words = ("paraphrase", "-m", model, "--json", "-n", "2", "--keep", "tools")
    lines = say(capsysbinary, *words, "🙂 We utilise it", "").splitlines()
    first: dict[str, Any] = json.loads(lines[0])
    assert list(first) == ["source", "paraphrases", "upper_bound", "signature"]
    best = first["paraphrases"][0]
    assert list(best) == ["text", "score", "optimal", "complete", "fits", "edits"]
    (edit,) = best["edits"]
    assert first["source"][edit["start"] : edit["end"]] == edit["source"] == "utilise"
    assert (edit["target"], edit["table"], edit["score"]) == ("use", "pt1", -0.25)
    assert best["score"] == pytest.approx(first["upper_bound"])
    assert len(first["paraphrases"]) == 2
    assert "|model:small:" in first["signature"]
    assert first["signature"].endswith("|application:paraphrase|keep:1|n:2")
    assert json.loads(lines[1])["paraphrases"][0]["text"] == ""


def test_the_signature_has_all_that_scores_depend_on(model: Path) -> None:
    paraphraser = ow.load(model)
    assert paraphraser.settle(Simplify()).signature.endswith("|application:simplify")
    listed = paraphraser.settle(Simplify("wordfreq"), keep=deque(["rain", "aid"]), max_bytes=0)
    assert listed.signature.endswith("|application:simplify|frequency:wordfreq|keep:2|max_bytes:0")


def test_an_explanation_says_what_and_why(
    capsysbinary: pytest.CaptureFixture[bytes], model: Path
) -> None:
    printed = say(capsysbinary, "compress", "-m", model, "--explain", "We utilise rain", "Rain")
    assert printed == (
        "We utilise rain\n→ We use rain\n"
        "    score -17.3681, highest-scoring (proven); 15 → 11 bytes\n"
        "    utilise → use  [pt1]  log score -0.2500, usability 4\n\n"
        "Rain\n→ (as it is)\n    score -7.9078, highest-scoring (proven); 4 → 4 bytes\n\n"
    )


def test_what_does_not_fit_is_told(capsys: pytest.CaptureFixture[str], model: Path) -> None:
    assert main(["compress", "-m", str(model), "--max-bytes", "5", "we utilise it", "rain"]) == 0
    out, err = capsys.readouterr()
    assert out == "we use it\nrain\n"
    assert err == (
        "otherwords compress: 1 of 2 texts cannot be made short enough: the shortest is given\n"
    )


# ---- input ---------------------------------------------------------------------------------------


def test_lines_keep_their_ends(
    capsysbinary: pytest.CaptureFixture[bytes], model: Path, file: Path
) -> None:
    file.write_bytes(b"we utilise it\r\n\n  utilise \nutilise")
    printed = say(capsysbinary, "compress", "-m", model, "-i", file)
    assert printed == "we use it\r\n\n  use \nuse\n"
    assert say(capsysbinary, "compress", "-m", model, "-i", file, "-i", file) == 2 * printed


@pytest.mark.parametrize("mode", ["--document", "--paragraphs"])
@pytest.mark.parametrize(
    "content", ["", "\n", "\n \n\nutilise", "A utilise\r\nb. Use.\r\n\r\n\r\nC"]
)
def test_paragraphs_and_documents_keep_every_byte(
    capsysbinary: pytest.CaptureFixture[bytes], model: Path, file: Path, mode: str, content: str
) -> None:
    for text in [content, content + "\n\n  \n", content * 3]:
        file.write_bytes(text.encode())
        printed = say(capsysbinary, "compress", "-m", model, "-i", file, mode)
        assert printed == text.replace("utilise", "use")


def test_a_text_is_what_the_mode_says(
    capsysbinary: pytest.CaptureFixture[bytes], model: Path, file: Path
) -> None:
    file.write_bytes("One utilise.\nTwo.\n\nThrée\n".encode() + 400 * (b"\n" + 300 * b"x" + b"\n"))
    sources = {
        mode: [
            json.loads(line)["source"]
            for line in say(
                capsysbinary, "compress", "-m", model, "--json", "-i", file, *mode.split()
            ).splitlines()
        ]
        for mode in ("", "--paragraphs", "--document")
    }
    assert sources[""][:5] == ["One utilise.", "Two.", "", "Thrée", ""]
    assert sources["--paragraphs"][:3] == ["One utilise.\nTwo.", "Thrée", 300 * "x"]
    assert len(sources["--paragraphs"]) == 402
    assert sources["--document"] == [file.read_text("utf-8")]


def test_odd_input(model: Path) -> None:
    odd = b"\0\n" + "ليت هذا\n".encode() + b"?! ...\n" + 10_000 * b"\n" + b"a" * 100_000 + b"\n"
    done = run(model, "compress", given=odd)
    assert (done.returncode, done.stdout, done.stderr) == (0, odd, b"")
    assert run(model, "compress", given=b"").stdout == b""


def test_a_long_sentence_is_answered(model: Path) -> None:
    text = b"they utilise tools in spite of rain with assistance " * 2_000  # over 100,000 bytes
    done = run(model, "compress", "--json", "--ratio", "0.75", given=text)
    (best,) = json.loads(done.stdout)["paraphrases"]
    assert best["fits"]
    assert len(best["text"]) <= 0.75 * len(text)


def test_what_is_not_utf8_is_refused_where_it_is(model: Path) -> None:
    done = run(model, "compress", "--threads", "1", given=b"we utilise it\nna\xefve\n")
    assert done.returncode == 1
    assert done.stderr == (
        b"otherwords compress: standard input:2: byte 3 of the line is not valid UTF-8; "
        b"convert the text to UTF-8\n"
    )
    for mode in ("--paragraphs", "--document"):
        done = run(model, "compress", mode, given=b"one\n\nna\xefve\n")
        assert done.returncode == 1
        assert b"standard input:3: byte 3 of the line" in done.stderr
    done = run(model, "compress", os.fsdecode(b"na\xefve"))
    assert done.returncode == 1
    assert b"TEXT 1 is not valid UTF-8" in done.stderr


@pytest.mark.parametrize("mode", [[], ["--paragraphs"]])
def test_answers_come_while_the_input_goes_on(model: Path, mode: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "otherwords", "compress", "-m", model, *mode],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(b"we utilise it\n\nx" if mode else b"we utilise it\n")
            process.stdin.flush()
            assert process.stdout.readline().endswith(b"we use it\n")
            if mode:
                assert process.stdout.readline() == b"\n"
        process.stdin.close()


def test_a_reader_that_has_gone_is_no_error(model: Path, file: Path) -> None:
    file.write_bytes(b"we utilise it\n" * 20_000)
    command = f"{sys.executable} -m otherwords compress -m {model} -i {file} | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"], capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"we use it\n", b"")


def test_answers_do_not_depend_on_threads(model: Path) -> None:
    given = b"".join(b"%d we utilise it in spite of rain\n" % number for number in range(1500))
    one, three = (run(model, "compress", "--threads", t, given=given).stdout for t in "13")
    assert one == three == given.replace(b"utilise", b"use").replace(b"in spite of", b"despite")


# ---- models --------------------------------------------------------------------------------------


def test_a_missing_model_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["compress", "-m", str(tmp_path), "rain"]) == 1
    assert "there is no model in it" in capsys.readouterr().err
    monkeypatch.delenv("OTHERWORDS_MODEL", raising=False)
    monkeypatch.setattr("otherwords.model._SHIPPED", "none")
    assert main(["compress", "rain"]) == 1
    assert "this installation has no English model; name one with -m" in capsys.readouterr().err


CARD = """
description = "For tests."
licence = "CC0"
[[corpora]]
name = "Rain"
licence = "none"
[figures]
"words" = 16
"""


def test_the_card_of_a_model(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    folder = write_model(tmp_path, more="[weights.compress]\nlm = 0.5\ntables = {pt2 = []}\n")
    (folder / "card.toml").write_text(CARD)
    printed = say(capsysbinary, "model", "info", folder)
    for line in [
        "For tests.",
        "  Rain",
        "    licence: none",
        "  n-grams by order: 19; ",
        "  compress: lm 0.5, self 1, usability 0.25, pt1 1, pt2 not used\n",
        "  toward: lm 1, self 1, usability 1, pt1 1, pt2 1 (not tuned)\n",
        "  words: 16",
    ]:
        assert line in printed
    card = json.loads(say(capsysbinary, "model", "info", "--json", folder))
    assert card["tables"]["pt1"]["entries"] == 4
    assert card["corpora"] == [{"name": "Rain", "licence": "none"}]
    assert card["weights"]["compress"]["tuned"]


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("x = 1", "there is no 'x' in a card"),
        ("licence = 1", "licence is no text"),
        ("corpora = 1", "each with a name"),
        ("figures = 1", "figures must be a section"),
        ("=", "this is no TOML"),
    ],
)
def test_a_broken_card_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, card: str, why: str
) -> None:
    (write_model(tmp_path) / "card.toml").write_text(card)
    assert main(["model", "info", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert "card.toml:" in told
    assert why in told
