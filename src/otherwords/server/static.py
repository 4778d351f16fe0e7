"""Files of pages: those of a folder, and nothing else."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import Response

_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml"}


def add_files(app: FastAPI, folder: Path, prefix: str = "") -> None:
    """Adds a route for each file of a folder and those in it; for `index.html`, also for its place.

    What is no file when the server starts is never looked for on the disk, so that no path leads
    out of the folder.
    """
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            place = f"{prefix}/{path.relative_to(folder).as_posix()}"
            places = [place, place.removesuffix("index.html")]
            for each in places if path.name == "index.html" else places[:1]:
                app.add_api_route(
                    each, _serving(path), methods=["GET", "HEAD"], include_in_schema=False
                )


def _serving(path: Path) -> Callable[[Request], Awaitable[Response]]:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]

    async def serve(request: Request) -> Response:
        content = path.read_bytes()
        headers = {
            "ETag": f'"{hashlib.sha256(content).hexdigest()[:16]}"',
            "Cache-Control": "no-cache",
        }
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=kind or "application/octet-stream", headers=headers)

    return serve
