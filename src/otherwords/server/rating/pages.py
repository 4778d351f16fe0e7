"""Pages of the rating site: templates, and what stands still."""

from __future__ import annotations

import math
import mimetypes
from collections.abc import Callable, Coroutine
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from otherwords.evaluate.significance import Interval
from otherwords.server.rating.database import UnavailableError

_HERE = Path(__file__).parent
_PAGE = _HERE.parent / "page"
# Sheets and scripts of the page for people, so that both look alike.
_FILES = {
    "base.css": _PAGE / "css" / "base.css",
    "controls.css": _PAGE / "css" / "controls.css",
    "theme.js": _PAGE / "js" / "theme.js",
    "icon.svg": _PAGE / "icon.svg",
    "rating.css": _HERE / "static" / "rating.css",
    "results.css": _HERE / "static" / "results.css",
    "rating.js": _HERE / "static" / "rating.js",
}
_PURPOSES = {
    "compress": "fewer bytes",
    "simplify": "more common words",
    "toward": "words closer to the reference",
}
# The origin of a form is checked: browsers must send it.
_HEADERS = {"Referrer-Policy": "same-origin", "Cache-Control": "no-store"}


class RefusalError(Exception):
    """What a visitor is told instead of a page.

    Attributes:
        status: Of HTTP.
        message: What, why and what to do next.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class MovedError(Exception):
    """There is another page to go to."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


class PageRoute(APIRoute):
    """Answers with a page whatever happens."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler around the one of the page."""
        answer = super().get_route_handler()

        async def handler(request: Request) -> Response:
            try:
                return await answer(request)
            except MovedError as moved:
                return go(request, moved.place)
            except RefusalError as refusal:
                return refusal_page(request, refusal.status, refusal.message)
            except RequestValidationError:
                return refusal_page(request, 404, "There is no such page.")
            except UnavailableError:
                return refusal_page(
                    request,
                    503,
                    "The database does not answer. What you sent last is not stored; "
                    "try again in a minute.",
                )

        return handler


def base_of(request: Request) -> str:
    """Where the site begins."""
    return f"{request.scope.get('root_path', '')}/rate"


def go(request: Request, place: str) -> Response:
    """Sends the visitor to a page of the site."""
    return RedirectResponse(f"{base_of(request)}{place}", 303, headers=_HEADERS)


def page(request: Request, template: str, status: int = 200, /, **content: Any) -> Response:
    """A page made of a template."""
    text = _templates().get_template(template).render(base=base_of(request), **content)
    return HTMLResponse(text, status, headers=_HEADERS)


def refusal_page(request: Request, status: int, message: str) -> Response:
    """A page that says why there is no other."""
    return page(request, "refusal.html", status, message=message, visitor=None)


def still(name: str) -> Response:
    """A sheet or a script."""
    path = _FILES.get(name)
    if path is None:
        raise RefusalError(404, "There is no such file.")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(path.read_bytes(), media_type=kind, headers={"Cache-Control": "no-cache"})


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = percent
    environment.filters["number"] = number
    environment.filters["range"] = between
    environment.filters["purpose"] = lambda name: _PURPOSES.get(name, name)
    return environment


def percent(value: float | None) -> str:
    """As SPG has it, with two digits; a dash for what is not known."""
    return "–" if value is None or math.isnan(value) else f"{100 * value:.2f}"


def number(value: float | None) -> str:
    """With three digits; a dash for what is not known."""
    return "–" if value is None or math.isnan(value) else f"{value:.3f}"


def between(interval: Interval | None) -> str:
    """Where something lies."""
    if interval is None or math.isnan(interval.low):
        return "–"
    return f"{interval.low:.3f} to {interval.high:.3f}"
