"""Projects, as an organiser makes and lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, func, insert, select, update

from otherwords._core import Error
from otherwords.server.rating import tables
from otherwords.server.rating.assignment import Panel
from otherwords.server.rating.database import Database
from otherwords.server.rating.items import Item
from otherwords.server.rating.project import Project, check_name, project_in
from otherwords.server.rating.protocols import Protocol
from otherwords.server.rating.seats import take_labels
from otherwords.server.rating.tokens import hash_of, new_token

_AT_ONCE = 200  # items of a statement


def create_project(
    database: Database, name: str, protocol: Protocol, items: Sequence[Item], panel: Panel
) -> str:
    """Makes a project and returns the token of its organiser.

    Labels that units have already come along as judgements of judges who have no link yet.
    """
    check_name(name, "project")
    raters = list(dict.fromkeys(rater for item in items for rater in item.labels))
    if raters and protocol.name != "pr":
        raise Error(
            f"there are labels of {', '.join(raters)}, which are yes or no; take the protocol pr, "
            "or leave the columns of raters out"
        )
    token = new_token()
    with database.writing() as connection:
        if connection.execute(select(tables.projects).filter_by(name=name)).first():
            raise Error(f"there is a project {name!r} already; give this one another name")
        project = connection.execute(
            insert(tables.projects)
            .values(
                name=name,
                protocol=protocol.name,
                seed=panel.seed,
                panel=panel.judges,
                each=panel.each,
                shared=panel.shared,
                current_pass=1,
                organiser_hash=hash_of(token),
                made_at=tables.now(),
            )
            .returning(tables.projects.c.id)
        ).scalar_one()
        _add_items(connection, project, items)
        for rater in raters:
            take_labels(connection, project_in(connection, name), rater, items)
    return token


def find_project(database: Database, name: str) -> Project:
    """The project of this name. Raises Error where there is none."""
    with database.reading() as connection:
        return project_in(connection, name)


def all_projects(database: Database) -> list[tuple[str, str, int, int]]:
    """Name, protocol, and numbers of items and of judges of each project."""
    with database.reading() as connection:
        rows = connection.execute(select(tables.projects).order_by(tables.projects.c.name)).all()
        counts = [
            {
                row.project_id: row.number
                for row in connection.execute(
                    select(table.c.project_id, func.count().label("number")).group_by(
                        table.c.project_id
                    )
                )
            }
            for table in (tables.items, tables.judges)
        ]
    return [(row.name, row.protocol, *(count.get(row.id, 0) for count in counts)) for row in rows]


def new_organiser_link(database: Database, project: Project) -> str:
    """A new token for the organiser; the one before, and its sessions, are worth nothing."""
    token = new_token()
    with database.writing() as connection:
        connection.execute(
            update(tables.projects)
            .where(tables.projects.c.id == project.id)
            .values(organiser_hash=hash_of(token))
        )
        connection.execute(
            tables.sessions.delete().where(
                tables.sessions.c.project_id == project.id, tables.sessions.c.judge_id.is_(None)
            )
        )
    return token


def _add_items(connection: Connection, project: int, items: Sequence[Item]) -> None:
    for begin in range(0, len(items), _AT_ONCE):
        batch = items[begin : begin + _AT_ONCE]
        rows = [
            {
                "project_id": project,
                "number": number,
                "source": item.source,
                "paraphrase": item.paraphrase,
                "application": item.application,
                "reference": item.reference,
                "instances": [asdict(each) for each in item.instances],
                "unit": None if item.unit is None else asdict(item.unit),
            }
            for number, item in enumerate(batch, begin + 1)
        ]
        connection.execute(insert(tables.items), rows)
    query = select(tables.items.c.number, tables.items.c.id).filter_by(project_id=project)
    numbers = {row.number: row.id for row in connection.execute(query)}
    made = [
        {"item_id": numbers[number], "system": system}
        for number, item in enumerate(items, 1)
        for system in item.systems
    ]
    connection.execute(insert(tables.outputs), made)
