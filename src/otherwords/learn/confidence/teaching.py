"""What a teacher says of units of sentences, part by part, as Parquet.

A part that is there is not made again, so that a run which is stopped goes on where it was.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from otherwords.confidence.asking import ask
from otherwords.confidence.teacher import Teacher
from otherwords.files import replacing
from otherwords.learn.confidence.annotations import UnitKey
from otherwords.learn.confidence.examples import found_units
from otherwords.paraphraser import Paraphraser
from otherwords.parquet_file import read_parquet
from otherwords.text.surface import Surface

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from otherwords.tables.units import Units

_PART = 64  # sentences
_MOST_UNITS = 24  # of a sentence, drawn by a hash
_FORWARD, _BACKWARD = "score", "backward"  # columns

#: Told how many sentences are done, and of how many.
Watch = Callable[[int, int], None]
#: Opens a teacher, which takes time.
Opener = Callable[[], Teacher]
#: Of some rows those that no guard forbids.
Allowed = Callable[["Units", "NDArray[np.int64]"], "NDArray[np.int64]"]


class Gains(NamedTuple):
    """What a teacher says of a unit in both directions, see `otherwords.confidence.asking`."""

    forward: float
    backward: float


@dataclass(frozen=True)
class _Questions:
    """Which units of sentences a teacher is asked about."""

    paraphraser: Paraphraser
    choose: Callable[[Sequence[str], Units], list[int]]
    both_ways: bool = False


def teach(
    paraphraser: Paraphraser,
    sentences: Sequence[str],
    folder: Path,
    teacher: Opener,
    watch: Watch = lambda done, all_: None,
) -> dict[UnitKey, float]:
    """What the teacher says of units of sentences, drawn by a hash. It is opened only where a part
    is missing.
    """
    parts = [sentences[first : first + _PART] for first in range(0, len(sentences), _PART)]
    named = [(_name("\n".join(part)), part) for part in parts]
    said: dict[UnitKey, float] = {}
    for path in _answered(_Questions(paraphraser, _drawn), named, folder, teacher, watch):
        said.update(read_scores(path))
    return said


def ask_about(
    paraphraser: Paraphraser,
    keys: Iterable[UnitKey],
    folder: Path,
    teacher: Opener,
    allowed: Allowed,
    watch: Watch = lambda done, all_: None,
) -> dict[UnitKey, Gains]:
    """What the teacher says of units in both directions, as far as the tables offer them and they
    are allowed.
    """
    wanted: dict[str, set[UnitKey]] = defaultdict(set)
    for key in keys:
        wanted[key.sentence].add(key)

    def choose(sentences: Sequence[str], units: Units) -> list[int]:
        rows: list[int] = allowed(units, _wanted(sentences, units, wanted)).tolist()
        return rows

    sentences = sorted(wanted)
    parts = [sentences[first : first + _PART] for first in range(0, len(sentences), _PART)]
    named = [(_name(repr([sorted(wanted[sentence]) for sentence in part])), part) for part in parts]
    questions = _Questions(paraphraser, choose, both_ways=True)
    said: dict[UnitKey, Gains] = {}
    for path in _answered(questions, named, folder, teacher, watch):
        forward, backward = read_scores(path), read_scores(path, _BACKWARD)
        said.update({key: Gains(forward[key], backward[key]) for key in forward})
    return said


def read_scores(path: Path, column: str = _FORWARD) -> dict[UnitKey, float]:
    """The units of a part with what the teacher said."""
    table = read_parquet(path, [*UnitKey._fields, column])
    columns = [table[name].to_pylist() for name in table.column_names]
    return {UnitKey(*key): score for *key, score in zip(*columns, strict=True)}


def _answered(
    questions: _Questions,
    parts: Sequence[tuple[str, Sequence[str]]],
    folder: Path,
    teacher: Opener,
    watch: Watch,
) -> Iterator[Path]:
    """The files of parts, each made if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    opened: Teacher | None = None
    done, all_ = 0, sum(len(part) for _, part in parts)
    for name, part in parts:
        path = folder / name
        if not path.is_file():
            opened = opened or teacher()
            _score(questions, part, path, opened)
        yield path
        done += len(part)
        watch(done, all_)


def _name(content: str) -> str:
    return f"{zlib.crc32(content.encode()):08x}.parquet"


def _score(questions: _Questions, sentences: Sequence[str], path: Path, teacher: Teacher) -> None:
    import pyarrow
    import pyarrow.parquet

    model = questions.paraphraser.model
    surface = Surface(model.language, casing=model.casing)
    score_names = (_FORWARD, _BACKWARD) if questions.both_ways else (_FORWARD,)
    columns: dict[str, list[Any]] = {name: [] for name in (*UnitKey._fields, *score_names)}
    for batch, units in found_units(questions.paraphraser, sentences, lambda done, all_: None):
        rows = questions.choose(batch, units)
        answers = ask(teacher, units, rows, surface, both_ways=questions.both_ways)
        for key in _keys(batch, units, rows):
            for name, value in zip(UnitKey._fields, key, strict=True):
                columns[name].append(value)
        for name, numbers in zip(score_names, answers, strict=False):
            columns[name] += [] if numbers is None else numbers.tolist()
    with replacing(path) as part:
        pyarrow.parquet.write_table(pyarrow.table(columns), part)


def _keys(sentences: Sequence[str], units: Units, rows: Sequence[int]) -> list[UnitKey]:
    import numpy as np

    targets = units.columns.target_texts(np.array(rows, np.int64))
    return [
        UnitKey(sentences[int(units.sentence[row])], int(units.begin[row]), int(units.end[row]), to)
        for row, to in zip(rows, targets, strict=True)
    ]


def _wanted(
    sentences: Sequence[str], units: Units, wanted: dict[str, set[UnitKey]]
) -> NDArray[np.int64]:
    """The first row of each unit that is wanted."""
    import numpy as np

    rows: dict[UnitKey, int] = {}
    for row, key in enumerate(_keys(sentences, units, range(len(units)))):
        if key in wanted[key.sentence]:
            rows.setdefault(key, row)
    return np.array(sorted(rows.values()), np.int64)


def _drawn(sentences: Sequence[str], units: Units) -> list[int]:
    """Rows of units, at most some of each sentence."""
    import numpy as np

    rows = np.flatnonzero(~units.respellings).tolist()
    by_sentence: dict[int, dict[str, int]] = {}
    for row, key in zip(rows, _keys(sentences, units, rows), strict=True):
        shown = f"{key.begin} {key.end} {key.target}"
        by_sentence.setdefault(int(units.sentence[row]), {}).setdefault(shown, row)
    drawn: list[int] = []
    for number, rows_of in by_sentence.items():
        salt = sentences[number]
        order = sorted(rows_of, key=lambda shown: zlib.crc32(f"{salt}\t{shown}".encode()))
        drawn += [rows_of[shown] for shown in order[:_MOST_UNITS]]
    return sorted(drawn)
