"""The application: models, gate, guards, routes, page and rating site put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response

from otherwords._core import version
from otherwords.server import health, reference
from otherwords.server.api import router as api
from otherwords.server.bodies import BodyLimit
from otherwords.server.errors import CODE, ApiError, invalid
from otherwords.server.frame import Frame
from otherwords.server.guard import Guard, SecurityHeaders
from otherwords.server.keys import KeyCheck, Keys
from otherwords.server.metrics import Metrics
from otherwords.server.models import Models
from otherwords.server.settings import ServerSettings
from otherwords.server.static import add_files
from otherwords.server.work import Gate

_ABOUT = """Says a sentence in other words for a purpose: shorter, simpler, closer to a reference.

Each change comes from a table entry with a score, and answers explain every edit. Errors have one
shape: a `code` for programs, a `message` for people, and `where` for the field that it is about."""

# What frameworks say in fewer words.
_MESSAGES = {
    400: "the body cannot be read; send JSON in UTF-8",
    404: "there is nothing at this address; see /docs",
    405: "this address does not know that method; see /docs",
}


def build_app(settings: ServerSettings) -> FastAPI:
    """The application with all its parts."""
    keys, metrics = Keys(settings.keys_file), Metrics()
    app = FastAPI(
        title="otherwords",
        summary="Texts in other words for a purpose",
        description=_ABOUT,
        version=version,
        docs_url=None,
        redoc_url=None,
        middleware=_middleware(settings, keys, metrics),
        exception_handlers={RequestValidationError: _invalid, HTTPException: _refused},
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.models = Models(settings.models, settings.analyser)
    app.include_router(api)
    app.include_router(health.router)
    if settings.page:
        add_files(app, Path(__file__).parent / "page")
    if settings.rating is not None:
        from otherwords.server.rating.routes import add_rating

        add_rating(app, settings.rating)
    reference.add_reference(app, with_keys=bool(keys))
    return app


def _middleware(settings: ServerSettings, keys: Keys, metrics: Metrics) -> list[Middleware]:
    """What requests pass, from the outside in."""
    origins = list(settings.origins)
    cors = Middleware(
        CORSMiddleware,
        allow_origins=origins,
        allow_methods=["GET", "POST"],
        allow_headers=["Authorization", "Content-Type"],
        expose_headers=["Retry-After", "X-Request-Id"],
    )
    return [
        Middleware(SecurityHeaders),
        *([cors] if origins else []),
        Middleware(Frame, metrics=metrics),
        Middleware(Guard, hosts=settings.hosts, origins=origins),
        *([Middleware(KeyCheck, keys=keys)] if keys else []),
        Middleware(BodyLimit, most=settings.max_body, seconds=settings.header_seconds),
    ]


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    state.models.warm_up()
    settings: ServerSettings = state.settings
    state.gate = Gate(
        settings.threads, settings.queue, settings.max_seconds, state.metrics.count_inside
    )
    yield
    state.gate.close()


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    refusal = invalid(error.errors(), request.headers.get("content-type", ""))
    request.scope[CODE] = refusal.code
    return refusal.response()


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = _MESSAGES.get(error.status_code, str(error.detail))
    refusal = ApiError(error.status_code, message, headers=error.headers)
    request.scope[CODE] = refusal.code
    return refusal.response()
