"""The server under load: requests a second, how long they take, and memory; then under overload.

    python benchmarks/serve.py [MODEL] [--seconds 60] [--clients 32] [--workers 2]
                               [--application compress] [--overload-seconds 5]

Starts `otherwords serve` on a free port of this machine. Clients share its cores: each sends one
sentence after the other over a connection that stays open, and waits for the answer. The same
sentences are then said in this process, one by one and all together, by one thread. At the end a
server with a short queue gets more than it can do: it must refuse, and never hang.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from paraphrase import sentences_of

from otherwords import load

_LATEST = 30.0  # seconds after which a request counts as hanging


class Memory(NamedTuple):
    """MiB of a process and its children: of their own, and of files that they have mapped, which
    are there once however many processes map them.
    """

    own: float
    mapped: float


@dataclass
class Load:
    """What clients saw: statuses, seconds of each request; memory by the second."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    memory: list[Memory] = field(default_factory=list)
    took: float = 0.0
    cpu: float = 0.0

    def at(self, share: float) -> float:
        """The milliseconds that this share of the requests took at most."""
        ordered = sorted(self.seconds)
        return 1e3 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@contextmanager
def served(model: str | None, *options: str) -> Iterator[tuple[int, int]]:
    """The port and the number of the process of a server, which is stopped at the end."""
    command = [sys.executable, "-m", "otherwords", "serve", "--port", "0", "--no-log", *options]
    command += ["-m", model] if model else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[2]
            yield int(address.rstrip("/").rpartition(":")[2]), process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            if (code := process.wait(60)) != 0:
                print(f"the server ended with {code}")


def memory_of(process: int) -> Memory:
    """What a process and its children have in memory."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    kib = {line.split()[0]: int(line.split()[1]) for line in rollup.splitlines()[1:]}
    parts = [Memory(kib["Pss_Anon:"] / 1024, kib["Pss_File:"] / 1024)]
    parts += [memory_of(int(child)) for child in children]
    return Memory(sum(each.own for each in parts), sum(each.mapped for each in parts))


def cpu_of(process: int) -> float:
    """CPU seconds that a process and its children have used."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_of(int(child)) for child in children)


async def client(port: int, bodies: list[bytes], until: float, seen: Load) -> None:
    """Sends one request after the other until the time is over."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for place in range(sys.maxsize):
            if time.perf_counter() >= until:
                return
            body = bodies[place % len(bodies)]
            begun = time.perf_counter()
            writer.write(
                b"POST /v1/paraphrase HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                b"application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
            )
            async with asyncio.timeout(_LATEST):
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
                await reader.readexactly(length)
            seen.statuses[head.split()[1].decode()] += 1
            seen.seconds.append(time.perf_counter() - begun)
    except (OSError, EOFError, TimeoutError, ValueError) as error:
        seen.statuses[type(error).__name__] += 1
    finally:
        writer.close()


async def load_of(
    port: int, process: int, bodies: list[bytes], clients: int, seconds: float
) -> Load:
    """What so many clients see in so many seconds."""
    seen = Load()
    used = cpu_of(process)
    begun = time.perf_counter()
    until = begun + seconds
    shares = [bodies[number:] + bodies[:number] for number in range(clients)]
    tasks = [asyncio.create_task(client(port, share, until, seen)) for share in shares]
    while time.perf_counter() < until:
        await asyncio.sleep(min(1.0, seconds / 5))
        seen.memory.append(memory_of(process))
    await asyncio.gather(*tasks)
    seen.took = time.perf_counter() - begun
    seen.cpu = cpu_of(process) - used
    return seen


def report(seen: Load) -> None:
    """Prints what clients saw."""
    median, late = seen.at(0.5), seen.at(0.99)
    statuses = ", ".join(f"{count:,} × {name}" for name, count in sorted(seen.statuses.items()))
    count = len(seen.seconds)
    print(
        f"  {count / seen.took:,.0f} requests/s, {count / seen.cpu:,.0f} a CPU second of the server"
    )
    print(f"  {statuses}")
    print(
        f"  milliseconds: median {median:.1f}, p99 {late:.1f} ({late / median:.1f} × the median), "
        f"longest {1e3 * max(seen.seconds):.1f}"
    )
    quarter = max(1, len(seen.memory) // 4)
    for what, numbers in (
        ("of their own", [each.own for each in seen.memory]),
        ("mapped files", [each.mapped for each in seen.memory]),
    ):
        first = statistics.median(numbers[:quarter])
        last = statistics.median(numbers[-quarter:])
        print(
            f"  memory of all processes, {what}: {first:.1f} MiB in the first quarter, "
            f"{last:.1f} MiB in the last ({last / first - 1:+.1%})"
        )


def in_process(model: str | None, application: str, texts: list[str]) -> None:
    """Says the same texts here."""
    paraphraser = load(model)
    settings = paraphraser.settle(application)
    list(paraphraser.stream(settings, texts[:1]))  # files are opened
    for how, groups in (("one by one", [[text] for text in texts]), ("together", [texts])):
        begun, used = time.perf_counter(), time.process_time()
        for group in groups:
            for _ in paraphraser.stream(settings, group):
                pass
        took, cpu = time.perf_counter() - begun, time.process_time() - used
        print(f"  {how}: {len(texts) / took:,.0f} texts/s, {len(texts) / cpu:,.0f} texts/CPU-s")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("model", nargs="?", help="default: the one of the package")
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--overload-seconds", type=float, default=5.0)
    options.add_argument("--clients", type=int, default=32)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--sentences", type=int, default=2000)
    options.add_argument("--application", default="compress")
    given = options.parse_args()
    texts = sentences_of(given.sentences)
    bodies = [
        json.dumps({"text": text, "application": given.application}).encode() for text in texts
    ]
    with served(given.model, "--workers", str(given.workers)) as (port, process):
        # Files are opened, and memory for the longest sentences is taken.
        asyncio.run(load_of(port, process, bodies, given.clients, given.seconds / 6))
        print(f"{given.clients} clients, {given.workers} workers, {given.seconds:g} s")
        report(asyncio.run(load_of(port, process, bodies, given.clients, given.seconds)))
    print("the same texts in this process, one thread")
    in_process(given.model, given.application, texts)
    limits = ["--concurrent", "1", "--queue", "4"]
    with served(given.model, *limits) as (port, process):
        print(f"{2 * given.clients} clients, 1 worker that lets 4 requests wait")
        report(
            asyncio.run(load_of(port, process, bodies, 2 * given.clients, given.overload_seconds))
        )


if __name__ == "__main__":
    main()
