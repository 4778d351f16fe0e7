"""From a model and annotations to a model that knows how likely its units are right."""

from __future__ import annotations

import shutil
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords import _core
from otherwords._core import Error
from otherwords.confidence.teacher import PivotTeacher
from otherwords.files import line_batches, name_of, replacing_folder
from otherwords.learn.confidence.annotations import (
    Grade,
    InContext,
    Pair,
    UnitKey,
    mean_grades,
    read_contexts,
    read_grades,
)
from otherwords.learn.confidence.entry_grades import read_entry_grades
from otherwords.learn.confidence.examples import (
    Examples,
    find_examples,
    tag_words,
    word_vectors,
)
from otherwords.learn.confidence.fitting import (
    Apart,
    Fitted,
    Measured,
    Said,
    Training,
    apply_calibration,
    fit,
    measure,
    predict,
)
from otherwords.learn.confidence.grading import GradedTable, grade_table
from otherwords.learn.confidence.guards import read_guards
from otherwords.learn.confidence.teaching import ask_about, teach
from otherwords.learn.confidence.weighing import Weighed, questions, teacher_section, weigh
from otherwords.manifest import without_section, write_section
from otherwords.model import Model
from otherwords.model_file import MANIFEST
from otherwords.paraphraser import Paraphraser

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from otherwords.tables.units import Units

FILE = "confidence"
_TAGGED = 60_000  # sentences of the texts that tell which tags words can have

#: Told what is being done, how much of it is done, and of how much.
Watch = Callable[[str, int, int], None]


@dataclass(frozen=True)
class ConfidenceRecipe:
    """What to learn from.

    Attributes:
        model: A model directory.
        annotations: A folder with `grades.tsv`, `contexts.tsv`, and perhaps `dictionary.tsv` with
            grades of entries; maybe compressed.
        guards: What no replacement may change; see `guards`.
        texts: Files with a sentence per line, which tell what tags words can have and what company
            they keep.
        teacher: Where translation models are; None for no teacher.
        asked: Files with a sentence per line that the teacher is asked about; without any, the
            texts.
        sentences: How many of these sentences the teacher is asked about.
        both_ways: Whether the teacher is to score translations, too, where it is asked at run time.
        training: How to train.
    """

    model: Path
    annotations: Path
    guards: Path
    texts: Sequence[Path] = ()
    teacher: Path | None = None
    asked: Sequence[Path] = ()
    sentences: int = 20_000
    both_ways: bool = False
    training: Training = field(default_factory=Training)


@dataclass(frozen=True)
class LearntConfidence:
    """What was learnt.

    Attributes:
        tables: What became of each table.
        fitted: How good a network was on sentences that it had not seen.
        held_out: The same of the final network on units that are never used for fitting.
        weighed: What the answers of the teacher are worth; None without one, or where there are too
            few units to tell.
    """

    tables: Mapping[str, GradedTable]
    fitted: Measured
    held_out: Mapping[str, Measured]
    weighed: Weighed | None = None


def learn_confidence(
    recipe: ConfidenceRecipe,
    output: Path,
    work: Path,
    watch: Watch = lambda what, done, all_: None,
) -> LearntConfidence:
    """Writes a model directory with graded tables and a confidence file."""
    guards = read_guards(recipe.guards)
    grades = mean_grades(_grades(recipe))
    units = [
        unit
        for unit in read_contexts(_found(recipe.annotations, "contexts.tsv"))
        if unit.answer != "v"
    ]
    with replacing_folder(output) as folder:
        tables = _grade_tables(recipe.model, grades, folder, watch)
        _write_manifest(recipe.model, folder, confidence=False)
        paraphraser = Paraphraser(Model(folder))
        said = said_of(units)
        sentences = mixed_lines(recipe.texts)
        if recipe.teacher is not None:
            asked = mixed_lines(recipe.asked) if recipe.asked else sentences
            taught = _taught(recipe, paraphraser, asked, work, watch)
            said = replace(said, teacher=taught)
        fitted, examples = _fit(recipe, paraphraser, said, units, sentences, guards, folder, watch)
        _write_manifest(recipe.model, folder, confidence=True)
        weighed = None
        if recipe.teacher is not None:
            weighed = _weighed(recipe, recipe.teacher, paraphraser, fitted.apart, work, watch)
        if weighed is not None:
            write_section(folder, ["teacher"], teacher_section(weighed))
    held_out = _held_out(fitted, examples, units)
    return LearntConfidence(tables, fitted.measured, held_out, weighed)


def _fit(
    recipe: ConfidenceRecipe,
    paraphraser: Paraphraser,
    said: Said,
    units: Sequence[InContext],
    sentences: Sequence[str],
    guards: str,
    folder: Path,
    watch: Watch,
) -> tuple[Fitted, Examples]:
    wanted: dict[str, set[UnitKey]] = defaultdict(set)
    for key in (*(unit.key for unit in units), *said.teacher):
        wanted[key.sentence].add(key)
    watch("learning word vectors", 0, 1)
    vectors = word_vectors(paraphraser, [*sentences, *wanted])
    words = tag_words(paraphraser, [*islice(sentences, _TAGGED), *wanted])
    examples = find_examples(
        paraphraser,
        wanted,
        words,
        vectors,
        paraphraser.model.table_traits,
        lambda done, all_: watch("looking units up", done, all_),
    )
    fitted = fit(examples, said, recipe.training, watch)
    _core.write_confidence(
        str(folder / FILE),
        fitted.network,
        calibrations=fitted.calibrations,
        word_tags=words.words,
        tag_names=words.names,
        vector_words=list(vectors.words),
        vector_numbers=vectors.rows.ravel(),
        guards=guards,
    )
    return fitted, examples


