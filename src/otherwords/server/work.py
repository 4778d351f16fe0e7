"""Work: the gate that requests pass, in bounded numbers and time."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import TypeVar

from otherwords.server.errors import ApiError, GoneError

_Result = TypeVar("_Result")
_SMOOTHING = 0.1  # weight of the newest request in the mean time of requests


class Gate:
    """Lets so many requests work at the same time, so many wait, and no more in.

    A request whose client has begun to read leaves its place, and is not counted any longer.

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
        self._again = asyncio.Semaphore(threads)
        self._threads = threads
        self._most = threads + queue
        self._seconds = seconds
        self._count = count
        self._places = 0
        self._mean = 0.0

    @contextmanager
    def enter(self, is_gone: Callable[[], Awaitable[bool]]) -> Iterator[Turn]:
        """A place for a request. Raises ApiError 429 where there is none.

        Args:
            is_gone: Tells whether the client has closed its connection.
        """
        if self._places >= self._most:
            raise self.busy()
        self._places += 1
        self._count(1)
        turn = Turn(self, time.monotonic() + self._seconds, is_gone)
        try:
            yield turn
        finally:
            turn.leave_place()
            self._count(-1)
            if turn.worked:
                self._mean += _SMOOTHING * (turn.worked - self._mean)

    def free_place(self) -> None:
        """Lets somebody else in."""
        self._places -= 1

    def close(self) -> None:
        """Ends the threads when their work is done."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    @asynccontextmanager
    async def thread(self, patience: float, *, again: bool) -> AsyncIterator[ThreadPoolExecutor]:
        """Waits for a thread. Raises TimeoutError when there is none in time.

        Args:
            patience: Seconds.
            again: Whether it is for a request that has no place any more. Of these, only as many
                as there are threads wait among the others, who would come to no turn otherwise.
        """
        if patience <= 0:
            raise TimeoutError
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(patience):
                for each in (self._again, self._free) if again else (self._free,):
                    await stack.enter_async_context(each)
            yield self._pool

    def busy(self) -> ApiError:
        """What those are told who cannot come in."""
        # About as long as it takes until half of those that wait have gone.
        wait = max(1, math.ceil(self._mean * self._places / self._threads / 2))
        return ApiError(
            429,
            f"too many requests wait already; try again in {wait} s",
            headers={"Retry-After": str(wait)},
        )


class Turn:
    """The place of one request.

    Attributes:
        deadline: When it must have been answered, by the monotonic clock.
        worked: Seconds that threads have worked for it.
    """

    def __init__(self, gate: Gate, deadline: float, is_gone: Callable[[], Awaitable[bool]]) -> None:
        self._gate = gate
        self._is_gone = is_gone
        self._has_place = True
        self.deadline = deadline
        self.worked = 0.0

    @property
    def left(self) -> float:
        """Seconds until the deadline; negative if it has passed."""
        return self.deadline - time.monotonic()

    def leave_place(self) -> None:
        """Gives the place away for good: the request has had a turn, and its client reads as long
        as he likes before he wants more.
        """
        if self._has_place:
            self._has_place = False
            self._gate.free_place()

    async def run(self, work: Callable[[], _Result]) -> _Result:
        """Does work in a thread when it is this request's turn. Raises TimeoutError if that does
        not come before the deadline, and GoneError when there is nobody to work for.
        """
        async with self._gate.thread(self.left, again=not self._has_place) as pool:
            if await self._is_gone():
                raise GoneError
            begun = time.monotonic()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work)
            finally:
                self.worked += time.monotonic() - begun

    async def run_first(self, work: Callable[[], _Result]) -> _Result:
        """The same for a request that has nothing to answer yet: raises ApiError 429."""
        try:
            return await self.run(work)
        except TimeoutError:
            raise self._gate.busy() from None
