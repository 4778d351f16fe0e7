"""Settings of the server: limits and options, with defaults that are safe on a laptop."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

from otherwords._core import Error

#: What the names of variables of the environment begin with: `OTHERWORDS_SERVE_MAX_TEXTS=100`.
PREFIX = "OTHERWORDS_SERVE_"
#: Addresses that only programs on the same machine can reach.
LOOPBACK = ("127.0.0.1", "::1", "localhost")

_LAST_PORT = 65535
_MOST_SECONDS = 1_000_000.0  # the system cannot wait for ever


@dataclass(frozen=True)
class ServerSettings:
    """What a server allows and how it is reached. Limits that are counted hold for each worker."""

    # Where it listens.
    host: str = "127.0.0.1"
    # Its port; 0 for any that is free.
    port: int = 8520
    # Whether other machines may reach it.
    allow_remote: bool = False
    # Processes that share the port and, as mapped files, the models.
    workers: int = 1

    # Folders of models; the first answers unless a request names another. None: the default one.
    models: tuple[str, ...] = ()
    # The backend of the analysis; None for the models' own.
    analyser: str | None = None

    # Bytes of a request.
    max_body: int = 1 << 20
    # Texts, or pairs, of a request.
    max_texts: int = 1000
    # Characters of a text.
    max_characters: int = 20_000
    # Seconds after which a request is answered with the best so far.
    max_seconds: float = 20.0
    # Paraphrases of a text.
    max_n: int = 100
    # Candidates that a scorer ranks.
    max_candidates: int = 1000

    # Requests that are worked on at the same time; 0: so many that all cores have work.
    concurrent: int = 0
    # Requests that may wait for their first turn; more are refused.
    queue: int = 64

    # Connections that are kept; beyond them, the one that has waited longest for its client goes.
    max_connections: int = 500
    # Seconds in which a client must have sent the head of a request, and its body.
    header_seconds: float = 10.0
    # Seconds that a connection may be idle between requests, or not go on reading its answer.
    idle_seconds: float = 30.0
    # Seconds that requests may still take when the server is told to stop.
    shutdown_seconds: float = 30.0

    # A file of API keys, a name and a key a line; None: no keys are needed.
    keys_file: str | None = None
    # Origins of other pages that may use the API from a browser; none: only our own.
    origins: tuple[str, ...] = ()
    # Names in addition to addresses and `localhost` that the server may be called by.
    hosts: tuple[str, ...] = ()

    # Whether the page for people is served.
    page: bool = True
    # Database of the rating site, as SQLAlchemy writes it; None: there is no rating site.
    rating: str | None = None

    def __post_init__(self) -> None:
        least_by_name = {
            "workers": 1, "max_body": 1, "max_texts": 1, "max_characters": 1, "max_n": 1,
            "max_candidates": 1, "max_connections": 1, "port": 0, "concurrent": 0, "queue": 0,
        }  # fmt: skip
        for name, least in least_by_name.items():
            if getattr(self, name) < least:
                raise Error(f"{name} is {getattr(self, name)}; it must be at least {least}")
        if self.port > _LAST_PORT:
            raise Error(f"port is {self.port}; it must be at most {_LAST_PORT}")
        for name in ("max_seconds", "header_seconds", "idle_seconds", "shutdown_seconds"):
            if not 0 < getattr(self, name) <= _MOST_SECONDS:
                raise Error(
                    f"{name} is {getattr(self, name)}; it must be above 0, and at most "
                    f"{_MOST_SECONDS:,.0f}"
                )
        if self.host not in LOOPBACK and not self.allow_remote:
            raise Error(
                f"{self.host} can be reached from other machines; allow that with --allow-remote, "
                "and think of --keys-file, or leave --host out"
            )

        for origin in self.origins:
            parts = urlsplit(origin)
            if origin != f"{parts.scheme}://{parts.netloc}" or not parts.netloc:
                raise Error(f"{origin!r} is no origin; write it as https://example.org")

    @property
    def threads(self) -> int:
        """How many requests a worker works on at the same time."""
        return self.concurrent or max(1, (os.cpu_count() or 1) // self.workers)


def settings_from_environment(**given: Any) -> ServerSettings:
    """What is given, or else what variables such as `OTHERWORDS_SERVE_MAX_TEXTS` say, or else the
    defaults.
    """
    for field in fields(ServerSettings):
        text = os.environ.get(PREFIX + field.name.upper())
        if text is not None and field.name not in given:
            given[field.name] = _read(field.name, str(field.type), text)
    return ServerSettings(**given)


def _read(name: str, kind: str, text: str) -> Any:
    try:
        if kind == "int":
            return int(text)
        if kind == "float":
            return float(text)
    except ValueError:
        raise Error(f"{PREFIX}{name.upper()} is {text!r}; it must be a number") from None
    if kind == "bool":
        if text not in ("0", "1"):
            raise Error(f"{PREFIX}{name.upper()} is {text!r}; it can be 0 or 1")
        return text == "1"
    if kind.startswith("tuple"):
        return tuple(text.split())
    return text
