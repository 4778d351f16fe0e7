"""The benchmarks of the corridor run; what they print is theirs."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.small import SOURCE, TABLE, write_small
from tests.small_model import write_model


@pytest.mark.parametrize(
    ("program", "options", "printed"),
    [
        ("paraphrase.py", ["--sentences", "50"], "sentences/s"),
        ("applications.py", ["--files", "spg-tune.tsv", "--show", "1"], "baseline-2"),
        ("rivals.py", ["--most", "5"], "small: baseline-2"),
        (
            "known_systems.py",
            ["--texts", "9", "--ratios", "0.8", "--samples", "9"],
            "compress within 80%",
        ),
        (
            "hybrid.py",
            ["--sentences", "20", "--scorers", "model", "model=1,novelty=2", "--episodes", "9"],
            "model=1,novelty=2, 9 episodes",
        ),
    ],
)
def test_benchmarks_of_the_corridor(
    repository: Path, shared: Path, tmp_path: Path, program: str, options: list[str], printed: str
) -> None:
    done = subprocess.run(
        [sys.executable, repository / "benchmarks" / program, write_model(tmp_path), *options],
        env={**os.environ, "OTHERWORDS_SHARED": str(shared)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert printed in done.stdout


def test_benchmark_of_monte_carlo_search(repository: Path) -> None:
    done = subprocess.run(
        [sys.executable, "benchmarks/monte_carlo.py", "--episodes", "10", "--repeats", "1"],
        cwd=repository,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert "words  rules  translator   reward  true score  outside" in done.stdout


def test_readers_agree_beyond_chance(repository: Path, tmp_path: Path) -> None:
    """Cohen's kappa by hand: 3 of 4 agree, and half would by chance."""
    key = {"sentences": 2, "covered": 1, "matches": [{"lines": [0, 1, 2, 3], "reranked": 3}]}
    (tmp_path / "key.json").write_text(json.dumps(key))
    for name, labels in (("one", "1110"), ("two", "1100")):
        (tmp_path / name).write_text("".join(f"{i}\t{each}\n" for i, each in enumerate(labels)))
    program = repository / "benchmarks" / "pattern_contexts.py"
    done = subprocess.run(
        [sys.executable, program, "tables", tmp_path, tmp_path / "one", tmp_path / "two"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "4 read twice: agreement 75.0%, Cohen's kappa 0.50",
        "coverage\t50.00% of 2",
        "top-1\t100.00% of 1",
        "top-5\t50.00% of 4",
        "re-ranked\t0.00% of 1",
    ]


def run_benchmark(repository: Path, program: str, *options: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, repository / "benchmarks" / program, *options],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def test_true_scores_of_searches_go_on_where_they_were(repository: Path, tmp_path: Path) -> None:
    small = write_small(tmp_path)
    text, rows, plot = tmp_path / "text", tmp_path / "rows", tmp_path / "plot.svg"
    text.write_text(f"{SOURCE}\nthe dog\nthe young cat\n", "utf-8")
    given: list[str | Path] = [text, *small.options, "--episodes", "200", "--plot", plot]
    whole = run_benchmark(repository, "true_score_search.py", *given)
    assert "true-score less exact" in whole
    drawn = plot.read_text("utf-8")
    run_benchmark(repository, "true_score_search.py", *given, "--rows", rows, "--count", "2")
    first = rows.read_text()
    assert len(first.splitlines()) == 2
    assert run_benchmark(repository, "true_score_search.py", *given, "--rows", rows) == whole
    assert rows.read_text().startswith(first)
    assert plot.read_text("utf-8") == drawn


def test_sheets_are_mixed_and_counted(repository: Path, tmp_path: Path) -> None:
    with gzip.open(tmp_path / "table.gz", "wt", encoding="utf-8") as table:
        table.write(TABLE)
    small = write_small(tmp_path)
    text = tmp_path / "text"
    text.write_text(f"{SOURCE}\nthe dog\n", "utf-8")
    folder = tmp_path / "sheet"
    run_benchmark(
        repository,
        "mcpg_reading.py",
        "sheet",
        folder,
        text,
        "--table",
        tmp_path / "table.gz",
        "--lm",
        small.lm,
        "--episodes",
        "100",
    )
    sheet = [line.split("\t") for line in (folder / "sheet.tsv").read_text().splitlines()]
    key = [line.split("\t") for line in (folder / "key.tsv").read_text().splitlines()]
    assert [row[0] for row in sheet] == [row[0] for row in key]
    assert sorted(",".join(row[2] for row in key).split(",")) == ["beam"] * 2 + ["mcpg"] * 2
    # Only those of MCPG are well formed, and of these what it made of `the dog` has its meaning.
    marks = [
        f"{number}\t{int('mcpg' in systems)}\t{int('mcpg' in systems and source == 'the dog')}\n"
        for (number, source, _), (_, _, systems, _) in zip(sheet, key, strict=True)
    ]
    (tmp_path / "marks").write_text("".join(marks))
    told = run_benchmark(repository, "mcpg_reading.py", "report", folder, tmp_path / "marks")
    assert [line.split() for line in told.splitlines() if line.startswith("mcpg")] == [
        ["mcpg", "2", "2", "1", "1"]
    ]
