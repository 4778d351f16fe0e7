"""Fuzzes readers with atheris: `python -m tests.fuzz RUNS [NAME …]`, all targets without names.

The code is instrumented once. Each target then has a process of its own, which looks for inputs
that reach new code. What breaks it is left in `build/fuzz`.
"""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import multiprocessing
import os
import sys
import tempfile
import time
import traceback
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path

from tests.fuzz.instrumenting import import_targets

_CRASHES = Path("build/fuzz")
_DONE = "read"
_BLIND = "Is the code instrumented for coverage?"  # what libFuzzer asks when it sees nothing


def main() -> int:
    """Runs the targets; returns how many have failed."""
    parser = argparse.ArgumentParser(prog="tests.fuzz")
    parser.add_argument("--jobs", type=int, default=1, help="targets at the same time")
    parser.add_argument("runs", type=int, help="inputs for each target")
    parser.add_argument("names", nargs="*", help="targets (default: all)")
    options = parser.parse_args()
    import_targets()
    from tests.fuzz.reading import MEMORY
    from tests.fuzz.targets import TARGETS

    _CRASHES.mkdir(parents=True, exist_ok=True)
    names = list(options.names or TARGETS)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=MEMORY) as scratch:
        running: dict[int, ForkProcess] = {}
        while names or running:
            while names and len(running) < options.jobs:
                process = _started(Path(scratch) / names.pop(0), options.runs)
                running[process.sentinel] = process
            for sentinel in wait(list(running)):
                assert isinstance(sentinel, int)
                failed += not _went_well(running.pop(sentinel))
    return failed


def _started(folder: Path, runs: int) -> ForkProcess:
    """A process that fuzzes the target a folder is named after."""
    folder.mkdir()
    fork = multiprocessing.get_context("fork")
    process = fork.Process(target=_fuzz, args=(folder, runs), name=str(folder))
    process.start()
    return process


def _fuzz(folder: Path, runs: int) -> None:
    import atheris

    from tests.fuzz.reading import Reading

    with open(folder / "log", "wb") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    reading = Reading(folder.name, folder)
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(reading.target.seeds):
        (corpus / str(number)).write_bytes(seed)
    # A seed that is cut short may not be read at all.
    longest = max(1024, 2 * max(map(len, reading.target.seeds)))
    options = [f"-max_len={longest}", "-seed=1", "-timeout=20", "-rss_limit_mb=2048"]
    options += [f"-artifact_prefix={_CRASHES}/{folder.name}-"]
    begun = time.monotonic()

    # libFuzzer would end the process with the interpreter locked, for which threads of libraries
    # may wait, and it for them: so it is told of no end, and the process is ended here.
    def try_input(content: bytes) -> None:
        try:
            reading.try_input(content)
        except BaseException:
            traceback.print_exc()
            digest = hashlib.sha256(content).hexdigest()[:16]
            (_CRASHES / f"{folder.name}-{digest}").write_bytes(content)
            os._exit(1)
        if reading.read + reading.refused == runs:
            seconds = time.monotonic() - begun
            print(f"\n{_DONE} {reading.read:,} of {runs:,} inputs in {seconds:.0f} s", flush=True)
            os._exit(0 if reading.read else 1)

    faulthandler.dump_traceback_later(60 + runs / 100, exit=True)
    atheris.Setup([sys.argv[0], *options, str(corpus)], try_input)
    atheris.Fuzz()


def _went_well(process: ForkProcess) -> bool:
    """Whether a target did, and says what it came to."""
    process.join()
    folder = Path(process.name)
    log = (folder / "log").read_text("utf-8", "replace")
    done = [line for line in log.splitlines() if line.startswith(_DONE)]
    well = process.exitcode == 0 and bool(done) and _BLIND not in log
    print(f"{folder.name}: {done[0] if well else 'failed'}", flush=True)
    if not well:
        print(log[-8000:], flush=True)
    return well


if __name__ == "__main__":
    sys.exit(main())
