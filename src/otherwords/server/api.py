"""The API: routes under `/v1`."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from otherwords.applications import application_names, find_application
from otherwords.server import answers, examples
from otherwords.server.bodies import CLIENT
from otherwords.server.describing import problems
from otherwords.server.frame import SIZES
from otherwords.server.jobs import Job, batches_of, check_limits
from otherwords.server.lines import MEDIA_TYPE, Lines
from otherwords.server.schemas import (
    Common,
    LatticeRequest,
    Pair,
    ParaphraseRequest,
    SuggestRequest,
    Texts,
    TrueScoreRequest,
)

router = APIRouter(prefix="/v1")
_WORK = problems(400, 401, 403, 408, 413, 415, 421, 422, 429, 500)
_READ = problems(401, 421, 500)
_LINES: dict[str, Any] = {
    "description": "The results; with `Accept: application/x-ndjson` one a line, as they are ready",
    "content": {
        MEDIA_TYPE: {
            "schema": {"$ref": "#/components/schemas/TextAnswer"},
            "example": examples.TEXT,
        }
    },
}


@router.post(
    "/paraphrase",
    response_model=answers.ParaphrasesAnswer,
    responses={**_WORK, 200: _LINES},
    tags=["texts"],
)
async def paraphrase(body: ParaphraseRequest, request: Request) -> Response:
    """Says texts in other words.

    Texts that there was no time for come back as they are, `complete` being false. After the first
    line of a stream, an error is its last line.
    """
    in_lines = MEDIA_TYPE in request.headers.get("accept", "")
    results = _results(body, request, in_lines=in_lines)
    if in_lines:
        return Lines(await anext(results, []), results)
    return _json({"results": [each async for batch in results for each in batch]})


@router.post("/suggest", response_model=answers.SuggestionsAnswer, responses=_WORK, tags=["texts"])
async def suggest(body: SuggestRequest, request: Request) -> Response:
    """Every replacement that is likely enough right where it stands, the surest first.

    Texts that there was no time for have no suggestions, `suggestions` being null.
    """
    job = _job(body, request, _field(body))
    results: list[Any] = []
    with request.app.state.gate.enter(request.scope[CLIENT].is_gone) as turn:
        for batch in batches_of(body.all_texts, body.all_references):
            work = partial(job.suggest, batch)
            try:
                results += await (turn.run(work) if results else turn.run_first(work))
            except TimeoutError:
                results += [{"source": text, "suggestions": None} for text in batch.texts]
    return _json({"results": results})


@router.post("/lattice", response_model=answers.LatticeAnswer, responses=_WORK, tags=["texts"])
async def lattice(body: LatticeRequest, request: Request) -> Response:
    """All that the tables offer for a text, and what the best derivation uses of it."""
    job = _job(body, request, "text")
    with request.app.state.gate.enter(request.scope[CLIENT].is_gone) as turn:
        return _json(await turn.run_first(partial(job.lattice, body.text, body.reference)))


@router.post(
    "/true-score", response_model=answers.TrueScoresAnswer, responses=_WORK, tags=["texts"]
)
async def true_score(body: TrueScoreRequest, request: Request) -> Response:
    """The best way to make a given paraphrase of a sentence, and its score.

    Pairs that there was no time for have no score.
    """
    job = _job(body, request, "pairs")
    results: list[Any] = []
    with request.app.state.gate.enter(request.scope[CLIENT].is_gone) as turn:
        signature = (await turn.run_first(lambda: job.settings)).signature
        for batch in batches_of(body.all_texts, body.all_references):
            pairs = body.pairs[len(results) : len(results) + len(batch.texts)]
            work = partial(job.score, batch, [pair.target for pair in pairs])
            try:
                results += await turn.run(work)
            except TimeoutError:
                results += [_unscored(pair) for pair in pairs]
    return _json({"results": results, "signature": signature})


@router.get("/models", response_model=answers.ModelsAnswer, responses=_READ, tags=["server"])
async def models(request: Request) -> Response:
    """The models of this server, and what a request may ask for."""
    settings = request.app.state.settings
    limits = {name: getattr(settings, name) for name in answers.LimitsAnswer.model_fields}
    return _json({"models": request.app.state.models.cards, "limits": limits})


@router.get(
    "/applications", response_model=answers.ApplicationsAnswer, responses=_READ, tags=["server"]
)
async def applications() -> Response:
    """The applications that are installed."""
    found = [(name, find_application(name)) for name in application_names()]
    described = [
        {"name": name, "description": " ".join((kind.__doc__ or "").split("\n\n")[0].split())}
        for name, kind in found
    ]
    return _json({"applications": described})


def _job(body: Common, request: Request, field: str) -> Job:
    settings = request.app.state.settings
    check_limits(body, settings, field)
    texts = body.all_texts
    request.scope[SIZES] = {"texts": len(texts), "characters": sum(map(len, texts))}
    return Job(request.app.state.models.find(body.model), body, settings.max_seconds)


async def _results(
    body: ParaphraseRequest, request: Request, *, in_lines: bool
) -> AsyncIterator[list[Any]]:
    """Answers, batch by batch, which may be read before the next."""
    job = _job(body, request, _field(body))
    metrics = request.app.state.metrics
    with request.app.state.gate.enter(request.scope[CLIENT].is_gone) as turn:
        is_first = True
        for batch in batches_of(body.all_texts, body.all_references):
            work = partial(job.say, batch)
            try:
                results = await (turn.run_first(work) if is_first else turn.run(work))
            except TimeoutError:
                results = job.leave(batch)
            is_first = False
            incomplete = sum(not each["paraphrases"][0]["complete"] for each in results)
            characters = sum(map(len, batch.texts))
            metrics.count_texts(
                body.system or body.application, len(results), characters, incomplete
            )
            if in_lines:
                turn.leave_place()
            yield results


def _field(body: Texts) -> str:
    """What the texts of a request are called."""
    return "texts" if body.text is None else "text"


def _unscored(pair: Pair) -> dict[str, Any]:
    content = {"source": pair.source, "target": pair.target, "score": None, "lm": None}
    return {**content, "reason": "there was no time left", "units": []}


def _json(content: Any) -> Response:
    body = json.dumps(content, ensure_ascii=False, allow_nan=False).encode()
    return Response(body, media_type="application/json")
