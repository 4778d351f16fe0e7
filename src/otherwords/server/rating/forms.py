"""Forms that pages send, and who sends them."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Request

from otherwords.server.rating.access import Visitor, visitor_of
from otherwords.server.rating.database import Database
from otherwords.server.rating.pages import MovedError, RefusalError

COOKIE = "otherwords_rating"
_MOST_FIELDS = 50
_LONGEST = 10_000  # bytes of a form


def database_of(request: Request) -> Database:
    """The database of the site."""
    database: Database = request.app.state.rating
    return database


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form; of several with one name, the last."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise RefusalError(415, "This is not what our pages send.")
    body = await request.body()
    if len(body) > _LONGEST:
        raise RefusalError(413, "This is more than our pages send.")
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise RefusalError(400, "This is not what our pages send.") from None


def visitor(request: Request) -> Visitor | None:
    """Who has sent a request, if that is known."""
    return visitor_of(database_of(request), request.cookies.get(COOKIE))


def judge(request: Request, who: Annotated[Visitor | None, Depends(visitor)]) -> Visitor:
    """The judge who has sent a request; others are sent away."""
    return _known(request, who, is_judge=True)


def organiser(request: Request, who: Annotated[Visitor | None, Depends(visitor)]) -> Visitor:
    """The organiser who has sent a request; others are sent away."""
    return _known(request, who, is_judge=False)


def check_form(who: Visitor, form: dict[str, str]) -> None:
    """Sends a form away that does not come from a page of this visitor."""
    if not who.sent(form.get("csrf", "")):
        raise RefusalError(
            403, "This form does not come from your page. Nothing is stored; load the page again."
        )


def _known(request: Request, who: Visitor | None, *, is_judge: bool) -> Visitor:
    if who is None:
        if request.method == "GET":
            raise MovedError("/enter")
        raise RefusalError(
            403, "Your session has ended. Nothing is stored; open your personal link again."
        )
    if (who.judge_id is not None) != is_judge:
        raise RefusalError(403, "This page is not for you; your link opens another one.")
    return who
