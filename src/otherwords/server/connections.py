"""Connections: HTTP/1.1 with a patience that ends.

A client that does not finish the head of a request, or does not read its answer, loses its
connection: it would hold it for ever otherwise. Idle connections are closed by uvicorn itself.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http.h11_impl import H11Protocol

from otherwords.server.errors import ApiError
from otherwords.server.workers import READY


class Config(uvicorn.Config):
    """What uvicorn is told, and how long it waits for heads and for readers.

    Attributes:
        header_seconds: In which the head of a request must have come.
        unread_seconds: After which an answer that nobody reads is given up.
    """

    header_seconds: float = 10.0
    unread_seconds: float = 30.0


class HandedServer(uvicorn.Server):
    """Answers on connections that another process hands over through a channel.

    Args:
        config: What uvicorn is told.
        channel: Where connections come from; when it is closed, the server stops.
    """

    def __init__(self, config: Config, channel: socket.socket) -> None:
        super().__init__(config)
        self._channel = channel

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to take connections."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)
        self.servers = []
        self._channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self._channel, self._take)
        self._channel.send(READY)
        self.started = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Takes no more, and lets requests finish."""
        asyncio.get_running_loop().remove_reader(self._channel)
        self._channel.close()
        await super().shutdown(sockets)

    def _take(self) -> None:
        try:
            word, descriptors, _, _ = socket.recv_fds(self._channel, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            word, descriptors = b"", []
        if not word:  # the parent has gone
            asyncio.get_running_loop().remove_reader(self._channel)
            self.should_exit = True
        for descriptor in descriptors:
            connection = socket.socket(fileno=descriptor)
            connection.setblocking(False)
            task = asyncio.ensure_future(self._connect(connection))
            self.server_state.tasks.add(task)
            task.add_done_callback(self.server_state.tasks.discard)

    async def _connect(self, connection: socket.socket) -> None:
        loop = asyncio.get_running_loop()

        def protocol() -> Connection:
            state = {"server_state": self.server_state, "app_state": self.lifespan.state}
            return Connection(config=self.config, _loop=loop, **state)

        try:
            await loop.connect_accepted_socket(protocol, connection)
        except OSError:  # the client has gone again
            connection.close()


class Connection(H11Protocol):
    """One connection."""

    config: Config

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._head = _Timer()
        self._reader = _Timer()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a head."""
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Goes on waiting until the head is there."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._head.stop()
        elif not self._head.is_running and self.timeout_keep_alive_task is None:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops waiting."""
        self._head.stop()
        self._reader.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Begins to wait for the reader."""
        super().pause_writing()
        self._reader.start(self.config.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The reader goes on."""
        self._reader.stop()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Tells in our own words that the request is no HTTP."""
        self._refuse(ApiError(400, "this is no request of HTTP/1.1"))

    def _wait_for_head(self) -> None:
        self._head.start(self.config.header_seconds, self._too_slow)

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self._refuse(ApiError(408, "the head of the request took too long"))

    def _refuse(self, error: ApiError) -> None:
        """Answers and closes, where an answer is still possible."""
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            body = json.dumps(error.content).encode()
            headers = [
                ("content-type", "application/json"),
                ("content-length", str(len(body))),
                ("connection", "close"),
            ]
            for event in (
                h11.Response(status_code=error.status, headers=headers),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class _Timer:
    """Does something later, unless it is stopped before."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        return self._handle is not None

    def start(self, seconds: float, action: Callable[[], object]) -> None:
        def act() -> None:
            self._handle = None
            action()

        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, act)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
