"""`otherwords evaluate`: from files to figures, tables and pages."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from otherwords.cli import main
from otherwords.evaluate.data import read_data, read_system
from otherwords.evaluate.plots import histogram
from tests.small_model import write_model

SOURCES = ["we utilise tools .", "in spite of rain they utilise tools .", "a <b>rain</b> & help ."]
REFERENCES = ["we use tools .", "despite rain they use tools .", "rain and help ."]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    records = [
        {"orig": source, "refs": [reference, source]}
        for source, reference in zip(SOURCES, REFERENCES, strict=True)
    ]
    (tmp_path / "data.jsonl").write_text("".join(f"{json.dumps(r)}\n" for r in records), "utf-8")
    for name, lines in [("sources", SOURCES), ("perfect", REFERENCES)]:
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["evaluate", *map(str, words)]) == 0
    return capsys.readouterr().out


def fails(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["evaluate", *map(str, words)]) == 1
    return capsys.readouterr().err


def test_score_prints_figures_with_signatures(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["score", folder / "perfect.txt", "--data", folder / "data.jsonl", "--samples", "50"]
    lines = run(capsys, *words).splitlines()
    names = [line.split()[0] for line in lines]
    assert names[:2] == ["sari", "bleu"]
    assert "replacements" not in names  # plain lines tell no edits
    bleu = lines[1]
    assert re.search(r"100\.00 \[100\.00, 100\.00\]", bleu)
    for part in ("nrefs:2", "otherwords:", "segments:3", "data:", "seed:1", "system:[outputs:"):
        assert part in bleu
    (row,) = run(capsys, *words, "--metric", "changed", "--json").splitlines()
    assert json.loads(row)["value"] == 100.0
    assert run(capsys, *words) == "\n".join(lines) + "\n"  # the same seed, the same intervals


def test_the_checksum_tells_other_data(folder: Path) -> None:
    both = read_data(folder / "data.jsonl")
    assert both.checksum != read_data(None, folder / "sources.txt").checksum
    lines = read_data(
        None, folder / "sources.txt", [folder / "perfect.txt", folder / "sources.txt"]
    )
    assert lines == both
    assert lines.checksum == both.checksum


def test_edits_of_our_own_answers_are_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = write_model(folder / "model")
    assert main(["paraphrase", "-m", str(model), "-i", str(folder / "sources.txt"), "--json"]) == 0
    answers = folder / "ours.jsonl"
    answers.write_text(capsys.readouterr().out, "utf-8")
    system = read_system("ours", answers, read_data(folder / "data.jsonl"))
    counts = system.segments.replacements
    assert counts is not None
    # `utilise`; `in spite of` and `utilise`; nothing.
    assert [(each.replaced, each.words_replaced) for each in counts] == [(1, 1), (2, 4), (0, 0)]
    assert [each.words for each in counts] == [4, 8, 9]
    assert "model:small:" in system.signature
    labels = folder / "labels.tsv"
    assert main(["tune", "units", str(model), str(folder / "sources.txt"), "-o", str(labels)]) == 0
    head, *rows = labels.read_text("utf-8").splitlines()
    said = [
        row + ("" if not row.split("\t")[5] else "1" if row.split("\t")[5] == "use" else "0")
        for row in rows
    ]
    labels.write_text("\n".join([head, *said]) + "\n", "utf-8")
    capsys.readouterr()
    words = ["score", answers, "--labels", labels, "--metric", "rp", "--metric", "rr", "--json"]
    rp, rr = (json.loads(line)["value"] for line in run(capsys, *words).splitlines())
    assert rp == pytest.approx(100 * 2 / 3)  # `despite` is labelled as wrong
    assert rr == pytest.approx(100 * 5 / 21)


class Page(HTMLParser):
    """What a page has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href"}]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_compare_prints_a_table_and_writes_a_page(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    html = folder / "report.html"
    words = ["compare", "--identity", f"<best>={folder / 'perfect.txt'}"]
    words += ["--data", str(folder / "data.jsonl"), "--samples", "50", "--html", str(html)]
    printed = run(capsys, *words)
    table, _, signatures = printed.partition("signatures\n")
    assert re.search(r"sari\n  identity +\d.*\n  <best> +\d.*, p \d\.\d+\n", table)
    assert signatures.count("  identity: ") == signatures.count("  <best>: ") > 5
    text = html.read_text("utf-8")
    page = Page(text)
    assert "svg" in page.tags
    assert not {"script", "link", "img", "iframe", "best", "b"} & set(page.tags)
    assert not page.addresses
    assert "url(" not in text
    assert "@import" not in text
    assert any("a <b>rain</b> & help ." in each for each in page.texts)
    assert "Where systems differ most by sari" in text
    rows = [json.loads(line) for line in run(capsys, *words, "--json").splitlines()]
    assert rows[0]["system"] == "identity"
    assert "difference" not in rows[0]
    assert 0 < rows[1]["difference"]["p_randomisation"] <= 1


def test_what_cannot_be_compared_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", folder / "data.jsonl"]
    (folder / "short.txt").write_text("one\n", "utf-8")
    assert "3 sources for 1 outputs" not in fails(capsys, "score", folder / "missing.txt", *data)
    assert "sources for 1 outputs" in fails(capsys, "score", folder / "short.txt", *data)
    twice = ["compare", folder / "perfect.txt", folder / "perfect.txt", *data]
    assert "two systems are called 'perfect'" in fails(capsys, *twice)
    assert "nothing to compare with" in fails(capsys, "score", folder / "perfect.txt")
    (folder / "bad.jsonl").write_text('{"orig": "a", "refs": ["b"]}\n{"orig": 1}\n', "utf-8")
    wrong = ["score", folder / "short.txt", "--data", folder / "bad.jsonl"]
    assert "bad.jsonl:2: there is no text" in fails(capsys, *wrong)
    (folder / "bad.jsonl").write_text('{"orig": "a", "refs": ["b"]}\n{"orig": "c"}\n', "utf-8")
    assert "bad.jsonl:2: there are no references" in fails(capsys, *wrong)
    with pytest.raises(SystemExit):
        main(["evaluate", "compare", str(folder / "perfect.txt")])


def test_colours_say_what_is_better() -> None:
    moved = np.array([-2.0, 0.0, 0.0, 3.0, 3.0])
    drawn = histogram("x", moved, higher_is_better=True)
    assert re.search(r'class="better"[^>]*><title>2\.8 to 3\.0: 2 segments', drawn)
    assert re.search(r'class="worse"[^>]*><title>-2\.2 to -2\.0|-2\.0 to -1\.8: 1 segments', drawn)
    lower = histogram("x", moved, higher_is_better=False)
    assert re.search(r'class="worse"[^>]*><title>2\.8 to 3\.0: 2 segments', lower)
    assert 'class="better"' not in histogram("x", moved, higher_is_better=None)
    assert histogram("x", np.zeros(3)) == ""
