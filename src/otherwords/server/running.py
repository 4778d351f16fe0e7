"""Running: a socket, one or several workers, and an end that lets requests finish."""

from __future__ import annotations

import math
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.server.open_files import allow_files
from otherwords.server.settings import ServerSettings
from otherwords.server.workers import Workers

if TYPE_CHECKING:
    from uvicorn import Server

    from otherwords.server.connections import Config

# Connections that wait until a worker takes them.
_BACKLOG = 512


def serve(
    settings: ServerSettings, *, log: bool = True, ready: Callable[[str], None] | None = None
) -> None:
    """Serves until the process is told to stop, and then finishes what it has begun.

    Args:
        settings: See there.
        log: Whether there is a line for each request on the standard error.
        ready: Told the address of the page when connections can be made.
    """
    # Connections are taken from the backlog all at once, before one too many is closed.
    allow_files(settings.max_connections, burst=_BACKLOG)
    _check(settings)
    with _listening(settings.host, settings.port) as listening:
        if settings.workers == 1:
            from uvicorn import Server

            server = Server(_config(settings, log))  # raises Error before anybody is told
            if ready is not None:
                ready(_address(listening))
            _work(server, [listening])
            return
        if ready is not None:
            ready(_address(listening))
        with _figures_of_workers():
            Workers(settings, log, listening).run()


def run_worker(settings: ServerSettings, log: bool, channel: socket.socket) -> None:
    """One of several workers, in a process of its own."""
    from otherwords.server.connections import HandedServer

    try:
        server = HandedServer(_config(settings, log), channel)
    except (Error, OSError) as error:
        print(f"otherwords serve: {error}", file=sys.stderr)
        sys.exit(1)
    _work(server)


def _work(server: Server, sockets: list[socket.socket] | None = None) -> None:
    """Answers in this process until it is told to stop, and finishes what it has begun."""
    # uvicorn sends itself the signal again that has ended it: it has done what it should.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    server.run(sockets)


def _config(settings: ServerSettings, log: bool) -> Config:
    from otherwords.server import create_app
    from otherwords.server.connections import Config, Connection
    from otherwords.server.logs import write_logs

    write_logs(requests=log)
    config = Config(
        create_app(settings),
        http=Connection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        backlog=_BACKLOG,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=math.ceil(settings.idle_seconds),
        timeout_graceful_shutdown=math.ceil(settings.shutdown_seconds),
    )
    config.header_seconds = settings.header_seconds
    config.unread_seconds = settings.idle_seconds
    config.max_connections = settings.max_connections
    return config


def _check(settings: ServerSettings) -> None:
    """Raises what would keep workers from beginning, so that it is said once, and before anybody is
    told that there is a server.
    """
    from otherwords.server.keys import Keys
    from otherwords.server.models import Models

    Models(settings.models, settings.analyser).warm_up()
    Keys(settings.keys_file)


def _address(listening: socket.socket) -> str:
    """Where a browser finds a server that listens."""
    host, port = listening.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _listening(host: str, port: int) -> socket.socket:
    """A socket that takes connections at once: they wait until a worker is ready."""
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(_BACKLOG)
        except BaseException:
            listening.close()
            raise
        return listening
    except OSError as error:
        raise Error(
            f"cannot listen at {host}, port {port}: {error.strerror}; choose another with --port, "
            "or --port 0 for any that is free"
        ) from None


@contextmanager
def _figures_of_workers() -> Iterator[None]:
    """A folder where workers count together."""
    # The name is that of `otherwords.server.metrics`, which only workers may import: it looks at
    # the folder when it is imported.
    name = "PROMETHEUS_MULTIPROC_DIR"
    with tempfile.TemporaryDirectory(prefix="otherwords-") as folder:
        os.environ[name] = folder
        try:
            yield
        finally:
            del os.environ[name]
