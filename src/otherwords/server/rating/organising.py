"""What an organiser sees: results, plots and files of one project."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import Response

from otherwords._core import Error
from otherwords.server.rating.access import Visitor
from otherwords.server.rating.database import Database, UnavailableError
from otherwords.server.rating.export import as_csv, as_json
from otherwords.server.rating.forms import check_form, database_of, form_of, organiser
from otherwords.server.rating.pages import PageRoute, RefusalError, go, page
from otherwords.server.rating.passes import open_second_pass
from otherwords.server.rating.plots import plots_of
from otherwords.server.rating.projects import find_project
from otherwords.server.rating.results import Results

router = APIRouter(route_class=PageRoute, include_in_schema=False)

_Base = Annotated[Database, Depends(database_of)]
_Organiser = Annotated[Visitor, Depends(organiser)]


@router.get("/results")
def show(request: Request, database: _Base, who: _Organiser) -> Response:
    """All figures of the project."""
    return _shown(request, database, who)


@router.post("/second-pass")
def second_pass(
    request: Request,
    database: _Base,
    who: _Organiser,
    form: Annotated[dict[str, str], Depends(form_of)],
) -> Response:
    """Lets judges look again at what they disagree on."""
    check_form(who, form)
    try:
        open_second_pass(database, find_project(database, who.project))
    except UnavailableError:
        raise
    except Error as error:
        return _shown(request, database, who, f"Nothing is changed: {error}.")
    return go(request, "/results")


@router.get("/results.csv")
def csv(database: _Base, who: _Organiser) -> Response:
    """All judgements, a line each."""
    return _file(as_csv(_results(database, who)), "text/csv; charset=utf-8", "judgements.csv")


@router.get("/results.json")
def json(database: _Base, who: _Organiser) -> Response:
    """Everything."""
    return _file(as_json(_results(database, who)), "application/json", "results.json")


@router.get("/plots/{name}.svg")
def plot(database: _Base, who: _Organiser, name: str) -> Response:
    """A plot as a file."""
    plots = plots_of(_results(database, who))
    if name not in plots:
        raise RefusalError(404, "There is no such plot.")
    return _file(plots[name], "image/svg+xml", f"{name}.svg")


def _results(database: Database, who: Visitor) -> Results:
    return Results(database, find_project(database, who.project))


def _shown(request: Request, database: Database, who: Visitor, message: str = "") -> Response:
    results = _results(database, who)
    rows = [
        (group, [(judge, list(cells)) for judge, cells in groupby(own, lambda cell: cell.judge)])
        for group, own in groupby(results.distributions, lambda cell: cell.group)
    ]
    return page(
        request,
        "results.html",
        409 if message else 200,
        visitor=who,
        results=results,
        rows=rows,
        titles={measure.name: measure.title for measure in results.measures},
        # Made by us, with every text in them escaped.
        plots={name: Markup(plot) for name, plot in plots_of(results).items()},
        message=message,
    )


def _file(content: str, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
