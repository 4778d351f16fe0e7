"""`otherwords serve` as people run it: it starts, shares, survives, refuses and stops."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import httpx
import pytest

from otherwords.cli import main
from otherwords.server.running import run_worker
from otherwords.server.settings import ServerSettings
from tests.serving import Running, running
from tests.small_model import write_model

TEXT = "We utilise tools in spite of the rain."
SHORTER = "We use tools despite the rain."


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


def say(server: Running, **body: Any) -> httpx.Response:
    wanted = {"text": TEXT, "application": "compress", **body}
    return httpx.post(f"{server.address}/v1/paraphrase", json=wanted, timeout=60)


def workers_of(server: Running) -> list[int]:
    """The processes that answer: children that have the model in their memory."""
    return [child for child in children_of(server) if "pt1.table" in maps_of(child)]


def children_of(server: Running) -> list[int]:
    parent = server.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in children]


def maps_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/maps").read_text()
    except OSError:
        return ""


def until(is_so: Callable[[], bool]) -> None:
    """Waits for what must come, but not for ever."""
    for _ in range(1200):
        if is_so():
            return
        time.sleep(0.05)
    pytest.fail("what must come does not")


def is_there(process: int) -> bool:
    """Whether a process does something still; nobody may have asked yet how it ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except OSError:
        return False


def test_it_serves_a_page_and_an_api_and_stops(model: Path, tmp_path: Path) -> None:
    with running(model, tmp_path) as server:
        assert server.address.startswith("http://127.0.0.1:")
        page = get(server, "/")
        assert page.headers["content-type"].startswith("text/html")
        assert say(server).json()["results"][0]["paraphrases"][0]["text"] == SHORTER
        assert server.stop() == 0
    assert [line["route"] for line in server.requests] == ["/", "/v1/paraphrase"]
    assert "Traceback" not in server.log.read_text("utf-8")


