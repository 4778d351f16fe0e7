"""`otherwords table`, as a person at a terminal meets it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from otherwords import FormatError
from otherwords.cli import main
from otherwords.tables import Table

MOSES = """\
take into account ||| consider ||| 0.1 0.5 ||| 0-0 2-0 ||| 9 9 4
take into account ||| take account of ||| 0.2 0.25 ||| 0-0 2-1 ||| 9 9 2
take ||| get ||| 0.3 0.125 ||| 0-0 ||| 9 9 1
into account ||| in mind ||| 0.3 1e-5 ||| ||| 9 9 12345
"""
PPDB = """\
[NN] ||| car ||| vehicle ||| PPDB2.0Score=5.25 -logp(e2|e1)=1.5 ||| 0-0 ||| Equivalence
[NP] ||| the [NN,1] ||| [NN,1] ||| PPDB2.0Score=3 -logp(e2|e1)=2 ||| 1-0 ||| Equivalence
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.moses").write_text(MOSES, encoding="utf-8")
    (tmp_path / "t.ppdb").write_text(PPDB, encoding="utf-8")
    return tmp_path


def run(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["table", *words])
    out, err = capfd.readouterr()
    return code, out, err


def test_build_and_look_up(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(
        capfd, "build", "t.moses", "-o", "t", "--scores", "1,0", "--names", "direct,inverse"
    ) == (0, "", "4 entries of 3 source phrases, 8 words\n")
    code, out, err = run(capfd, "lookup", "t", "take  into", "account", "-n", "1")
    assert (code, err) == (0, "")
    assert out == (
        "take into account: 2 entries\n"
        "  prob.  direct  inverse  count  paraphrase\n"
        "    0.5  -0.693   -2.303      4  consider\n"
        "  … and 1 more (-n 2 shows all)\n"
    )
    code, out, _ = run(capfd, "lookup", "t", "into account", "--json")
    assert json.loads(out) == {
        "source": "into account",
        "entries": [
            {
                "target": "in mind",
                "scores": {
                    "direct": pytest.approx(-11.512925),
                    "inverse": pytest.approx(-1.2039728),
                },
                "count": 12345,
                "tags": None,
                "alignment": [],
            }
        ],
    }


def test_nothing_found_is_said_kindly(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, "lookup", "t.moses", "to take into accounts")[1] == (
        "nothing is known for: to take into accounts\nknown parts of it:\n  take (1 entry)\n"
    )
    assert run(capfd, "lookup", "t.moses", "Take")[1] == (
        "nothing is known for: Take\nin lower case there is: take (1 entry)\n"
    )
    assert run(capfd, "lookup", "t.moses", "x", "--json")[1] == '{"source": "x", "entries": []}\n'


def test_info_for_people_and_programs(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run(capfd, "build", "t.moses", "-o", "t", "--quantise")
    code, out, _ = run(capfd, "info", "t", "--json")
    assert code == 0
    assert json.loads(out) == {
        "table": "t",
        "entries": 4,
        "sources": 3,
        "words": 8,
        "longest_source": 3,
        "longest_target": 3,
        "scores": ["score0", "score1"],
        "counts": True,
        "tags": False,
        "alignments": True,
        "quantised": True,
        "bytes": (folder / "t").stat().st_size,
    }
    _, out, _ = run(capfd, "info", "t")
    assert "  scores   score0, score1 (quantised)\n  also     counts, word alignments\n" in out


def test_ppdb_features_and_patterns(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    features = "PPDB2.0Score,-logp(e2|e1)"
    assert run(
        capfd, "build", "t.ppdb", "-o", "t", f"--scores={features}", "--patterns", "p.gz"
    ) == (
        0,
        "",
        "t.ppdb: 1 rule with slots left out\n1 entry of 1 source phrase, 2 words\n",
    )
    _, out, _ = run(capfd, "lookup", "t", "car")
    assert out == (
        "car: 1 entry\n  PPDB2.0Score  p(e2|e1)  tags  paraphrase\n"
        "         5.250    -1.500    NN  vehicle\n"
    )
    assert run(capfd, "build", "t.ppdb", "--log", "-o", "u")[0] == 1
    assert not (folder / "u").exists()


def test_ppdb_rules_are_patterns(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    rules = (
        "[VP] ||| take [NP,1] into consideration ||| consider [NP,1] ||| p(e|f)=0.5 ||| 0-0 1-1\n"
        "[NP] ||| [NP,1] 's [NN,2] ||| the [NN,2] of [NP,1] ||| p(e|f)=1 ||| 0-3 2-1\n"
        "[VP] ||| want [VP,1] ||| desire [VP,1] ||| p(e|f)=1 ||| 0-0 1-1\n"
        "[VP] ||| see [NN,1] ||| watch ||| p(e|f)=1 ||| 0-0\n"
        "[NN] ||| car ||| vehicle ||| p(e|f)=1 ||| 0-0\n"
        "[NN] ||| car ||| vehicle\n"
    )
    (folder / "rules").write_text(rules, encoding="utf-8")
    code, _, told = run(capfd, "build", "--format", "ppdb-rules", "rules", "-o", "t")
    assert code == 0
    assert told.splitlines()[2:] == [
        "rules: 1 rule left out: a side without a content word",
        "rules: 1 rule left out: no slot",
        "rules: 1 rule left out: sides with different slots",
        "rules: 1 rule left out: slots with other labels",
        "4 entries of 4 source phrases, 8 words",
    ]
    for tag in ("NN", "NNS", "NNP", "NNPS"):
        _, out, _ = run(capfd, "lookup", "t", f"take [{tag}_1] into consideration")
        assert out.endswith(f"-0.500  consider [{tag}_1]\n")
    assert run(capfd, "build", "--format", "ppdb-rules", "--log", "rules", "-o", "u")[0] == 1


def test_convert_and_back(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run(capfd, "build", "t.moses", "-o", "t")
    _, text, _ = run(capfd, "convert", "t")
    assert "take into account ||| consider ||| 0.1 0.5 ||| 0-0 2-0 ||| 4\n" in text
    assert run(capfd, "convert", "t", "-o", "u.tsv.xz")[0] == 0
    assert run(capfd, "build", "u.tsv.xz", "-o", "u")[0] == 0
    assert (folder / "t").read_bytes() == (folder / "u").read_bytes()
    code, _, err = run(capfd, "convert", "t", "-o", "u.doc")
    assert code == 1
    assert "the name does not tell the format" in err
    code, _, err = run(capfd, "convert", "t", "--format", "parquet")
    assert (code, err) == (
        1,
        "otherwords table: Parquet cannot be written to a stream; name a file\n",
    )


def test_merge(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "more.moses").write_text("take ||| get ||| 0.5 0.5\n", encoding="utf-8")
    for policy, scores in [("max", [0.5, 0.5]), ("first", [0.3, 0.125]), ("sum", [0.8, 0.625])]:
        code, _, err = run(
            capfd, "merge", "t.moses", "more.moses", "-o", "m", "--duplicates", policy
        )
        assert (code, err) == (0, "4 entries of 3 source phrases; 1 duplicate\n")
        _, text, _ = run(capfd, "convert", "m")
        [line] = [line for line in text.splitlines() if line.startswith("take |||")]
        assert [float(score) for score in line.split(" ||| ")[2].split()] == pytest.approx(scores)
    (folder / "other.tsv").write_text("a\tb\t1\n", encoding="utf-8")
    code, _, err = run(capfd, "merge", "t.moses", "other.tsv", "-o", "n")
    assert code == 1
    assert "its scores are score, not score0, score1" in err
    assert not (folder / "n").exists()


def test_broken_lines_are_told(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "b.moses").write_bytes(b"a ||| b ||| 0.5\nc ||| d\ne ||| \xff ||| 1\n")
    code, _, err = run(capfd, "build", "b.moses", "-o", "t")
    assert code == 0
    assert err == (
        "b.moses:2: left out: expected `source ||| target ||| scores`, found 2 fields\n"
        "b.moses:3: left out: the line is not valid UTF-8\n"
        "b.moses: 2 of 3 lines are broken\n"
        "1 entry of 1 source phrase, 2 words\n"
    )
    assert Table("t").entry_count == 1
    code, _, err = run(capfd, "build", "b.moses", "-o", "u", "--strict")
    assert code == 1
    assert err == (
        "otherwords table: b.moses:2: expected `source ||| target ||| scores`, found 2 fields\n"
    )
    assert not (folder / "u").exists()
    code, out, err = run(capfd, "lookup", "b.moses", "a")
    assert "b.moses: 2 of 3 lines are broken\n" in err
    assert out.startswith("a: 1 entry\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["build", "missing", "-o", "t"], "missing: No such file or directory"),
        (["build", "-", "-o", "t"], "standard input: the format of a stream cannot be guessed"),
        (["build", "empty", "-o", "t"], "empty:1: neither Moses"),
        (["build", "bad.tsv", "-o", "t"], "bad.tsv: there is not one entry in the input"),
        (["build", "bad.tsv", "-o", "t"], "Line 1 of it: the probability -1 is not above 0"),
        (["build", "t.moses", "-o", "no/such/folder"], "cannot create: No such file"),
        (["build", "t.moses", "-o", "t", "--scores", "x"], "chosen by its place"),
        (["build", "t.moses", "-o", "t", "--scores", "7"], "score 7 (counted from 0) is chosen"),
        (["build", "t.moses", "-o", "t", "--names", "a"], "t.moses:1: the number of scores is 2"),
        (["info", "cut"], "cut: truncated"),
        (["info", "damaged"], "damaged: damaged table file: wrong checksum"),
        (["build", "good", "-o", "t"], "good: a table file where a text is expected"),
    ],
)
def test_mistakes_have_messages(
    words: list[str], message: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run(capfd, "build", "t.moses", "-o", "good")
    good = (folder / "good").read_bytes()
    (folder / "cut").write_bytes(good[:-1])
    (folder / "damaged").write_bytes(good[:2050] + b"\xff" + good[2051:])
    (folder / "empty").write_bytes(b"")
    (folder / "bad.tsv").write_text("a\tb\t-1\n", encoding="utf-8")
    code, out, err = run(capfd, *words)
    assert (code, out) == (1, "")
    assert err.startswith("otherwords table: ")
    assert message in err
    assert not (folder / "t").exists()
    assert not list(folder.glob("*.part-*"))


@pytest.mark.parametrize(
    "words",
    [
        ["build", "t.moses"],
        ["build", "t.moses", "-o", "t", "--log", "--prob"],
        ["build", "t.moses", "-o", "t", "--scores", "0,"],
        ["lookup", "t.moses", "a", "-n", "0"],
        ["merge", "t.moses", "-o", "t", "--duplicates", "min"],
        ["frobnicate"],
    ],
)
def test_a_wrong_command_line_is_refused(words: list[str], folder: Path) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["table", *words])
    assert caught.value.code == 2


def test_names_that_are_not_utf8_are_names(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text, table, missing = (os.fsdecode(name) for name in (b"t\xff", b"o\xff", b"x\xff"))
    (folder / text).write_bytes(b"a ||| b ||| 0.5\nc\n")
    code, _, err = run(capfd, "build", text, "-o", table)
    assert code == 0
    assert err.startswith("t\\xff:2: left out")
    assert run(capfd, "lookup", table, text)[1] == "nothing is known for: t\\xff\n"
    assert run(capfd, "info", table)[1].startswith("o\\xff\n")
    assert run(capfd, "convert", table, "-o", text + ".tsv")[0] == 0
    with pytest.raises(FileNotFoundError, match=r"x\\xff: cannot open"):
        Table(missing)
    with pytest.raises(FormatError, match=r"t\\xff: not an otherwords table file"):
        Table(text)


def test_features_with_commas_can_be_chosen(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    line = "[NN] ||| car ||| vehicle ||| p(e|f)=1 p(e|f,LHS)=2 AGigaSim=0.5 ||| 0-0\n"
    (folder / "p").write_text(line, encoding="utf-8")
    run(capfd, "build", "p", "-o", "t", "--scores", "p(e|f,LHS),AGigaSim")
    assert Table("t").score_names == ["p(e|f,LHS)", "AGigaSim"]
    assert Table("t").lookup("car")[0].scores == [-2.0, 0.5]
