"""Servers that can be stopped and killed, and started again at the same port."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

#: Short limits, so that slow clients come to their end many times.
LIMITS = (
    *("--workers", "2", "--header-seconds", "2", "--idle-seconds", "4"),
    *("--max-connections", "40", "--shutdown-seconds", "10"),
)
# Seconds after which a server that does not start or stop counts as one that never will.
_PATIENCE = 60.0


@dataclass
class Server:
    """A server in processes of its own.

    Attributes:
        name: What it is called in reports; its log has that name, too.
        command: What starts it, without the port.
        folder: Where the log is.
        port: The same after each start.
        survivors: Processes of servers that were killed: they must end by themselves.
    """

    name: str
    command: tuple[str, ...]
    folder: Path
    port: int = 0
    survivors: list[int] = field(default_factory=list)
    _process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> str:
        """As `http://127.0.0.1:40001`."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The parent of the workers."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """What it has written on the standard error."""
        return self._log.read_text("utf-8")

    @property
    def _log(self) -> Path:
        return self.folder / f"{self.name}.log"

    async def start(self) -> None:
        """Starts it, at the port that it had before."""
        with self._log.open("a") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "otherwords", *self.command, *LIMITS),
                *("--port", str(self.port)),
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        assert self._process.stdout is not None
        line = (await asyncio.wait_for(self._process.stdout.readline(), _PATIENCE)).decode()
        assert line.startswith("otherwords serves http://"), self.log
        self.port = int(line.split()[2].rstrip("/").rpartition(":")[2])

    async def stop(self) -> int:
        """Tells it to stop, and waits; its exit code. Raises TimeoutError if it does not stop."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        return await asyncio.wait_for(self._process.wait(), _PATIENCE)

    async def kill(self) -> None:
        """Ends the parent by force; its workers see that it has gone."""
        assert self._process is not None
        self.survivors += children_of(self.pid)
        self._process.kill()
        await asyncio.wait_for(self._process.wait(), _PATIENCE)

    def kill_worker(self) -> bool:
        """Ends one of those that answer by force; False if there is none."""
        for child in children_of(self.pid):
            with suppress(OSError):  # it has ended in the meantime
                if "pt1.table" in Path(f"/proc/{child}/maps").read_text():
                    os.kill(child, signal.SIGKILL)
                    return True
        return False

    async def outlived(self, seconds: float) -> list[int]:
        """Processes that are still there so long after their parent was killed."""
        for _ in range(round(10 * seconds)):
            if not any(map(_is_there, self.survivors)):
                break
            await asyncio.sleep(0.1)
        return [process for process in self.survivors if _is_there(process)]

    async def end(self) -> None:
        """Leaves nothing behind, whatever has happened."""
        if self._process is None:
            return
        with suppress(TimeoutError):
            await self.stop()
        if self._process.returncode is None:
            self.survivors += children_of(self.pid)
            self._process.kill()
        for process in filter(_is_there, self.survivors):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        await asyncio.wait_for(self._process.wait(), _PATIENCE)


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in path.read_text().split()]


def _is_there(process: int) -> bool:
    """Whether a process does something still; nobody may have asked yet how it ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except OSError:
        return False
