"""`otherwords corpus` says what it does and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from otherwords.cli import main
from otherwords.learn.corpora import read_corpus


def write(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


def test_tokenise(tmp_path: Path) -> None:
    text = write(tmp_path / "a.txt", "Don't!\n\nÇa va?\n")
    out = tmp_path / "out.txt"
    assert main(["corpus", "tokenise", text, "--lower", "-o", str(out)]) == 0
    assert out.read_text("utf-8") == "do n't !\n\nça va ?\n"


def test_clean_takes_the_options_of_its_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = write(tmp_path / "t.tsv", "k\ta\tb\nx\tOne.\tTwo.\ny\tThree.\tFour.\n")
    words = ["corpus", "clean", table, "--format", "tsv", "--header", "--columns", "a,b"]
    assert main([*words, "--where", "k=y", "-o", str(tmp_path / "out")]) == 0
    assert [batch.sources for batch in read_corpus(tmp_path / "out")] == [["Three ."]]
    assert "1 of 1 pairs kept" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*words, "--where", "k", "-o", "out"])
    assert "'k' is not COLUMN=VALUE" in capsys.readouterr().err


def test_clean_knows_the_languages(tmp_path: Path) -> None:
    sentences = write(tmp_path / "s", "1\ten\tHi, you.\n2\tfr\tSalut, toi.\n")
    links = write(tmp_path / "l", "1\t2\n")
    words = ["corpus", "clean", sentences, links, "--format", "linked"]
    assert main([*words, "--target-language", "fr", "-o", str(tmp_path / "out")]) == 0
    assert [batch.targets for batch in read_corpus(tmp_path / "out")] == [["Salut , toi ."]]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["clean", "a", "b"], "a: No such file"),
        (["clean", "one", "two"], "two:2: one has only 1 lines"),
        (["clean", "one", "--format", "jsonl"], "one:1: this is not JSON"),
        (["clean", "one", "one", "--columns", "a,b"], "has no option 'columns'"),
        (["pairs", "one"], "articles come in a folder"),
        (["align-sentences", "one", "none"], "none: No such file"),
        (["pairs", "news.jsonl"], "news.jsonl:1: '1e+300' is no time"),
        (["get", "http://[one"], "http://[one: this is no address of the web"),
    ],
)
def test_a_mistake_is_said_in_a_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    words: list[str],
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "one", "a b c\n")
    write(tmp_path / "two", "d e f\ng h i\n")
    write(tmp_path / "news.jsonl", '{"text": "A b c.", "date": 1e300}\n')
    output = ["-o", "out"] if words[0] == "clean" else []
    assert main(["corpus", *words, *output]) == 1
    error = capfd.readouterr().err
    assert error.startswith("otherwords corpus: ")
    assert why in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["clean", "--threads", "-1"],
        ["clean", "--longest", "0"],
        ["clean", "--ratio", "nan"],
        ["tokenise", "--threads", "-1"],
        ["pairs", "--days", "inf"],
        ["pairs", "--distance", "-1"],
        ["pairs", "--share", "nan"],
        ["align-sentences", "two", "--least", "nan"],
    ],
)
def test_numbers_out_of_range_are_refused(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["corpus", words[0], "one", *words[1:]])
    assert stop.value.code == 2
    assert "' is not a " in capsys.readouterr().err


def test_what_is_not_utf8_is_left_out_of_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [b"The old \xff mill was sold today.\n", b"The big tower was built in May.\n"]
    (tmp_path / "a").write_bytes(b"".join(lines))
    (tmp_path / "b").write_bytes(b"".join(lines))
    table = tmp_path / "pairs.tsv"
    works = [str(tmp_path / name) for name in "ab"]
    assert main(["corpus", "align-sentences", *works, "-o", str(table)]) == 0
    assert len(table.read_text("utf-8").splitlines()) == 2
    assert "1 pair left out: not valid UTF-8" in capsys.readouterr().err


def test_pairs_are_a_table_that_clean_can_read(tmp_path: Path) -> None:
    said = ["The old mill was sold to a bank today.", "The mill was sold to a bank\ttoday."]
    lines = [json.dumps({"cluster": "c", "sentences": [text]}) for text in said]
    news = write(tmp_path / "n.jsonl", "\n".join(lines))
    table = str(tmp_path / "pairs.tsv")
    assert main(["corpus", "pairs", news, "-o", table]) == 0
    words = ["corpus", "clean", table, "--format", "tsv", "--header", "--columns", "source,target"]
    assert main([*words, "-o", str(tmp_path / "out")]) == 0
    assert [batch.targets for batch in read_corpus(tmp_path / "out")] == [
        ["The mill was sold to a bank today ."]
    ]


def test_works_are_aligned(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    first = write(tmp_path / "a", "The cat sat. It slept.\n")
    second = write(tmp_path / "b", "A cat sat. It slept well.\n")
    assert main(["corpus", "align-sentences", first, second, "--split", "--least", "0.6"]) == 0
    out, err = capfd.readouterr()
    assert out.splitlines()[0] == "source\ttarget\toverlap\tshape"
    assert "left out for their overlap" in err
