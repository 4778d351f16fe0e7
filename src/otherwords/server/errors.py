"""Errors: one JSON shape for everything that goes wrong.

{"error": {"code": "too-long", "message": "...", "where": "texts[3]"}}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import JSONResponse

#: Where the scope of a request tells the code of its error, for the log.
CODE = "otherwords.error"

#: What statuses mean, and the codes of those that have only one.
CODES = {
    400: "bad-request",
    401: "no-key",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    413: "too-large",
    415: "not-json",
    421: "unknown-host",
    422: "invalid",
    429: "busy",
    500: "internal",
}
# Fields of what a request may have lists of; other names below a field are words of a user.
_INNER = frozenset({"start", "end", "source", "target", "reference"})


class GoneError(Exception):
    """The client has closed its connection: nobody is left to be answered."""


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
        self.code = code or CODES.get(status, "refused")
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


def invalid(problems: Sequence[Mapping[str, Any]], content_type: str) -> ApiError:
    """Why a request is not what it should be, as pydantic says it, without what was given."""
    first = problems[0]
    kind = content_type.partition(";")[0].strip().lower()
    if kind != "application/json" and not kind.endswith("+json"):
        return ApiError(415, "send JSON, and `Content-Type: application/json`")
    if first["type"] == "json_invalid":
        return ApiError(400, "the body is no JSON", code="not-json")
    message = str(first["msg"]).removeprefix("Value error, ")
    more = f" ({len(problems) - 1} more like this)" if len(problems) > 1 else ""
    return ApiError(422, message + more, where=_place(first["loc"]))


def _place(parts: Sequence[str | int]) -> str | None:
    """Where in a request, as `pairs[3].source`."""
    place = ""
    for part in parts:
        if isinstance(part, int):
            place += f"[{part}]"
        elif not place and part != "body":
            place = part
        elif part in _INNER:
            place += f".{part}"
    return place or None
