"""A soak: servers, clients of all kinds, and what is left when they have gone."""

from __future__ import annotations

import asyncio
import json
import statistics
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.rating_site import Site, items
from tests.small_model import write_model
from tests.soak.broken import broken
from tests.soak.judges import Judge, compare
from tests.soak.leaving import leaving
from tests.soak.measuring import Held, held_by
from tests.soak.notes import Notes
from tests.soak.ordinary import answers_of, ordinary
from tests.soak.raw import NEVER
from tests.soak.restarts import ENDS, restart
from tests.soak.servers import Server
from tests.soak.slow import dripping, holding, not_reading

#: All clients of a server at the same time, without those who only hold connections: what it holds
#: for them may differ by so much between two moments without being a leak.
_CLIENTS = 20
# Python and the C library keep some memory that they may need again.
_MEMORY = 1.1, 8.0
# Seconds in which memory may tell of a leak; before, it is still being taken for the first time.
_LEAST = 60
_SOURCES = [f"Sentence number {number}." for number in range(10)]


@dataclass
class Soak:
    """What a soak has shown.

    Attributes:
        notes: What clients saw.
        early: What each steady server held after the warm-up, when all clients had gone.
        late: The same at the end.
        memory: MiB of each steady server by the second, under load.
        judged: Judgements that were answered for, and those of them that are stored.
    """

    notes: Notes = field(default_factory=Notes)
    early: dict[str, Held] = field(default_factory=dict)
    late: dict[str, Held] = field(default_factory=dict)
    memory: dict[str, list[float]] = field(default_factory=dict)
    judged: tuple[int, int] = 0, 0

    def quarters(self, name: str) -> tuple[float, float]:
        """The median memory of a server in the first and the last quarter of the load."""
        numbers = self.memory[name]
        quarter = max(1, len(numbers) // 4)
        return statistics.median(numbers[:quarter]), statistics.median(numbers[-quarter:])

    def compare(self) -> None:
        """Notes what has grown."""
        for name, early in self.early.items():
            late = self.late[name]
            for what, before, after in (
                ("files", early.files, late.files),
                ("threads", early.threads, late.threads),
            ):
                if after > before + _CLIENTS:
                    self.notes.problem(f"{name}: {before} {what} became {after}")
            first, last = self.quarters(name)
            if len(self.memory[name]) >= _LEAST and last > _MEMORY[0] * first + _MEMORY[1]:
                self.notes.problem(f"{name}: {first:.1f} MiB became {last:.1f}")


async def soak(folder: Path, *, seconds: float, warm_up: float, quiet: float) -> Soak:
    """Lets clients of all kinds at servers.

    Args:
        folder: For all files.
        seconds: How long.
        warm_up: How long before, so that files are open and memory is taken.
        quiet: How long all is left alone before what servers hold is counted.
    """
    seen = Soak()
    model, database = write_model(folder / "model"), folder / "ratings.db"
    site = Site(database, given=items(_SOURCES))
    judges = [Judge(f"judge{number}", site.judge(f"judge{number}"), 30) for number in range(4)]
    site.database.close()
    rate = ("rate", "serve", "--database", str(database), "-m", str(model))
    api = Server("api", ("serve", "-m", str(model)), folder)
    rating = Server("rating", rate, folder)
    restarted = Server("restarted", rate, folder)
    async with _started(api, rating, restarted):
        answers, ends = await answers_of(api), cycle(ENDS)
        for length in (warm_up, seconds):
            seen.notes.stop = False
            clients: list[Coroutine[Any, Any, None]] = [
                *(ordinary(api, seen.notes, answers, is_steady=True) for _ in range(4)),
                ordinary(rating, seen.notes, answers, is_steady=True),
                ordinary(restarted, seen.notes, answers, is_steady=False),
                *(broken(each, seen.notes, may_close=True) for each in (api, restarted)),
                broken(rating, seen.notes, may_close=False),
                *(leaving(each, seen.notes) for each in (api, rating, restarted)),
                *(dripping(each, seen.notes) for each in (api, rating, restarted)),
                *(not_reading(each, seen.notes) for each in (api, rating)),
                holding(api, seen.notes),
                *(judge.judge(rating, seen.notes) for judge in judges[:2]),
                *(judge.judge(restarted, seen.notes) for judge in judges[2:]),
                restart(restarted, seen.notes, ends, max(1.0, seconds / 12)),
            ]
            seen.memory = await _load((api, rating), seen.notes, clients, length)
            await asyncio.sleep(quiet)
            held = {each.name: held_by(each.pid) for each in (api, rating)}
            seen.early, seen.late = seen.early or held, held
        if await restarted.outlived(NEVER):
            seen.notes.problem("workers have outlived their parent")
        for server in (api, rating, restarted):
            if (code := await server.stop()) != 0:
                seen.notes.problem(f"{server.name} ended with {code}")
    for server in (api, rating, restarted):
        read_log(server, seen.notes, [judge.token for judge in judges])
    for server in (api, rating):
        read_crashes(server, seen.notes)
    seen.judged = compare(judges, database, seen.notes)
    seen.compare()
    return seen


@asynccontextmanager
async def _started(*servers: Server) -> AsyncIterator[None]:
    try:
        await asyncio.gather(*(server.start() for server in servers))
        yield
    finally:
        for server in servers:
            await server.end()


async def _load(
    servers: Sequence[Server],
    notes: Notes,
    clients: Sequence[Coroutine[Any, Any, None]],
    seconds: float,
) -> dict[str, list[float]]:
    """Lets clients work, and tells the memory of servers by the second."""
    memory: dict[str, list[float]] = {server.name: [] for server in servers}
    tasks = [asyncio.create_task(client) for client in clients]
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    while clock() < until:
        await asyncio.sleep(1)
        for server in servers:
            memory[server.name].append(held_by(server.pid).memory)
    notes.stop = True
    for task in tasks:
        await task
    return memory


def read_crashes(server: Server, notes: Notes) -> None:
    """Notes each worker of a steady server that has ended before its time."""
    for line in server.log.splitlines():
        if "starting another" in line:
            notes.problem(f"{server.name}: {line}")


def read_log(server: Server, notes: Notes, secrets: Sequence[str]) -> None:
    """Notes what a log must not have."""
    log = server.log
    for line in log.splitlines():
        if line.startswith("{") and json.loads(line)["status"] >= 500:
            notes.problem(f"{server.name}: {line}")
    for what in ("Traceback", " failed: ", "rain", *secrets):
        if what in log:
            notes.problem(f"{server.name}: {what!r} is in the log")
