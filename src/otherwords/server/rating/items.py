"""Items of a project, read from a file.

A TSV whose first line names the columns, or JSONL with the same names: `source`, `paraphrase`,
`system`, and where wanted `application`, `reference` and `instances`. In a TSV, instances are
separated by ` ||| `, and the two sides of an instance by ` => `. What `otherwords tune units`
writes is read, too: each unit becomes an item, and the tables that offer it its systems.

The same paraphrase of the same source by several systems is one item: it is judged once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

from otherwords._core import FormatError
from otherwords.files import line_batches, name_of
from otherwords.server.rating.units import Unit, units_of_labels
from otherwords.text.tokens import encodable
from otherwords.tune.labels import COLUMNS as LABEL_COLUMNS

NEEDED = ("source", "paraphrase", "system")
OPTIONAL = ("application", "reference", "instances")
LONGEST = 20_000  # characters of a text

_BETWEEN, _SIDES = "|||", "=>"


@dataclass(frozen=True, slots=True)
class Instance:
    """Patterns with their slots filled; the second text may be empty."""

    source: str
    paraphrase: str


@dataclass(slots=True)
class Item:
    """What is judged.

    Attributes:
        source: What was to be said in other words.
        paraphrase: What a system made of it.
        systems: Those that did, sorted.
        application: The purpose, if there is one.
        reference: What `toward` was to come closer to.
        instances: Of the patterns, where source and paraphrase are patterns.
        unit: The replacement that it is about, if it is about one.
        labels: What raters said of the unit before, by rater.
    """

    source: str
    paraphrase: str
    systems: list[str]
    application: str = ""
    reference: str = ""
    instances: list[Instance] = field(default_factory=list)
    unit: Unit | None = None
    labels: dict[str, bool] = field(default_factory=dict)


def read_items(path: str | Path, language: str = "en") -> list[Item]:
    """All items of a file, in its order. Raises FormatError, with the line, for what is wrong.

    Args:
        path: TSV, JSONL or labels.
        language: Of the sentences of labels.
    """
    lines = enumerate(chain.from_iterable(line_batches(path)), start=1)
    first = next(lines, (1, ""))
    names = first[1].split("\t")
    if tuple(names[: len(LABEL_COLUMNS)]) == LABEL_COLUMNS:
        items = [
            Item(row.key.sentence, text, list(row.tables) or ["none"], unit=unit, labels=row.labels)
            for row, unit, text in units_of_labels(path, language)
        ]
    else:
        rows = _json_rows if first[1].lstrip().startswith("{") else _tsv_rows
        items = _merged(_item(row, path, line) for line, row in rows(path, chain([first], lines)))
    if not items:
        _fail(path, 1, "there are no items; give a line with the names of columns and one an item")
    return items


def _tsv_rows(
    path: str | Path, lines: Iterator[tuple[int, str]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    _, header = next(lines)
    names = header.split("\t")
    _check_names(names, path, 1)
    for number, line in lines:
        if not line.strip():
            continue
        fields = line.split("\t")
        if len(fields) != len(names):
            _fail(
                path,
                number,
                f"there are {len(fields)} columns but the first line names {len(names)}; "
                "separate them by single tabs",
            )
        row: dict[str, Any] = dict(zip(names, fields, strict=True))
        if "instances" in row:
            parts = (part.strip() for part in row["instances"].split(_BETWEEN))
            row["instances"] = [part for part in parts if part]
        yield number, row


def _json_rows(
    path: str | Path, lines: Iterator[tuple[int, str]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in lines:
        if not line.strip():
            continue
        row = _parsed(line, path, number)
        if not isinstance(row, dict):
            _fail(path, number, "it is not an object; write {…} with the names and the texts")
        _check_names(list(row), path, number)
        yield number, row


def _parsed(text: str, path: str | Path, line: int) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        why = f"{error}" if isinstance(error, ValueError) else "it is nested too deep"
        _fail(path, line, f"it is not JSON: {why}")


def _check_names(names: Sequence[str], path: str | Path, line: int) -> None:
    for name in NEEDED:
        if name not in names:
            _fail(path, line, f"there is no {name!r}; each item needs {', '.join(NEEDED)}")
    for name in names:
        if name not in (*NEEDED, *OPTIONAL):
            known = ", ".join((*NEEDED, *OPTIONAL))
            _fail(path, line, f"{name!r} is not known; take it out, or choose from: {known}")
        if names.count(name) > 1:
            _fail(path, line, f"{name!r} is there twice; take one of them out")


def _item(row: Mapping[str, Any], path: str | Path, line: int) -> Item:
    texts = {}
    for name in (*NEEDED, "application", "reference"):
        text = row.get(name) or ""
        if not isinstance(text, str):
            _fail(path, line, f"{name} is not a text; put it between quotes")
        _check_text(text, name, path, line)
        texts[name] = text.strip()
        if name in NEEDED and not texts[name]:
            _fail(path, line, f"{name} is empty; fill it in, or take the line out")
    given = row.get("instances") or []
    if not isinstance(given, list):
        _fail(path, line, "instances are not a list; write […]")
    return Item(
        texts["source"],
        texts["paraphrase"],
        [texts["system"]],
        texts["application"],
        texts["reference"],
        [_instance(each, path, line) for each in given],
    )


def _check_text(text: str, name: str, path: str | Path, line: int) -> None:
    if "\0" in text or len(text) > LONGEST:
        _fail(path, line, f"{name} has a zero byte or more than {LONGEST:,} characters")
    if encodable(text) != text:
        _fail(path, line, f"{name} has half of a character; write it in UTF-8")


def _instance(value: Any, path: str | Path, line: int) -> Instance:
    for each in value if isinstance(value, list) else [value]:
        _check_text(each if isinstance(each, str) else "", "an instance", path, line)
    if isinstance(value, str):
        source, _, paraphrase = value.partition(_SIDES)
        return Instance(source.strip(), paraphrase.strip())
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(x, str) for x in value)):
        _fail(path, line, "an instance is neither a text nor two texts in a list")
    return Instance(value[0].strip(), value[1].strip())


def _merged(items: Iterator[Item]) -> list[Item]:
    known: dict[tuple[str, str, str, str], Item] = {}
    for item in items:
        key = item.source, item.paraphrase, item.application, item.reference
        same = known.setdefault(key, item)
        same.systems = sorted({*same.systems, *item.systems})
        same.instances = same.instances or item.instances
    return list(known.values())


def _fail(path: str | Path, line: int, why: str) -> NoReturn:
    raise FormatError(f"{name_of(path)}:{line}: {why}")
