"""Connections on which anything can be said."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.soak.servers import Server

#: Seconds after which a connection that should have ended counts as one that never will.
NEVER = 60.0


@asynccontextmanager
async def connected(
    server: Server, *, is_deaf: bool = False
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection; one that is deaf has hardly any room for what is not read."""
    made = socket.socket()
    made.setblocking(False)
    if is_deaf:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    try:
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", server.port))
        reader, writer = await asyncio.open_connection(sock=made, limit=1024)
    except BaseException:
        made.close()
        raise
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def reset(writer: asyncio.StreamWriter) -> None:
    """Ends a connection so that the other side is told of a failure."""
    made = writer.get_extra_info("socket")
    made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def status_of(reader: asyncio.StreamReader) -> str:
    """The status of the first answer on a connection, when all of it has come to its end;
    `closed` if there was none, `never` if it does not end.
    """
    first = b""
    try:
        async with asyncio.timeout(NEVER):
            while piece := await reader.read(1 << 16):
                first = (first + piece)[:12]
    except TimeoutError:
        return "never"
    except OSError:
        pass
    return first[9:12].decode("ascii", "replace") if len(first) == 12 else "closed"


def post(body: bytes, *more: str, path: str = "/v1/paraphrase", length: int | None = None) -> bytes:
    """A request of JSON; its length may be a lie."""
    said = len(body) if length is None else length
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *more]
    return "\r\n".join([*lines, f"Content-Length: {said}", "", ""]).encode() + body
