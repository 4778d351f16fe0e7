"""Steps: folders of files that are made once, and again only when something they depend on changed.

A step writes into `NAME.unfinished`, which gets its own name when all is there, with a manifest of
what it was made from. The key of a step is a digest of its parameters, of the version of its code,
of the content of the files it reads and of the keys of the steps it reads. So a run that was killed
anywhere goes on where it was, and a changed parameter redoes what depends on it and nothing else.
What is damaged meanwhile, in finished steps or unfinished ones, is found by its checksum and made
again.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import resource
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from otherwords._core import Error, version
from otherwords.files import clear_unfinished, name_of, replacing, sync_tree
from otherwords.learn.estimates import Estimate
from otherwords.learn.ledger import LEDGER, Ledger, checksum

_MANIFEST = "manifest.json"
_KEY = "key"
_SEAL = "seal"
_OURS = frozenset({_KEY, _MANIFEST})


@dataclass(frozen=True)
class Step:
    """One folder to make: how, and from what.

    Attributes:
        name: Name of the folder inside the work folder.
        action: Fills the folder it is given; may find whole files of an earlier try there. Returns
            figures for the report.
        parameters: All that decides about the result besides the inputs.
        files: Files from outside that the action reads.
        inputs: Steps whose folders the action reads.
        edition: To be raised when the code of the action gives another result.
        estimate: What it may come to; for the plan and the time left.
    """

    name: str
    action: Callable[[Path], Mapping[str, Any]]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    files: Sequence[Path] = ()
    inputs: Sequence[Step] = ()
    edition: int = 1
    estimate: Estimate = field(default_factory=Estimate)


@dataclass(frozen=True)
class Cost:
    """What making a step took."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int


@dataclass(frozen=True)
class Outcome:
    """A finished step: its figures, what it cost when it was made, and whether it was made now."""

    step: Step
    folder: Path
    figures: Mapping[str, Any]
    cost: Cost
    fresh: bool
    bytes: int


