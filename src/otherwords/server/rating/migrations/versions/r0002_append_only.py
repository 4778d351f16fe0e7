"""Judgements cannot be changed or deleted any more, by whatever program."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"

_WHY = "judgements are never changed or deleted; add another one"


def upgrade() -> None:
    """Lets the database refuse it."""
    if op.get_bind().dialect.name == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER rating_judgements_no_{event.lower()} "
                f"BEFORE {event} ON rating_judgements "
                f"BEGIN SELECT RAISE(ABORT, '{_WHY}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION rating_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_WHY}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER rating_judgements_append_only "
        "BEFORE UPDATE OR DELETE OR TRUNCATE ON rating_judgements "
        "FOR EACH STATEMENT EXECUTE FUNCTION rating_refuse()"
    )
