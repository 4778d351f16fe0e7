"""The API: routes under `/v1`."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from otherwords._core import Error
from otherwords.contents import content_of
from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import size_of
from otherwords.server.errors import ApiError
from otherwords.server.lattices import lattice_of
from otherwords.server.schemas import LatticeRequest, ParaphraseRequest, Wanted, options_of
from otherwords.server.work import Turn
from otherwords.settings import Settings

router = APIRouter(prefix="/v1")
_LINES = "application/x-ndjson"
_TEXTS, _CHARACTERS = 16, 4000  # of a batch that is worked on together


@router.post("/paraphrase")
async def paraphrase(body: ParaphraseRequest, request: Request) -> Response:
    """Says texts in other words."""
    with request.app.state.gate.enter() as turn:
        paraphraser, settings = await turn.run(partial(_settle, request, body))
        results = _results(paraphraser, settings, body, turn)
        if _LINES in request.headers.get("accept", ""):
            lines = (json.dumps(each) + "\n" async for each in results)
            return StreamingResponse(lines, media_type=_LINES)
        return _json({"results": [each async for each in results]})


@router.post("/lattice")
async def lattice(body: LatticeRequest, request: Request) -> Response:
    """The lattice of a text: its tokens, its units, and the best derivation."""
    with request.app.state.gate.enter() as turn:
        paraphraser, settings = await turn.run(partial(_settle, request, body))
        work = partial(lattice_of, paraphraser, settings, body.text, body.reference)
        return _json(await turn.run(work))


@router.get("/models")
async def models(request: Request) -> Response:
    """The models of this server."""
    return _json({"models": request.app.state.models.cards()})


@router.get("/applications")
async def applications() -> Response:
    """The applications that are installed."""
    from otherwords.applications import application_names

    return _json({"applications": [{"name": name} for name in application_names()]})


def _settle(request: Request, body: Wanted) -> tuple[Paraphraser, Settings]:
    paraphraser = request.app.state.models.find(body.model)
    options = options_of(body)
    try:
        return paraphraser, paraphraser.settle(body.application, **options)
    except Error as error:
        raise ApiError(422, str(error), code="bad-option") from None


async def _results(
    paraphraser: Paraphraser, settings: Settings, body: ParaphraseRequest, turn: Turn
) -> AsyncIterator[dict[str, Any]]:
    for texts, references in _batches(body.all_texts, body.all_references):
        work = partial(_say, paraphraser, settings, texts, references, body.explain)
        for result in await turn.run(work):
            yield result


def _batches(
    texts: Sequence[str], references: Sequence[str] | None
) -> Iterator[tuple[Sequence[str], Sequence[str] | None]]:
    first = size = 0
    for place, text in enumerate(texts):
        if place > first and (place - first == _TEXTS or size + len(text) > _CHARACTERS):
            yield texts[first:place], references and references[first:place]
            first, size = place, 0
        size += len(text)
    if first < len(texts):
        yield texts[first:], references and references[first:]


def _say(
    paraphraser: Paraphraser,
    settings: Settings,
    texts: Sequence[str],
    references: Sequence[str] | None,
    explain: bool,
) -> list[dict[str, Any]]:
    results = []
    for answer in paraphraser.stream(settings, texts, references):
        content = content_of(answer, settings.signature)
        for one in content["paraphrases"]:
            edits = one.pop("edits")
            one["bytes"], one["words"] = size_of(one["text"]), len(one["text"].split())
            if explain:
                one["edits"] = edits
        results.append(content)
    return results


def _json(content: Any) -> Response:
    body = json.dumps(content, ensure_ascii=False, allow_nan=False).encode()
    return Response(body, media_type="application/json")
