"""Who may see what: personal links become sessions, and sessions have a judge or an organiser.

A link carries a token that nobody can guess; the database has only its hash. Whoever sends it gets
a cookie, of which the database, again, has only the hash.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, insert, select

from otherwords.server.rating import tables
from otherwords.server.rating.database import Database
from otherwords.server.rating.protocols import Protocol
from otherwords.server.rating.scales import protocol_of
from otherwords.server.rating.tokens import hash_of, new_token

#: How long a session lasts; after that, the link opens another one.
LASTS = timedelta(days=30)
_LONGEST = 200  # characters of a token or a cookie


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever has a session.

    Attributes:
        project_id: The only project that he can see.
        project: Its name.
        protocol: Of the project.
        current_pass: Which one is open.
        judge_id: None for the organiser.
        name: Of the judge.
        csrf: What forms must carry.
    """

    project_id: int
    project: str
    protocol: Protocol
    current_pass: int
    judge_id: int | None
    name: str
    csrf: str

    def sent(self, csrf: str) -> bool:
        """Whether a form comes from a page that we have shown to this visitor."""
        return hmac.compare_digest(self.csrf.encode(), csrf.encode())


def enter(database: Database, token: str) -> str | None:
    """The cookie of a new session for the owner of a token; None if nobody has this one."""
    if not token or len(token) > _LONGEST:
        return None
    hashed = hash_of(token)
    judges, projects, sessions = tables.judges, tables.projects, tables.sessions
    with database.writing() as connection:
        judge = connection.execute(
            select(judges.c.id, judges.c.project_id).filter_by(token_hash=hashed, removed_at=None)
        ).first()
        project = connection.execute(select(projects.c.id).filter_by(organiser_hash=hashed)).first()
        if judge is None and project is None:
            return None
        cookie = new_token()
        connection.execute(delete(sessions).where(sessions.c.expires_at < tables.now()))
        connection.execute(
            insert(sessions).values(
                cookie_hash=hash_of(cookie),
                csrf=new_token(),
                project_id=judge.project_id if judge else project.id if project else None,
                judge_id=judge.id if judge else None,
                expires_at=tables.now() + LASTS,
            )
        )
    return cookie


def visitor_of(database: Database, cookie: str | None) -> Visitor | None:
    """Whose session it is; None if it is nobody's, or has expired."""
    if not cookie or len(cookie) > _LONGEST:
        return None
    judges, projects, sessions = tables.judges, tables.projects, tables.sessions
    query = (
        select(
            sessions.c.csrf,
            sessions.c.judge_id,
            projects.c.id,
            projects.c.name.label("project"),
            projects.c.protocol,
            projects.c.current_pass,
            judges.c.name,
        )
        .join_from(sessions, projects, projects.c.id == sessions.c.project_id)
        .join(judges, judges.c.id == sessions.c.judge_id, isouter=True)
        .where(
            sessions.c.cookie_hash == hash_of(cookie),
            sessions.c.expires_at >= tables.now(),
            judges.c.removed_at.is_(None),
        )
    )
    with database.reading() as connection:
        row = connection.execute(query).first()
    if row is None:
        return None
    return Visitor(
        row.id,
        row.project,
        protocol_of(row.protocol),
        row.current_pass,
        row.judge_id,
        row.name or "",
        row.csrf,
    )


def leave(database: Database, cookie: str) -> None:
    """Ends a session."""
    with database.writing() as connection:
        connection.execute(
            delete(tables.sessions).where(tables.sessions.c.cookie_hash == hash_of(cookie))
        )
