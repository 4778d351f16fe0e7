"""What a teacher says of sentences: tags, lemmas, trees and entities, as columns of Parquet."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords._core import Error
from otherwords.files import replacing
from otherwords.learn.treebank import Tagged
from otherwords.text.analysis import PARTS, Analyser, Analysis
from otherwords.text.spacy_analyser import SpacyAnalyser

if TYPE_CHECKING:
    import pyarrow


def write_words(sentences: Sequence[Sequence[str]], path: Path) -> None:
    """Writes sentences as a part."""
    _write({"words": list(sentences)}, path)


def write_tagged(sentences: Sequence[Tagged], path: Path) -> None:
    """Writes sentences of a treebank as a part, with the tags that people gave them."""
    words = [sentence.words for sentence in sentences]
    _write({"words": words, "gold": [sentence.tags for sentence in sentences]}, path)


def read_words(path: Path) -> list[list[str]]:
    """The sentences of a part."""
    words: list[list[str]] = _read(path, ["words"])["words"]
    return words


def read_gold(path: Path) -> list[list[str]]:
    """The tags that people gave to the sentences of a part."""
    tags: list[list[str]] = _read(path, ["gold"])["gold"]
    return tags


def read_analyses(path: Path) -> list[Analysis]:
    """What the teacher said of the sentences of a part."""
    columns = _read(path, PARTS)
    return [Analysis(*row) for row in zip(*(columns[name] for name in PARTS), strict=True)]


def teach_all(
    parts: Sequence[tuple[Path, Path]],
    language: str,
    processes: int,
    tick: Callable[[int, int], None],
) -> None:
    """Lets the teacher analyse parts, each a file of words and the file to write; those that an
    earlier try has written are left as they are.
    """
    missing = [(source, output) for source, output in parts if not output.exists()]
    done = len(parts) - len(missing)
    tick(done, len(parts))
    workers = min(processes or len(os.sched_getaffinity(0)), len(missing))
    if workers < 2:
        for number, (source, output) in enumerate(missing, done + 1):
            teach(source, language, output)
            tick(number, len(parts))
        return
    others = set(multiprocessing.active_children())
    # A new interpreter each: a copy of this process would inherit the locks of its threads.
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    try:
        tasks = [pool.submit(teach, source, language, output) for source, output in missing]
        for number, task in enumerate(as_completed(tasks), done + 1):
            task.result()
            tick(number, len(parts))
        pool.shutdown()
    except BaseException as error:
        # Parts are whole or not there, so nobody has to wait for those that are being made.
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        if isinstance(error, BrokenProcessPool):
            raise Error(
                "a process of the teacher was killed, perhaps for want of memory; start again, "
                "with fewer --threads"
            ) from None
        raise


def teach(source: Path, language: str, output: Path) -> None:
    """Analyses a part: each row of words gets all parts of its analysis."""
    words = read_words(source)
    found = list(_teacher(language).analyse(words))
    told = {name: [getattr(row, name) for row in found] for name in PARTS}
    _write({"words": words, **told}, output)


@cache
def _teacher(language: str) -> Analyser:
    return SpacyAnalyser(language)


def _read(path: Path, columns: Sequence[str]) -> dict[str, list[Any]]:
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path, columns=list(columns))
    return {name: table[name].to_pylist() for name in columns}


def _write(columns: dict[str, list[Any]], path: Path) -> None:
    import pyarrow.parquet

    with replacing(path) as file:
        pyarrow.parquet.write_table(
            pyarrow.table(columns, schema=_schema(columns)), file, compression="zstd"
        )


def _schema(names: Iterable[str]) -> pyarrow.Schema:
    """Types are told, since a part may be empty."""
    import pyarrow

    kinds = {name: pyarrow.int32() if name == "heads" else pyarrow.string() for name in names}
    return pyarrow.schema([(name, pyarrow.list_(kind)) for name, kind in kinds.items()])
