"""Broken clients: what they send is refused, and never the server's fault."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

from tests.soak.notes import Notes
from tests.soak.raw import connected, post, status_of
from tests.soak.servers import Server

_CLOSE = "Connection: close"
_GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
_DEEP = 100_000

#: Bodies that are no request.
_BODIES = [
    b"",
    b"{",
    b'"text"',
    b"\xff\xfe\x00",
    b'{"text": "\xc3\x28"}',
    b'{"text": "\\ud800"}',
    b'{"text": 7}',
    b'{"text": null, "texts": {}}',
    b'{"text": "a", "n": -1}',
    b'{"text": "a", "n": 1e400}',
    b'{"text": "a", "n": ' + b"9" * 5000 + b"}",
    b'{"text": "a", "ratio": NaN}',
    b'{"text": "a", "max_bytes": -9223372036854775809}',
    b'{"text": "a", "seed": 99999999999999999999999}',
    b'{"text": "a", "model": "../../etc/passwd"}',
    b'{"text": "a", "choices": [{"start": 9, "end": 1, "target": "b"}]}',
    b'{"text": "a", "scorer": {"a": ' + b"[" * 500 + b"]" * 500 + b"}}",
    b"[" * _DEEP,
    b'{"text": ' * _DEEP,
    b"[" * _DEEP + b"]" * _DEEP,
    b'{"text": "' + b"a" * 100_000 + b'"}',
    b'{"texts": [' + b'"a",' * 2000 + b'"a"]}',
    b"a" * 1_500_000,
]
#: What is sent, and what may come for it; where more comes on a connection, the first counts.
_SENT: list[tuple[bytes, frozenset[str]]] = [
    *((post(body, _CLOSE), frozenset({"400", "413", "422"})) for body in _BODIES),
    *(
        (post(b'{"text": "a"}', _CLOSE, path=path), frozenset({"404", "405", "422"}))
        for path in ("/", "/healthz", "/v1/true-score", "/%00", "/..%2f..%2fetc")
    ),
    (post(b"{}", "Expect: 100-continue", length=10**12), frozenset({"413"})),
    (post(b"{}", "Transfer-Encoding: chunked"), frozenset({"400", "408", "422"})),
    (post(b"{}", length=-1), frozenset({"400"})),
    (post(b'{"text": "a"}', _CLOSE).replace(b"localhost", b"evil.example"), frozenset({"421"})),
    (post(b'{"text": "a"}', _CLOSE, "Origin: https://evil.example"), frozenset({"403"})),
    (b"DELETE" + post(b"{}", _CLOSE)[4:], frozenset({"405"})),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01", frozenset({"400", "408"})),
    (bytes(range(256)) * 100, frozenset({"400", "closed"})),
    (b"nonsense\r\n\r\n", frozenset({"400"})),
    (b"GET / HTTP/9\r\nHost: localhost\r\n\r\n", frozenset({"400"})),
    (b"GET /%ff%fe?%00=%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", frozenset({"404"})),
    (post(b"{}", _CLOSE, path="/v1/lattice/"), frozenset({"307"})),
    # As many as come at once are read, but no more.
    (_GET + b"X: y\r\n" * 20_000 + _CLOSE.encode() + b"\r\n\r\n", frozenset({"200", "400"})),
    (_GET + b"X: " + b"y" * 1_000_000 + b"\r\n\r\n", frozenset({"400", "closed"})),
    (_GET + b"Upgrade: websocket\r\nConnection: upgrade\r\n\r\n", frozenset({"200"})),
    (_GET + b"\r\n" + (_GET + b"\r\n") * 20 + b"garbage\r\n\r\n", frozenset({"200"})),
]


def _again_and_again() -> Iterator[tuple[bytes, frozenset[str]]]:
    """All that is sent, each time in another order."""
    chance = random.Random(1)
    while True:
        yield from chance.sample(_SENT, len(_SENT))


async def broken(server: Server, notes: Notes, *, may_close: bool) -> None:
    """Sends one broken request after the other.

    Args:
        server: Where to.
        notes: Where what is seen goes.
        may_close: Whether connections may be closed for other reasons: the server is stopped, or
            has too many of them.
    """
    kind = f"broken, {server.name}"
    for sent, allowed in _again_and_again():
        if notes.stop:
            return
        try:
            async with connected(server) as (reader, writer):
                writer.write(sent)
                status = await status_of(reader)
        except OSError:
            status = "closed"
        notes.see(kind, status)
        allowed |= {"429"}
        # Who is refused while he is still sending may not see why.
        allowed |= {"closed"} if len(sent) > 50_000 or may_close else set()
        if status not in allowed:
            notes.problem(f"{kind}: {status} for {sent[:60]!r}…")
        await asyncio.sleep(0.05)
