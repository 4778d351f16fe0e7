"""Workers: processes that answer, kept alive until all are told to stop.

Their parent takes connections and hands them out in turn. Workers that take them from a socket that
they share get what chance gives: sometimes one gets nearly all.
"""

from __future__ import annotations

import signal
import socket
import sys
import time
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from selectors import EVENT_READ, DefaultSelector

from otherwords._core import Error
from otherwords.server.settings import ServerSettings

#: What a worker says when it can take connections.
READY = b"r"
# A worker that has died is started again, but not more often than so many seconds apart.
_PAUSE = 1.0
# Seconds that a worker gets above its own patience before it is ended by force.
_GRACE = 10.0
# Seconds after which the parent looks whether it was told to stop.
_LOOK = 0.2


@dataclass(eq=False)
class _Worker:
    """A process, and the channel through which it gets connections."""

    process: SpawnProcess
    channel: socket.socket
    begun: float
    is_ready: bool = False

    def take(self, connection: socket.socket) -> bool:
        """Hands a connection over; False if the worker does not take it."""
        try:
            socket.send_fds(self.channel, [b"c"], [connection.fileno()])
        except OSError:
            return False
        return True

    def end(self, until: float) -> None:
        """Waits until it has ended, or ends it by force."""
        self.process.join(max(0.0, until - time.monotonic()))
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.channel.close()


class Workers:
    """Several processes that answer.

    Args:
        settings: How many, and what they do.
        log: Whether there is a line for each request.
        listening: Where connections come from.
    """

    def __init__(self, settings: ServerSettings, log: bool, listening: socket.socket) -> None:
        self._settings = settings
        self._log = log
        self._listening = listening
        self._listening.setblocking(False)
        self._must_stop = False
        self._has_begun = False
        self._workers: list[_Worker] = []

    def run(self) -> None:
        """Hands out connections until this process is told to stop. Raises Error when a worker
        cannot even begin: the next one could not either.
        """
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        try:
            for _ in range(self._settings.workers):
                self._start()
            while not self._must_stop:
                self._look()
        finally:
            self._end()

    def _stop(self, *_: object) -> None:
        self._must_stop = True

    def _start(self) -> None:
        from otherwords.server.running import run_worker

        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        ours.setblocking(False)
        process = get_context("spawn").Process(
            target=run_worker, args=(self._settings, self._log, theirs)
        )
        process.start()
        theirs.close()
        self._workers.append(_Worker(process, ours, time.monotonic()))

    def _look(self) -> None:
        """Waits until something happens, and does what it needs."""
        with DefaultSelector() as selector:
            if self._can_hand_out():
                selector.register(self._listening, EVENT_READ)
            for worker in self._workers:
                selector.register(worker.process.sentinel, EVENT_READ, worker)
                if not worker.is_ready:
                    selector.register(worker.channel, EVENT_READ, worker)
            happened = selector.select(_LOOK)
        for key, _ in happened:
            owner: _Worker | None = key.data
            if owner is None:
                self._hand_out()
            elif key.fileobj is owner.channel:
                owner.is_ready = _is_ready(owner.channel)
        for dead in [each for each in self._workers if not each.process.is_alive()]:
            self._replace(dead)

    def _can_hand_out(self) -> bool:
        """Whether there are workers to take connections: all of them before the first, so that the
        quickest to begin does not get those that have waited.
        """
        are_ready = [worker.is_ready for worker in self._workers]
        self._has_begun = self._has_begun or all(are_ready)
        return self._has_begun and any(are_ready)

    def _hand_out(self) -> None:
        """Gives each connection that waits to the next worker whose turn it is."""
        while True:
            try:
                connection, _ = self._listening.accept()
            except BlockingIOError:
                return
            except OSError:  # it has gone again, or there are too many
                time.sleep(_LOOK / 10)
                return
            with connection:
                for place, worker in enumerate(self._workers):
                    if worker.is_ready and worker.take(connection):
                        self._workers.append(self._workers.pop(place))
                        break

    def _replace(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.channel.close()
        if self._must_stop:
            return
        if not worker.is_ready and (worker.process.exitcode or 0) >= 0:
            raise Error("a worker could not begin; its own message says why")
        told = f"worker {worker.process.pid} ended with {worker.process.exitcode}; starting another"
        print(f"otherwords serve: {told}", file=sys.stderr, flush=True)
        time.sleep(max(0.0, worker.begun + _PAUSE - time.monotonic()))
        self._start()

    def _end(self) -> None:
        self._listening.close()
        for worker in self._workers:
            worker.process.terminate()
        until = time.monotonic() + self._settings.shutdown_seconds + _GRACE
        for worker in self._workers:
            worker.end(until)


def _is_ready(channel: socket.socket) -> bool:
    """Whether a worker has said that it is ready; it may have died instead."""
    try:
        return channel.recv(1) == READY
    except OSError:
        return False
