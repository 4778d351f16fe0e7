"""What the actions of `otherwords learn` share: the plan, and how far it has got."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Protocol

from otherwords.cli.numbers import part, whole
from otherwords.learn.steps import Step

_TERMINAL_SECONDS = 0.2
_LOG_SECONDS = 30.0


class Steps(Protocol):
    """Something that is learnt step by step."""

    @property
    def steps(self) -> list[Step]:
        """All steps, in order."""

    def finished(self, step: Step) -> bool:
        """Whether a step need not be made again."""


def add_learning_arguments(parser: argparse.ArgumentParser, output: str) -> None:
    """Declares the options of all actions."""
    add = parser.add_argument
    add(
        "--work",
        metavar="FOLDER",
        help="where steps keep what they make; a run that was stopped goes on here "
        f"(default: the {output}'s name with .work)",
    )
    add("--dry-run", action="store_true", help="show the steps and their estimated sizes only")
    add(
        "--sample",
        type=part,
        default=1.0,
        metavar="SHARE",
        help="learn from this share of every corpus only, to try a recipe",
    )
    add("--threads", type=whole, default=0, help="how many to use (default: all cores)")


def plan_of(learning: Steps) -> str:
    """The steps as a table."""
    lines = [f"{'step':<36} {'rows':>15} {'MiB on disk':>12} {'CPU seconds':>12}  state"]
    total_bytes = total_seconds = 0.0
    for step in learning.steps:
        guess = step.estimate
        done = learning.finished(step)
        total_bytes += 0.0 if done else guess.bytes
        total_seconds += 0.0 if done else guess.seconds
        lines.append(
            f"{step.name:<36} {guess.rows:>15,.0f} {guess.bytes / 2**20:>12,.0f} "
            f"{guess.seconds:>12,.0f}  {'done' if done else 'to do'}"
        )
    lines.append(
        f"{'all that is to do':<36} {'':>15} {total_bytes / 2**20:>12,.0f} {total_seconds:>12,.0f}"
    )
    return "\n".join(lines)


class LearnProgress:
    """Tells which step is at work and how long it may take: in place on a terminal, else a line a
    step, and now and then one in between.
    """

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._start = self._last = time.monotonic()
        self._number = -1
        self._begun = 0.0  # estimated seconds of what was there when we began

    def tell(self, number: int, steps: list[Step], done: int, parts: int) -> None:
        """To be told: step `number` is at work, so many of its parts are done."""
        now = time.monotonic()
        pause = _TERMINAL_SECONDS if self._terminal else _LOG_SECONDS
        if number == self._number and now - self._last < pause:
            return
        text = f"{number + 1} of {len(steps)}: {steps[number].name}"
        if parts > 1:
            text += f", part {min(done + 1, parts)} of {parts}"
        text += self._left(number, steps, done / parts if parts else 0.0, now - self._start)
        self._number, self._last = number, now
        if self._terminal:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
        else:
            print(text, file=sys.stderr)

    def finish(self) -> None:
        """Clears the line on a terminal."""
        if self._terminal:
            sys.stderr.write("\r\x1b[K")

    def _left(self, number: int, steps: list[Step], share: float, elapsed: float) -> str:
        """How long the rest may take, if it goes on like what was done since the start."""
        guesses = [step.estimate.seconds for step in steps]
        done = sum(guesses[:number]) + share * guesses[number]
        if elapsed < 1.0:  # steps of an earlier run are passed in no time
            self._begun = done
        if done <= self._begun or elapsed < 5.0:
            return ""
        left = (sum(guesses) - done) * elapsed / (done - self._begun)
        return f", about {left / 60:,.0f} min left" if left > 90 else f", about {left:.0f} s left"
