"""Connections that are held without end, and too many of them: others are served all the same."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.server import ServerState

from otherwords.server.connections import Config, Connection
from tests.connecting import all_of, connected, deaf, error_of, head
from tests.serving import Running, running
from tests.small_model import write_model

TEXT = "We utilise tools in spite of the rain."
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
MOST = 20  # connections of the narrow server


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def narrow(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for few, who may take their time."""
    limits = ["--max-connections", str(MOST), "--concurrent", "1", "--queue", "0"]
    limits += ["--idle-seconds", "300", "--header-seconds", "300"]
    with running(model, tmp_path_factory.mktemp("server"), *limits) as server:
        yield server


def say(server: Running) -> int:
    """The status of an ordinary request."""
    return httpx.post(
        f"{server.address}/v1/paraphrase", json={"text": TEXT}, timeout=60
    ).status_code


def ask(connection: socket.socket) -> bytes:
    """The beginning of the answer to an ordinary request on a connection that stays open."""
    connection.sendall(WHOLE)
    answer = b""
    while not answer.endswith(b"}"):
        piece = connection.recv(1 << 16)
        assert piece, "the server has closed the connection"
        answer += piece
    return answer[:12]


def open_files(server: Running) -> int:
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def test_the_rest_of_what_is_refused_gets_no_more_time(model: Path, tmp_path: Path) -> None:
    """A body of which a drop comes now and then, for a request that was answered long ago."""
    with (
        running(model, tmp_path, "--header-seconds", "0.5") as server,
        connected(server) as connection,
    ):
        connection.sendall(head(1000).replace(b"localhost", b"evil.example"))
        assert connection.recv(12) == b"HTTP/1.1 421"
        with pytest.raises(OSError):  # noqa: PT011
            for _ in range(300):
                connection.sendall(b"x")
                time.sleep(0.1)


@asynccontextmanager
async def answering(size: int, seconds: float) -> AsyncIterator[tuple[socket.socket, ServerState]]:
    """A connection, which takes little at once, to an application that has answered on it.

    Args:
        size: Of the answer.
        seconds: That it may be left unread.
    """

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * size})

    config = Config(answer, http=Connection, ws="none", lifespan="off", log_config=None)
    config.unread_seconds = seconds
    config.load()
    state = ServerState()
    ours, theirs = socket.socketpair()
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    for each in (ours, theirs):
        each.setblocking(False)
    transport, _ = await asyncio.get_running_loop().connect_accepted_socket(
        lambda: Connection(config=config, server_state=state, app_state={}), theirs
    )
    with ours:
        ours.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        yield ours, state
    if state.connections:
        transport.abort()


def test_the_end_of_an_answer_must_be_read_too() -> None:
    """What is left of it is too little for asyncio to call its writer to a halt."""

    async def unread() -> int:
        async with answering(40_000, seconds=0.2) as (_, state):
            for _ in range(100):
                await asyncio.sleep(0.02)
            return len(state.connections)

    assert asyncio.run(unread()) == 0


async def slowly(piece: int, pieces: int) -> int:
    """How much of an answer comes to who takes a piece now and then, as long as there is one."""
    loop, got = asyncio.get_running_loop(), 0
    async with answering(piece * pieces, seconds=1) as (connection, _):
        with suppress(ConnectionError):
            while come := await loop.sock_recv(connection, piece):
                got += len(come)
                if got % piece < len(come):
                    await asyncio.sleep(4 / pieces)
    return got


def test_who_reads_steadily_gets_all_however_slowly() -> None:
    assert asyncio.run(slowly(100_000, 40)) > 100_000 * 40


def test_who_hardly_reads_is_let_go() -> None:
    assert asyncio.run(slowly(500, 400)) < 500 * 400


def not_reading(server: Running) -> socket.socket:
    """A connection whose client does not read the stream that it has asked for."""
    body = json.dumps({"texts": [TEXT] * 1000, "n": 100}).encode()
    for _ in range(600):
        connection = deaf(server)
        connection.sendall(head(len(body), "Accept: application/x-ndjson") + body)
        if connection.recv(12) == b"HTTP/1.1 200":
            return connection
        connection.close()
        time.sleep(0.05)
    pytest.fail("others have all places")


def patiently(server: Running) -> int:
    """The status of an ordinary request when what others do not read has piled up."""
    for _ in range(200):
        if (status := say(server)) != 429:
            return status
        time.sleep(0.05)
    return 429


def test_a_slow_reader_leaves_its_place(narrow: Running) -> None:
    with not_reading(narrow) as connection:
        assert patiently(narrow) == 200
        assert connection.recv(1)
        assert 1000 not in [line["texts"] for line in narrow.requests if line["status"] == 200]


