"""Learns a model while it is killed in the middle of every step.

    python -m tests.kill_steps RECIPE MODEL WORK KILLS

A copy of this process learns; it is killed at a random moment of each step, KILLS times, and in the
end left to finish. Copying a process that has all modules is much quicker than starting one.
Prints the steps, and how often each was killed before it was finished.
"""

from __future__ import annotations

import importlib
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from otherwords.learn.pipeline import Learning
from otherwords.learn.recipe_file import read_recipe
from otherwords.learn.steps import Step

_LONGEST = 0.05  # seconds from the begin of a step to its end: not much more for those of the tests


def learn(recipe: str, model: Path, work: Path, stop_at: str | None = None) -> tuple[int, int]:
    """Starts a copy of this process that learns; returns its number, and a descriptor from which a
    byte can be read when it begins with a step.
    """
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write_end)
        return pid, read_end

    def watch(number: int, steps: list[Step], done: int, parts: int) -> None:
        if steps[number].name == stop_at and parts == 0:
            os.write(write_end, b".")

    code = 1
    try:
        Learning(read_recipe(recipe), work, threads=1, watch=watch).run(model)
        code = 0
    finally:
        os._exit(code)


def _main() -> None:
    recipe, model, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    steps = [step.name for step in Learning(read_recipe(recipe), work).steps]
    _import_all()
    chance, killed = random.Random(1), Counter[str]()
    for step in steps:
        for _ in range(int(sys.argv[4])):
            pid, told = learn(recipe, model, work, stop_at=step)
            assert os.read(told, 1), f"it ended before {step}"
            os.close(told)
            time.sleep(chance.uniform(0, _LONGEST))
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            killed[step] += not (work / step).exists()
    pid, told = learn(recipe, model, work)
    os.close(told)
    _, status = os.waitpid(pid, 0)
    for step in steps:
        print(step, killed[step])
    sys.exit(os.waitstatus_to_exitcode(status))


def _import_all() -> None:
    """What learning imports when it comes to it."""
    for name in ("duckdb", "pyarrow.compute", "pyarrow.parquet", "sklearn.linear_model"):
        importlib.import_module(name)


if __name__ == "__main__":
    _main()
