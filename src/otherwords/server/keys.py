"""API keys: who may use the API, if not everybody may.

A file has a name and a key a line, with white space between them; `OTHERWORDS_SERVE_KEYS` may have
more of them, as `name:key` with white space between two. Only digests are kept in memory, and no
key is ever written anywhere. Messages do not tell names: who takes one for the other has written a
key there.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
from collections.abc import Iterator
from itertools import chain

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from otherwords._core import Error, FormatError
from otherwords.files import line_batches, name_of
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
                    f"{where}: the key is too short; write a name and then a key of at least "
                    f"{_SHORTEST} characters, such as `openssl rand -hex 16` prints"
                )
            if name in self._digests:
                raise FormatError(f"{where}: there is a key of this name already")
            self._digests[name] = _digest(key)
        if file is not None and not self._digests:
            raise FormatError(f"{name_of(file)}: there is no key; write a name and a key a line")

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
        if file == "-" or not stat.S_ISREG(os.stat(file).st_mode):
            # Each worker reads it, also one that is started later.
            raise Error(f"{name_of(file)}: keys are read more than once; write them into a file")
        for number, line in enumerate(chain.from_iterable(line_batches(file)), 1):
            where, words = f"{name_of(file)}:{number}", line.split()
            if words and not words[0].startswith("#"):
                if len(words) != 2:
                    raise FormatError(f"{where}: write a name and a key, with a blank")
                yield where, words[0], words[1]
    for number, word in enumerate(os.environ.get(VARIABLE, "").split(), 1):
        where, (name, colon, key) = f"{VARIABLE}, key {number}", word.partition(":")
        if not colon:
            raise Error(f"{where}: there is no name; write name:key")
        yield where, name, key
