"""Fuzzes readers with atheris: `python -m tests.fuzz RUNS [NAME …]`, all targets without names.

Each target has a process of its own, which looks for inputs that reach new code. What breaks it is
left in `build/fuzz`. Slow targets get a tenth of the runs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_SLOW = 10
_CRASHES = Path("build/fuzz")
_TARGET = "OTHERWORDS_FUZZ_TARGET"  # what a process of its own is to fuzz


def main() -> int:
    """Runs the targets; returns how many have failed."""
    parser = argparse.ArgumentParser(prog="tests.fuzz")
    parser.add_argument("--jobs", type=int, default=1, help="targets at the same time")
    parser.add_argument("runs", type=int, help="inputs for each target")
    parser.add_argument("names", nargs="*", help="targets (default: all)")
    options = parser.parse_args()
    if _TARGET in os.environ:
        _fuzz(os.environ[_TARGET], options.runs)
        return 0
    from tests.fuzz.targets import TARGETS

    def run(name: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tests.fuzz", str(options.runs)]
        environment = {**os.environ, _TARGET: name}
        return subprocess.run(command, env=environment, check=False, capture_output=True, text=True)

    failed, names = 0, options.names or list(TARGETS)
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, done in zip(names, pool.map(run, names), strict=True):
            told = [line for line in done.stderr.splitlines() if line.startswith("Done")]
            print(f"{name}: {told[0] if told and not done.returncode else 'failed'}", flush=True)
            if done.returncode:
                print(done.stdout[-4000:], done.stderr[-4000:])
                failed += 1
    return failed


def _fuzz(name: str, runs: int) -> None:
    import atheris

    with atheris.instrument_imports(include=["otherwords", "tomllib"]):
        from tests.fuzz.reading import Reading

    _CRASHES.mkdir(parents=True, exist_ok=True)
    with Reading(name) as reading, tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(reading.target.seeds):
            (Path(corpus) / str(number)).write_bytes(seed)
        runs //= _SLOW if reading.target.is_slow else 1
        options = [f"-runs={runs}", "-seed=1", "-max_len=1024", "-timeout=20"]
        options += ["-rss_limit_mb=2048", f"-artifact_prefix={_CRASHES}/{name}-"]
        atheris.Setup([sys.argv[0], *options, corpus], reading.try_input)
        atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
