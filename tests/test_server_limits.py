"""Limits hold whatever clients do: too much, too slowly, or not at all."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import otherwords as ow
from otherwords.server.errors import ApiError, GoneError
from otherwords.server.jobs import Job
from otherwords.server.running import serve
from otherwords.server.schemas import ParaphraseRequest
from otherwords.server.settings import ServerSettings
from otherwords.server.work import Gate
from tests.connecting import all_of, connected, error_of, head
from tests.serving import Running, client_of, running
from tests.small_model import write_model

TEXT = "We utilise tools in spite of the rain."


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def server(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One that is soon impatient."""
    options = ["--header-seconds", "0.5", "--idle-seconds", "1", "--max-body", "2000000"]
    folder = tmp_path_factory.mktemp("server")
    with running(model, folder, *options, "--max-texts", "100000", "--max-seconds", "60") as server:
        yield server


def metric(server: Running, name: str) -> float:
    import httpx

    lines = httpx.get(f"{server.address}/metrics", timeout=60).text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def test_a_body_without_a_length_is_counted(server: Running) -> None:
    piece = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    with connected(server) as connection:
        connection.sendall(head(None, "Transfer-Encoding: chunked"))
        for _ in range(40):  # 2.6 MB
            connection.sendall(piece)
        connection.sendall(b"0\r\n\r\n")
        assert error_of(all_of(connection)) == (413, "too-large")


def test_a_body_without_an_end_is_given_up(server: Running) -> None:
    piece = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    with connected(server) as connection:
        connection.sendall(head(None, "Transfer-Encoding: chunked"))
        with pytest.raises(OSError):  # noqa: PT011
            while True:
                connection.sendall(piece)


def test_a_length_that_is_too_large_is_refused_before_it_is_sent(server: Running) -> None:
    with connected(server) as connection:
        connection.sendall(head(3_000_000, "Expect: 100-continue"))
        assert error_of(all_of(connection)) == (413, "too-large")


def test_a_head_that_does_not_come(server: Running) -> None:
    with connected(server) as silent, connected(server) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: local")
        assert error_of(all_of(slow)) == (408, "too-slow")
        assert error_of(all_of(silent)) == (408, "too-slow")


def test_a_head_that_comes_in_drops_gets_no_more_time(server: Running) -> None:
    with connected(server) as connection:
        try:
            for byte in b"GET /healthz HTTP/1.1\r\n" + b"X: " + b"y" * 200:
                connection.sendall(bytes([byte]))
                time.sleep(0.01)
        except OSError:
            pass
        with pytest.raises(OSError):  # noqa: PT011
            for _ in range(100):
                connection.sendall(b"y")
                time.sleep(0.01)


def test_a_second_head_that_does_not_come(server: Running) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connected(server) as connection:
        connection.sendall(request)
        assert b"200 OK" in connection.recv(1 << 16)
        connection.sendall(request[:20])
        assert error_of(all_of(connection)) == (408, "too-slow")


def test_a_body_that_does_not_come(server: Running) -> None:
    with connected(server) as connection:
        connection.sendall(head(100) + b'{"text": ')
        assert error_of(all_of(connection)) == (408, "too-slow")


def test_an_idle_connection_is_closed(server: Running) -> None:
    with connected(server) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert all_of(connection).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize(
    "request_",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /\xff HTTP/9\r\n\r\n",
        b"\x16\x03\x01\x02",
    ],
)
def test_what_is_no_http(server: Running, request_: bytes) -> None:
    with connected(server) as connection:
        connection.sendall(request_ + b"\r\n\r\n")
        status, _ = error_of(all_of(connection))
        assert status in {400, 408, 421}


def test_heads_are_not_endless(server: Running) -> None:
    with connected(server) as connection:
        try:
            connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"y" * 1_000_000)
            answer = all_of(connection)
        except ConnectionError:
            return
        assert error_of(answer)[0] == 400


def many(count: int) -> bytes:
    return json.dumps({"texts": [TEXT] * count, "n": 10}).encode()


