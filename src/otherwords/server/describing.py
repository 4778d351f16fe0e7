"""How errors are described in the OpenAPI document: each with its shape and an example."""

from __future__ import annotations

from typing import Any

from otherwords.server.answers import ErrorAnswer
from otherwords.server.errors import ApiError

_PROBLEMS = {
    400: ApiError(400, "the body is no JSON", code="not-json"),
    401: ApiError(401, "this needs a key; send it as `Authorization: Bearer KEY`"),
    403: ApiError(403, "pages of other origins may not do this", code="foreign-origin"),
    408: ApiError(408, "the body of the request took too long"),
    413: ApiError(413, "the request is larger than 1,048,576 bytes; send fewer texts at a time"),
    415: ApiError(415, "send JSON, and `Content-Type: application/json`"),
    421: ApiError(421, "this server is not called by that name"),
    422: ApiError(
        422,
        "this has 20,100 characters; at most 20,000, so send it in parts",
        code="too-long",
        where="texts[3]",
    ),
    429: ApiError(429, "too many requests wait already; try again in 2 s"),
    500: ApiError(500, "something went wrong here; the log has more about request 5f0c…"),
}
_MEANINGS = {
    400: "The request is no HTTP, or its body no JSON",
    401: "The server wants a key, and this is none of its keys",
    403: "A page of another origin made the request",
    408: "The request took too long to come",
    413: "The request is too large",
    415: "The body is not said to be JSON",
    421: "The server is not called by that name",
    422: "What is asked for cannot be, or is too much",
    429: "The server has too much to do; `Retry-After` says when to try again",
    500: "A mistake of the server",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What can go wrong with a route."""
    return {status: _described(status) for status in statuses}


def _described(status: int) -> dict[str, Any]:
    described: dict[str, Any] = {
        "model": ErrorAnswer,
        "description": _MEANINGS[status],
        "content": {"application/json": {"example": _PROBLEMS[status].content}},
    }
    if status == 429:
        schema = {"type": "integer", "minimum": 1}
        described["headers"] = {"Retry-After": {"description": "Seconds", "schema": schema}}
    return described
