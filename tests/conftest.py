"""Fixtures that more than one test file uses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

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
