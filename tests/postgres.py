"""A real PostgreSQL server, for tests: on the loopback, on a free port, and always stopped."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser import missing

_PATIENCE = 60  # seconds that it may take to start


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a server. Skips the test where there is no PostgreSQL."""
    programs = _programs()
    if programs is None:
        missing("PostgreSQL")
        return
    # Not in the folder of the test: names of sockets must be short, and others must get there.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    user = _user()
    try:
        if user:
            shutil.chown(folder, user)
        data = folder / "data"
        how = ["-A", "trust", "-U", "tests", "--no-sync", "--locale=C", "-E", "UTF8"]
        subprocess.run(
            [*_as(user), programs / "initdb", "-D", data, *how],
            check=True,
            capture_output=True,
            cwd=folder,
        )
        port = _free_port()
        options = [f"-cport={port}", "-clisten_addresses=127.0.0.1"]
        options += [f"-cunix_socket_directories={folder}", "-cmax_connections=60", "-cfsync=off"]
        with subprocess.Popen(
            [*_as(user), programs / "postgres", "-D", data, *options],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server:
            url = f"postgresql://tests@127.0.0.1:{port}"
            try:
                _wait_for(url, server)
                yield url
            finally:
                server.send_signal(signal.SIGQUIT)  # at once: nobody needs the data any more
                try:
                    server.wait(10)
                except subprocess.TimeoutExpired:
                    server.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def empty_database(url: str) -> str:
    """The URL of the one database of a server, which is emptied: making another takes longer."""
    import psycopg

    with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return f"{url}/postgres"


def _programs() -> Path | None:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    if found := shutil.which("initdb"):
        folders.append(Path(found).parent)
    return next((path for path in reversed(folders) if (path / "initdb").exists()), None)


def _user() -> str | None:
    """Who it runs as: it refuses to be root."""
    return "nobody" if os.geteuid() == 0 else None


def _as(user: str | None) -> list[str]:
    """The begin of a command that ends when we do, whatever happens to us."""
    run = ["setpriv", "--pdeathsig", "KILL"]
    return [*run, "--reuid", user, "--clear-groups", "--"] if user else [*run, "--"]


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    import psycopg

    end = time.monotonic() + _PATIENCE
    while True:
        try:
            psycopg.connect(f"{url}/postgres", connect_timeout=5).close()
            return
        except psycopg.OperationalError:
            assert server.poll() is None, "PostgreSQL has ended"
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.1)
