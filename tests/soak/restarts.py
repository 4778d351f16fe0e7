"""Servers that are stopped, killed and started again while clients are at work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

from tests.soak.notes import Notes
from tests.soak.servers import Server

End = Callable[[Server, Notes], Awaitable[None]]


async def restart(server: Server, notes: Notes, ends: Iterator[End], seconds: float) -> None:
    """Ends a server or one of its workers, again and again, in each way at least once.

    Args:
        server: Which.
        notes: Where what is seen goes.
        ends: How.
        seconds: Between two ends.
    """
    done = 0
    while not notes.stop or done < len(ENDS):
        await asyncio.sleep(seconds)
        await next(ends)(server, notes)
        done += 1


async def _stop(server: Server, notes: Notes) -> None:
    code = await server.stop()
    notes.see("restart", f"stopped, {code}")
    if code != 0:
        notes.problem(f"a server that was told to stop ended with {code}")
    await server.start()


async def _kill_worker(server: Server, notes: Notes) -> None:
    for _ in range(600):
        if server.kill_worker():
            notes.see("restart", "worker killed")
            return
        await asyncio.sleep(0.1)  # none is there yet
    notes.problem("a server has no workers")


async def _kill(server: Server, notes: Notes) -> None:
    await server.kill()
    notes.see("restart", "killed")
    await server.start()


ENDS: tuple[End, ...] = (_stop, _kill_worker, _kill)
