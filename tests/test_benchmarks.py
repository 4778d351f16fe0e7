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
        ("applications.py", ["--files", "spg-tune.tsv", "--show", "1"], "baseline-2"),
        ("rivals.py", ["--most", "5"], "small: baseline-2"),
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
