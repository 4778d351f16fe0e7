"""Clients that go away: in the middle of a request, of their answer, or of the work between."""

from __future__ import annotations

import asyncio
import json
import random

from tests.soak.notes import Notes
from tests.soak.raw import connected, post, reset
from tests.soak.servers import Server

_TEXTS = json.dumps({"texts": ["We utilise tools in spite of the rain."] * 300, "n": 10}).encode()
_REQUESTS = [post(_TEXTS), post(_TEXTS, "Accept: application/x-ndjson")]


async def leaving(server: Server, notes: Notes) -> None:
    """Begins, and goes."""
    chance = random.Random(2)
    while not notes.stop:
        sent = chance.choice(_REQUESTS)
        try:
            async with connected(server) as (reader, writer):
                match chance.randrange(3):
                    case 0:
                        where = "in the request"
                        writer.write(sent[: chance.randrange(len(sent))])
                    case 1:
                        where = "while it was worked on"
                        writer.write(sent)
                        await asyncio.sleep(chance.random() / 50)
                    case _:
                        where = "in the answer"
                        writer.write(sent)
                        await reader.read(chance.randrange(1, 5000))
                if chance.random() < 0.5:
                    reset(writer)
            notes.see("leaving", where)
        except OSError:
            notes.see("leaving", "closed")
        await asyncio.sleep(0.1)
