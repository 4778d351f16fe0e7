"""Connections: HTTP/1.1 with a patience that ends, and no more of them than there is room for.

A client that does not finish a request, or does not read its answer, loses its connection: it would
hold it for ever otherwise. Idle connections are closed by uvicorn itself. Where there are too many,
the one that has waited longest for its client goes, so that those who hold many keep nobody out.
Those between two requests stay longer than others, but only while they are no more than half.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import socket
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http.h11_impl import H11Protocol

from otherwords.server.errors import ApiError
from otherwords.server.workers import READY

# Bytes that a reader must take in the time that an answer may be left unread.
_LEAST_READ = 1 << 16


class Config(uvicorn.Config):
    """What uvicorn is told, and how long it waits for heads and for readers.

    Attributes:
        header_seconds: In which the head of a request must have come.
        unread_seconds: After which an answer that nobody goes on reading is given up.
        max_connections: That are kept at the same time.
    """

    header_seconds: float = 10.0
    unread_seconds: float = 30.0
    max_connections: int = 500


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
        with suppress(OSError):  # the parent has gone, which is seen when the channel is read
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
        self._waits_since = time.monotonic()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a head."""
        super().connection_made(transport)
        # All that is not read counts, also the end of an answer that is complete for us.
        transport.set_write_buffer_limits(high=0)
        self._wait_for_head()
        if len(self.connections) > self.config.max_connections:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        """Goes on waiting until the head is there."""
        if self.timeout_keep_alive_task is not None:  # the first of a new request
            self._waits_since = time.monotonic()
        super().data_received(data)
        if not self._is_owed:
            self._head.stop()
        elif not self._head.is_running and self.timeout_keep_alive_task is None:
            self._wait_for_head()

    def on_response_complete(self) -> None:
        """Begins to wait for another request."""
        self._waits_since = time.monotonic()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops waiting."""
        self._head.stop()
        self._reader.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Begins to wait for the reader."""
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        """The reader goes on."""
        self._reader.stop()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Tells in our own words that the request is no HTTP."""
        self._refuse(ApiError(400, "this is no request of HTTP/1.1"))

    @property
    def _is_owed(self) -> bool:
        """Whether the client has to send something: a head, or the rest of what is refused."""
        theirs = self.conn.their_state
        return theirs is h11.IDLE or (
            theirs is h11.SEND_BODY and self.conn.our_state in {h11.DONE, h11.MUST_CLOSE}
        )

    @property
    def _waits(self) -> bool:
        """Whether nothing can be done before the client sends or reads something."""
        return self._is_unread or self.conn.their_state in {h11.IDLE, h11.SEND_BODY}

    @property
    def _is_unread(self) -> bool:
        return self.transport.get_write_buffer_size() > 0

    @property
    def _is_between(self) -> bool:
        """Whether an answer has been read, and nothing asked since."""
        return self.timeout_keep_alive_task is not None and not self._is_unread

    @property
    def _is_going(self) -> bool:
        """Whether it is closed, and only the loop has not come to tell us yet."""
        return self.transport.is_closing() and not self._is_unread

    def _make_room(self) -> None:
        """Closes connections until there are no more than may be."""
        kept = [each for each in self.connections if isinstance(each, Connection)]
        kept = [each for each in kept if not each._is_going]
        while len(kept) > self.config.max_connections:
            spared = self._spared(kept)
            kept.remove(spared)
            spared._make_way()

    def _spared(self, kept: list[Connection]) -> Connection:
        """The one that has waited longest; this one, which has just come, only if no other waits.

        Those between two requests are spared first where they are more than half, and last else.
        """
        waiting = [each for each in kept if each._waits and each is not self]
        between = [each for each in waiting if each._is_between]
        others = [each for each in waiting if not each._is_between]
        are_many = len(between) > self.config.max_connections // 2
        choice = between if are_many or not others else others
        return min(choice, key=lambda each: each._waits_since, default=self)

    def _make_way(self) -> None:
        if self._is_unread or self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()
        elif self._is_between:  # it has asked for nothing, so there is nothing to refuse
            self.transport.close()
        else:
            message = "there are too many connections; try again in 1 s"
            self._refuse(ApiError(429, message, headers={"Retry-After": "1"}))

    def _wait_for_reader(self) -> None:
        """Gives up unless enough is read in time, and if it is, waits for more."""
        self._waits_since = time.monotonic()
        before = self._left_to_read()

        def look() -> None:
            if self._left_to_read() <= before - _LEAST_READ:
                self._wait_for_reader()
            else:
                self.transport.abort()

        self._reader.start(self.config.unread_seconds, look)

    def _left_to_read(self) -> int:
        """Bytes; also those that the system has, which takes more of us only now and then."""
        taken = fcntl.ioctl(self.transport.get_extra_info("socket"), termios.TIOCOUTQ, bytes(4))
        return self.transport.get_write_buffer_size() + int.from_bytes(taken, sys.byteorder)

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
                *(error.headers or {}).items(),
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
