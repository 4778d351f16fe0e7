"""The experiments of PR, on text that is small enough to know what comes out."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from otherwords.cli import main
from otherwords.experiments.pr.generation import distance
from tests.test_baselines import INDEX, WORDNET
from tests.test_templates import DAMAGES, NAMES

EVENTS = 12


def write_data(folder: Path) -> None:
    """Articles of twelve events, headlines, captions, descriptions and gold alignments."""

    def write(name: str, text: str) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lzma.compress(text.encode()) if name.endswith(".xz") else text.encode())

    articles = []
    for number in range(EVENTS):
        name, what = NAMES[number % len(NAMES)], DAMAGES[number // 2]
        for verb in ("destroyed", "burnt down"):
            said = f"On day {number} a big fire {verb} the old {what} in {name}, police said."
            articles.append({"cluster": f"{number}_ecb", "sentences": [said]})
    lines = "".join(f"{json.dumps(each)}\n" for each in articles)
    write("corpora/ecbplus/ecbplus.jsonl.xz", lines)
    headlines = ["Bank raises rates again today", "Bank lifts rates again today"]
    rows = [f"s\tb\tx\t1394470370698\t{each}\n" for each in headlines]
    header = "story\tcategory\tpublisher\ttimestamp\ttitle\n"
    write("corpora/news-headlines/uci-headlines.tsv.xz", header + "".join(rows))
    sets = "id\ttexts\n1\tA man buys a large red bicycle.\tA man purchases a large red bicycle.\n"
    write("corpora/coco-captions/coco-val2017.tsv.xz", sets)
    write("corpora/e2e/e2e-multiref.tsv.xz", sets)
    gold = {"source": "a man buys it", "target": "a man gets it", "sure": "0-0 1-1 2-2 3-3"}
    for name in ("en-en.msrrte.jsonl", "en-en.edinburgh.jsonl"):
        write(f"align/{name}", f"{json.dumps(gold)}\n")
    for kind, files in (("data", WORDNET), ("index", INDEX)):
        for name, entries in files.items():
            write(f"wordnet/{kind}.{name}", "\n".join(entries) + "\n")


RECIPE = """
name = "pr"
[corpus.comparable]
kind = "news"
files = ["$PR_DATA/comparable.jsonl"]
[table.pr]
method = "direct"
corpora = ["comparable"]
extraction = "cepts"
filters = []
scores = ["inverse_lexical"]
[table.wordnet]
method = "thesaurus"
wordnet = "$WORDNET"
[table.clusters]
method = "clusters"
corpora = ["comparable"]
classes = 8
[templates]
corpora = ["comparable"]
sentences = 5
[lm]
corpora = ["comparable"]
order = 2
"""


PAPER = """
experiments = "pr"
title = "PR"
different = "All is small."
[settings]
wordnet = "{wordnet}"
sentences = 2
"""


def test_pr_from_clusters_to_acceptance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_data(tmp_path / "data")
    folder = tmp_path / "recipe"
    folder.mkdir()
    (folder / "recipe.toml").write_text(RECIPE)
    (folder / "paper.toml").write_text(PAPER.format(wordnet=tmp_path / "data" / "wordnet"))
    for name in ("OTHERWORDS_DATA", "PR_DATA", "WORDNET"):
        monkeypatch.setenv(name, "is set by the experiments")  # and as it was after the test
    output = tmp_path / "out"
    command = ["evaluate", "recipe", str(folder), "-d", str(tmp_path / "data"), "-o", str(output)]
    assert main(command) == 0
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["events", "held", "out", "1", "of", "12"] in told
    # Of eleven events, a story and a picture, whose captions are the descriptions, too.
    assert ["pairs", "139K", "13"] in told
    assert ["all", "words", "11.58%", "0.00%"] in told
    assert ["PR:", "sentences", "with", "a", "paraphrase", "100.0%", "100.0%"] in told
    assert ["Where", "data", "differ:", "All", "is", "small."] in told
    report = json.loads((output / "report.json").read_text())
    assert len(report["sections"]) == 5
    assert "<h2>Alignment error rate (table 1)</h2>" in (output / "report.html").read_text()
    rows = [row.split("\t") for row in (output / "sheet.tsv").read_text().splitlines()]
    assert rows[0] == ["source", "paraphrase", "system"]
    assert {row[2] for row in rows[1:]} >= {"PR #1"}
    assert all(row[0] != row[1] for row in rows[1:])
    unread = [row.split("\t") for row in (output / "unread.tsv").read_text().splitlines()]
    assert {tuple(row[1:]) for row in unread[1:]} == {tuple(row[:2]) for row in rows[1:]}

    # Of the best paraphrases of PR, all readers accept one.
    best = [row for row in rows[1:] if row[2] == "PR #1"]
    lines = ["item,source,paraphrase,systems,judge,pass,accept,stands"]
    for number, (source, text, _) in enumerate(best):
        lines.append(f'{number},"{source}","{text}",PR #1,ann,1,yes,1')
        lines.append(f'{number},"{source}","{text}",PR #1,bob,1,no,0')
        lines.append(f'{number},"{source}","{text}",PR #1,bob,2,{"no" if number else "yes"},1')
    (tmp_path / "judged.csv").write_text("\n".join(lines) + "\n")
    assert main([*command, "--judged", str(tmp_path / "judged.csv")]) == 0
    text = capsys.readouterr().out
    assert ["PR", "#1", "2", "2", "1", "50.0%", "[0.0,", "100.0]"] in [
        line.split() for line in text.splitlines()
    ]
    assert "two readers agree on 50.0% of 2" in text


@pytest.mark.parametrize(("source", "target", "words"), [("a b c", "a b c", 0), ("a b", "b c", 2)])
def test_distances_count_insertions_and_deletions(source: str, target: str, words: int) -> None:
    assert distance(source, target) == words