class Workshop:
    """Makes steps in one work folder; no other process may do so at the same time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._keys: dict[str, str] = {}
        self._digests: dict[Path, str] = {}
        self._sound: set[str] = set()  # steps whose files are as they were written
        self._ledger: Ledger | None = None  # of the step that is being made

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keeps other processes out of the folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "lock", "wb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Error(
                    f"{name_of(self.folder)}: another process is learning here; "
                    "wait for it or choose another --work folder"
                ) from None
            yield

    def path(self, step: Step) -> Path:
        """Where a finished step is."""
        return self.folder / step.name

    def key(self, step: Step) -> str:
        """The digest of all that the result of a step depends on."""
        if step.name not in self._keys:
            facts = {
                "edition": step.edition,
                "version": version,
                "parameters": step.parameters,
                "files": [self._digest(path) for path in step.files],
                "inputs": [self.key(other) for other in step.inputs],
            }
            text = json.dumps(facts, sort_keys=True, ensure_ascii=False)
            self._keys[step.name] = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
        return self._keys[step.name]

    def finished(self, step: Step) -> Outcome | None:
        """The outcome of an earlier run, if it still holds."""
        return self._outcome(step, self.path(step), fresh=False)

    def make(self, step: Step) -> Outcome:
        """Brings a step up to date."""
        if (outcome := self.finished(step)) is not None:
            return outcome
        unfinished = self.folder / f"{step.name}.unfinished"
        if self._outcome(step, unfinished, fresh=False) is None:
            self.repair(step.inputs)
            self._fill(step, unfinished)
            self._sound.add(step.name)
        final = self.path(step)
        sync_tree(unfinished)
        shutil.rmtree(final, ignore_errors=True)
        os.rename(unfinished, final)
        outcome = self._outcome(step, final, fresh=True)
        if outcome is None:
            raise Error(f"{name_of(final)}: changed while it was made; start again")
        return outcome

    def note(self) -> None:
        """To be called while a step is made, when some of its files are whole: whatever happens, a
        later run need not make them again.
        """
        if self._ledger is not None:
            self._ledger.note()

    def repair(self, steps: Sequence[Step]) -> None:
        """Makes finished steps again whose files have been damaged since; to be called before they
        are read.
        """
        for step in steps:
            if step.name in self._sound:
                continue
            folder = self.path(step)
            checksums = read_manifest(folder).get("checksums", {})
            if any(checksum(folder / path) != known for path, known in checksums.items()):
                shutil.rmtree(folder)
                self.make(step)
            self._sound.add(step.name)

    def _fill(self, step: Step, folder: Path) -> None:
        key = self.key(step)
        note = folder / _KEY
        if not note.is_file() or note.read_text() != key:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            with replacing(note) as file:
                file.write(key.encode())
        clear_unfinished(folder)
        if not Ledger(folder, without=_OURS).holds():
            shutil.rmtree(folder)
            self._fill(step, folder)
            return
        self._ledger = ledger = Ledger(folder, without=_OURS)
        try:
            with _measured() as cost:
                figures = dict(step.action(folder))
        except Exception:
            with contextlib.suppress(OSError):  # a full disk is told as it came up
                ledger.note()
            raise
        finally:
            self._ledger = None
        clear_unfinished(folder)  # of workers of a cluster that were killed, and replaced by others
        checksums = ledger.checksums()
        manifest = {
            "key": key,
            "version": version,
            "parameters": dict(step.parameters),
            "files": {name_of(path): self._digest(path) for path in step.files},
            "inputs": {other.name: self.key(other) for other in step.inputs},
            "outputs": {path: (folder / path).stat().st_size for path in checksums},
            "checksums": checksums,
            "figures": figures,
            "cost": asdict(cost[0]),
        }
        manifest[_SEAL] = _seal(manifest)
        with replacing(folder / _MANIFEST) as file:
            file.write(json.dumps(manifest, indent=1, ensure_ascii=False).encode())
        note.unlink()
        (folder / LEDGER).unlink(missing_ok=True)

    def _outcome(self, step: Step, folder: Path, *, fresh: bool) -> Outcome | None:
        held = {path: size for path, size in _contents(folder) if path not in {*_OURS, LEDGER}}
        try:
            manifest = read_manifest(folder)
            if manifest["key"] != self.key(step) or manifest["outputs"] != held:
                return None
            cost, figures = Cost(**manifest["cost"]), manifest["figures"]
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (ValueError, TypeError, KeyError):
            return None  # not written by us, or damaged: made again
        return Outcome(step, folder, figures, cost, fresh, sum(held.values()))

    def _digest(self, path: Path) -> str:
        if path not in self._digests:
            self._digests[path] = checksum(path)
        return self._digests[path]


#: Told which of all steps is at work, and how many of its parts are done and how many there are.
Watch = Callable[[int, list[Step], int, int], None]


class Run:
    """Steps that are made one after the other.

    Attributes:
        workshop: Where they are made.
        steps: All of them, in order.
    """

    def __init__(self, workshop: Workshop, watch: Watch | None) -> None:
        self.workshop = workshop
        self.steps: list[Step] = []
        self._watch = watch
        self._number = 0

    def finished(self, step: Step) -> bool:
        """Whether a step need not be made again."""
        return self.workshop.finished(step) is not None

    def make_all(self) -> list[Outcome]:
        """Makes what is not made yet."""
        outcomes = []
        for number, step in enumerate(self.steps):
            self._number = number
            self.tick(0, 0)
            outcomes.append(self.workshop.make(step))
        return outcomes

    def tick(self, done: int, parts: int) -> None:
        """To be told how many parts of the step at work are done, and how many there are."""
        self.workshop.note()
        if self._watch is not None:
            self._watch(self._number, self.steps, done, parts)


def in_order(goals: Sequence[Step]) -> list[Step]:
    """The goals and all they are made from, each after its inputs."""
    ordered: dict[str, Step] = {}

    def visit(step: Step) -> None:
        for other in step.inputs:
            visit(other)
        ordered.setdefault(step.name, step)

    for goal in goals:
        visit(goal)
    return list(ordered.values())


def read_manifest(folder: Path) -> dict[str, Any]:
    """What a finished step says of itself. Raises ValueError for what was changed since it was
    written; manifests of earlier releases have no seal.
    """
    try:
        manifest = json.loads((folder / _MANIFEST).read_text("utf-8"))
    except RecursionError:
        raise ValueError from None
    if not isinstance(manifest, dict) or manifest.get(_SEAL, _seal(manifest)) != _seal(manifest):
        raise ValueError
    if not isinstance(manifest.get("checksums", {}), dict):
        raise ValueError
    return manifest


def _seal(manifest: Mapping[str, Any]) -> str:
    """A digest of what a manifest says."""
    said = {key: value for key, value in manifest.items() if key != _SEAL}
    text = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _contents(folder: Path) -> list[tuple[str, int]]:
    """Every file below a folder with its size."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return [(str(path.relative_to(folder)), path.stat().st_size) for path in files]


@contextlib.contextmanager
def _measured() -> Iterator[list[Cost]]:
    """The cost of the block, with that of the processes it started and waited for."""
    result: list[Cost] = []
    _reset_peak()
    start, cpu = time.perf_counter(), _cpu_seconds()
    yield result
    result.append(Cost(time.perf_counter() - start, _cpu_seconds() - cpu, _peak_bytes()))


def _cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _reset_peak() -> None:
    """Lets the kernel forget the highest use of memory so far, where it can."""
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")


def _peak_bytes() -> int:
    with contextlib.suppress(OSError), open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
