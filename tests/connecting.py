"""Clients that speak HTTP by hand, to say what no library would."""

from __future__ import annotations

import json
import socket

from tests.serving import Running


def connected(server: Running) -> socket.socket:
    """A connection to a server."""
    made = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    made.settimeout(30)
    return made


def all_of(connection: socket.socket) -> bytes:
    """What comes until the server closes."""
    parts = []
    while part := connection.recv(1 << 16):
        parts.append(part)
    return b"".join(parts)


def head(length: int | None, *more: str, path: str = "/v1/paraphrase") -> bytes:
    """The head of a request of JSON."""
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *more]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def error_of(answer: bytes) -> tuple[int, str]:
    """Status and code."""
    start, _, body = answer.partition(b"\r\n\r\n")
    return int(start.split()[1]), json.loads(body)["error"]["code"]


def deaf(server: Running) -> socket.socket:
    """A connection that has hardly any room for what is not read."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(30)
    made.connect(("127.0.0.1", server.port))
    return made
