"""A project, and how it is found."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from otherwords._core import Error
from otherwords.server.rating import tables
from otherwords.server.rating.assignment import Panel
from otherwords.server.rating.protocols import Protocol
from otherwords.server.rating.scales import protocol_of

_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Project:
    """A set of items that judges judge by one protocol."""

    id: int
    name: str
    protocol: Protocol
    panel: Panel
    current_pass: int


def project_in(connection: Connection, name: str, *, for_update: bool = False) -> Project:
    """The project of this name, locked on request. Raises Error where there is none."""
    query = select(tables.projects).filter_by(name=name)
    row = connection.execute(query.with_for_update() if for_update else query).first()
    if row is None:
        raise Error(f"there is no project {name!r}; `otherwords rate projects` lists them")
    panel = Panel(row.panel, row.each, row.shared, row.seed)
    return Project(row.id, row.name, protocol_of(row.protocol), panel, row.current_pass)


def check_name(name: str, kind: str) -> None:
    """Raises Error for what cannot be shown in a line."""
    if (
        not name.strip()
        or len(name) > _LONGEST_NAME
        or not name.isprintable()
        or name != name.strip()
    ):
        raise Error(
            f"{name!r} is no name of a {kind}; use up to {_LONGEST_NAME} letters and digits"
        )
