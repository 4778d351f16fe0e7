"""The second pass: judges look again at what they disagree on."""

from __future__ import annotations

import random

from sqlalchemy import Connection, select, update

from otherwords._core import Error
from otherwords.server.rating import tables
from otherwords.server.rating.database import Database
from otherwords.server.rating.project import Project, project_in
from otherwords.server.rating.seats import assign, progress_in
from otherwords.server.rating.standing import last_judgements


def open_second_pass(database: Database, project: Project) -> int:
    """Lets judges look again at the items on which they disagree; returns how many there are.

    The first pass is closed by that. Raises Error while somebody is not done with it.
    """
    if not project.protocol.second_pass:
        raise Error(f"the protocol {project.protocol.name} has one pass only")
    with database.writing() as connection:
        project = project_in(connection, project.name, for_update=True)
        if project.current_pass != 1:
            raise Error(f"the second pass of {project.name!r} is open already")
        waiting = [
            f"{judge.name} ({judge.assigned - judge.done} to go)"
            for judge in progress_in(connection, project)
            if judge.done < judge.assigned and not judge.removed
        ]
        if waiting:
            raise Error(
                f"the first pass is not finished: {', '.join(waiting)}; wait, or remove the judge"
            )
        disputed = _disputed(connection, project)
        for judge in connection.execute(
            select(tables.judges).filter_by(project_id=project.id, removed_at=None)
        ).all():
            own = [item for item, said in sorted(disputed.items()) if judge.id in said]
            random.Random(f"{project.panel.seed} second {judge.place}").shuffle(own)
            assign(connection, judge.id, own, number=2)
        connection.execute(
            update(tables.projects).where(tables.projects.c.id == project.id).values(current_pass=2)
        )
    return len(disputed)


def _disputed(connection: Connection, project: Project) -> dict[int, dict[int, object]]:
    """What judges said of each item on which they do not all agree."""
    said: dict[int, dict[int, object]] = {}
    for row in last_judgements(connection, project.id, 1):
        if row.complete:
            said.setdefault(row.item_id, {})[row.judge_id] = row.answers
    return {
        item: by
        for item, by in said.items()
        if any(a != b for a in by.values() for b in by.values())
    }
