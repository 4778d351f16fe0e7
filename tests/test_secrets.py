"""Secrets stay where they belong: not in logs, figures, answers or messages of the server."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from otherwords.cli import main
from tests.connecting import connected
from tests.rating_site import Site, fields_of
from tests.serving import Running, running
from tests.small_model import write_model

KEY, OTHER_KEY, WRONG_KEY = "k1-0123456789abcdef", "k2-0123456789abcdef", "k3-0123456789abcdef"
TEXT = "We utilise confidential tools."
SPG = {"adequacy": "3", "fluency": "2", "usability": "1"}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


def use_keys(server: Running) -> list[str]:
    """Shows keys where they belong, and where they do not; what the server says."""
    said = []
    with httpx.Client(base_url=server.address, timeout=60) as client:
        for key in (KEY, OTHER_KEY, WRONG_KEY):
            headers = {"Authorization": f"Bearer {key}"}
            said.append(client.get("/metrics", headers=headers).text)
            said.append(client.get(f"/v1/{key}?key={key}", headers=headers).text)
            for body in ({"text": 7, key: key}, {"text": "a", "model": key}, {"scorer": {key: 1}}):
                said.append(client.post("/v1/paraphrase", json=body, headers=headers).text)
            client.post("/v1/paraphrase", json={"text": TEXT}, headers=headers)
    for broken in (b"GET /%b HTTP/1.1\r\nAuthorization %b\r\n\r\n", b"%b %b\r\n\r\n"):
        with connected(server) as connection:
            connection.sendall(broken % (KEY.encode(), KEY.encode()))
            said.append(connection.recv(1 << 16).decode())
    return said


def use_links(
    server: Running, token: str, organiser: str, wrong: str
) -> tuple[list[str], list[str]]:
    """Comes in by personal links, judges and looks at the results; what the server says to those
    who must not see a secret, and more that nobody else may know.
    """
    headers = {"Origin": server.address}
    with httpx.Client(base_url=server.address, headers=headers, timeout=60) as client:
        said = [client.post("/rate/enter", data={"token": wrong}).text]
        said.append(client.get(f"/rate/enter?token={token}").text)
        said.append(client.get(f"/rate/{token}").text)
        assert client.post("/rate/enter", data={"token": token}).status_code == 303
        form = fields_of(client.get("/rate/items/1").text)
        said.append(client.post("/rate/items/1", data={**SPG, "csrf": wrong}).text)
        said.append(client.post("/rate/items/x", data={**form, **SPG}).text)
        assert client.post("/rate/items/1", data={**form, **SPG}).status_code == 303
        more = [*client.cookies.values(), form["csrf"], form["form"]]
        said.append(client.get(f"/rate/enter?token={organiser}").text)
        said.append(client.get(f"/rate/{organiser}").text)
        assert client.post("/rate/enter", data={"token": organiser}).status_code == 303
        results = client.get("/rate/results")
        assert results.status_code == 200
        said.append(results.text)
        return said, [*more, *client.cookies.values()]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_keys_links_and_sessions_are_not_told(model: Path, tmp_path: Path, workers: str) -> None:
    site = Site(tmp_path / "ratings.db")
    token, wrong = site.judge("ann"), "wrong-0123456789abcdef"
    keys = tmp_path / "keys"
    keys.write_text(f"alice {KEY}\n")
    options = ["--keys-file", str(keys), "--rating", site.database.name, "--workers", workers]
    with running(model, tmp_path, *options, OTHERWORDS_SERVE_KEYS=f"bob:{OTHER_KEY}") as server:
        said = use_keys(server)
        told, more = use_links(server, token, site.organiser, wrong)
        server.stop()
    site.database.close()
    log = server.log.read_text("utf-8")
    secrets = [KEY, OTHER_KEY, WRONG_KEY, token, site.organiser, wrong, "confidential", *more]
    assert all(len(secret) >= 12 for secret in secrets)
    for secret in secrets:
        assert secret not in log
        assert not any(secret in each for each in [*said, *told])
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert {line.get("key") for line in lines} == {"alice", "bob", None}
    assert sum(line["status"] == 303 for line in lines) == 3
    assert not any(line["status"] >= 500 for line in lines)


@pytest.mark.parametrize(
    "place",
    [
        "postgresql://me:hunter2@127.0.0.1:1/ratings",
        "postgresql://me@127.0.0.1:1/ratings?password=hunter2",
        "postgresql://me:hunter2@127.0.0.1:wrong/ratings",
        "mysql://me:hunter2@127.0.0.1/ratings",
    ],
)
def test_passwords_of_databases_are_not_told(
    place: str,
    model: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    serve = ["-m", str(model), "--port", "0"]
    for command in (
        ["serve", "--rating", place, *serve],
        ["rate", "serve", "--database", place, *serve],
        ["rate", "projects", "--database", place],
    ):
        assert main(command) == 1
    monkeypatch.setenv("OTHERWORDS_RATING", place)
    with pytest.raises(SystemExit):
        main(["rate", "serve", "--help"])
    told = capfd.readouterr()
    assert "hunter2" not in told.out + told.err
    assert told.err.count("otherwords ") >= 3
