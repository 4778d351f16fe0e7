"""Fixtures that more than one test file uses."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from otherwords.learn.engines import Resources, open_engine
from otherwords.lm import convert
from otherwords.tables import build_table
from tests.browser import chromium, serving
from tests.postgres import postgresql
from tests.relations import Relations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the source tree."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data: `OTHERWORDS_SHARED`, or `shared` beside the source tree."""
    folder = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"no reference data at {folder}; set OTHERWORDS_SHARED to where it is")
    return folder


@dataclass(frozen=True)
class DecodeTask:
    """The reference decoding task, with its table and models as binary files."""

    folder: Path
    table: Path
    lm3: Path
    sentences: list[str]


@pytest.fixture(scope="session")
def decode_task(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> DecodeTask:
    """The decoding task of the reference data, converted once for all tests."""
    folder = shared / "reference" / "decode"
    made = tmp_path_factory.mktemp("decode-task")
    build_table([folder / "table.gz"], made / "table")
    convert(folder / "lm3.arpa.xz", made / "lm3")
    sentences = (folder / "sentences.txt").read_text("utf-8").splitlines()
    return DecodeTask(folder, made / "table", made / "lm3", sentences)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own."""
    with postgresql() as url:
        yield url


@pytest.fixture
def relations(tmp_path: Path) -> Iterator[Relations]:
    """A folder of relations in which DuckDB runs queries."""
    engine = open_engine("duckdb", Resources(2, 1 << 28, tmp_path / "spill"))
    yield Relations(engine, tmp_path)
    engine.close()


@pytest.fixture(scope="module")
def new_relations(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[], Relations]]:
    """Makes folders of relations, for many small examples: all with one engine."""
    folder = tmp_path_factory.mktemp("relations")
    engine = open_engine("duckdb", Resources(1, 1 << 28, folder / "spill"))
    yield lambda: Relations(engine, Path(tempfile.mkdtemp(dir=folder)))
    engine.close()


# No longer than a module: while a browser is driven, no other event loop can run.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless browser."""
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The page of a server with the English model."""
    with serving() as served:
        yield served
