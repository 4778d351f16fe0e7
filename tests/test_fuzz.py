"""Every reader in Python reads what is good, and refuses what is broken with an error of ours."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.reading import Reading, mutations
from tests.fuzz.targets import TARGETS

MUTATIONS = 200  # `make fuzz` does many more


@pytest.mark.parametrize("name", TARGETS)
def test_broken_input_is_refused(name: str, tmp_path: Path) -> None:
    reading = Reading(name, tmp_path)
    seeds = reading.target.seeds
    for seed in seeds:
        reading.try_input(seed)
    assert (reading.read, reading.refused) == (len(seeds), 0)
    for content in mutations(seeds, MUTATIONS, random.Random(1)):
        reading.try_input(content)
