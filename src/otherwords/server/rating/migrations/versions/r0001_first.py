"""The first version: projects, items, judges, assignments, judgements and sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Makes all tables."""
    op.create_table(
        "rating_projects",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("protocol", sa.String(20), nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("panel", sa.Integer, nullable=False),
        sa.Column("each", sa.Integer, nullable=False),
        sa.Column("shared", sa.Integer, nullable=False),
        sa.Column("current_pass", sa.Integer, nullable=False),
        sa.Column("organiser_hash", sa.String(64), nullable=False),
        sa.Column("made_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_projects"),
        sa.UniqueConstraint("name", name="uq_rating_projects_name"),
        sa.UniqueConstraint("organiser_hash", name="uq_rating_projects_organiser_hash"),
    )
    op.create_table(
        "rating_items",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("project_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("paraphrase", sa.Text, nullable=False),
        sa.Column("application", sa.Text, nullable=False),
        sa.Column("reference", sa.Text, nullable=False),
        sa.Column("instances", sa.JSON, nullable=False),
        sa.Column("unit", sa.JSON, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_rating_items"),
        sa.ForeignKeyConstraint(
            ["project_id"], ["rating_projects.id"], name="fk_rating_items_project_id"
        ),
        sa.UniqueConstraint("project_id", "number", name="uq_rating_items_project_id_number"),
    )
    op.create_table(
        "rating_outputs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("item_id", sa.Integer, nullable=False),
        sa.Column("system", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_outputs"),
        sa.ForeignKeyConstraint(["item_id"], ["rating_items.id"], name="fk_rating_outputs_item_id"),
        sa.UniqueConstraint("item_id", "system", name="uq_rating_outputs_item_id_system"),
    )
    op.create_table(
        "rating_judges",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("project_id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=True),
        sa.Column("made_at", _TIME, nullable=False),
        sa.Column("removed_at", _TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_rating_judges"),
        sa.ForeignKeyConstraint(
            ["project_id"], ["rating_projects.id"], name="fk_rating_judges_project_id"
        ),
        sa.UniqueConstraint("project_id", "name", name="uq_rating_judges_project_id_name"),
        sa.UniqueConstraint("project_id", "place", name="uq_rating_judges_project_id_place"),
        sa.UniqueConstraint("token_hash", name="uq_rating_judges_token_hash"),
    )
    op.create_table(
        "rating_assignments",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("judge_id", sa.Integer, nullable=False),
        sa.Column("item_id", sa.Integer, nullable=False),
        sa.Column("pass", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_assignments"),
        sa.ForeignKeyConstraint(
            ["judge_id"], ["rating_judges.id"], name="fk_rating_assignments_judge_id"
        ),
        sa.ForeignKeyConstraint(
            ["item_id"], ["rating_items.id"], name="fk_rating_assignments_item_id"
        ),
        sa.UniqueConstraint(
            "judge_id", "item_id", "pass", name="uq_rating_assignments_judge_id_item_id_pass"
        ),
        sa.UniqueConstraint(
            "judge_id", "pass", "position", name="uq_rating_assignments_judge_id_pass_position"
        ),
    )
    op.create_table(
        "rating_judgements",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("assignment_id", sa.Integer, nullable=False),
        sa.Column("answers", sa.JSON, nullable=False),
        sa.Column("complete", sa.Boolean, nullable=False),
        sa.Column("form", sa.String(64), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("given_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_judgements"),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["rating_assignments.id"],
            name="fk_rating_judgements_assignment_id",
        ),
        sa.UniqueConstraint(
            "assignment_id",
            "form",
            "attempt",
            name="uq_rating_judgements_assignment_id_form_attempt",
        ),
    )
    op.create_table(
        "rating_sessions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("cookie_hash", sa.String(64), nullable=False),
        sa.Column("csrf", sa.String(64), nullable=False),
        sa.Column("project_id", sa.Integer, nullable=False),
        sa.Column("judge_id", sa.Integer, nullable=True),
        sa.Column("expires_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_sessions"),
        sa.ForeignKeyConstraint(
            ["project_id"], ["rating_projects.id"], name="fk_rating_sessions_project_id"
        ),
        sa.ForeignKeyConstraint(
            ["judge_id"], ["rating_judges.id"], name="fk_rating_sessions_judge_id"
        ),
        sa.UniqueConstraint("cookie_hash", name="uq_rating_sessions_cookie_hash"),
    )
    op.create_index("ix_rating_sessions_expires_at", "rating_sessions", ["expires_at"])
