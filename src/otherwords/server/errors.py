"""Errors: one JSON shape for everything that goes wrong.

{"error": {"code": "too-long", "message": "...", "where": "texts[3]"}}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import JSONResponse

#: Codes of errors by their status, for those that have only one.
CODES = {
    400: "bad-request",
    401: "no-key",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    408: "too-slow",
    413: "too-large",
    415: "not-json",
    421: "unknown-host",
    422: "invalid",
    429: "busy",
    500: "internal",
    503: "unavailable",
}


class ApiError(Exception):
    """What a client is told instead of an answer.

    Attributes:
        status: The status of HTTP.
        code: For programs; one of a few words that stay.
        message: For people: what, why and what to do next.
        where: The field that it is about; None if it is about none.
        headers: More of the head of the answer.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str | None = None,
        where: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code or CODES.get(status, "error")
        self.message = message
        self.where = where
        self.headers = headers

    @property
    def content(self) -> dict[str, Any]:
        """The error as JSON has it."""
        return {"error": {"code": self.code, "message": self.message, "where": self.where}}

    def response(self) -> JSONResponse:
        """The answer of HTTP."""
        return JSONResponse(self.content, self.status, headers=dict(self.headers or {}))


def place_of(parts: Sequence[str | int]) -> str | None:
    """Where in a request, as `pairs[3].source`; what was given there is not told."""
    place = ""
    for part in parts:
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else str(part)
    return place or None
