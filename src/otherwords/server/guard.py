"""Guards: what browsers are told to refuse, and who is refused by us.

A page of somebody else must not reach a server on this machine through the browser of its user:
neither by a name that it lets point here (the host is checked) nor by sending forms or scripts'
requests here (the origin is checked).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from otherwords.server.errors import ApiError

#: What a page of ours may do: nothing but what comes from here.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class SecurityHeaders:
    """Adds them to each answer; what an answer says itself stays."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hands on."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                # Answers have texts of users in them.
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


class Guard:
    """Refuses unknown hosts, and requests that pages of others make.

    Args:
        app: What gets the others.
        hosts: Names that this server may be called by, beside `localhost` and addresses.
        origins: Pages of others that may use it.
    """

    def __init__(self, app: ASGIApp, *, hosts: Collection[str], origins: Collection[str]) -> None:
        self._app = app
        self._hosts = {"localhost", *(host.lower() for host in hosts)}
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hands on what is not refused."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            self._check_host(headers)
            if scope["method"] not in _SAFE:
                self._check_origin(headers)
        await self._app(scope, receive, send)

    def _check_host(self, headers: Headers) -> None:
        hosts = headers.getlist("host")
        try:
            name = urlsplit(f"//{hosts[0]}").hostname or "" if len(hosts) == 1 else ""
        except ValueError:
            name = ""
        if name not in self._hosts and not _is_address(name):
            raise ApiError(
                421,
                "this server is not called by that name; see --allow-host of `otherwords serve`",
            )

    def _check_origin(self, headers: Headers) -> None:
        origin = headers.get("origin")
        if origin in self._origins:
            return
        if origin is None:
            is_foreign = headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}
        else:
            # Without the scheme: in front of us there may be a proxy that speaks TLS.
            is_foreign = origin.partition("://")[2] != headers.get("host")
        if is_foreign:
            raise ApiError(
                403,
                "pages of other origins may not do this; see --origin of `otherwords serve`",
                code="foreign-origin",
            )


def _is_address(name: str) -> bool:
    """Whether it is an address: nobody can let that point elsewhere."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