def test_who_does_not_read_is_let_go(server: Running) -> None:
    """Work goes no further than the answer is read, and the place becomes free."""
    before = metric(server, "otherwords_texts_total")
    body = many(20_000)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    with connection:
        connection.sendall(head(len(body), "Accept: application/x-ndjson") + body)
        while metric(server, "otherwords_requests_inside") == 0:
            time.sleep(0.01)
        while metric(server, "otherwords_requests_inside") > 0:
            time.sleep(0.05)
    done = metric(server, "otherwords_texts_total") - before
    assert 0 < done < 20_000


def test_who_goes_away_is_not_worked_for(server: Running) -> None:
    before = metric(server, "otherwords_texts_total")
    body = many(20_000)
    for accept in ("application/json", "application/x-ndjson"):
        with connected(server) as connection:
            connection.sendall(head(len(body), f"Accept: {accept}") + body)
            while metric(server, "otherwords_requests_inside") == 0:
                time.sleep(0.01)
        while metric(server, "otherwords_requests_inside") > 0:
            time.sleep(0.05)
    assert metric(server, "otherwords_texts_total") - before < 2 * 20_000
    assert {line["error"] for line in server.requests if line.get("texts") == 20_000} == {"gone"}


def test_time_that_is_over(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest comes back as it is, and says so."""
    for name in ("say", "score"):
        work = getattr(Job, name)

        def slowly(*args: Any, work: Any = work) -> Any:
            time.sleep(1.0)
            return work(*args)

        monkeypatch.setattr(Job, name, slowly)
    texts = [TEXT] * 20
    pairs = [{"source": TEXT, "target": TEXT}] * 20
    with client_of(model, max_seconds=0.9) as client:
        said = client.post("/v1/paraphrase", json={"texts": texts, "n": 20, "max_bytes": 30})
        scored = client.post("/v1/true-score", json={"pairs": pairs}).json()["results"]
    results = said.json()["results"]
    assert [each["source"] for each in results] == texts
    first, last = results[0]["paraphrases"], results[-1]["paraphrases"]
    assert first[0]["text"] == "We use tools despite the rain."
    assert [one["text"] for one in last] == [TEXT]
    assert last[0]["score"] is None
    assert not last[0]["complete"]
    assert not last[0]["fits"]
    assert last[0]["edits"] == []
    assert [each["score"] is None for each in scored] == [False] * 16 + [True] * 4
    assert scored[-1]["reason"] == "there was no time left"


def test_a_search_without_an_end_is_ended(model: Path) -> None:
    with client_of(model, max_seconds=0.2) as client:
        wanted = {"search": "monte-carlo", "episodes": 10**12}
        answer = client.post("/v1/paraphrase", json={"text": TEXT, **wanted})
    (result,) = answer.json()["results"]
    assert not result["paraphrases"][0]["complete"]
    assert "max_seconds:" in result["signature"]


async def present() -> bool:
    return False


def counted(change: int) -> None:
    pass


def test_the_gate_lets_so_many_in() -> None:
    gate = Gate(2, 1, 60.0, counted)
    with gate.enter(present), gate.enter(present):
        with gate.enter(present), pytest.raises(ApiError) as refused, gate.enter(present):
            pass
        with gate.enter(present):
            pass
    gate.close()
    assert refused.value.status == 429
    assert int((refused.value.headers or {})["Retry-After"]) >= 1


def test_the_gate_lets_so_many_work() -> None:
    gate = Gate(2, 10, 60.0, counted)
    working, most = [0], [0]
    lock = threading.Lock()

    def work() -> None:
        with lock:
            working[0] += 1
            most[0] = max(most[0], working[0])
        time.sleep(0.02)
        with lock:
            working[0] -= 1

    async def request() -> None:
        with gate.enter(present) as turn:
            await turn.run(work)

    async def requests() -> None:
        await asyncio.gather(*(request() for _ in range(8)))

    asyncio.run(requests())
    gate.close()
    assert most == [2]


def test_who_is_read_keeps_nobody_out() -> None:
    """Requests that have had a turn do not count, and those who have had none come to theirs."""

    async def requests() -> list[str]:
        gate = Gate(1, 1, 60.0, counted)
        order: list[str] = []
        with ExitStack() as stack:
            old = []
            for number in range(5):
                turn = stack.enter_context(gate.enter(present))
                await turn.run_first(lambda: None)
                turn.leave_place()
                turn.leave_place()
                old.append(turn.run(partial(order.append, f"old {number}")))
            more = [asyncio.create_task(work) for work in old]
            await asyncio.sleep(0)  # all of them want a thread now
            with gate.enter(present) as new, gate.enter(present):
                await new.run_first(partial(order.append, "new"))
                with pytest.raises(ApiError), gate.enter(present):
                    pass
            await asyncio.gather(*more)
        with gate.enter(present), gate.enter(present):
            pass
        gate.close()
        return order

    order = asyncio.run(requests())
    assert sorted(order) == ["new", *(f"old {number}" for number in range(5))]
    assert order.index("new") <= 2


def test_when_to_try_again_does_not_depend_on_who_waits_or_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("otherwords.server.work.time", clock)

    def pass_(seconds: float) -> None:
        now[0] += seconds

    async def requests() -> str:
        gate = Gate(1, 3, 1e9, counted)
        for _ in range(100):  # two seconds of work each
            with gate.enter(present) as turn:
                pass_(1000)
                await turn.run_first(partial(pass_, 1))
                turn.leave_place()
                pass_(1000)
                await turn.run(partial(pass_, 1))
            with pytest.raises(GoneError), gate.enter(present):
                raise GoneError
        with ExitStack() as stack, pytest.raises(ApiError) as refused:
            for _ in range(5):
                stack.enter_context(gate.enter(present))
        gate.close()
        return (refused.value.headers or {})["Retry-After"]

    assert asyncio.run(requests()) == "4"


def test_a_turn_that_does_not_come_in_time() -> None:
    async def requests() -> tuple[Any, Any]:
        gate = Gate(1, 1, 0.05, counted)
        go_on = threading.Event()
        with gate.enter(present) as first, gate.enter(present) as second:
            running = asyncio.create_task(first.run(go_on.wait))
            await asyncio.sleep(0)
            late = await asyncio.gather(second.run_first(lambda: 1), return_exceptions=True)
            later = await asyncio.gather(second.run(lambda: 1), return_exceptions=True)
            go_on.set()
            await running
        gate.close()
        return late[0], later[0]

    late, later = asyncio.run(requests())
    assert isinstance(late, ApiError)
    assert late.status == 429
    assert isinstance(later, TimeoutError)


def test_nobody_works_for_who_has_gone() -> None:
    async def gone() -> bool:
        return True

    async def request() -> None:
        gate = Gate(1, 1, 60.0, counted)
        with gate.enter(gone) as turn, pytest.raises(GoneError):
            await turn.run(lambda: pytest.fail("worked"))
        # The thread is free again.
        with gate.enter(present) as turn:
            assert await turn.run(lambda: 7) == 7
        gate.close()

    asyncio.run(request())


def test_a_system_that_samples_has_a_limit_of_time() -> None:
    wanted = ParaphraseRequest.model_validate({"text": TEXT, "system": "mcpg", "episodes": 1 << 60})
    settings = Job(ow.load(), wanted, 2.0).settings
    assert settings.search.name == "monte-carlo"
    assert 0 < settings.search.sampling.seconds <= 2.0
    assert "max_seconds" in settings.signature


def test_what_cannot_be_served_is_told_before_anybody_connects(tmp_path: Path) -> None:
    model = write_model(tmp_path / "model")
    (model / "lm").write_bytes((model / "lm").read_bytes()[:100])
    told: list[str] = []
    with pytest.raises(ow.FormatError, match="lm"):
        serve(ServerSettings(models=(str(model),), port=0), ready=told.append)
    assert not told
    with pytest.raises(ow.Error, match="at most 65535"):
        ServerSettings(port=65536)
