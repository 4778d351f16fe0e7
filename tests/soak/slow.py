"""Slow clients: heads and bodies drop by drop, answers that nobody reads. They must be let go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable

from tests.soak.notes import Notes
from tests.soak.raw import NEVER, connected, post, status_of
from tests.soak.servers import Server

_HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: "
_BODY = post(b'{"text": "', length=1000)
_REFUSED = _BODY.replace(b"localhost", b"evil.example")
_LONG = json.dumps({"texts": ["We utilise tools in spite of the rain."] * 1000, "n": 20}).encode()
_STREAM = post(_LONG, "Accept: application/x-ndjson")
_PAGES = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def dripping(server: Server, notes: Notes) -> None:
    """Sends the beginning of a request, and then a byte now and then."""
    while not notes.stop:
        for begin in (_HEAD, _BODY, _REFUSED):
            await _note(notes, "slow sender", _drip(server, begin))


async def _drip(server: Server, begin: bytes) -> str:
    async with connected(server) as (reader, writer):
        writer.write(begin)
        ended = asyncio.create_task(status_of(reader))
        while not ended.done():
            await asyncio.wait([ended], timeout=0.1)
            if begin and not writer.transport.is_closing():
                writer.write(b"y")
        return await ended


async def not_reading(server: Server, notes: Notes) -> None:
    """Asks for much, and does not read it."""
    while not notes.stop:
        for sent in (_STREAM, _PAGES * 100):
            await _note(notes, "slow reader", _ignore(server, notes, sent))


async def _ignore(server: Server, notes: Notes, sent: bytes) -> str:
    async with connected(server, is_deaf=True) as (reader, writer):
        writer.write(sent)
        # Beyond what fits between us the server can only wait, and does so for 4 seconds.
        for _ in range(80):
            if not notes.stop:
                await asyncio.sleep(0.1)
        return await status_of(reader)


async def holding(server: Server, notes: Notes) -> None:
    """Opens more connections than a server keeps, again and again, and says nothing."""
    while not notes.stop:
        await asyncio.gather(*(_hold(server, notes, place / 100) for place in range(200)))


async def _hold(server: Server, notes: Notes, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await _note(notes, "many connections", _drip(server, b""))


async def _note(notes: Notes, kind: str, doing: Awaitable[str]) -> None:
    try:
        end = await doing
    except OSError:  # there is no server just now
        end = "closed"
        await asyncio.sleep(0.2)
    notes.see(kind, end)
    if end == "never":
        notes.problem(f"{kind}: still connected after {NEVER:g} s")
