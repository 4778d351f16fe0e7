"""What a server and its workers hold: memory, open files, threads."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from tests.soak.servers import children_of


class Held(NamedTuple):
    """Of all processes of a server together.

    Attributes:
        memory: Of their own, in MiB; mapped files are not counted.
        files: Open descriptors.
        threads: Of the system.
    """

    memory: float
    files: int
    threads: int


def held_by(process: int) -> Held:
    """What a process and those that it has started hold."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    kib = {line.split()[0]: int(line.split()[1]) for line in rollup.splitlines()[1:]}
    own = Held(
        kib["Pss_Anon:"] / 1024,
        len(os.listdir(f"/proc/{process}/fd")),
        len(os.listdir(f"/proc/{process}/task")),
    )
    parts = [own, *(held_by(child) for child in children_of(process))]
    return Held(*(sum(numbers) for numbers in zip(*parts, strict=True)))