def test_the_page_opens_in_a_browser(model: Path, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    with running(model, tmp_path, "--open", "--no-log", BROWSER=str(browser)) as server:
        until(opened.exists)
        assert get(server, "/healthz").status_code == 200
    until(lambda: opened.read_text() != "")
    assert opened.read_text().strip() == server.address + "/"
    assert server.log.read_text("utf-8") == ""


def slow_request(server: Running, answers: list[httpx.Response | Exception]) -> threading.Thread:
    """Begins a request that takes as long as one may."""
    text = " ".join([TEXT] * 400)  # a sentence alone is searched at once, whatever is asked
    slow = {"text": text, "search": "monte-carlo", "episodes": 10**12}

    def ask() -> None:
        try:
            answers.append(say(server, **slow))
        except httpx.HTTPError as error:
            answers.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def get(server: Running, path: str) -> httpx.Response:
    return httpx.get(server.address + path, timeout=60)


def inside(server: Running) -> float:
    shown = get(server, "/metrics").text
    return float(re.findall(r"^otherwords_requests_inside (\S+)$", shown, re.MULTILINE)[0])


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_has_begun_is_finished_at_the_end(model: Path, tmp_path: Path, workers: str) -> None:
    with running(model, tmp_path, "--max-seconds", "1.5", "--workers", workers) as server:
        assert get(server, "/healthz").status_code == 200
        answers: list[httpx.Response | Exception] = []
        while True:
            thread = slow_request(server, answers)
            until(lambda: inside(server) == 1 or bool(answers))
            if not answers:
                break
            answers.clear()  # it was over before anybody looked
            thread.join()
        assert server.stop() == 0
        thread.join()
    (answer,) = answers
    assert isinstance(answer, httpx.Response)
    assert answer.status_code == 200
    with pytest.raises(OSError):  # noqa: PT011
        socket.create_connection(("127.0.0.1", server.port), timeout=5)


def test_what_does_not_end_is_ended(model: Path, tmp_path: Path) -> None:
    """A client that takes its time does not keep the server from stopping."""
    with running(model, tmp_path, "--shutdown-seconds", "1") as server:
        body = json.dumps({"texts": [TEXT] * 1000, "n": 50}).encode()
        head = f"POST /v1/paraphrase HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        more = "Content-Type: application/json\r\nAccept: application/x-ndjson\r\n\r\n"
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", server.port))
        with connection:
            connection.sendall((head + more).encode() + body)
            until(lambda: inside(server) == 1)
            assert server.stop() == 0


def test_workers_share_the_port_the_model_and_the_figures(model: Path, tmp_path: Path) -> None:
    with running(model, tmp_path, "--workers", "2") as server:
        until(lambda: len(workers_of(server)) == 2)
        for process in workers_of(server):
            mapped = [line for line in maps_of(process).splitlines() if "pt1.table" in line]
            assert all(line.split()[1].endswith("s") for line in mapped), "mapped, not copied"
        first, second = workers_of(server)
        with httpx.Client(timeout=60) as client:
            counts = Counter[str]()
            for _ in range(40):
                # A new connection each time: any worker may take it.
                answer = client.post(
                    f"{server.address}/v1/paraphrase",
                    json={"text": TEXT},
                    headers={"Connection": "close"},
                )
                counts[str(answer.status_code)] += 1
        assert counts == {"200": 40}
        for _ in range(5):  # whoever answers tells of both
            shown = get(server, "/metrics").text
            assert 'otherwords_texts_total{application="paraphrase"} 40.0' in shown
        assert "ended" not in server.log.read_text("utf-8")
        # One that dies is replaced, and the other goes on.
        os.kill(first, signal.SIGKILL)
        assert say(server).status_code == 200
        until(lambda: len(set(workers_of(server)) - {first, second}) == 1)
        assert f"worker {first} ended with -9" in server.log.read_text("utf-8")
        assert say(server).status_code == 200
        assert inside(server) == 0
        assert server.stop() == 0


def test_overload_is_refused_and_never_hangs(model: Path, tmp_path: Path) -> None:
    limits = ["--concurrent", "1", "--queue", "1", "--max-seconds", "1"]
    with running(model, tmp_path, *limits) as server:
        answers: list[httpx.Response | Exception] = []
        threads = [slow_request(server, answers) for _ in range(12)]
        for thread in threads:
            thread.join()
        statuses = Counter(
            each.status_code if isinstance(each, httpx.Response) else 0 for each in answers
        )
        assert set(statuses) == {200, 429}
        refused = [
            each for each in answers if isinstance(each, httpx.Response) and each.status_code == 429
        ]
        for each in refused:
            assert each.json()["error"]["code"] == "busy"
            assert int(each.headers["retry-after"]) >= 1
        assert say(server).status_code == 200


def test_the_benchmark_sees_no_error(model: Path, repository: Path, shared: Path) -> None:
    """32 clients and two workers, for a few seconds."""
    done = subprocess.run(
        [
            *(sys.executable, repository / "benchmarks" / "serve.py", model, "--seconds", "3"),
            *("--overload-seconds", "1", "--sentences", "200"),
        ],
        env={**os.environ, "OTHERWORDS_SHARED": str(shared)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    before, _, overload = done.stdout.partition("64 clients")
    assert re.search(r"^  [\d,]+ × 200$", before, re.MULTILINE), done.stdout
    assert "texts/s" in before
    assert re.search(r"^  [\d,]+ × 200, [\d,]+ × 429$", overload, re.MULTILINE), done.stdout


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--host", "0.0.0.0"], 1, "--allow-remote"),
        (["--keys-file", "missing"], 1, "missing: No such file"),
        (["-m", "missing"], 1, "missing"),
        (["--origin", "*"], 1, "is no origin"),
        (["--max-texts", "0"], 2, "--max-texts"),
    ],
)
def test_what_cannot_be_served(
    options: list[str],
    code: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        ended = main(["serve", "--port", "0", *options])
    except SystemExit as error:
        ended = int(error.code or 0)
    assert ended == code
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_a_port_that_is_taken(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "-m", str(model), "--port", str(port)]) == 1
    assert (
        f"cannot listen at 127.0.0.1, port {port}: Address already in use"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("is_seen_before", [True, False])
def test_workers_that_cannot_begin(model: Path, tmp_path: Path, is_seen_before: bool) -> None:
    broken = ["-m", str(tmp_path)] if is_seen_before else ["-m", str(model), "--rating", "nonsense"]
    done = subprocess.run(
        [sys.executable, "-m", "otherwords", "serve", "--port", "0", "--workers", "2", *broken],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    if is_seen_before:
        assert done.stderr.count("otherwords serve: ") == 1
        assert "model.toml" in done.stderr
        assert done.stdout == ""
    else:
        assert "a worker could not begin" in done.stderr


def test_a_worker_whose_parent_has_gone_ends(
    model: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    settings = ServerSettings(models=(str(model),), port=0)
    worker = get_context("spawn").Process(target=run_worker, args=(settings, False, theirs))
    worker.start()
    theirs.close()
    worker.join(60)
    if worker.is_alive():
        worker.kill()
    worker.join()
    assert worker.exitcode == 0
    assert capfd.readouterr().err == ""


def test_workers_end_when_their_parent_is_killed(model: Path, tmp_path: Path) -> None:
    with running(model, tmp_path, "--workers", "2") as server:
        until(lambda: len(workers_of(server)) == 2)
        assert say(server).status_code == 200
        children = children_of(server)
        server.process.kill()
        try:
            until(lambda: not any(map(is_there, children)))
        finally:
            for child in filter(is_there, children):
                os.kill(child, signal.SIGKILL)
    assert "Traceback" not in server.log.read_text("utf-8")


def limited(hard: int, *command: str) -> subprocess.CompletedProcess[str]:
    """Python where 100 files can be open, and up to `hard` by its own wish."""
    limits = f'ulimit -Sn 100 && ulimit -Hn {hard} && exec "$@"'
    return subprocess.run(
        ["sh", "-c", limits, "sh", sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
    )


def test_more_open_files_than_the_system_allows(model: Path) -> None:
    serve = ("-m", "otherwords", "serve", "-m", str(model), "--port", "0")
    done = limited(549, *serve)
    assert (done.returncode, done.stdout) == (1, "")
    assert (
        "max_connections is 500, which needs 550 open files; the system allows 549" in done.stderr
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("hard", "taken"), [(550, 550), (2000, 1062)])
def test_open_files_that_the_system_allows_are_taken(
    model: Path, tmp_path: Path, hard: int, taken: int
) -> None:
    shown = "print(resource.getrlimit(resource.RLIMIT_NOFILE)); raise SystemExit"
    code = (
        "import resource; from otherwords.server import running, settings\n"
        f"def show(address): {shown}\n"
        f"running.serve(settings.ServerSettings(models=({str(model)!r},), port=0), ready=show)"
    )
    done = limited(hard, "-c", code)
    assert (done.stdout, done.stderr) == (f"({taken}, {hard})\n", "")


def test_other_machines_by_an_option(model: Path, tmp_path: Path) -> None:
    with running(model, tmp_path, "--host", "0.0.0.0", "--allow-remote") as server:
        assert get(server, "/healthz").status_code == 200
        with socket.create_connection(("127.0.0.2", server.port), timeout=10) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            assert b"421" in connection.recv(100)
