"""Fuzzes readers with atheris: `python -m tests.fuzz RUNS [NAME …]`, all targets without names.

Each target has a process of its own, which looks for inputs that reach new code. What breaks it is
left in `crash-…` in the current folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

_SLOW = 10  # the part of the runs that slow targets get
_CRASHES = "build/fuzz/"


def main() -> int:
    """Runs the targets one after the other; returns how many have failed."""
    runs, names = int(sys.argv[1]), sys.argv[2:]
    if os.environ.get("OTHERWORDS_FUZZ_TARGET"):
        _fuzz(os.environ["OTHERWORDS_FUZZ_TARGET"], runs)
        return 0
    from tests.fuzz.targets import TARGETS

    failed = 0
    for name in names or TARGETS:
        done = subprocess.run(
            [sys.executable, "-m", "tests.fuzz", str(runs)],
            env={**os.environ, "OTHERWORDS_FUZZ_TARGET": name},
            check=False,
            capture_output=True,
            text=True,
        )
        print(name, next((x for x in done.stderr.splitlines() if x.startswith("Done")), "failed"))
        if done.returncode:
            print(done.stdout[-4000:], done.stderr[-4000:])
            failed += 1
    return failed


def _fuzz(name: str, runs: int) -> None:
    import atheris

    # Imported once before, so that what it needs of others is there without instruments.
    with atheris.instrument_imports(include=["otherwords", "tomllib"]):
        from tests.fuzz.reading import Reading

    Path(_CRASHES).mkdir(parents=True, exist_ok=True)
    with Reading(name) as reading, tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(reading.target.seeds):
            (Path(corpus) / str(number)).write_bytes(seed)
        runs //= _SLOW if reading.target.is_slow else 1
        options = [f"-runs={runs}", "-seed=1", "-max_len=1024", "-timeout=20", "-rss_limit_mb=2048"]
        options += [f"-artifact_prefix={_CRASHES}{name}-"]
        atheris.Setup([sys.argv[0], *options, corpus], reading.try_input)
        atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
