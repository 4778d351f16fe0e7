"""Judging: what a judge sees of an assignment, and what he says of it.

A form may come twice (a double click, a retry of the network) or late; it counts once. A form that
is sent again with other answers is a change of mind, and counts.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from otherwords._core import Error
from otherwords.server.rating import tables
from otherwords.server.rating.access import Visitor
from otherwords.server.rating.database import Database
from otherwords.server.rating.items import Instance
from otherwords.server.rating.protocols import Answers
from otherwords.server.rating.standing import standing

_FORM = re.compile(r"[A-Za-z0-9_-]{16,64}")


class PassedError(Error):
    """The pass that a form belongs to is closed."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a judge has come.

    Attributes:
        done: Assignments that are completely answered.
        total: All.
        waiting: The positions of the others, in order.
    """

    done: int
    total: int
    waiting: Sequence[int]

    def after(self, position: int) -> int | None:
        """Where to go on behind a position: the next that waits, or the first; None at the end."""
        later = (other for other in self.waiting if other > position)
        return next(later, self.waiting[0] if self.waiting else None)


@dataclass(frozen=True, slots=True)
class Place:
    """An assignment as its judge may see it: nothing in it tells which system it is about.

    Attributes:
        position: In the order of the judge, from 1.
        source: What was said in other words.
        paraphrase: What it became.
        application: The purpose, if there is one.
        reference: What the paraphrase was to come closer to.
        instances: Of patterns.
        answers: What stands.
        earlier: What the judge said in the first pass, if this is the second.
    """

    position: int
    source: str
    paraphrase: str
    application: str
    reference: str
    instances: Sequence[Instance]
    answers: Answers
    earlier: Answers


def new_form() -> str:
    """The name of a form that has not been sent yet."""
    return secrets.token_urlsafe(18)


def progress(database: Database, judge: Visitor) -> Progress:
    """How far the judge has come in the open pass."""
    position = tables.assignments.c.position
    query = _own(judge).with_only_columns(position, tables.judgements.c.complete)
    with database.reading() as connection:
        rows = connection.execute(query.order_by(position)).all()
    waiting = [row.position for row in rows if not row.complete]
    return Progress(len(rows) - len(waiting), len(rows), waiting)


def place_at(database: Database, judge: Visitor, position: int) -> Place | None:
    """What the judge has at a position of the open pass; None if there is nothing."""
    with database.reading() as connection:
        row = _at(connection, judge, position)
        if row is None:
            return None
        item = connection.execute(select(tables.items).filter_by(id=row.item_id)).one()
        earlier = connection.execute(
            standing().where(
                tables.assignments.c.judge_id == judge.judge_id,
                tables.assignments.c.item_id == row.item_id,
                tables.assignments.c["pass"] == judge.current_pass - 1,
            )
        ).first()
    return Place(
        position,
        item.source,
        item.paraphrase,
        item.application,
        item.reference,
        [Instance(**each) for each in item.instances],
        row.answers or {},
        (earlier.answers or {}) if earlier else {},
    )


def say(
    database: Database,
    judge: Visitor,
    position: int,
    *,
    form: str,
    number: int,
    step: int,
    given: Answers,
) -> bool:
    """Adds what a judge says, and returns whether more is asked about this item.

    When it returns, the judgement is in the database.

    Args:
        database: Where to.
        judge: Who says it.
        position: Of the assignment.
        form: The page that was sent.
        number: Of the pass that it belongs to.
        step: Of the protocol.
        given: The answers to the questions of the step.
    """
    if not _FORM.fullmatch(form):
        raise Error("the page is not one of ours; load it again")
    judgements = tables.judgements
    with database.writing() as connection:
        open_pass = connection.execute(
            select(tables.projects.c.current_pass)
            .where(tables.projects.c.id == judge.project_id)
            .with_for_update(read=True)
        ).scalar_one()
        if number != open_pass:
            raise PassedError("this pass is closed, and another one has begun; go on there")
        assignment = _assignment(connection, judge, position, number)
        row = _at(connection, judge, position, number)
        if assignment is None or row is None:
            raise Error("there is no such item; go back to where you were")
        application = connection.execute(
            select(tables.items.c.application).where(tables.items.c.id == row.item_id)
        ).scalar_one()
        protocol = judge.protocol.about(application)
        answers = protocol.together(row.answers or {}, step, given)
        more = bool(protocol.asked(step + 1, answers))
        sent = connection.execute(
            select(judgements)
            .filter_by(assignment_id=assignment, form=form)
            .order_by(judgements.c.attempt.desc())
        ).first()
        asked = {question.name for question in protocol.questions if question.step == step}
        if sent is not None and all(sent.answers.get(name) == answers.get(name) for name in asked):
            return more
        connection.execute(
            insert(judgements).values(
                assignment_id=assignment,
                answers=answers,
                complete=protocol.complete(answers),
                form=form,
                attempt=sent.attempt + 1 if sent is not None else 1,
                given_at=tables.now(),
            )
        )
    return more


def _own(judge: Visitor, number: int | None = None) -> Any:
    return standing().where(
        tables.assignments.c.judge_id == judge.judge_id,
        tables.assignments.c["pass"] == (judge.current_pass if number is None else number),
    )


def _at(
    connection: Connection, judge: Visitor, position: int, number: int | None = None
) -> Row[tuple[Any, ...]] | None:
    query = _own(judge, number).where(tables.assignments.c.position == position)
    row: Row[tuple[Any, ...]] | None = connection.execute(query).first()
    return row


def _assignment(connection: Connection, judge: Visitor, position: int, number: int) -> int | None:
    """Its id; others who write a judgement of the same wait until we have."""
    identity: int | None = connection.execute(
        select(tables.assignments.c.id)
        .where(
            tables.assignments.c.judge_id == judge.judge_id,
            tables.assignments.c["pass"] == number,
            tables.assignments.c.position == position,
        )
        .with_for_update()
    ).scalar_one_or_none()
    return identity