def silent(connection: socket.socket) -> None:
    """Sends nothing."""


def in_a_head(connection: socket.socket) -> None:
    connection.sendall(WHOLE[:15])


def in_a_body(connection: socket.socket) -> None:
    connection.sendall(head(100) + b"{")


def idle(connection: socket.socket) -> None:
    """Asks, and reads the answer."""
    assert ask(connection) == b"HTTP/1.1 200"


Begin = Callable[[socket.socket], None]


def held(server: Running, stack: ExitStack, begin: Begin, count: int) -> list[socket.socket]:
    """Connections on which no more is done."""
    made = []
    for _ in range(count):
        made.append(stack.enter_context(connected(server)))
        begin(made[-1])
    return made


@pytest.mark.parametrize(
    "begins",
    [[silent], [in_a_head], [in_a_body], [idle], [idle, silent], [idle, in_a_body]],
    ids=lambda begins: " and ".join(begin.__name__ for begin in begins),
)
def test_those_who_hold_many_connections_keep_nobody_out(
    narrow: Running, begins: list[Begin]
) -> None:
    before = none_held(narrow)
    with ExitStack() as stack:
        for begin in begins:
            held(narrow, stack, begin, 2 * MOST)
        for _ in range(MOST):
            held(narrow, stack, idle, 1)
            assert say(narrow) == 200
        assert comes_down_to(narrow, before + MOST)


def comes_down_to(server: Running, files: int) -> bool:
    """Whether no more files are open when what is closed has gone."""
    for _ in range(100):
        if open_files(server) <= files:
            return True
        time.sleep(0.05)
    return False


def none_held(server: Running) -> int:
    """Files that a server has open when the connections of tests before have gone."""
    counts: list[int] = []
    while len(counts) < 5 or counts[-5:] != [min(counts)] * 5:
        counts.append(open_files(server))
        assert len(counts) < 600, "connections of tests before do not go"
        time.sleep(0.05)
    return counts[-1]


@pytest.mark.parametrize("begin", [silent, in_a_head, in_a_body])
def test_who_has_asked_before_stays_rather_than_who_has_not(narrow: Running, begin: Begin) -> None:
    with ExitStack() as stack:
        (served,) = held(narrow, stack, idle, 1)
        first, *_ = held(narrow, stack, begin, 2 * MOST)
        assert say(narrow) == 200
        try:
            answer = all_of(first)
        except ConnectionError:
            answer = b""
        # Who is still sending may not see why.
        assert begin is not silent if not answer else error_of(answer) == (429, "busy")
        assert ask(served) == b"HTTP/1.1 200"


def test_who_is_sending_stays_rather_than_many_who_have_asked_before(narrow: Running) -> None:
    body = json.dumps({"text": TEXT}).encode()
    with ExitStack() as stack:
        sending = stack.enter_context(connected(narrow))
        sending.sendall(head(len(body)) + body[:5])
        held(narrow, stack, idle, MOST - 1)
        held(narrow, stack, silent, MOST // 4)
        assert say(narrow) == 200  # so that all of them are there
        sending.sendall(body[5:])
        assert sending.recv(12) == b"HTTP/1.1 200"


def test_there_are_no_more_connections_when_many_come_at_once(narrow: Running) -> None:
    """Those that make room for them have not yet gone when the next one comes."""
    before = none_held(narrow)
    pages = WHOLE.replace(b"healthz", b"openapi.json") * 200
    with ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(deaf(narrow)).sendall(pages)
        assert patiently(narrow) == 200  # so that more is answered than fits between us
        narrow.process.send_signal(signal.SIGSTOP)
        try:
            held(narrow, stack, silent, 5 * MOST)
        finally:
            narrow.process.send_signal(signal.SIGCONT)
        assert patiently(narrow) == 200
        assert comes_down_to(narrow, before + MOST)


def test_who_begins_a_request_has_not_waited_long(narrow: Running) -> None:
    """However long the connection was idle before."""
    body = json.dumps({"text": TEXT}).encode()
    with ExitStack() as stack:
        (served,) = held(narrow, stack, idle, 1)
        held(narrow, stack, silent, 15)
        assert say(narrow) == 200  # so that all of them are there
        served.sendall(head(len(body)))
        assert say(narrow) == 200
        held(narrow, stack, silent, 10)
        assert say(narrow) == 200
        served.sendall(body)
        assert served.recv(12) == b"HTTP/1.1 200"


def test_slow_readers_make_room_as_well(narrow: Running) -> None:
    with ExitStack() as stack:
        for _ in range(MOST + 2):
            stack.enter_context(not_reading(narrow))
        assert patiently(narrow) == 200
