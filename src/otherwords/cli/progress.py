"""How far long work has got: in place on a terminal, a line now and then in a log."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

_TERMINAL_SECONDS = 0.2
_LOG_SECONDS = 10.0


class Progress:
    """Shows a line on the standard error now and then, with an estimate of the time left."""

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._pause = _TERMINAL_SECONDS if self._terminal else _LOG_SECONDS
        self._topic = ""
        self._start = self._last = time.monotonic()
        self._shown = False

    def show(self, topic: str, amount: str, share: float | None) -> None:
        """To be told: so much of the topic is done, this share of all if it is known."""
        now = time.monotonic()
        if topic != self._topic:
            self._topic, self._start = topic, now
        if now - self._last < self._pause:
            return
        self._last = now
        text = f"{topic}: {amount}"
        if share:
            left = (now - self._start) * (1 - share) / share
            text += f", {share:.0%}, about {left:.0f} s left"
        if self._terminal:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
            self._shown = True
        else:
            print(text, file=sys.stderr)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class LineProgress(Progress):
    """Tells how many lines of a text are read."""

    def __call__(self, path: str, lines: int, share: float | None) -> None:
        """To be told: `lines` lines are read, this share of all if it is known."""
        self.show(path, f"{lines:,} lines", share)


class ByteProgress(Progress):
    """Tells how many bytes of a file are there."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def __call__(self, done: int, size: int | None) -> None:
        """To be told: `done` bytes are there, of `size` if that is known."""
        self.show(self._name, f"{done / 1e6:,.1f} MB", done / size if size else None)
