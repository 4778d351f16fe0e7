"""The application: models, gate, guards, routes, page and rating site put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from starlette.responses import Response

from otherwords._core import version
from otherwords.server.api import router as api
from otherwords.server.errors import ApiError
from otherwords.server.models import Models
from otherwords.server.static import add_page
from otherwords.server.settings import ServerSettings
from otherwords.server.work import Gate


def build_app(settings: ServerSettings) -> FastAPI:
    """The application with all its parts."""
    app = FastAPI(
        title="otherwords", version=version, docs_url=None, redoc_url=None, lifespan=_lifespan
    )
    app.state.settings = settings
    app.state.models = Models(settings.models, settings.analyser)
    app.state.gate = Gate(settings.threads, settings.queue, settings.max_seconds)
    app.add_exception_handler(ApiError, _api_error)
    app.include_router(api)
    if settings.page:
        add_page(app)
    if settings.rating is not None:
        from otherwords.server.rating.routes import router as rating

        app.include_router(rating, prefix="/rate")
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.models.warm_up()
    yield
    app.state.gate.close()


async def _api_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return error.response()
