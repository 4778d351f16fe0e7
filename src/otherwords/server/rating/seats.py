"""Judges of a project: how they come, what they get, and how far they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Row, insert, select, update

from otherwords._core import Error
from otherwords.server.rating import tables
from otherwords.server.rating.assignment import cells_of, items_of
from otherwords.server.rating.database import Database
from otherwords.server.rating.items import Item
from otherwords.server.rating.project import Project, check_name, project_in
from otherwords.server.rating.protocols import NO, YES
from otherwords.server.rating.standing import last_judgements
from otherwords.server.rating.tokens import hash_of, new_token


@dataclass(frozen=True, slots=True)
class JudgeProgress:
    """How far a judge has come in the pass that is open."""

    name: str
    done: int
    assigned: int
    removed: bool


def add_judge(database: Database, project: Project, name: str) -> str:
    """Adds a judge, shares items out to him, and returns his token."""
    with database.writing() as connection:
        judge = seat_judge(connection, project, name)
        return _new_link(connection, judge)


def new_judge_link(database: Database, project: Project, name: str) -> str:
    """A new token for a judge; the one before, and its sessions, are worth nothing."""
    with database.writing() as connection:
        judge = _judge(connection, project, name)
        if judge.removed_at is not None:
            raise Error(f"{name} has been removed; add a judge of another name")
        return _new_link(connection, judge.id)


def remove_judge(database: Database, project: Project, name: str) -> None:
    """Closes the site to a judge; judgements stay."""
    with database.writing() as connection:
        judge = _judge(connection, project, name)
        _close_sessions(connection, judge.id)
        connection.execute(
            update(tables.judges)
            .where(tables.judges.c.id == judge.id)
            .values(removed_at=judge.removed_at or tables.now(), token_hash=None)
        )


def progress_of(database: Database, project: Project) -> list[JudgeProgress]:
    """How far all judges have come, in the order in which they were added."""
    with database.reading() as connection:
        return progress_in(connection, project)


def seat_judge(connection: Connection, project: Project, name: str) -> int:
    """Adds a judge who has no link yet, with assignments; returns the id."""
    check_name(name, "judge")
    # Locked, so that no two judges get the same place.
    project = project_in(connection, project.name, for_update=True)
    if project.current_pass != 1:
        raise Error("the second pass is open; a new judge cannot disagree with the others any more")
    known = (
        connection.execute(select(tables.judges.c.name).filter_by(project_id=project.id))
        .scalars()
        .all()
    )
    if name in known:
        raise Error(f"there is a judge {name!r} already; `link` makes a new link")
    if project.panel.judges and len(known) >= project.panel.judges:
        raise Error(
            f"the panel of {project.name!r} has its {project.panel.judges} judges; make a project "
            "with a larger one, or give a judge's link to somebody else"
        )
    place = len(known)
    judge: int = connection.execute(
        insert(tables.judges)
        .values(project_id=project.id, name=name, place=place, made_at=tables.now())
        .returning(tables.judges.c.id)
    ).scalar_one()
    rows = connection.execute(
        select(tables.items.c.id, tables.items.c.source)
        .filter_by(project_id=project.id)
        .order_by(tables.items.c.number)
    ).all()
    made: dict[int, list[str]] = {}
    for row in connection.execute(
        select(tables.outputs).join(tables.items).where(tables.items.c.project_id == project.id)
    ):
        made.setdefault(row.item_id, []).append(row.system)
    cells = cells_of([row.source for row in rows], [made[row.id] for row in rows])
    chosen = items_of(place, cells, project.panel)
    assign(connection, judge, [rows[item].id for item in chosen], number=1)
    return judge


def take_labels(
    connection: Connection, project: Project, rater: str, items: Sequence[Item]
) -> None:
    """Adds a judge who has said already what the labels of items say."""
    judge = seat_judge(connection, project, rater)
    assigned = connection.execute(
        select(tables.assignments.c.id, tables.items.c.number)
        .join(tables.items)
        .where(tables.assignments.c.judge_id == judge)
    ).all()
    given = {
        row.id: items[row.number - 1].labels[rater]
        for row in assigned
        if rater in items[row.number - 1].labels
    }
    if len(given) < (all_of_them := sum(rater in item.labels for item in items)):
        raise Error(
            f"{rater} has labelled {all_of_them:,} items but is to judge only {len(given):,} of "
            "them; leave --panel, --each and --shared out, so that no label is lost"
        )
    rows = [
        {
            "assignment_id": assignment,
            "answers": {"accept": YES if label else NO},
            "complete": True,
            "form": "labels",
            "attempt": 1,
            "given_at": tables.now(),
        }
        for assignment, label in given.items()
    ]
    if rows:
        connection.execute(insert(tables.judgements), rows)


def assign(connection: Connection, judge: int, items: Sequence[int], *, number: int) -> None:
    """Gives a judge items for a pass, in this order."""
    rows = [
        {"judge_id": judge, "item_id": item, "pass": number, "position": position}
        for position, item in enumerate(items, 1)
    ]
    if rows:
        connection.execute(insert(tables.assignments), rows)


def progress_in(connection: Connection, project: Project) -> list[JudgeProgress]:
    """How far all judges have come in the open pass."""
    assigned: Counter[int] = Counter()
    done: Counter[int] = Counter()
    for row in last_judgements(connection, project.id, project.current_pass):
        assigned[row.judge_id] += 1
        done[row.judge_id] += bool(row.complete)
    return [
        JudgeProgress(row.name, done[row.id], assigned[row.id], row.removed_at is not None)
        for row in connection.execute(
            select(tables.judges).filter_by(project_id=project.id).order_by(tables.judges.c.place)
        )
    ]


def _judge(connection: Connection, project: Project, name: str) -> Row[tuple[object, ...]]:
    row = connection.execute(
        select(tables.judges).filter_by(project_id=project.id, name=name)
    ).first()
    if row is None:
        raise Error(f"there is no judge {name!r} in {project.name!r}; `list` shows who there is")
    return row


def _new_link(connection: Connection, judge: int) -> str:
    token = new_token()
    _close_sessions(connection, judge)
    connection.execute(
        update(tables.judges).where(tables.judges.c.id == judge).values(token_hash=hash_of(token))
    )
    return token


def _close_sessions(connection: Connection, judge: int) -> None:
    connection.execute(tables.sessions.delete().where(tables.sessions.c.judge_id == judge))
