"""The rating site: what judges see and send. Organisers have their pages in `organising`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Path, Request
from starlette.responses import Response

from otherwords._core import Error
from otherwords.server.rating.access import LASTS, Visitor, enter, leave
from otherwords.server.rating.database import Database, UnavailableError
from otherwords.server.rating.differences import differences
from otherwords.server.rating.forms import (
    COOKIE,
    check_form,
    database_of,
    form_of,
    judge,
    visitor,
)
from otherwords.server.rating.judging import PassedError, new_form, place_at, progress, say
from otherwords.server.rating.organising import router as organising
from otherwords.server.rating.pages import PageRoute, RefusalError, base_of, go, page, still


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    yield
    app.state.rating.close()


router = APIRouter(route_class=PageRoute, include_in_schema=False, lifespan=_lifespan)
router.include_router(organising)

_Base = Annotated[Database, Depends(database_of)]
_Form = Annotated[dict[str, str], Depends(form_of)]
_Judge = Annotated[Visitor, Depends(judge)]
_Position = Annotated[int, Path(ge=1, lt=1 << 31)]
_Anybody = Annotated[Visitor | None, Depends(visitor)]


def add_rating(app: FastAPI, place: str) -> None:
    """Adds the site to an application. Raises Error unless the database is as it should be."""
    app.state.rating = Database(place)
    app.state.rating.check()
    app.state.rating_results = {}
    app.include_router(router, prefix="/rate")


@router.get("")
@router.get("/")
def begin(request: Request, who: _Anybody) -> Response:
    """Where a visitor belongs."""
    if who is None:
        return go(request, "/enter")
    return go(request, "/results" if who.judge_id is None else "/next")


@router.get("/static/{name}")
def file(name: str) -> Response:
    """Sheets and scripts."""
    return still(name)


@router.get("/enter")
def door(request: Request) -> Response:
    """Takes a personal link: its token stands behind `#`, which browsers do not send; a script
    fills it into the form.
    """
    return page(request, "enter.html", visitor=None, message="")


@router.post("/enter")
def let_in(request: Request, database: _Base, form: _Form) -> Response:
    """Opens a session for the owner of a token."""
    token = form.get("token", "").strip().rpartition("#")[2]
    cookie = enter(database, token)
    if cookie is None:
        message = "Nobody has this link (any more). Ask the person who sent it to you for another."
        return page(request, "enter.html", 403, visitor=None, message=message)
    answer = go(request, "/")
    answer.set_cookie(
        COOKIE,
        cookie,
        max_age=int(LASTS.total_seconds()),
        path=base_of(request),
        # As the browser sees it: a proxy in front of us may be the one that speaks TLS.
        secure=request.headers.get("origin", "").startswith("https://"),
        httponly=True,
        samesite="strict",
    )
    return answer


@router.post("/leave")
def let_out(request: Request, database: _Base, form: _Form, who: _Anybody) -> Response:
    """Ends the session."""
    if who is not None:
        check_form(who, form)
        leave(database, request.cookies[COOKIE])
    answer = go(request, "/enter")
    answer.delete_cookie(COOKIE, path=base_of(request), httponly=True, samesite="strict")
    return answer


@router.get("/next")
def go_on(request: Request, database: _Base, who: _Judge) -> Response:
    """Where the judge stopped."""
    waiting = progress(database, who).after(0)
    return go(request, "/done" if waiting is None else f"/items/{waiting}")


@router.get("/done")
def done(request: Request, database: _Base, who: _Judge) -> Response:
    """The end, for now."""
    return page(request, "done.html", visitor=who, progress=progress(database, who))


@router.get("/items/{position}")
def show(
    request: Request, database: _Base, who: _Judge, position: _Position, step: int = 1
) -> Response:
    """An item and its questions."""
    return _item(request, database, who, position, step)


@router.post("/items/{position}")
def take(
    request: Request, database: _Base, form: _Form, who: _Judge, position: _Position
) -> Response:
    """Stores what the judge says; answers when that is done."""
    check_form(who, form)
    number, step = (_whole(form.get(name, "")) for name in ("pass", "step"))
    try:
        more = say(
            database,
            who,
            position,
            form=form.get("form", ""),
            number=number,
            step=step,
            given=form,
        )
    except UnavailableError:
        raise
    except PassedError as error:
        raise RefusalError(409, f"Nothing is stored: {error}.") from None
    except Error as error:
        return _item(request, database, who, position, step, f"Nothing is stored: {error}.")
    if more:
        return go(request, f"/items/{position}?step={step + 1}")
    following = progress(database, who).after(position)
    return go(request, "/done" if following is None else f"/items/{following}")


def _item(
    request: Request, database: Database, who: Visitor, position: int, step: int, message: str = ""
) -> Response:
    place = place_at(database, who, position)
    if place is None:
        raise RefusalError(404, "You have no such item.")
    protocol = who.protocol.about(place.application)
    questions = protocol.asked(step, place.answers)
    if not questions:
        step, questions = 1, protocol.asked(1, place.answers)
    shows_source = step > 1 or not protocol.hidden_source
    source, paraphrase = differences(place.source if shows_source else "", place.paraphrase)
    return page(
        request,
        "item.html",
        422 if message else 200,
        visitor=who,
        protocol=protocol,
        progress=progress(database, who),
        place=place,
        source=source,
        paraphrase=paraphrase,
        shows_source=shows_source,
        questions=questions,
        step=step,
        form=new_form(),
        message=message,
    )


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise RefusalError(400, "This is not what our pages send.")
    return int(text)
