"""Nobody gets at the server through a browser, a path or a log; keys let in who has one."""

from __future__ import annotations

import json
import logging
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from otherwords import Error, FormatError
from otherwords.server import ServerSettings, create_app
from otherwords.server.guard import POLICY
from otherwords.server.keys import Keys
from otherwords.server.settings import settings_from_environment
from tests.serving import TestClient, client_of
from tests.small_model import write_model

KEY = "0123456789abcdef"
BODY = {"text": "They utilise tools."}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def client(model: Path) -> Iterator[TestClient]:
    with client_of(model, hosts=("words.example",), origins=("https://friend.example",)) as client:
        yield client


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/docs"),
        ("GET", "/v1/models"),
        ("GET", "/nothing"),
        ("POST", "/v1/paraphrase"),
        ("GET", "/metrics"),
    ],
)
def test_every_answer_tells_browsers_what_to_refuse(
    client: TestClient, method: str, path: str
) -> None:
    headers = client.request(method, path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "unsafe" not in POLICY
    assert "http" not in POLICY.replace("https:", "")
    assert "server" not in headers
    # Texts of users are kept nowhere; pages are asked for again.
    assert headers["cache-control"] == ("no-cache" if path == "/" else "no-store")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8520", 200),
        ("127.0.0.1:8520", 200),
        ("[::1]:8520", 200),
        ("words.example", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 421),
        ("[::1", 421),
        ("a b", 421),
    ],
)
def test_only_known_hosts(client: TestClient, host: str, status: int) -> None:
    answer = client.get("/healthz", headers={"Host": host})
    assert answer.status_code == status
    if status != 200:
        assert answer.json()["error"]["code"] == "unknown-host"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1:8520"}, 200),
        ({"Origin": "https://friend.example"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "https://friend.example.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_pages_of_others_cannot_ask(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    answer = client.post("/v1/paraphrase", json=BODY, headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["error"]["code"] == "foreign-origin"


def test_a_form_of_another_page_is_no_request(client: TestClient) -> None:
    """What a form can send without the browser asking first is not taken for JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = client.post(
            "/v1/paraphrase", content=json.dumps(BODY), headers={"Content-Type": kind}
        )
        assert answer.status_code == 415


def test_other_origins_are_let_in_by_name_only(client: TestClient, model: Path) -> None:
    asked = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    friend, evil = {"Origin": "https://friend.example"}, {"Origin": "https://evil.example"}
    allowed = client.options("/v1/paraphrase", headers={**asked, **friend})
    assert allowed.headers["access-control-allow-origin"] == "https://friend.example"
    answer = client.post("/v1/paraphrase", json={"text": 1}, headers=friend)
    assert answer.headers["access-control-allow-origin"] == "https://friend.example"
    refused = client.options("/v1/paraphrase", headers={**asked, **evil})
    assert "access-control-allow-origin" not in refused.headers
    with client_of(model) as closed:
        for headers in (friend, evil):
            assert (
                "access-control-allow-origin"
                not in closed.get("/v1/models", headers=headers).headers
            )
            answer = closed.options("/v1/paraphrase", headers={**asked, **headers})
            assert answer.status_code == 405
            assert "access-control-allow-origin" not in answer.headers


ATTACKS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE judgements; --",
    "1 OR 1=1",
    "../../../../etc/passwd",
    "{{7*7}} ${7*7} #{7*7} %s %n",
    "__import__('os').system('id')",
    "\x00\x01\x1b[2J",
    "\r\nSet-Cookie: a=b\r\n\r\n<html>",
    "a\u202eb\ufeff",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_words_are_only_words(client: TestClient, attack: str) -> None:
    """Whatever is written stays data: it comes back in JSON, and in no header."""
    kept = client.post("/v1/paraphrase", json={"text": attack, "keep": [attack], "avoid": [attack]})
    assert kept.status_code == 200
    assert kept.json()["results"][0]["source"] == attack
    for field in ("application", "model", "scorer", "search", "system"):
        answer = client.post("/v1/paraphrase", json={**BODY, field: attack})
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/json"
        assert "set-cookie" not in answer.headers
    answer = client.post("/v1/true-score", json={"pairs": [{"source": attack, "target": attack}]})
    assert answer.status_code == 200


PATHS = [
    "/../settings.py",
    "/../../cli/__init__.py",
    "/%2e%2e/settings.py",
    "/..%2fsettings.py",
    "/js/../../settings.py",
    "/js/%2e%2e/%2e%2e/settings.py",
    "/docs/../../settings.py",
    "/docs/%2e%2e/templates/reference.html",
    "//etc/passwd",
    "/%2fetc/passwd",
    "/index.html%00.js",
    "/.git/config",
    "/__init__.py",
    "/css",
    "/css/",
    "/page/index.html",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_path_leads_out_of_the_page(client: TestClient, path: str) -> None:
    """The path comes to the application as a client wrote it, which a client's library may not."""
    status, body = as_written(client.app, path)
    assert status == 404, path
    assert json.loads(body)["error"]["code"] == "not-found"


def as_written(app: Any, path: str) -> tuple[int, bytes]:
    """Status and body of an answer to GET."""
    import asyncio
    from urllib.parse import unquote

    sent: list[dict[str, Any]] = []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"127.0.0.1")],
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 8520),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


