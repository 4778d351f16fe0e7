"""Model directories: what `otherwords learn` wrote, opened for use.

Nothing is read before it is needed but `model.toml`, which names the files and may hold weights:

    self_score = -1.0                 # log c, of a word that stays as it is

    [weights.compress]                # an application, or a baseline
    lm = 1.0
    self = 1.0
    usability = 0.25
    tables = {pt1 = [1.0, 0, 0, 0, 0], pt2 = 0.5}

    [confident.compress]              # instead, where there is a limit of confidence
    confidence = 5.0                  # usability that a natural log of it is worth

The section of a table names its file and, unless it has phrases, what it has instead:

    [tables.pt4]
    file = "pt4.table"
    kind = "patterns"                 # or "collocations", whose forms = "pt5.forms" are needed

What the answers of a teacher are worth, see `otherwords.confidence.taught`, is in a section of
numbers:

    [teacher]
    intercept = 0.25
    core = 0.75
    forward = 0.5
    low = 0.25

Its sections of scorers are for `otherwords.scoring.sections`. What people said of patterns is in
the file `patterns.judged`, see `otherwords.judged`.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from otherwords._core import ConfidenceModel, Error, LanguageModel, Table, TableKind, UnitFinder
from otherwords.confidence import GRADE, ORIGINS, Assessor, Confidence
from otherwords.confidence.taught import TaughtConfidence, TeacherWeights, teacher_weights
from otherwords.confidence.teacher import Teacher, open_teacher
from otherwords.model_file import JUDGED, MANIFEST, ModelFile
from otherwords.tables import open_table
from otherwords.text.analysis import BACKENDS, SPACY, Analyser, open_analyser
from otherwords.text.casing import Casing, load_casing
from otherwords.text.surface import Surface

_File = TypeVar("_File")

VARIABLE = "OTHERWORDS_MODEL"
_SHIPPED = "models"  # the folder of the installed models
_DEFAULT = "en"
_CONFIDENT = "confident"  # the sections with weights where there is a limit
_TEACHER = "teacher"  # the section with weights of its answers

#: What the entries of a table are, and the parts of an analysis that finding them needs.
KINDS: dict[str, tuple[TableKind, frozenset[str]]] = {
    "phrases": (TableKind.PHRASES, frozenset()),
    "patterns": (TableKind.PATTERNS, frozenset({"tags", "heads"})),
    "collocations": (
        TableKind.COLLOCATIONS,
        frozenset({"tags", "heads", "relations", "lemmas"}),
    ),
}


#: The parts of an analysis that confidence needs: all that other tables may need, too.
CONFIDENCE_PARTS = frozenset({"tags", "heads", "relations", "lemmas"})


@dataclass(frozen=True)
class Weights:
    """The λ of equation 6 for one application.

    Attributes:
        tables: For each table one weight a score; a table with none is not used.
        lm: Of the language model.
        own: Of the self table.
        usability: Of the usability model.
        confidence: How much usability the log of the confidence of a unit is worth, where there is
            a limit.
    """

    tables: tuple[tuple[float, ...], ...]
    lm: float = 1.0
    own: float = 1.0
    usability: float = 1.0
    confidence: float = 0.0


@dataclass(frozen=True)
class TableFiles:
    """What `model.toml` says of a table.

    Attributes:
        file: The table.
        kind: One of `KINDS`.
        forms: How the words of collocations are inflected; None for other kinds.
        method: How it was learnt, as recipes call it.
    """

    file: Path
    kind: str = "phrases"
    forms: Path | None = None
    method: str = ""


class Model:
    """Tables, a language model, casing statistics, an analyser and weights.

    Args:
        folder: Where `model.toml` is.
        analyser: The backend of the analyser, see `otherwords.text.analysis`; None for the model's
            own, if it has one.
        teacher: A folder with translation models, or a teacher; None for none.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        analyser: str | None = None,
        teacher: Teacher | str | Path | None = None,
    ) -> None:
        if analyser is not None and analyser not in BACKENDS:
            raise Error(f"there is no analyser {analyser!r}; known: {', '.join(BACKENDS)}")
        self.folder = Path(folder)
        self._absolute = self.folder.absolute()  # the working directory may change later
        self._chosen = analyser
        if isinstance(teacher, str | os.PathLike):
            teacher = Path(teacher).absolute()
        self._teacher = teacher
        # Where a link is led to another model, this one stays what it is.
        linked = self.folder.is_symlink()
        self.file = ModelFile(Path(os.path.realpath(self.folder)) if linked else self.folder)
        self.name = self.file.text("name", default=self.folder.name)
        self.language = self.file.text("language", default="en")
        self.lower_case = self.file.get("lower_case", bool, True)
        self.self_score = self.file.number("self_score", self.file.get("self_score", object, -1.0))
        tables = self.file.get("tables", dict, {})
        self._tables = {name: self._files_of_table(name, tables[name]) for name in tables}
        self._weights = self.file.get("weights", dict, {})
        self._confident_weights = self.file.get(_CONFIDENT, dict, {})

    def __reduce__(self) -> tuple[Callable[..., Model], tuple[Path]]:
        """Copies open the same folder, in whatever process and working directory they are."""
        if not isinstance(self._teacher, Path | None):
            raise TypeError(
                f"a model with a teacher of type {type(self._teacher).__name__} cannot be copied "
                "or pickled; load it with the folder of the teacher"
            )
        opened_again = partial(type(self), analyser=self._chosen, teacher=self._teacher)
        return opened_again, (self._absolute,)

    def _opened(self, open_file: Callable[[Path], _File], path: Path) -> _File:
        file = open_file(path)
        self.file.check_unchanged(path)
        return file

    @cached_property
    def digest(self) -> str:
        """Eight digits that change when the manifest or the size of a file does."""
        parts = [self.file.text_as_read]
        parts += [f"{path.name}:{self.file.size_of(path)}\n".encode() for path in self.files]
        return f"{zlib.crc32(b''.join(parts)):08x}"

    @property
    def files(self) -> list[Path]:
        """The tables, the language model, the casing statistics and the analyser."""
        named = [self.file.file(key) for key in ("lm", "casing", "confidence") if key in self.file]
        own = [self.analyser_file] if self.analyser_file is not None else []
        tables = [path for each in self._tables.values() for path in (each.file, each.forms)]
        judged = [self.judged_file] if self.judged_file is not None else []
        return [*filter(None, tables), *named, *own, *judged]

    @property
    def table_files(self) -> list[Path]:
        """The files of the tables, without those of forms."""
        return [each.file for each in self._tables.values()]

    @property
    def weighted_names(self) -> list[str]:
        """The applications and baselines that the model has weights for."""
        return list(self._weights)

    @property
    def table_names(self) -> list[str]:
        """The names of the tables, in the order of `model.toml`."""
        return list(self._tables)

    @property
    def table_methods(self) -> dict[str, str]:
        """How each table was learnt, as recipes call it; nothing where that is not known."""
        return {name: each.method for name, each in self._tables.items()}

    @property
    def table_kinds(self) -> list[str]:
        """What the entries of each table are: `phrases`, `patterns` or `collocations`."""
        return [each.kind for each in self._tables.values()]

    @cached_property
    def tables(self) -> list[Table]:
        """All tables."""
        return [self._opened(open_table, each.file) for each in self._tables.values()]

    @cached_property
    def lm(self) -> LanguageModel:
        """The language model."""
        return self._opened(lambda path: LanguageModel(str(path)), self.file.file("lm"))

    @cached_property
    def casing(self) -> Casing | None:
        """How words are written; None if the model does not know."""
        if "casing" not in self.file:
            return None
        return self._opened(load_casing, self.file.file("casing"))

    @cached_property
    def confidence(self) -> Confidence | None:
        """How likely units are right; None if the model does not know."""
        if "confidence" not in self.file:
            return None
        opened = self._opened(lambda path: ConfidenceModel(str(path)), self.file.file("confidence"))
        return Confidence(opened, self.table_traits, self.lm, self.casing)

    @property
    def has_teacher(self) -> bool:
        """Whether there is a teacher to be asked."""
        return self._teacher is not None

    @cached_property
    def teacher(self) -> Teacher | None:
        """What translates sentences and scores others; None if there is none."""
        return None if self._teacher is None else open_teacher(self._teacher, self.language)

    @cached_property
    def teacher_weights(self) -> TeacherWeights:
        """What a teacher's answers are worth. Raises FormatError if the model does not know."""
        if _TEACHER not in self.file:
            self.file.fail(
                f"it has no [{_TEACHER}], so nobody knows what a teacher's answers are worth; fit "
                "that with `otherwords learn confidence --teacher`, leave the teacher out, or with "
                "confidence bold let the scorer pivot alone ask it"
            )
        given = self.file.numbers(_TEACHER, self.file.get(_TEACHER, dict, {}))
        try:
            return teacher_weights(given)
        except Error as error:
            return self.file.fail(f"{_TEACHER}: {error}")  # type: ignore[no-any-return]

    @property
    def assessor(self) -> Assessor | None:
        """What says how likely units are right: confidence, and the teacher if there is one."""
        weights = self.teacher_weights if self.has_teacher else None
        if self.confidence is None or weights is None or self.teacher is None:
            return self.confidence
        surface = Surface(self.language, casing=self.casing)
        return TaughtConfidence(self.confidence, self.teacher, weights, surface)

    @cached_property
    def table_traits(self) -> list[tuple[int, int]]:
        """For each table the number of its origin, and the place of its grades or -1."""
        return [
            (self._origin(name, files), _place_of_grades(table))
            for table, (name, files) in zip(self.tables, self._tables.items(), strict=True)
        ]

    def _origin(self, name: str, files: TableFiles) -> int:
        known = files.kind if files.kind in ORIGINS else files.method
        if known not in ORIGINS:
            self.file.fail(
                f"tables.{name}.method is {known!r}; confidence knows {', '.join(ORIGINS)}"
            )
        return ORIGINS[known]

    @cached_property
    def finder(self) -> UnitFinder:
        """Looks units up in all tables."""
        forms = [each.forms for each in self._tables.values()]
        return self._finder(
            self.tables,
            [KINDS[kind][0] for kind in self.table_kinds],
            [None if path is None else self._opened(open_table, path) for path in forms],
        )

    @cached_property
    def loose_finder(self) -> UnitFinder:
        """Looks units up in the tables of patterns alone, loosely: see core/units/pattern_units.h.
        It numbers these tables by themselves.
        """
        kinds = zip(self.tables, self.table_kinds, strict=True)
        tables = [table for table, kind in kinds if kind == "patterns"]
        return self._finder(tables, [TableKind.LOOSE_PATTERNS] * len(tables), [None] * len(tables))

    def _finder(
        self, tables: list[Table], kinds: list[TableKind], forms: list[Table | None]
    ) -> UnitFinder:
        return UnitFinder(
            tables,
            self.lm,
            lower_case=self.lower_case,
            language=self.language,
            kinds=kinds,
            forms=forms,
        )

    @property
    def judged_file(self) -> Path | None:
        """What people said of patterns, if the model knows."""
        path = self.file.folder / JUDGED
        return path if path.is_file() else None

    @property
    def analyser_file(self) -> Path | None:
        """The file of its own analyser, if it has one."""
        return self.file.file("analyser") if self.own_backend == "core" else None

    @property
    def own_backend(self) -> str | None:
        """The backend that the model was made with, if it has one."""
        named = self.file.text("analyser", default="")
        return None if not named else SPACY if named == SPACY else "core"

    @property
    def backend(self) -> str | None:
        """The backend that is used: the one that was asked for, or else its own."""
        return self._chosen or self.own_backend

    @cached_property
    def analyser(self) -> Analyser | None:
        """Tells about the words of sentences; None if there is none. Raises Error if the one that
        is asked for is not there.
        """
        if self.backend is None:
            return None
        analyser = open_analyser(self.language, self.backend, self.analyser_file)
        if self.analyser_file is not None:
            self.file.check_unchanged(self.analyser_file)
        return analyser

    @cached_property
    def needed_parts(self) -> frozenset[str]:
        """The parts of an analysis that tables need: patterns and collocations are found by them,
        and a table of phrases may tell by tags where its entries fit.
        """
        by_tags = any(table.has_tags for table in self.tables)
        if "confidence" in self.file:
            return CONFIDENCE_PARTS
        return frozenset({"tags"} if by_tags else ()).union(
            *(KINDS[kind][1] for kind in self.table_kinds)
        )

    def weights(
        self,
        name: str,
        *,
        tables: float = 1.0,
        lm: float = 1.0,
        own: float = 1.0,
        usability: float = 1.0,
        confident: bool = False,
    ) -> Weights:
        """The weights for an application or a system.

        Args:
            name: What the model calls them.
            tables: λ of the first score of each table where the model has none; its other scores
                do not count then.
            lm: λ of the language model where the model has none.
            own: Likewise of the self table.
            usability: Likewise of the usability.
            confident: Whether there is a limit of confidence. Then those of `[confident.NAME]` are
                taken, if there are any.
        """
        is_confident = confident and name in self._confident_weights
        title = f"{_CONFIDENT if is_confident else 'weights'}.{name}"
        given = (self._confident_weights if is_confident else self._weights).get(name, {})
        if not isinstance(given, dict):
            self.file.fail(f"{title} is no section; write [{title}] above its weights")
        known = {"lm", "self", "usability", "tables", *(["confidence"] if is_confident else [])}
        self.file.check_names(given, known, title)
        by_table = given.get("tables", {})
        if not isinstance(by_table, dict):
            self.file.fail(f"{title}.tables is no table of weights; write {{pt1 = 1.0}}")
        self.file.check_names(by_table, set(self._tables), f"{title}.tables")

        def number(key: str, default: float) -> float:
            return self.file.number(f"{title}.{key}", given.get(key, default))

        return Weights(
            tuple(
                self._table_weights(f"{title}.tables.{table}", opened, by_table.get(table, tables))
                for table, opened in zip(self._tables, self.tables, strict=True)
            ),
            lm=number("lm", lm),
            own=number("self", own),
            usability=number("usability", usability),
            confidence=number("confidence", 0.0),
        )

    def system_file(self, name: str) -> Path | None:
        """The file that a system needs beside tables, if the model has one: `[systems.NAME]`."""
        systems = self.file.get("systems", dict, {})
        if name not in systems:
            return None
        section = systems[name]
        if not isinstance(section, dict) or not isinstance(section.get("file"), str):
            self.file.fail(f"systems.{name} does not say its file; learn the model again")
        return self.file.existing(section["file"])

    def sureness(self, section: str) -> dict[str, float]:
        """The numbers of a section, see `otherwords.sureness`; none if the model has none."""
        return self.file.numbers(section, self.file.get(section, dict, {}))

    def _table_weights(self, key: str, table: Table, given: Any) -> tuple[float, ...]:
        scores = len(table.score_names)
        if not isinstance(given, list):
            return (self.file.number(key, given), *(0.0 for _ in range(scores - 1)))
        if given and len(given) != scores:
            self.file.fail(
                f"{key} has {len(given)} weights but the table has {scores} scores "
                f"({', '.join(table.score_names)}); give one for each"
            )
        return tuple(self.file.number(key, weight) for weight in given)

    def _files_of_table(self, name: str, section: Any) -> TableFiles:
        if not isinstance(section, dict) or not isinstance(section.get("file"), str):
            self.file.fail(f"tables.{name} does not say its file; learn the model again")
        kind, forms = section.get("kind", "phrases"), section.get("forms")
        if kind not in KINDS:
            self.file.fail(f"tables.{name}.kind is {kind!r}; it can be {', '.join(KINDS)}")
        if kind == "collocations" and not isinstance(forms, str):
            self.file.fail(
                f"tables.{name} does not say the file of its forms; learn the model again"
            )
        if kind != "collocations" and forms is not None:
            self.file.fail(
                f"tables.{name} has forms, but only collocations are inflected; leave it out"
            )
        file = self.file.existing(section["file"])
        method = section.get("method", "")
        if not isinstance(method, str):
            self.file.fail(f"tables.{name}.method is {method!r}; it should be of the type str")
        forms = None if forms is None else self.file.existing(forms)
        return TableFiles(file, kind, forms, method)


