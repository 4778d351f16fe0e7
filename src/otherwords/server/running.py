"""Running: a socket, one or several workers, and an end that lets requests finish."""

from __future__ import annotations

import math
import os
import signal
import socket
import tempfile
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.server.settings import ServerSettings

if TYPE_CHECKING:
    from fastapi import FastAPI

# Connections that wait until a worker takes them.
_BACKLOG = 512
# A worker that does not answer its parent for so long hangs: no step of a search takes it.
_HANGS = 60


def serve(
    settings: ServerSettings, *, log: bool = True, ready: Callable[[str], None] | None = None
) -> None:
    """Serves until the process is told to stop, and then finishes what it has begun.

    Args:
        settings: See there.
        log: Whether there is a line for each request on the standard error.
        ready: Told the address of the page when connections can be made.
    """
    from uvicorn import Server
    from uvicorn.supervisors import Multiprocess

    from otherwords.server.connections import Config, Connection

    listening = _listen(settings.host, settings.port)
    config = Config(
        partial(_make_app, settings, log),
        factory=True,
        http=Connection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        workers=settings.workers,
        backlog=_BACKLOG,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=math.ceil(settings.idle_seconds),
        timeout_graceful_shutdown=math.ceil(settings.shutdown_seconds),
        timeout_worker_healthcheck=_HANGS,
    )
    config.header_seconds = settings.header_seconds
    config.unread_seconds = settings.idle_seconds
    with listening, _FiguresOfWorkers(settings.workers > 1):
        if ready is not None:
            ready(address_of(listening))
        if settings.workers > 1:
            Multiprocess(config, [listening]).run()
        else:
            # uvicorn sends itself the signal again that has ended it: it has done what it should.
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_: None)
            Server(config).run([listening])


def address_of(listening: socket.socket) -> str:
    """Where a browser finds a server that listens."""
    host, port = listening.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _make_app(settings: ServerSettings, log: bool) -> FastAPI:
    """The application of one worker."""
    from otherwords.server import create_app
    from otherwords.server.logs import write_logs

    write_logs(requests=log)
    return create_app(settings)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections at once: they wait until a worker is ready."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        listening = socket.socket(found[0][0], socket.SOCK_STREAM)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(found[0][4])
            listening.listen(_BACKLOG)
            listening.set_inheritable(True)
        except BaseException:
            listening.close()
            raise
        return listening
    except OSError as error:
        raise Error(
            f"cannot listen at {host}, port {port}: {error.strerror}; choose another with --port, "
            "or --port 0 for any that is free"
        ) from None


class _FiguresOfWorkers:
    """A folder where workers count together, while there are several."""

    def __init__(self, needed: bool) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="otherwords-") if needed else None

    def __enter__(self) -> None:
        # The name is that of `otherwords.server.metrics`, which only workers may import: it looks
        # at the folder when it is imported.
        if self._folder is not None:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = self._folder.name

    def __exit__(self, *exception: object) -> None:
        if self._folder is not None:
            del os.environ["PROMETHEUS_MULTIPROC_DIR"]
            self._folder.cleanup()