def test_files_of_the_page(client: TestClient) -> None:
    status, body = as_written(client.app, "/")
    assert status == 200
    assert b"<!doctype html>" in body.lower()
    page = client.get("/index.html")
    assert page.content == body
    again = client.get("/index.html", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.head("/index.html").status_code == 200


def test_the_page_can_be_left_out(model: Path) -> None:
    with client_of(model, page=False) as client:
        assert client.get("/").status_code == 404
        assert client.get("/healthz").status_code == 200


@pytest.fixture
def keyed(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    (tmp_path / "keys").write_text(f"# who may\nalice {KEY}\n\n")
    monkeypatch.setenv("OTHERWORDS_SERVE_KEYS", "bob:fedcba9876543210")
    with client_of(model, keys_file=str(tmp_path / "keys")) as client:
        yield client


@pytest.mark.parametrize(
    ("given", "status"),
    [
        (None, 401),
        (f"Bearer {KEY}", 200),
        ("bearer fedcba9876543210", 200),
        (f"Basic {KEY}", 401),
        (KEY, 401),
        ("Bearer", 401),
        ("Bearer alice", 401),
        (f"Bearer {KEY}0", 401),
        (f"Bearer {KEY[:-1]}", 401),
        ("Bearer \xff\xfe", 401),
    ],
)
def test_keys(keyed: TestClient, given: str | None, status: int) -> None:
    headers = {} if given is None else {"Authorization": given.encode("latin-1")}
    for path in ("/v1/models", "/metrics", "/v1/nothing"):
        answer = keyed.get(path, headers=headers)
        assert answer.status_code == (404 if path == "/v1/nothing" and status == 200 else status)
        if status == 401:
            assert answer.json()["error"]["code"] == "no-key"
            assert answer.headers["www-authenticate"] == "Bearer"
    for path in ("/", "/healthz", "/docs"):
        assert keyed.get(path, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("alice short", "keys:1: the key is too short"),
        (f"{KEY} alice", "keys:1: the key is too short"),
        (f"alice {KEY}\nalice {KEY}", "keys:2: there is a key of this name already"),
        (f"{KEY} {KEY}\n{KEY} {KEY}", "keys:2: there is a key of this name already"),
        (KEY, "keys:1: write a name and a key"),
        ("", "there is no key"),
        ("\udcff", "keys:1: byte 1 of the line is not valid UTF-8"),
    ],
)
def test_files_of_keys_that_are_wrong(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "keys").write_text(content, errors="surrogateescape")
    with pytest.raises(FormatError, match=message) as told:
        Keys(str(tmp_path / "keys"))
    assert KEY not in str(told.value)
    with pytest.raises(FileNotFoundError):
        Keys(str(tmp_path / "missing"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (f"bob:{KEY} {KEY}:alice", "OTHERWORDS_SERVE_KEYS, key 2: the key is too short"),
        (f"{KEY}:{KEY} {KEY}:{KEY}", "OTHERWORDS_SERVE_KEYS, key 2: there is a key of this name"),
        (KEY, "OTHERWORDS_SERVE_KEYS, key 1: there is no name"),
    ],
)
def test_variables_of_keys_that_are_wrong(
    content: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHERWORDS_SERVE_KEYS", content)
    with pytest.raises(Error, match=message) as told:
        Keys(None)
    assert KEY not in str(told.value)


def test_keys_that_could_be_read_but_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for file, name in (("-", "standard input"), (str(tmp_path / "pipe"), "pipe")):
        with pytest.raises(Error, match=f"{name}: keys are read more than once"):
            Keys(file)


def test_the_log_has_nothing_that_users_wrote(
    keyed: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    headers = {"Authorization": f"Bearer {KEY}"}
    secret = "confidential"
    bodies: list[dict[str, Any]] = [
        {"text": f"They utilise {secret} tools."},
        {"text": secret, "application": secret},
        {"text": "a", secret: secret},
        {"text": "a", "scorer": {secret: secret}},
        {"text": "a", "model": secret},
        {"text": "a", "choices": [{"start": 0, "end": 1, "target": secret}]},
    ]
    for body in bodies:
        keyed.post("/v1/paraphrase", json=body, headers=headers)
    keyed.get(f"/{secret}?{secret}={secret}", headers={"Referer": secret, "User-Agent": secret})
    keyed.request(secret.upper(), f"/v1/{secret}")
    keyed.post(
        "/v1/true-score", json={"pairs": [{"source": secret, "target": secret}]}, headers=headers
    )
    ours = "\n".join(r.getMessage() for r in caplog.records if r.name.startswith("otherwords"))
    assert secret not in ours.lower()
    assert KEY not in ours
    lines = [json.loads(line) for line in ours.splitlines()]
    assert [line["status"] for line in lines] == [200, 422, 422, 422, 422, 422, 404, 401, 200]
    assert lines[0]["key"] == "alice"
    assert (lines[0]["texts"], lines[0]["characters"]) == (1, 32)
    assert lines[1]["error"] == "bad-option"
    assert {line["route"] for line in lines} == {"/v1/paraphrase", "/v1/true-score", "-"}
    shown = keyed.get("/metrics", headers=headers).text
    assert secret not in shown.lower()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"host": "0.0.0.0"}, "--allow-remote"),
        ({"host": "192.0.2.1"}, "--allow-remote"),
        ({"max_texts": 0}, "max_texts is 0; it must be at least 1"),
        ({"queue": -1}, "queue is -1; it must be at least 0"),
        ({"max_seconds": 0.0}, "max_seconds is 0.0; it must be above 0"),
        *(
            ({name: math.inf}, f"{name} is inf; it must be above 0, and at most 1,000,000")
            for name in ("max_seconds", "header_seconds", "idle_seconds", "shutdown_seconds")
        ),
        ({"idle_seconds": math.nan}, "idle_seconds is nan; it must be above 0"),
        ({"origins": ("*",)}, r"'\*' is no origin"),
        ({"origins": ("https://a.example/",)}, "is no origin"),
    ],
)
def test_settings_that_cannot_be(given: dict[str, Any], message: str) -> None:
    with pytest.raises(Error, match=message):
        ServerSettings(**given)


def test_settings_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "MAX_TEXTS": "7",
        "MAX_SECONDS": "2.5",
        "ALLOW_REMOTE": "1",
        "HOST": "0.0.0.0",
        "HOSTS": "a.example b.example",
    }.items():
        monkeypatch.setenv(f"OTHERWORDS_SERVE_{name}", value)
    settings = settings_from_environment(max_texts=9)
    assert (settings.max_texts, settings.max_seconds, settings.host) == (9, 2.5, "0.0.0.0")
    assert settings.hosts == ("a.example", "b.example")
    monkeypatch.setenv("OTHERWORDS_SERVE_QUEUE", "many")
    with pytest.raises(Error, match="OTHERWORDS_SERVE_QUEUE is 'many'; it must be a number"):
        settings_from_environment()


def test_two_models_of_one_name(model: Path) -> None:
    with pytest.raises(Error, match="there is a model called 'small' already"):
        create_app(ServerSettings(models=(str(model), str(model))))
