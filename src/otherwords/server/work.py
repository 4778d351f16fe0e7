"""Work: the gate that requests pass, one after the other, in bounded numbers and time."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from otherwords.server.errors import ApiError

_Result = TypeVar("_Result")
_SMOOTHING = 0.1  # weight of the newest request in the mean time of requests


class Gate:
    """Lets so many requests work at the same time, so many wait, and no more in.

    Args:
        threads: How many work.
        queue: How many wait.
        seconds: How long a request may take, with the time that it waits.
    """

    def __init__(self, threads: int, queue: int, seconds: float) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="otherwords-work")
        self._free = asyncio.Semaphore(threads)
        self._threads = threads
        self._most = threads + queue
        self._seconds = seconds
        self._mean = 0.0
        self.inside = 0

    @contextmanager
    def enter(self) -> Iterator[Turn]:
        """A place for a request. Raises ApiError 429 where there is none."""
        if self.inside >= self._most:
            raise self._busy()
        self.inside += 1
        begun = time.monotonic()
        try:
            yield Turn(self, begun + self._seconds)
        finally:
            self.inside -= 1
            self._mean += _SMOOTHING * (time.monotonic() - begun - self._mean)

    def close(self) -> None:
        """Ends the threads when their work is done."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def run(self, work: Callable[[], _Result], patience: float) -> _Result:
        """Waits for a thread, and for the result of the work."""
        try:
            await asyncio.wait_for(self._free.acquire(), max(patience, 0.0))
        except TimeoutError:
            raise self._busy() from None
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._free.release()

    def _busy(self) -> ApiError:
        # About as long as it takes until half of those that wait have gone.
        wait = max(1, math.ceil(self._mean * self.inside / self._threads / 2))
        return ApiError(
            429,
            f"too many requests wait already; try again in {wait} s",
            headers={"Retry-After": str(wait)},
        )


class Turn:
    """The place of one request.

    Attributes:
        deadline: When it must have been answered, by the monotonic clock.
    """

    def __init__(self, gate: Gate, deadline: float) -> None:
        self._gate = gate
        self.deadline = deadline

    @property
    def left(self) -> float:
        """Seconds until the deadline; negative if it has passed."""
        return self.deadline - time.monotonic()

    async def run(self, work: Callable[[], _Result]) -> _Result:
        """Does work in a thread when it is this request's turn. Raises ApiError 429 if that does
        not come in time.
        """
        return await self._gate.run(work, self.left)
