"""Workers: processes that share a socket, kept alive until all are told to stop."""

from __future__ import annotations

import signal
import socket
import time
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.server.settings import ServerSettings

if TYPE_CHECKING:
    from uvicorn import Server

# A worker that has died is started again, but not more often than so many seconds apart.
_PAUSE = 1.0
# Seconds that a worker gets above its own patience before it is ended by force.
_GRACE = 10.0


def work(server: Server, listening: socket.socket) -> None:
    """Answers in this process until it is told to stop, and finishes what it has begun."""
    # uvicorn sends itself the signal again that has ended it: it has done what it should.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    server.run([listening])


class Workers:
    """Several processes that answer.

    Args:
        settings: How many, and what they do.
        log: Whether there is a line for each request.
        listening: The socket that they share.
    """

    def __init__(self, settings: ServerSettings, log: bool, listening: socket.socket) -> None:
        self._settings = settings
        self._log = log
        self._listening = listening
        self._must_stop = False
        self._begun: dict[SpawnProcess, float] = {}

    def run(self) -> None:
        """Keeps all alive until this process is told to stop. Raises Error when one cannot even
        begin: the next one could not either.
        """
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        try:
            for _ in range(self._settings.workers):
                self._start()
            while not self._must_stop:
                wait([process.sentinel for process in self._begun], timeout=0.2)
                for process in [each for each in self._begun if not each.is_alive()]:
                    self._replace(process)
        finally:
            self._end()

    def _stop(self, *_: object) -> None:
        self._must_stop = True

    def _start(self) -> None:
        from otherwords.server.running import run_worker

        arguments = (self._settings, self._log, self._listening)
        process = get_context("spawn").Process(target=run_worker, args=arguments)
        process.start()
        self._begun[process] = time.monotonic()

    def _replace(self, process: SpawnProcess) -> None:
        begun = self._begun.pop(process)
        if self._must_stop:
            return
        if process.exitcode == 1:
            raise Error("a worker could not begin; its own message says why")
        time.sleep(max(0.0, begun + _PAUSE - time.monotonic()))
        self._start()

    def _end(self) -> None:
        for process in self._begun:
            process.terminate()
        until = time.monotonic() + self._settings.shutdown_seconds + _GRACE
        for process in self._begun:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
