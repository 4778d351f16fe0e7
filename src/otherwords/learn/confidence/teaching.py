"""What a teacher says of the units of open sentences, part by part, as Parquet.

A part that is there is not made again, so that a run which is stopped goes on where it was.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords.confidence.teacher import PivotTeacher
from otherwords.files import replacing
from otherwords.learn.confidence.annotations import UnitKey
from otherwords.learn.confidence.examples import found_units
from otherwords.paraphraser import Paraphraser
from otherwords.parquet_file import read_parquet
from otherwords.text.surface import Surface
from otherwords.text.tokens import Tokens, tokenise

if TYPE_CHECKING:
    from otherwords.tables.units import Units

_PART = 64  # sentences
_MOST_UNITS = 24  # of a sentence, drawn by a hash

#: Told how many sentences are done, and of how many.
Watch = Callable[[int, int], None]


def teach(
    paraphraser: Paraphraser,
    sentences: Sequence[str],
    folder: Path,
    teacher: Callable[[], PivotTeacher],
    watch: Watch = lambda done, all_: None,
) -> dict[UnitKey, float]:
    """What the teacher says of units of sentences. It is opened only where a part is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    said: dict[UnitKey, float] = {}
    opened: PivotTeacher | None = None
    for first in range(0, len(sentences), _PART):
        part = list(sentences[first : first + _PART])
        path = folder / f"{zlib.crc32(chr(10).join(part).encode()):08x}.parquet"
        if not path.is_file():
            opened = opened or teacher()
            _score(paraphraser, part, path, opened)
        said.update(read_scores(path))
        watch(min(first + _PART, len(sentences)), len(sentences))
    return said


def read_scores(path: Path) -> dict[UnitKey, float]:
    """The units of a part with what the teacher said."""
    table = read_parquet(path, ["sentence", "begin", "end", "target", "score"])
    columns = [table[name].to_pylist() for name in table.column_names]
    return {UnitKey(*key): score for *key, score in zip(*columns, strict=True)}


def _score(
    paraphraser: Paraphraser, sentences: Sequence[str], path: Path, teacher: PivotTeacher
) -> None:
    import pyarrow
    import pyarrow.parquet

    translations = dict(zip(sentences, teacher.translate(sentences), strict=True))
    rows: list[tuple[UnitKey, str]] = []
    for batch, units in found_units(paraphraser, sentences, lambda done, all_: None):
        rows += new_sentences(paraphraser, batch, units)
    texts = [*sentences, *(new for _, new in rows)]
    given = [translations[text] for text in sentences]
    given += [translations[key.sentence] for key, _ in rows]
    order = sorted(range(len(texts)), key=lambda place: (len(given[place]), len(texts[place])))
    found: dict[int, float] = dict(
        zip(
            order,
            teacher.log_probabilities([given[i] for i in order], [texts[i] for i in order]),
            strict=True,
        )
    )
    old = {text: found[place] for place, text in enumerate(sentences)}
    columns: dict[str, list[Any]] = {name: [] for name in (*UnitKey._fields, "score")}
    for place, (key, _) in enumerate(rows, len(sentences)):
        for name, value in zip(UnitKey._fields, key, strict=True):
            columns[name].append(value)
        columns["score"].append(found[place] - old[key.sentence])
    with replacing(path) as part:
        pyarrow.parquet.write_table(pyarrow.table(columns), part)


def new_sentences(
    paraphraser: Paraphraser, sentences: Sequence[str], units: Units
) -> Iterator[tuple[UnitKey, str]]:
    """Units of sentences, at most some of each, and the sentences that they make."""
    model = paraphraser.model
    chosen = _drawn(sentences, units)
    tokens = {
        number: tokenise(sentences[number], model.language) for number in set(chosen.values())
    }
    edits = Surface(model.language, casing=model.casing).edits(
        [tokens[number] for number in chosen.values()],
        [[units.replacement(row)] for row in chosen],
        [units.protected(number) for number in chosen.values()],
    )
    import numpy as np

    targets = units.columns.target_texts(np.array(list(chosen), np.int64))
    for (row, number), target, changes in zip(chosen.items(), targets, edits, strict=True):
        key = UnitKey(sentences[number], int(units.begin[row]), int(units.end[row]), target)
        yield key, _applied(tokens[number], [change[:3] for change in changes])


def _drawn(sentences: Sequence[str], units: Units) -> dict[int, int]:
    """Rows of units with their sentences."""
    import numpy as np

    texts = units.columns.target_texts(np.arange(len(units), dtype=np.int64))
    by_sentence: dict[int, dict[str, int]] = {}
    for row in np.flatnonzero(~units.respellings).tolist():
        number = int(units.sentence[row])
        key = f"{units.begin[row]} {units.end[row]} {texts[row]}"
        by_sentence.setdefault(number, {}).setdefault(key, row)
    drawn = {}
    for number, rows in by_sentence.items():
        salt = sentences[number]
        order = sorted(rows, key=lambda key: zlib.crc32(f"{salt}\t{key}".encode()))
        drawn.update({rows[key]: number for key in order[:_MOST_UNITS]})
    return dict(sorted(drawn.items()))


def _applied(tokens: Tokens, changes: Sequence[tuple[int, int, str]]) -> str:
    parts, done = [], 0
    for start, end, target in changes:
        parts += [tokens.text[done:start], target]
        done = end
    return "".join([*parts, tokens.text[done:]])
