"""Bodies: read whole before anything else looks at them, and no further than the limit."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from otherwords.server.errors import ApiError

#: Where the scope of a request with a body has its client.
CLIENT = "otherwords.client"

# A client that is still sending does not read: of what is too large, so much is read and dropped,
# as a multiple of the limit, that most clients get to see why they are refused.
_DROPPED = 16


class Client:
    """Tells whether a client whose request has been read is still there."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._going: asyncio.Task[None] | None = None

    async def is_gone(self) -> bool:
        """Whether it has closed its connection."""
        if self._going is None:
            self._going = asyncio.create_task(self._wait())
        await asyncio.sleep(0)
        return self._going.done()

    def forget(self) -> None:
        """Stops looking."""
        if self._going is not None:
            self._going.cancel()

    async def _wait(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass


class BodyLimit:
    """Refuses bodies that are too large, whether they say so beforehand or not, or too slow.

    Args:
        app: What gets the others.
        most: Bytes.
        seconds: In which a body must have come.
    """

    def __init__(self, app: ASGIApp, *, most: int, seconds: float) -> None:
        self._app = app
        self._most = most
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reads the body, and hands it on in one piece."""
        headers = Headers(scope=scope) if scope["type"] == "http" else {}
        if "content-length" not in headers and "transfer-encoding" not in headers:
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._seconds):
                body = await self._read(receive, Headers(scope=scope))
        except TimeoutError:
            raise _closing(408, "the body of the request took too long") from None
        if body is None:
            return
        pieces: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return pieces.pop() if pieces else await receive()

        client = scope[CLIENT] = Client(receive)
        try:
            await self._app(scope, replay, send)
        finally:
            client.forget()

    async def _read(self, receive: Receive, headers: Headers) -> bytes | None:
        """The body; None if the client has gone."""
        length = headers.get("content-length", "")
        too_large = length.isdecimal() and int(length) > self._most
        if too_large and headers.get("expect", "").lower() == "100-continue":
            raise self._too_large()
        body = bytearray()
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            piece = message.get("body", b"")
            size += len(piece)
            too_large = too_large or size > self._most
            if not too_large:
                body += piece
            if size > _DROPPED * self._most or (too_large and not message.get("more_body")):
                raise self._too_large()
            if not message.get("more_body"):
                return bytes(body)

    def _too_large(self) -> ApiError:
        return _closing(
            413, f"the request is larger than {self._most:,} bytes; send fewer texts at a time"
        )


def _closing(status: int, message: str) -> ApiError:
    return ApiError(status, message, headers={"Connection": "close"})
