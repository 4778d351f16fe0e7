"""The database of ratings: SQLite in a file, or PostgreSQL by its URL."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords._core import Error

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import URL, Connection, Engine

_MIGRATIONS = Path(__file__).with_name("migrations")
_WAIT = 30  # seconds for others that write
_MOST_FILES = (
    40  # connections to SQLite: as many as threads that answer; a server has fewer to give
)
_LOCK = 0x6F776F72  # of all who migrate the same PostgreSQL database


class UnavailableError(Error):
    """The database cannot be used at the moment."""


class Database:
    """Transactions on a database of ratings, for any number of threads and processes.

    Args:
        place: A file, or a URL as SQLAlchemy writes them.
    """

    def __init__(self, place: str) -> None:
        from sqlalchemy import create_engine

        url = url_of(place)
        self.is_sqlite = url.get_backend_name() == "sqlite"
        #: What messages call it; without the password.
        self.name = str(url.database)
        if not self.is_sqlite:
            self.name = url.set(drivername="postgresql", query={}).render_as_string()
        self._url = url
        if self.is_sqlite:
            self.engine = create_engine(
                url, max_overflow=_MOST_FILES, connect_args={"timeout": _WAIT}
            )
            _as_we_say(self.engine)
        else:
            self.engine = create_engine(
                url, pool_pre_ping=True, connect_args={"connect_timeout": 10}
            )

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database."""
        with self._transaction("BEGIN", "REPEATABLE READ") as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when the block has ended, or has not happened."""
        with self._transaction("BEGIN IMMEDIATE", "READ COMMITTED") as connection:
            yield connection

    @contextlib.contextmanager
    def _transaction(self, begin: str, isolation: str) -> Iterator[Connection]:
        from sqlalchemy.exc import DatabaseError, OperationalError
        from sqlalchemy.exc import TimeoutError as NoConnectionError

        options: dict[str, Any] = {"begin": begin}
        if not self.is_sqlite:
            options["isolation_level"] = isolation
        try:
            with (
                self.engine.connect().execution_options(**options) as connection,
                connection.begin(),
            ):
                yield connection
        except OperationalError as error:
            why = str(error.orig).strip().splitlines()[0]
            raise UnavailableError(f"{self.name}: it cannot be used: {why}") from error
        except NoConnectionError as error:
            raise UnavailableError(f"{self.name}: all connections are taken") from error
        except DatabaseError as error:
            if "not a database" in str(error.orig):
                raise Error(f"{self.name}: it is not a database; name another file") from error
            raise

    def check(self) -> None:
        """Raises Error unless the database has the version that this program works with."""
        if self.is_sqlite and not Path(str(self._url.database)).exists():
            raise Error(
                f"{self.name}: there is no such file; make a project with `otherwords rate create`"
            )
        with self.reading() as connection:
            version, newest = _version(connection), _newest()
        if version == newest:
            return
        if version is None:
            why = "there are no ratings in it; make a project with `otherwords rate create`"
        elif version in _known():
            why = (
                f"it has version {version} but this program needs {newest}; make a copy of it, "
                "then run `otherwords rate migrate`"
            )
        else:
            why = f"a newer otherwords has written it (version {version}); install that one"
        raise Error(f"{self.name}: {why}")

    def migrate(self, version: str = "head") -> tuple[str | None, str]:
        """Brings the database to a version; returns the one before and the one now."""
        from alembic import command
        from sqlalchemy import text

        with self.writing() as connection:
            if not self.is_sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            before = _version(connection)
            if before is not None and before not in _known():
                raise Error(
                    f"{self.name}: a newer otherwords has written it (version {before}); install "
                    "that one"
                )
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, version)
            after = _version(connection)
        return before, str(after)

    def close(self) -> None:
        """Closes all connections."""
        self.engine.dispose()


def url_of(place: str) -> URL:
    """The URL of a database. Raises Error for one that we cannot work with."""
    from sqlalchemy import URL, make_url
    from sqlalchemy.exc import ArgumentError

    if "://" not in place:
        if place in ("", ":memory:"):
            raise Error("a database in memory would lose judgements; name a file or a URL")
        return URL.create("sqlite", database=place)
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise Error("the database is neither a file nor a URL such as postgresql://…") from None
    if url.get_backend_name() in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite":
        return url_of(str(url.database or ""))
    raise Error(f"{url.drivername} is not known; use a file (SQLite) or postgresql://…")


def _as_we_say(engine: Engine) -> None:
    """Makes SQLite durable, and lets us begin transactions: its driver would wait with that."""
    from sqlalchemy import event

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _known() -> list[str]:
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(_config())
    return [each.revision for each in script.walk_revisions()]


def _newest() -> str:
    return _known()[0]


def _version(connection: Connection) -> str | None:
    from alembic.migration import MigrationContext

    from otherwords.server.rating.tables import VERSION_TABLE

    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    return context.get_current_revision()
