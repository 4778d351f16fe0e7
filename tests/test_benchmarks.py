"""The benchmarks of the corridor run; what they print is theirs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.small_model import write_model


@pytest.mark.parametrize(
    ("program", "options", "printed"),
    [
        ("paraphrase.py", ["--sentences", "50"], "sentences/s"),
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


def run_benchmark(repository: Path, shared: Path, program: str, *options: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, repository / "benchmarks" / program, *options],
        env={**os.environ, "OTHERWORDS_SHARED": str(shared)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def test_sheets_are_mixed_and_counted(repository: Path, shared: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sheet"
    drawn = ("sheet", folder, "--sentences", "4", "--scorer", "model=1,novelty=2")
    run_benchmark(repository, shared, "hybrid_reading.py", *drawn)
    sheet = [line.split("\t") for line in (folder / "sheet.tsv").read_text().splitlines()]
    key = [line.split("\t") for line in (folder / "key.tsv").read_text().splitlines()]
    assert [row[0] for row in sheet] == [row[0] for row in key]
    assert sorted(",".join(row[2] for row in key).split(",")) == sorted(
        ["exact", "exact-equal", "hybrid"] * 4
    )
    # Only what exact search wrote is fluent, and of these one text is adequate.
    adequate = next(row[0] for row in key if "exact" in row[2].split(","))
    marks = [
        f"{number}\t{3 if number == adequate else 1}\t{3 if 'exact' in systems.split(',') else 1}\n"
        for number, _, systems, _ in key
    ]
    (tmp_path / "marks").write_text("".join(marks))
    given = ("report", folder, tmp_path / "marks")
    told = run_benchmark(repository, shared, "hybrid_reading.py", *given)
    (counted,) = [line.split() for line in told.splitlines() if line.startswith("exact ")]
    assert (counted[1], counted[3], counted[4]) == ("4", "1", "4")
