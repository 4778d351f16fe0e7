"""The papers' experiments run, on text that is small enough to know what comes out."""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_pr_from_clusters_to_acceptance(repository: Path, tmp_path: Path) -> None:
    write_data(tmp_path / "data")
    (tmp_path / "recipe.toml").write_text(RECIPE)
    (tmp_path / "judged.csv").write_text(
        "item,source,paraphrase,systems,judge,pass,accept,stands\n"
        "1,a,b,PR #1; WN,ann,1,yes,1\n"
        "1,a,b,PR #1; WN,bob,1,no,0\n"
        "1,a,b,PR #1; WN,bob,2,yes,1\n"
        "2,a,c,PR #1,ann,1,no,1\n"
        "2,a,c,PR #1,bob,1,yes,1\n"
    )
    done = subprocess.run(
        [
            sys.executable,
            repository / "recipes" / "pr" / "run.py",
            tmp_path / "data",
            tmp_path / "out",
            *("--recipe", tmp_path / "recipe.toml", "--judged", tmp_path / "judged.csv"),
        ],
        env={**os.environ, "WORDNET": str(tmp_path / "data" / "wordnet")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    told = [line.split() for line in lines]
    assert "1 of 12 events held out, 2 sentences of these to test" in lines
    # Of eleven events, a story and a picture, whose captions are the descriptions, too.
    assert ["pairs", "139K", "13"] in told
    assert ["all", "words", "11.58%", "0.00%"] in told
    assert ["PR:", "sentences", "with", "a", "paraphrase", "100.0%", "100.0%"] in told
    assert any(line.startswith("Where data differ") for line in lines)
    # Of three judgements of PR, two are of the item that not all judges accept.
    assert ["PR", "#1", "1", "of", "2", "50.0%"] in told
    assert ["WN", "1", "of", "1", "100.0%"] in told
    assert ["agreement", "of", "two", "judges", "96.9%", "50.0%"] in told
    rows = [row.split("\t") for row in (tmp_path / "out" / "sheet.tsv").read_text().splitlines()]
    assert rows[0] == ["source", "paraphrase", "system"]
    assert {row[2] for row in rows[1:]} >= {"PR #1"}
    assert all(row[0] != row[1] for row in rows[1:])


@pytest.mark.parametrize(("source", "target", "words"), [("a b c", "a b c", 0), ("a b", "b c", 2)])
def test_distances_count_insertions_and_deletions(
    repository: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str, words: int
) -> None:
    monkeypatch.syspath_prepend(repository / "recipes" / "pr")
    import generation  # type: ignore[import-not-found]

    assert generation.distance(source, target) == words
