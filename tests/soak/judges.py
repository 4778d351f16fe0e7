"""Judges, whose clicks are cut off, repeated and sent to servers that are killed; what was answered
must be stored, once.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.rating_site import fields_of
from tests.soak.notes import Notes
from tests.soak.raw import connected
from tests.soak.servers import Server

_SCALES = ("adequacy", "fluency", "usability")


@dataclass
class Judge:
    """One who judges items in any order, again and again.

    Attributes:
        name: Of the seat.
        token: Of the personal link.
        items: How many there are.
        sent: The forms that were sent at least once.
        answered: What was answered for: position and answers by form.
    """

    name: str
    token: str
    items: int
    sent: set[str] = field(default_factory=set)
    answered: dict[str, tuple[int, dict[str, str]]] = field(default_factory=dict)

    async def judge(self, server: Server, notes: Notes) -> None:
        """Judges until it is over; a click that gets no answer is repeated until there is one."""
        chance = random.Random(self.name)
        base = {"base_url": server.address, "headers": {"Origin": server.address}}
        async with httpx.AsyncClient(**base, timeout=60) as client:  # type: ignore[arg-type]
            await self._until(notes, client, 303, "/rate/enter", {"token": self.token})
            while not notes.stop:
                position = chance.randint(1, self.items)
                page = await self._until(notes, client, 200, f"/rate/items/{position}")
                if page is None:
                    return
                given = {name: chance.choice("123") for name in _SCALES}
                await self._click(server, notes, client, position, fields_of(page.text), given)

    async def _click(
        self,
        server: Server,
        notes: Notes,
        client: httpx.AsyncClient,
        position: int,
        form: dict[str, str],
        given: dict[str, str],
    ) -> None:
        path, data = f"/rate/items/{position}", {**form, **given}
        self.sent.add(form["form"])
        match len(self.sent) % 4:
            case 0:  # gone before the answer
                await _send_and_go(server, client.build_request("POST", path, data=data))
            case 1:  # a double click
                again = self._until(notes, client, 303, path, data)
                await asyncio.gather(again, self._until(notes, client, 303, path, data))
        if await self._until(notes, client, 303, path, data) is not None:
            self.answered[form["form"]] = position, given

    async def _until(
        self,
        notes: Notes,
        client: httpx.AsyncClient,
        wanted: int,
        path: str,
        data: dict[str, str] | None = None,
    ) -> httpx.Response | None:
        """The answer, however often the server has gone; None if it does not come any more."""
        while True:
            try:
                answer = await client.request("POST" if data else "GET", path, data=data)
            except httpx.HTTPError:
                notes.see("judge", "gone")
                if notes.stop:
                    return None
                await asyncio.sleep(0.2)
                continue
            notes.see("judge", str(answer.status_code))
            if answer.status_code == wanted:
                return answer
            if answer.status_code != 429:
                notes.problem(f"judge: {answer.status_code} for {path}")
                return None
            await asyncio.sleep(1)


async def _send_and_go(server: Server, request: httpx.Request) -> None:
    lines = [f"POST {request.url.path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in request.headers.items()]
    head = "\r\n".join([*lines, "", ""]).encode()
    try:
        async with connected(server) as (_, writer):
            writer.write(head + request.read())
            await writer.drain()
            await asyncio.sleep(0.01)
    except OSError:
        pass


def compare(judges: list[Judge], database: Path, notes: Notes) -> tuple[int, int]:
    """How many judgements were answered for, and how many of these are stored, once."""
    query = (
        "SELECT form, name, position, answers FROM rating_judgements AS said "
        "JOIN rating_assignments AS place ON place.id = said.assignment_id "
        "JOIN rating_judges AS judge ON judge.id = place.judge_id"
    )
    with sqlite3.connect(database) as connection:
        rows = connection.execute(query).fetchall()
    stored: dict[str, list[tuple[str, int, dict[str, str]]]] = {}
    for form, name, position, answers in rows:
        stored.setdefault(form, []).append((name, position, json.loads(answers)))
    answered = found = 0
    for judge in judges:
        for form, (position, given) in judge.answered.items():
            answered += 1
            found += stored.get(form) == [(judge.name, position, given)]
    sent = set[str]().union(*(judge.sent for judge in judges))
    for form, each in stored.items():
        if len(each) != 1 or form not in sent:
            notes.problem("a judgement is stored more than once, or was never sent")
    if found != answered:
        notes.problem(f"{answered - found} judgements were answered for and are not stored")
    return answered, found
