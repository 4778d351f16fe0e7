"""Work: the gate that requests pass, in bounded numbers and time."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from otherwords.server.errors import ApiError, GoneError

_Result = TypeVar("_Result")
_SMOOTHING = 0.1  # weight of the newest request in the mean time of requests


class Gate:
    """Lets so many requests work at the same time, so many wait, and no more in.

    Args:
        threads: How many work.
        queue: How many wait.
        seconds: How long a request may take, with the time that it waits.
        count: Told of each request that comes in (1) or goes out (-1).
    """

    def __init__(
        self, threads: int, queue: int, seconds: float, count: Callable[[int], None]
    ) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="otherwords-work")
        self._free = asyncio.Semaphore(threads)
        self._threads = threads
        self._most = threads + queue
        self._seconds = seconds
        self._count = count
        self._inside = 0
        self._mean = 0.0

    @contextmanager
    def enter(self, is_gone: Callable[[], Awaitable[bool]]) -> Iterator[Turn]:
        """A place for a request. Raises ApiError 429 where there is none.

        Args:
            is_gone: Tells whether the client has closed its connection.
        """
        if self._inside >= self._most:
            raise self.busy()
        self._inside += 1
        self._count(1)
        begun = time.monotonic()
        try:
            yield Turn(self, begun + self._seconds, is_gone)
        finally:
            self._inside -= 1
            self._count(-1)
            self._mean += _SMOOTHING * (time.monotonic() - begun - self._mean)

    def close(self) -> None:
        """Ends the threads when their work is done."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def run(
        self,
        work: Callable[[], _Result],
        patience: float,
        is_gone: Callable[[], Awaitable[bool]],
    ) -> _Result:
        """Waits for a thread, and for the result of the work. Raises TimeoutError when there is no
        thread in time, and GoneError when there is nobody to work for.
        """
        if patience <= 0:
            raise TimeoutError
        async with asyncio.timeout(patience):
            await self._free.acquire()
        try:
            if await is_gone():
                raise GoneError
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._free.release()

    def busy(self) -> ApiError:
        """What those are told who cannot come in."""
        # About as long as it takes until half of those that wait have gone.
        wait = max(1, math.ceil(self._mean * self._inside / self._threads / 2))
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

    def __init__(self, gate: Gate, deadline: float, is_gone: Callable[[], Awaitable[bool]]) -> None:
        self._gate = gate
        self._is_gone = is_gone
        self.deadline = deadline

    @property
    def left(self) -> float:
        """Seconds until the deadline; negative if it has passed."""
        return self.deadline - time.monotonic()

    async def run(self, work: Callable[[], _Result]) -> _Result:
        """Does work in a thread when it is this request's turn. Raises TimeoutError if that does
        not come before the deadline.
        """
        return await self._gate.run(work, self.left, self._is_gone)

    async def run_first(self, work: Callable[[], _Result]) -> _Result:
        """The same for a request that has nothing to answer yet: raises ApiError 429."""
        try:
            return await self.run(work)
        except TimeoutError:
            raise self._gate.busy() from None