def _grades(recipe: ConfidenceRecipe) -> Iterator[Grade]:
    """All that was said of pairs, and of entries of a dictionary if there are any."""
    yield from read_grades(_found(recipe.annotations, "grades.tsv"))
    if (entries := _optional(recipe.annotations, "dictionary.tsv")) is not None:
        yield from read_entry_grades(entries, Model(recipe.model).language)


def said_of(units: Iterable[InContext]) -> Said:
    """What was said of the units that are for fitting and for calibration; of those said twice, the
    mean.
    """
    answers: dict[str, dict[UnitKey, list[bool]]] = defaultdict(lambda: defaultdict(list))
    weights = {}
    for unit in units:
        answers[unit.part][unit.key].append(unit.is_right)
        if unit.part == "fit":
            weights[unit.key] = unit.weight
    fit, calibration = (
        {key: sum(some) / len(some) for key, some in answers[part].items()}
        for part in ("fit", "calibration")
    )
    return Said(fit, weights, calibration=calibration)


def _taught(
    recipe: ConfidenceRecipe,
    paraphraser: Paraphraser,
    sentences: Sequence[str],
    work: Path,
    watch: Watch,
) -> dict[UnitKey, float]:
    if recipe.teacher is None or not sentences:
        raise Error("a teacher needs sentences to be asked about; give --text")
    folder = recipe.teacher
    return teach(
        paraphraser,
        sentences[: recipe.sentences],
        work / f"teacher-{folder.name}-{paraphraser.model.digest}",
        lambda: PivotTeacher(folder, paraphraser.model.language),
        lambda done, all_: watch("asking the teacher", done, all_),
    )


def _weighed(
    recipe: ConfidenceRecipe,
    teacher: Path,
    paraphraser: Paraphraser,
    apart: Apart,
    work: Path,
    watch: Watch,
) -> Weighed | None:
    """What the teacher's answers are worth, by annotated units that no guard forbids."""
    model = paraphraser.model
    core = _core.ConfidenceModel(str(model.folder / FILE))
    casing = None if model.casing is None else model.casing.core

    def allowed(units: Units, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        kept: NDArray[np.int64] = rows[core.forbidden(units.columns, rows, casing) == 0]
        return kept

    said = ask_about(
        paraphraser,
        questions(apart),
        work / f"asked-{teacher.name}-{model.digest}",
        lambda: PivotTeacher(teacher, model.language),
        allowed,
        lambda done, all_: watch("weighing the teacher", done, all_),
    )
    return weigh(apart, said, both_ways=recipe.both_ways)


def _held_out(
    fitted: Fitted, examples: Examples, units: Sequence[InContext]
) -> dict[str, Measured]:
    """How good confidence is on each part that is held out. Units that tables no longer offer count
    as never right.
    """
    import numpy as np

    places = {key: place for place, key in enumerate(examples.keys)}
    measured = {}
    for part in ("held-sentences", "held-random"):
        said = {unit.key: unit for unit in units if unit.part == part}
        if not said:
            continue
        right = np.array([unit.is_right for unit in said.values()], np.float32)
        confidence: NDArray[np.float64] = np.zeros(len(said))
        offered = np.array([place for place, key in enumerate(said) if key in places], np.intp)
        rows = np.array([places[key] for key in said if key in places], np.intp)
        odds = predict(examples, rows, fitted.network)
        origins = np.array(examples.origins)[rows]
        confidence[offered] = apply_calibration(odds, origins, fitted.calibrations)
        measured[part] = measure(confidence, right, np.ones(len(said)))
    return measured


def _grade_tables(
    model: Path, grades: Mapping[Pair, float], folder: Path, watch: Watch
) -> dict[str, GradedTable]:
    """Copies a model with tables that have grades."""
    opened = Model(model)
    named = {
        path.name: table for path, table in zip(opened.table_files, opened.tables, strict=True)
    }
    for path in opened.files:
        if path.name not in named and path.name != FILE:
            shutil.copyfile(path, folder / path.name)
    reports = {}
    for number, (file, table) in enumerate(named.items()):
        watch("grading tables", number, len(named))
        reports[file] = grade_table(table, grades, folder / file)
    return reports


def _write_manifest(model: Path, folder: Path, *, confidence: bool) -> None:
    """The manifest of a model, which names its confidence file or none, and no teacher: its answers
    are worth something else beside another confidence.
    """
    text = without_section((model / MANIFEST).read_text("utf-8"), "teacher")
    lines = text.splitlines(keepends=True)
    first = next((i for i, line in enumerate(lines) if line.startswith("[")), len(lines))
    kept = [line for line in lines[:first] if not line.replace(" ", "").startswith(f"{FILE}=")]
    if confidence:
        place = len(kept)
        while place > 0 and not kept[place - 1].strip():
            place -= 1
        kept.insert(place, f'{FILE} = "{FILE}"\n')
    kept += lines[first:]
    (folder / MANIFEST).write_text("".join(kept), "utf-8")


def mixed_lines(paths: Iterable[Path]) -> list[str]:
    """The lines of files in an order that depends on nothing but themselves."""
    return sorted(_lines(paths), key=lambda line: zlib.crc32(line.encode()))


def _lines(paths: Iterable[Path]) -> Iterable[str]:
    return (line for path in paths for batch in line_batches(path) for line in batch if line)


def _found(folder: Path, name: str) -> Path:
    path = _optional(folder, name)
    if path is None:
        raise Error(f"{name_of(folder)}: {name} is missing; name a folder with annotations")
    return path


def _optional(folder: Path, name: str) -> Path | None:
    """A file, plain or compressed, if it is there."""
    paths = (folder / name, *(folder / f"{name}.{ending}" for ending in ("xz", "gz", "zst")))
    return next((path for path in paths if path.is_file()), None)
