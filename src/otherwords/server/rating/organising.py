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
from otherwords.server.rating.records import stamp_of_project
from otherwords.server.rating.results import Results

router = APIRouter(route_class=PageRoute, include_in_schema=False)

_MOST_KEPT = 8  # projects whose results are kept

_Base = Annotated[Database, Depends(database_of)]
_Organiser = Annotated[Visitor, Depends(organiser)]


def results_of(request: Request, database: _Base, who: _Organiser) -> Results:
    """The results; those of the last time where nothing has changed since, as they take seconds."""
    kept: dict[int, tuple[object, Results]] = request.app.state.rating_results
    stamp = stamp_of_project(database, who.project_id)
    known = kept.get(who.project_id)
    if known is None or known[0] != stamp:
        known = stamp, Results(database, find_project(database, who.project))
        kept[who.project_id] = known
        for project in list(kept)[:-_MOST_KEPT]:
            kept.pop(project, None)
    return known[1]


_Results = Annotated[Results, Depends(results_of)]


@router.get("/results")
def show(request: Request, who: _Organiser, results: _Results) -> Response:
    """All figures of the project."""
    return _shown(request, who, results)


@router.post("/second-pass")
def second_pass(
    request: Request,
    database: _Base,
    who: _Organiser,
    results: _Results,
    form: Annotated[dict[str, str], Depends(form_of)],
) -> Response:
    """Lets judges look again at what they disagree on."""
    check_form(who, form)
    try:
        open_second_pass(database, find_project(database, who.project))
    except UnavailableError:
        raise
    except Error as error:
        return _shown(request, who, results, f"Nothing is changed: {error}.")
    return go(request, "/results")


@router.get("/results.csv")
def csv(results: _Results) -> Response:
    """All judgements, a line each."""
    return _file(as_csv(results), "text/csv; charset=utf-8", "judgements.csv")


@router.get("/results.json")
def json(results: _Results) -> Response:
    """Everything."""
    return _file(as_json(results), "application/json", "results.json")


@router.get("/plots/{name}.svg")
def plot(results: _Results, name: str) -> Response:
    """A plot as a file."""
    plots = plots_of(results)
    if name not in plots:
        raise RefusalError(404, "There is no such plot.")
    return _file(plots[name], "image/svg+xml", f"{name}.svg")


def _shown(request: Request, who: Visitor, results: Results, message: str = "") -> Response:
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
