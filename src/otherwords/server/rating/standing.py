"""What stands: the last judgement of each assignment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select

from otherwords.server.rating.tables import assignments, items, judgements


def standing() -> Select[Any]:
    """All assignments with what stands, or nothing, of each."""
    last = (
        select(func.max(judgements.c.id))
        .where(judgements.c.assignment_id == assignments.c.id)
        .correlate(assignments)
        .scalar_subquery()
    )
    return select(
        assignments.c.id,
        assignments.c.judge_id,
        assignments.c.item_id,
        assignments.c["pass"],
        assignments.c.position,
        judgements.c.id.label("judgement_id"),
        judgements.c.answers,
        judgements.c.complete,
    ).join_from(assignments, judgements, judgements.c.id == last, isouter=True)


def last_judgements(
    connection: Connection, project: int, number: int
) -> Sequence[Row[tuple[Any, ...]]]:
    """What stands in a pass of a project, for each assignment."""
    query = (
        standing()
        .join(items, items.c.id == assignments.c.item_id)
        .where(items.c.project_id == project, assignments.c["pass"] == number)
        .order_by(assignments.c.id)
    )
    return connection.execute(query).all()
