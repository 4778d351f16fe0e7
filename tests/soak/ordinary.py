"""Ordinary clients: each answer must be what it was when nobody else was there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from tests.soak.notes import Notes
from tests.soak.servers import Server

_TEXT = "We utilise tools in spite of the rain."
_OTHER = "They utilise assistance."
_PAIRS = [{"source": _TEXT, "target": "We use tools despite the rain."}]
_LINES = {"Accept": "application/x-ndjson"}


@dataclass(frozen=True)
class Question:
    """A request that is always answered in the same way, unless `varies`."""

    path: str
    body: Mapping[str, Any] | None = None
    headers: Mapping[str, str] | None = None
    varies: bool = False

    async def ask(self, client: httpx.AsyncClient) -> httpx.Response:
        """The answer."""
        method = "GET" if self.body is None else "POST"
        return await client.request(method, self.path, json=self.body, headers=self.headers)


QUESTIONS = [
    *(
        Question("/v1/paraphrase", {"text": _TEXT, "application": application})
        for application in ("paraphrase", "compress", "simplify")
    ),
    Question("/v1/paraphrase", {"text": _TEXT, "n": 20, "explain": False}),
    Question("/v1/paraphrase", {"texts": [_TEXT, _OTHER] * 30}),
    Question("/v1/paraphrase", {"texts": [_TEXT, _OTHER] * 100, "n": 5}, _LINES),
    Question("/v1/paraphrase", {"text": _TEXT, "search": "monte-carlo", "episodes": 50, "seed": 1}),
    Question("/v1/lattice", {"text": _TEXT}),
    Question("/v1/suggest", {"text": _TEXT}),
    Question("/v1/true-score", {"pairs": _PAIRS}),
    *(Question(path) for path in ("/", "/healthz", "/docs", "/openapi.json", "/icon.svg")),
    *(Question(path) for path in ("/v1/models", "/v1/applications", "/nothing")),
    Question("/metrics", varies=True),
]


async def answers_of(server: Server) -> list[tuple[int, bytes]]:
    """What each question is answered with when nobody else is there."""
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        answers = [await each.ask(client) for each in QUESTIONS]
    return [(each.status_code, each.content) for each in answers]


async def ordinary(
    server: Server, notes: Notes, answers: Sequence[tuple[int, bytes]], *, is_steady: bool
) -> None:
    """Asks one question after the other.

    Args:
        server: Whom.
        notes: Where what is seen goes.
        answers: What must come.
        is_steady: Whether the server is always there.
    """
    kind = f"ordinary, {server.name}"
    chance = random.Random(0)
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        while not notes.stop:
            place = chance.randrange(len(QUESTIONS))
            question = QUESTIONS[place]
            try:
                answer = await question.ask(client)
            except httpx.HTTPError as error:
                notes.see(kind, type(error).__name__)
                if is_steady:
                    notes.problem(f"{kind}: {question.path}: {type(error).__name__}")
                await asyncio.sleep(0.2)
                continue
            notes.see(kind, str(answer.status_code))
            status, content = answers[place]
            if answer.status_code != status or not (question.varies or answer.content == content):
                notes.problem(f"{kind}: {question.path}: another answer, {answer.status_code}")
            await asyncio.sleep(0.02)
