"""The development sentences of the reference data."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from otherwords.evaluate.data import read_data

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared")) / "data"


def sources_of(files: Iterable[str]) -> list[str]:
    """The sentences of some files of the folder dev."""
    return [source for name in files for source in read_data(DATA / "dev" / name).sources or ()]
