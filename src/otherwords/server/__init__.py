"""The server: an HTTP API, a page for people, and a rating site.

`otherwords serve` runs it; `create_app` makes the ASGI application for any other server:

    from otherwords.server import ServerSettings, create_app
    app = create_app(ServerSettings(max_texts=100))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from otherwords.server.settings import ServerSettings

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["ServerSettings", "create_app"]


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """The application. Raises Error where a model or a file of keys cannot be read."""
    from otherwords.server.app import build_app

    return build_app(ServerSettings() if settings is None else settings)
