"""API keys: who may use the API, if not everybody may.

A file has a name and a key a line, with white space between them; `OTHERWORDS_SERVE_KEYS` may have
more of them, as `name:key` with white space between two. Only digests are kept in memory, and no
key is ever written anywhere.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Iterator
from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from otherwords._core import Error, FormatError
from otherwords.server.errors import ApiError

VARIABLE = "OTHERWORDS_SERVE_KEYS"
#: Where the scope of a request tells the name of its key.
NAME = "otherwords.key"

_SHORTEST = 16


def needs_key(path: str) -> bool:
    """Whether a path needs a key, where there are keys: the API and metrics do, pages do not."""
    return path.startswith(("/v1/", "/metrics"))


class Keys:
    """Names and digests of keys. Raises Error or OSError where these cannot be read."""

    def __init__(self, file: str | None) -> None:
        self._digests: dict[str, bytes] = {}
        for where, name, key in _given(file):
            if len(key) < _SHORTEST:
                raise FormatError(
                    f"{where}: the key of {name!r} is too short; take at least {_SHORTEST} "
                    "characters, such as `openssl rand -hex 16` prints"
                )
            if name in self._digests:
                raise FormatError(f"{where}: there is a key of {name!r} already")
            self._digests[name] = _digest(key)
        if file is not None and not self._digests:
            raise FormatError(f"{file}: there is no key; write a name and a key a line")

    def __bool__(self) -> bool:
        return bool(self._digests)

    def owner(self, key: str) -> str | None:
        """The name that belongs to a key; None if there is none. Takes as long for any key."""
        given = _digest(key)
        found = None
        for name, digest in self._digests.items():
            if hmac.compare_digest(digest, given):
                found = name
        return found


class KeyCheck:
    """Lets requests of the API in only with a key.

    Args:
        app: What gets those.
        keys: All that there are.
    """

    def __init__(self, app: ASGIApp, *, keys: Keys) -> None:
        self._app = app
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hands on what has a key or needs none."""
        if scope["type"] == "http" and needs_key(scope["path"]):
            scheme, _, key = Headers(scope=scope).get("authorization", "").partition(" ")
            owner = self._keys.owner(key.strip()) if scheme.lower() == "bearer" else None
            if owner is None:
                raise ApiError(
                    401,
                    "this needs a key; send it as `Authorization: Bearer KEY`",
                    headers={"WWW-Authenticate": "Bearer"},
                )
            scope[NAME] = owner
        await self._app(scope, receive, send)


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).digest()


def _given(file: str | None) -> Iterator[tuple[str, str, str]]:
    """Where each key stands, its name, and the key."""
    if file is not None:
        for number, line in enumerate(Path(file).read_text("utf-8").splitlines(), 1):
            words = line.split()
            if words and not words[0].startswith("#"):
                if len(words) != 2:
                    raise FormatError(f"{file}:{number}: write a name and a key, with a blank")
                yield f"{file}:{number}", words[0], words[1]
    for word in os.environ.get(VARIABLE, "").split():
        name, colon, key = word.partition(":")
        if not colon:
            raise Error(f"{VARIABLE} has a key without a name; write name:key")
        yield VARIABLE, name, key
