"""The frame of each request: an answer whatever happens, figures, and a line in the log."""

from __future__ import annotations

import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from otherwords.server import keys
from otherwords.server.errors import CODE, ApiError, GoneError
from otherwords.server.logs import log_failure, log_request
from otherwords.server.metrics import Metrics

#: Where a request tells how many texts and characters it had, for the log.
SIZES = "otherwords.sizes"
#: The header that an answer has its number in; the log has the same.
NUMBER = b"x-request-id"

# Others are words like any that a client may send.
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Frame:
    """Turns errors into answers, counts and logs.

    Args:
        app: What answers.
        metrics: Where requests are counted.
    """

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        number = secrets.token_hex(8)
        begun = time.perf_counter()
        status, size = 0, 0

        async def counting(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (NUMBER, number.encode())]
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, counting)
        except GoneError:
            scope[CODE] = "gone"
        except ApiError as error:
            scope[CODE] = error.code
            if not status:
                await error.response()(scope, receive, counting)
        except Exception as error:
            log_failure(error, number)
            scope[CODE] = "internal"
            if not status:
                await _internal(number).response()(scope, receive, counting)
        finally:
            seconds = time.perf_counter() - begun
            route = getattr(scope.get("route"), "path", None) or "-"
            method = scope["method"] if scope["method"] in _METHODS else "-"
            self._metrics.count_request(method, route, status, seconds)
            log_request(
                id=number,
                method=method,
                route=route,
                status=status,
                seconds=round(seconds, 4),
                bytes=size,
                **scope.get(SIZES, {}),
                **({"key": scope[keys.NAME]} if keys.NAME in scope else {}),
                **({"error": scope[CODE]} if CODE in scope else {}),
            )


def _internal(number: str) -> ApiError:
    return ApiError(500, f"something went wrong here; the log has more about request {number}")
