"""Health and metrics: what those ask who look after the server."""

from __future__ import annotations

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import JSONResponse, Response

from otherwords._core import version
from otherwords.server.answers import HealthAnswer
from otherwords.server.describing import problems

router = APIRouter(tags=["server"])


@router.get("/healthz", response_model=HealthAnswer, responses=problems(421, 500))
async def healthz() -> Response:
    """That the server works. Needs no key."""
    return JSONResponse({"status": "ok", "version": version})


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        **problems(401, 421, 500),
        200: {
            "description": "Figures of all workers together, as Prometheus reads them",
            "content": {
                "text/plain": {
                    "schema": {"type": "string"},
                    "example": 'otherwords_texts_total{application="compress"} 7.0\n',
                }
            },
        },
    },
)
def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    shown: bytes = request.app.state.metrics.shown()
    return Response(shown, media_type=CONTENT_TYPE_LATEST)
