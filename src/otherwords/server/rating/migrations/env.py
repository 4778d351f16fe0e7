"""How Alembic runs migrations: within the transaction of a connection that it is given."""

from __future__ import annotations

from alembic import context

from otherwords.server.rating.tables import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