def _place_of_grades(table: Table) -> int:
    names = table.score_names
    return names.index(GRADE) if GRADE in names else -1


def default_folder() -> Path:
    """The model that `OTHERWORDS_MODEL` names, or else the English one of the package."""
    if given := os.environ.get(VARIABLE):
        return folder_of(given)
    if _DEFAULT not in (known := installed()):
        raise Error(
            "this installation has no English model; name one with -m or load(PATH), "
            f"set {VARIABLE}, or learn one (docs/learning.md)"
        )
    return known[_DEFAULT]


def installed() -> dict[str, Path]:
    """The folders of the models that come with the package, by name."""
    package = Path(__file__).parent
    # In the wheel the models are inside of the package, in a source tree at its root.
    return {
        manifest.parent.name: manifest.parent
        for root in (package.parents[1], package)
        for manifest in sorted((root / _SHIPPED).glob(f"*/{MANIFEST}"))
    }


def folder_of(given: str | Path) -> Path:
    """The folder of a model: the given one, or that of the installed model with this name.

    Raises Error for a name that is neither.
    """
    path = Path(given)
    if path.is_dir() or str(given) != path.name:
        return path
    if (known := installed()) and path.name in known:
        return known[path.name]
    names = ", ".join(known) or "none"
    raise Error(
        f"there is no model {path.name!r}: neither a folder here nor an installed model "
        f"(installed: {names})"
    )
