"""A soak of a few seconds; `make soak` does the same for ten minutes."""

from __future__ import annotations

import asyncio
import sys
from itertools import islice
from pathlib import Path

import pytest

from tests.small_model import write_model
from tests.soak import broken, servers
from tests.soak.measuring import Held
from tests.soak.notes import Notes
from tests.soak.running import Soak, read_crashes, soak
from tests.soak.servers import Server


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Soak:
    folder = tmp_path_factory.mktemp("soak")
    return asyncio.run(soak(folder, seconds=5, warm_up=2, quiet=1))


def test_clients_of_all_kinds_find_no_fault(done: Soak) -> None:
    assert done.notes.problems == {}
    kinds = {kind for kind, _ in done.notes.seen}
    servers = ("api", "rating", "restarted")
    assert kinds >= {f"{kind}, {name}" for kind in ("ordinary", "broken") for name in servers}
    assert kinds >= {"slow sender", "slow reader", "many connections", "leaving", "judge"}


def test_slow_senders_are_let_go(done: Soak) -> None:
    assert done.notes.seen["slow sender", "408"] > 0
    assert done.notes.seen["many connections", "408"] > 0


def test_no_judgement_is_lost_or_doubled_when_servers_end(done: Soak) -> None:
    assert {what for kind, what in done.notes.seen if kind == "restart"} == {
        *("stopped, 0", "worker killed", "killed"),
    }
    answered, stored = done.judged
    assert answered == stored > 0


def test_crashes_would_be_noticed(tmp_path: Path) -> None:
    """A worker that is killed, and that there was one to kill."""

    async def crash() -> bool:
        server = Server("api", ("serve", "-m", str(write_model(tmp_path / "model"))), tmp_path)
        await server.start()
        try:
            was_killed = False
            for _ in range(600):
                was_killed = was_killed or server.kill_worker()
                if "starting another" in server.log:
                    break
                await asyncio.sleep(0.1)
        finally:
            await server.end()
        read_crashes(server, notes)
        return was_killed

    notes = Notes()
    assert asyncio.run(crash())
    (problem,) = notes.problems
    assert "ended with -9" in problem


def test_nothing_is_left_of_a_server_that_does_not_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stubborn = tmp_path / "stubborn"
    stubborn.write_text(
        "#!/bin/sh\ntrap '' TERM\nsleep 1000 &\necho otherwords serves http://127.0.0.1:1/\nwait\n"
    )
    stubborn.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(stubborn))
    monkeypatch.setattr(servers, "_PATIENCE", 2.0)

    async def left() -> tuple[int, list[int]]:
        server = Server("stubborn", (), tmp_path)
        await server.start()
        await server.end()
        return len(server.survivors), await server.outlived(10)

    assert asyncio.run(left()) == (1, [])


def test_all_that_is_broken_is_sent() -> None:
    everything = {sent for sent, _ in broken._SENT}
    assert {sent for sent, _ in islice(broken._again_and_again(), len(broken._SENT))} == everything


def test_leaks_would_be_noticed() -> None:
    seen = Soak(memory={"api": [100.0] * 60}, early={"api": Held(1, 50, 20)})
    seen.late = dict(seen.early)
    seen.compare()
    assert not seen.notes.problems
    seen.late["api"] = Held(1, 90, 60)
    seen.memory["api"][45:] = [130.0] * 15
    seen.compare()
    assert set(seen.notes.problems) == {
        "api: 50 files became 90",
        "api: 20 threads became 60",
        "api: 100.0 MiB became 130.0",
    }
