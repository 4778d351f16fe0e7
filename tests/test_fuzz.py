"""Every reader in Python reads what is good, and refuses what is broken with an error of ours."""

from __future__ import annotations

import random

import pytest

from tests.fuzz.reading import Reading, mutations
from tests.fuzz.targets import TARGETS

MUTATIONS = 1000
SLOW_MUTATIONS = 100


@pytest.mark.parametrize("name", TARGETS)
def test_broken_input_is_refused(name: str) -> None:
    with Reading(name) as reading:
        target = reading.target
        for seed in target.seeds:
            reading.try_input(seed)
        assert (reading.read, reading.refused) == (len(target.seeds), 0)
        count = SLOW_MUTATIONS if target.is_slow else MUTATIONS
        for content in mutations(target.seeds, count, random.Random(1)):
            reading.try_input(content)
