"""The page for people: the files of the folder `page`, and nothing else."""

from __future__ import annotations

import mimetypes
from functools import partial
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import FileResponse, Response

FOLDER = Path(__file__).parent / "page"


def add_page(app: FastAPI) -> None:
    """Adds a route for each file: what is no file of the page when the server starts is never
    looked for on the disk.
    """
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            place = "/" + path.relative_to(FOLDER).as_posix()
            add = partial(
                app.add_route, route=_serving(path), methods=["GET"], include_in_schema=False
            )
            add(place)
            if place == "/index.html":
                add("/")


def _serving(path: Path):
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"

    async def serve(request: Request) -> Response:
        return FileResponse(path, media_type=kind, headers={"Cache-Control": "no-cache"})

    return serve
