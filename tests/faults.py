"""Faults for tests: small and read-only disks, missing permissions, limits of memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

OTHERWORDS = (sys.executable, "-m", "otherwords")
#: A name space of its own, in which anyone may mount.
_APART = ("unshare", "--map-root-user", "--mount", "sh", "-c")


@cache
def _can_mount() -> bool:
    if shutil.which("unshare") is None:
        return False
    mount = [*_APART, "mount -t tmpfs tmpfs /mnt"]
    return subprocess.run(mount, capture_output=True, check=False).returncode == 0


def on_small_disk(folder: Path, script: str, size: str = "1M") -> subprocess.CompletedProcess[str]:
    """Runs a script of the shell while a disk of this size is mounted at a folder; nothing of it
    stays. In the script, `$ow` is the command line, `$disk` the folder, and `resize SIZE` and
    `read_only` change the disk.
    """
    if not _can_mount():
        pytest.skip("disks cannot be mounted here")
    folder.mkdir(exist_ok=True)
    prelude = f"""
        set -u
        ow='{sys.executable} -m otherwords' disk='{folder}'
        resize() {{ mount -o "remount,size=$1" tmpfs "$disk"; }}
        read_only() {{ mount -o remount,ro tmpfs "$disk"; }}
        mount -t tmpfs -o size={size} tmpfs "$disk" || exit 99
    """
    return subprocess.run(
        [*_APART, prelude + script], capture_output=True, text=True, check=False, timeout=600
    )


def without_privileges(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs a command for which permissions count, also where tests are run by root."""
    prefix: list[str] = []
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("setpriv is missing: permissions do not count for root")
        prefix = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
    return subprocess.run(
        [*prefix, *command], capture_output=True, text=True, check=False, timeout=600
    )


def unfinished(folder: Path) -> list[str]:
    """What a writer has left behind below a folder."""
    return [path.name for path in folder.rglob("*.part*")]


def is_clear(message: str) -> bool:
    """Whether an error message is for users: one line, and no traceback."""
    return "Traceback" not in message and len(message.strip().splitlines()) == 1
