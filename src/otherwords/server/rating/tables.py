"""What the database holds. Migrations make it; `tests/test_rating_store.py` compares both.

Judgements are only ever added. What a judge says now is the last judgement of an assignment; those
before it are how the mind was changed.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

#: Where Alembic keeps the version; the database may be shared with others.
VERSION_TABLE = "rating_version"


class Moment(TypeDecorator[datetime]):
    """A time in UTC, also in databases that know no zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Into the database."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Out of it."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _to(table: str, *, nullable: bool = False) -> Column[int]:
    name = f"{table.removeprefix('rating_').removesuffix('s')}_id"
    return Column(name, ForeignKey(f"{table}.id"), nullable=nullable)


projects = Table(
    "rating_projects",
    metadata,
    _id(),
    Column("name", String(100), nullable=False, unique=True),
    Column("protocol", String(20), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("panel", Integer, nullable=False),  # judges among whom items are shared out; 0: no limit
    Column("each", Integer, nullable=False),  # judges of an item; 0: all
    Column("shared", Integer, nullable=False),  # items that all judges of the panel get
    Column("current_pass", Integer, nullable=False),
    Column("organiser_hash", String(64), nullable=False, unique=True),
    Column("made_at", Moment, nullable=False),
)

items = Table(
    "rating_items",
    metadata,
    _id(),
    _to("rating_projects"),
    Column("number", Integer, nullable=False),
    Column("source", Text, nullable=False),
    Column("paraphrase", Text, nullable=False),
    Column("application", Text, nullable=False),
    Column("reference", Text, nullable=False),
    Column("instances", JSON, nullable=False),
    Column("unit", JSON(none_as_null=True), nullable=True),
    UniqueConstraint("project_id", "number"),
)

outputs = Table(
    "rating_outputs",
    metadata,
    _id(),
    _to("rating_items"),
    Column("system", Text, nullable=False),
    UniqueConstraint("item_id", "system"),
)

judges = Table(
    "rating_judges",
    metadata,
    _id(),
    _to("rating_projects"),
    Column("name", String(100), nullable=False),
    Column("place", Integer, nullable=False),
    Column("token_hash", String(64), nullable=True, unique=True),
    Column("made_at", Moment, nullable=False),
    Column("removed_at", Moment, nullable=True),
    UniqueConstraint("project_id", "name"),
    UniqueConstraint("project_id", "place"),
)

assignments = Table(
    "rating_assignments",
    metadata,
    _id(),
    _to("rating_judges"),
    _to("rating_items"),
    Column("pass", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    UniqueConstraint("judge_id", "item_id", "pass"),
    UniqueConstraint("judge_id", "pass", "position"),
)

judgements = Table(
    "rating_judgements",
    metadata,
    _id(),
    _to("rating_assignments"),
    Column("answers", JSON, nullable=False),
    Column("complete", Boolean, nullable=False),
    Column("form", String(64), nullable=False),  # the page that was sent, which may come twice
    Column("attempt", Integer, nullable=False),  # how often it came with other answers
    Column("given_at", Moment, nullable=False),
    UniqueConstraint("assignment_id", "form", "attempt"),
)

sessions = Table(
    "rating_sessions",
    metadata,
    _id(),
    Column("cookie_hash", String(64), nullable=False, unique=True),
    Column("csrf", String(64), nullable=False),
    _to("rating_projects"),
    _to("rating_judges", nullable=True),  # none: the organiser
    Column("expires_at", Moment, nullable=False),
    Index(None, "expires_at"),
)
