"""`python -m tests.soak SECONDS`: tells what happened, and fails if anything did that must not."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.soak.running import Soak, soak

# Threads of anyio that have nothing to do go after ten seconds, and SQLite's files with them.
_QUIET = 15.0


def main() -> int:
    """Runs a soak; 1 if it has found something."""
    parser = argparse.ArgumentParser(prog="tests.soak")
    parser.add_argument("seconds", type=float)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory(prefix="otherwords-soak-") as folder:
        done = asyncio.run(
            soak(Path(folder), seconds=seconds, warm_up=max(5.0, seconds / 10), quiet=_QUIET)
        )
    report(done)
    return 1 if done.notes.problems else 0


def report(done: Soak) -> None:
    """Prints what was seen."""
    for kind in sorted({kind for kind, _ in done.notes.seen}):
        ends = sorted((what, n) for (which, what), n in done.notes.seen.items() if which == kind)
        print(f"{kind}: " + ", ".join(f"{count:,} × {what}" for what, count in ends))
    for name, early in done.early.items():
        late, (first, last) = done.late[name], done.quarters(name)
        print(
            f"{name}: {first:.1f} MiB of its own in the first quarter, {last:.1f} in the last; "
            f"when all had gone, after the warm-up and at the end: {early.files} and {late.files} "
            f"open files, {early.threads} and {late.threads} threads"
        )
    print("judgements: {:,} answered for, {:,} of them stored once".format(*done.judged))
    for problem, count in done.notes.problems.items():
        print(f"PROBLEM, {count} ×: {problem}")


if __name__ == "__main__":
    sys.exit(main())
