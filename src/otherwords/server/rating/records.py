"""All that was said in a project, for results and for files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from otherwords.server.rating import tables
from otherwords.server.rating.database import Database
from otherwords.server.rating.protocols import Answers
from otherwords.server.rating.units import Unit


@dataclass(frozen=True, slots=True)
class RatedItem:
    """An item, and who made it."""

    number: int
    source: str
    paraphrase: str
    systems: tuple[str, ...]
    application: str
    reference: str
    unit: Unit | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge said of an item at some time.

    Attributes:
        item: What it is about.
        judge: Who said it.
        number: In which pass.
        answers: What was said.
        complete: Whether all was answered that was asked.
        given_at: When.
        stands: Whether nothing was said after it, in this pass.
    """

    item: RatedItem
    judge: str
    number: int
    answers: Answers
    complete: bool
    given_at: datetime
    stands: bool


def stamp_of_project(database: Database, project: int) -> tuple[object, ...]:
    """What changes whenever results do."""
    last = (
        select(func.max(tables.judgements.c.id))
        .join_from(tables.judgements, tables.assignments)
        .join(tables.judges, tables.judges.c.id == tables.assignments.c.judge_id)
        .where(tables.judges.c.project_id == project)
    )
    judges = select(tables.judges.c.id, tables.judges.c.removed_at).filter_by(project_id=project)
    number = select(tables.projects.c.current_pass).filter_by(id=project)
    with database.reading() as connection:
        known = sorted(tuple(row) for row in connection.execute(judges))
        return (
            connection.execute(last).scalar_one(),
            connection.execute(number).scalar_one(),
            *known,
        )


def items_of_project(database: Database, project: int) -> list[RatedItem]:
    """All items, in their order."""
    made: dict[int, list[str]] = {}
    with database.reading() as connection:
        for row in connection.execute(
            select(tables.outputs)
            .join(tables.items)
            .where(tables.items.c.project_id == project)
            .order_by(tables.outputs.c.id)
        ):
            made.setdefault(row.item_id, []).append(row.system)
        rows = connection.execute(
            select(tables.items).filter_by(project_id=project).order_by(tables.items.c.number)
        ).all()
    return [
        RatedItem(
            row.number,
            row.source,
            row.paraphrase,
            tuple(made[row.id]),
            row.application,
            row.reference,
            None if row.unit is None else Unit(**row.unit),
        )
        for row in rows
    ]


def judges_of_project(database: Database, project: int) -> list[str]:
    """Their names, in the order in which they came."""
    with database.reading() as connection:
        return list(
            connection.execute(
                select(tables.judges.c.name)
                .filter_by(project_id=project)
                .order_by(tables.judges.c.place)
            ).scalars()
        )


def history(database: Database, project: int) -> list[Judgement]:
    """Everything that was ever said, in the order in which it was."""
    items = {item.number: item for item in items_of_project(database, project)}
    query = (
        select(
            tables.judgements,
            tables.assignments.c["pass"],
            tables.items.c.number,
            tables.judges.c.name,
        )
        .join_from(tables.judgements, tables.assignments)
        .join(tables.items, tables.items.c.id == tables.assignments.c.item_id)
        .join(tables.judges, tables.judges.c.id == tables.assignments.c.judge_id)
        .where(tables.items.c.project_id == project)
        .order_by(tables.judgements.c.id)
    )
    with database.reading() as connection:
        rows = connection.execute(query).mappings().all()
    last = {row["assignment_id"]: row["id"] for row in rows}
    return [
        Judgement(
            items[row["number"]],
            row["name"],
            row["pass"],
            row["answers"],
            row["complete"],
            row["given_at"],
            last[row["assignment_id"]] == row["id"],
        )
        for row in rows
        if row["number"] in items
    ]


def standing_judgements(said: list[Judgement], number: int | None = None) -> list[Judgement]:
    """The complete ones that stand: of one pass or, for each item and judge, of the last."""
    chosen: dict[tuple[int, str], Judgement] = {}
    for each in sorted(said, key=lambda one: one.number):
        if each.stands and each.complete and number in (None, each.number):
            chosen[each.item.number, each.judge] = each
    return list(chosen.values())
