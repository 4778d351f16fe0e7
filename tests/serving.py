"""Servers for tests: in this process, or as `otherwords serve` runs them; they always stop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.server import ServerSettings, create_app

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it says which package it would rather use
    from starlette.testclient import TestClient

__all__ = ["ADDRESS", "Running", "TestClient", "client_of", "running"]

#: How a browser on this machine calls the server.
ADDRESS = "http://127.0.0.1:8520"


@contextmanager
def client_of(model: Path, **settings: Any) -> Iterator[TestClient]:
    """A client of a server in this process, which answers from a model."""
    app = create_app(ServerSettings(**{"models": (str(model),), **settings}))
    with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False) as client:
        yield client


@dataclass
class Running:
    """A server in a process of its own.

    Attributes:
        address: As `http://127.0.0.1:40001`.
        log: What it writes on the standard error.
    """

    address: str
    process: subprocess.Popen[str]
    log: Path

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def requests(self) -> list[dict[str, Any]]:
        """What the log has of requests."""
        lines = self.log.read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def stop(self) -> int:
        """Tells it to stop, and waits; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


@contextmanager
def running(model: Path, folder: Path, *options: str, **variables: str) -> Iterator[Running]:
    """`otherwords serve` on a free port of this machine.

    Args:
        model: The model that answers.
        folder: Where the log is written.
        options: More of the command line.
        variables: More of the environment.
    """
    command = [sys.executable, "-m", "otherwords", "serve", "-m", str(model), "--port", "0"]
    log = folder / "serve.log"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*command, *options],
            env={**os.environ, **variables},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    assert process.stdout is not None
    server = None
    try:
        line = process.stdout.readline()
        assert line.startswith("otherwords serves http://"), log.read_text("utf-8")
        server = Running(line.split()[2].rstrip("/"), process, log)
        yield server
    finally:
        if server is None:
            process.kill()
            process.wait()
        else:
            server.stop()
        process.stdout.close()
