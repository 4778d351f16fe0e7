"""Model directories: what `otherwords learn` wrote, opened for use.

Nothing is read before it is needed but `model.toml`, which names the files and may hold weights:

    self_score = -1.0                 # log c, of a word that stays as it is

    [weights.compress]                # an application, or a baseline
    lm = 1.0
    self = 1.0
    usability = 0.25
    tables = {pt1 = [1.0, 0, 0, 0, 0], pt2 = 0.5}

The section of a table names its file and, unless it has phrases, what it has instead:

    [tables.pt4]
    file = "pt4.table"
    kind = "patterns"                 # or "collocations", whose forms = "pt5.forms" are needed

Scorers of whole texts can be combined under a name:

    [scorers.faithful]
    weights = {model = 1.0, embedding = 20.0, length = 5.0}
    length = {least = 0.5, most = 1.0}        # options of one of them
"""

from __future__ import annotations

import math
import os
import tomllib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from otherwords._core import Error, FormatError, LanguageModel, Table, TableKind, UnitFinder
from otherwords.files import name_of
from otherwords.tables import open_table
from otherwords.text.analysis import BACKENDS, SPACY, Analyser, open_analyser
from otherwords.text.casing import Casing, load_casing

MANIFEST = "model.toml"
VARIABLE = "OTHERWORDS_MODEL"
_SHIPPED = Path("models", "en")

#: What the entries of a table are, and the parts of an analysis that finding them needs.
KINDS: dict[str, tuple[TableKind, frozenset[str]]] = {
    "phrases": (TableKind.PHRASES, frozenset()),
    "patterns": (TableKind.PATTERNS, frozenset({"tags", "heads"})),
    "collocations": (
        TableKind.COLLOCATIONS,
        frozenset({"tags", "heads", "relations", "lemmas"}),
    ),
}


@dataclass(frozen=True)
class Weights:
    """The λ of equation 6 for one application.

    Attributes:
        tables: For each table one weight a score; a table with none is not used.
        lm: Of the language model.
        own: Of the self table.
        usability: Of the usability model.
    """

    tables: tuple[tuple[float, ...], ...]
    lm: float = 1.0
    own: float = 1.0
    usability: float = 1.0


@dataclass(frozen=True)
class ScorerSection:
    """What `[scorers.NAME]` says.

    Attributes:
        weights: Of scorers, by their names.
        options: Of some of these scorers.
    """

    weights: Mapping[str, float]
    options: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class TableFiles:
    """What `model.toml` says of a table.

    Attributes:
        file: The table.
        kind: One of `KINDS`.
        forms: How the words of collocations are inflected; None for other kinds.
    """

    file: Path
    kind: str = "phrases"
    forms: Path | None = None


class Model:
    """Tables, a language model, casing statistics, an analyser and weights.

    Args:
        folder: Where `model.toml` is.
        analyser: The backend of the analyser, see `otherwords.text.analysis`; None for the model's
            own, if it has one.
    """

    def __init__(self, folder: str | Path, *, analyser: str | None = None) -> None:
        if analyser is not None and analyser not in BACKENDS:
            raise Error(f"there is no analyser {analyser!r}; known: {', '.join(BACKENDS)}")
        self.folder = Path(folder)
        self._chosen = analyser
        self._manifest = _read(self.folder)
        self.name = self._text("name", default=self.folder.name)
        self.language = self._text("language", default="en")
        self.lower_case = self._get("lower_case", bool, True)
        self.self_score = self._number("self_score", self._manifest.get("self_score", -1.0))
        tables = self._get("tables", dict, {})
        self._tables = {name: self._files_of_table(name, tables[name]) for name in tables}
        self._weights = self._get("weights", dict, {})

    @cached_property
    def digest(self) -> str:
        """Eight digits that change when the manifest or the size of a file does."""
        parts = [(self.folder / MANIFEST).read_bytes()]
        parts += [f"{path.name}:{path.stat().st_size}\n".encode() for path in self.files]
        return f"{zlib.crc32(b''.join(parts)):08x}"

    @property
    def files(self) -> list[Path]:
        """The tables, the language model, the casing statistics and the analyser."""
        named = [self._file(key) for key in ("lm", "casing") if key in self._manifest]
        own = [self.analyser_file] if self.analyser_file is not None else []
        tables = [path for each in self._tables.values() for path in (each.file, each.forms)]
        return [*filter(None, tables), *named, *own]

    @property
    def weighted_names(self) -> list[str]:
        """The applications and baselines that the model has weights for."""
        return list(self._weights)

    @property
    def table_names(self) -> list[str]:
        """The names of the tables, in the order of `model.toml`."""
        return list(self._tables)

    @property
    def table_kinds(self) -> list[str]:
        """What the entries of each table are: `phrases`, `patterns` or `collocations`."""
        return [each.kind for each in self._tables.values()]

    @cached_property
    def tables(self) -> list[Table]:
        """All tables."""
        return [open_table(each.file) for each in self._tables.values()]

    @cached_property
    def lm(self) -> LanguageModel:
        """The language model."""
        return LanguageModel(str(self._file("lm")))

    @cached_property
    def casing(self) -> Casing | None:
        """How words are written; None if the model does not know."""
        if "casing" not in self._manifest:
            return None
        return load_casing(self._file("casing"))

    @cached_property
    def finder(self) -> UnitFinder:
        """Looks units up in all tables."""
        forms = [each.forms for each in self._tables.values()]
        return UnitFinder(
            self.tables,
            self.lm,
            lower_case=self.lower_case,
            language=self.language,
            kinds=[KINDS[kind][0] for kind in self.table_kinds],
            forms=[None if path is None else open_table(path) for path in forms],
        )

    @property
    def analyser_file(self) -> Path | None:
        """The file of its own analyser, if it has one."""
        return self._file("analyser") if self.own_backend == "core" else None

    @property
    def own_backend(self) -> str | None:
        """The backend that the model was made with, if it has one."""
        named = self._text("analyser", default="")
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
        return open_analyser(self.language, self.backend, self.analyser_file)

    @cached_property
    def needed_parts(self) -> frozenset[str]:
        """The parts of an analysis that tables need: patterns and collocations are found by them,
        and a table of phrases may tell by tags where its entries fit.
        """
        by_tags = any(table.has_tags for table in self.tables)
        return frozenset({"tags"} if by_tags else ()).union(
            *(KINDS[kind][1] for kind in self.table_kinds)
        )

    def weights(self, name: str, *, usability: float = 1.0) -> Weights:
        """The weights for an application or a baseline.

        Where the model has none, the first score of each table counts once and the others do not,
        λ of the usability is the one given, and all others are 1.
        """
        given = self._weights.get(name, {})
        if not isinstance(given, dict):
            self._fail(f"weights.{name} is no section; write [weights.{name}] above its weights")
        self._check_names(given, {"lm", "self", "usability", "tables"}, f"weights.{name}")
        tables = given.get("tables", {})
        if not isinstance(tables, dict):
            self._fail(f"weights.{name}.tables is no table of weights; write {{pt1 = 1.0}}")
        self._check_names(tables, set(self._tables), f"weights.{name}.tables")

        def number(key: str, default: float) -> float:
            return self._number(f"weights.{name}.{key}", given.get(key, default))

        return Weights(
            tuple(
                self._table_weights(
                    f"weights.{name}.tables.{table}", opened, tables.get(table, 1.0)
                )
                for table, opened in zip(self._tables, self.tables, strict=True)
            ),
            lm=number("lm", 1.0),
            own=number("self", 1.0),
            usability=number("usability", usability),
        )

    def sureness(self) -> dict[str, float]:
        """The numbers of `[sureness]`, see `otherwords.sureness`; none if the model has none."""
        return self._numbers("sureness", self._get("sureness", dict, {}))

    @property
    def scorer_names(self) -> list[str]:
        """The names of the scorers that the model combines."""
        return list(self._get("scorers", dict, {}))

    def scorer(self, name: str) -> ScorerSection:
        """How the model combines scorers under a name that it has."""
        where = f"scorers.{name}"
        given = self._get("scorers", dict, {})[name]
        if not isinstance(given, dict) or not isinstance(given.get("weights"), dict):
            self._fail(f"{where} has no weights; write [{where}] and weights = {{model = 1.0}}")
        weights = self._numbers(f"{where}.weights", given["weights"])
        options = {scorer: given[scorer] for scorer in given if scorer != "weights"}
        self._check_names(options, set(weights), where)
        return ScorerSection(
            weights, {key: self._numbers(f"{where}.{key}", options[key]) for key in options}
        )

    def _numbers(self, where: str, given: Any) -> dict[str, float]:
        if not isinstance(given, dict):
            self._fail(f"{where} is {given!r}; it should be a table of numbers")
        return {key: self._number(f"{where}.{key}", value) for key, value in given.items()}

    def _table_weights(self, key: str, table: Table, given: Any) -> tuple[float, ...]:
        scores = len(table.score_names)
        if not isinstance(given, list):
            return (self._number(key, given), *(0.0 for _ in range(scores - 1)))
        if given and len(given) != scores:
            self._fail(
                f"{key} has {len(given)} weights but the table has {scores} scores "
                f"({', '.join(table.score_names)}); give one for each"
            )
        return tuple(self._number(key, weight) for weight in given)

    def _get(self, key: str, kind: type, default: Any) -> Any:
        value = self._manifest.get(key, default)
        if not isinstance(value, kind):
            self._fail(f"{key} is {value!r}; it should be of the type {kind.__name__}")
        return value

    def _text(self, key: str, default: str) -> str:
        return str(self._get(key, str, default))

    def _number(self, key: str, value: Any) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value):
            self._fail(f"{key} is {value!r}; it should be a finite number")
        return float(value)

    def _check_names(self, given: Mapping[str, Any], known: set[str], where: str) -> None:
        for name in given:
            if name not in known:
                self._fail(f"{where} has no {name!r}; known: {', '.join(sorted(known))}")

    def _files_of_table(self, name: str, section: Any) -> TableFiles:
        if not isinstance(section, dict) or not isinstance(section.get("file"), str):
            self._fail(f"tables.{name} does not say its file; learn the model again")
        kind, forms = section.get("kind", "phrases"), section.get("forms")
        if kind not in KINDS:
            self._fail(f"tables.{name}.kind is {kind!r}; it can be {', '.join(KINDS)}")
        if kind == "collocations" and not isinstance(forms, str):
            self._fail(f"tables.{name} does not say the file of its forms; learn the model again")
        if kind != "collocations" and forms is not None:
            self._fail(
                f"tables.{name} has forms, but only collocations are inflected; leave it out"
            )
        file = self._existing(section["file"])
        return TableFiles(file, kind, None if forms is None else self._existing(forms))

    def _file(self, key: str) -> Path:
        if key not in self._manifest:
            self._fail(f"the model has no {key}; learn it again with a recipe that asks for one")
        return self._existing(self._text(key, default=""))

    def _existing(self, file: str) -> Path:
        path = self.folder / file
        if not path.is_file():
            self._fail(f"{file} is missing beside it; copy the whole directory, or learn it again")
        return path

    def _fail(self, why: str) -> Any:
        raise FormatError(f"{name_of(self.folder / MANIFEST)}: {why}")


def default_folder() -> Path:
    """The model that `OTHERWORDS_MODEL` names, or else the English one of the package."""
    if given := os.environ.get(VARIABLE):
        return Path(given)
    package = Path(__file__).parent
    # In the wheel the model is inside of the package, in a source tree at its root.
    for root in (package, package.parents[1]):
        if (root / _SHIPPED / MANIFEST).is_file():
            return root / _SHIPPED
    raise Error(
        "this installation has no English model; name one with -m or load(PATH), "
        f"set {VARIABLE}, or learn one (docs/learning.md)"
    )


def _read(folder: Path) -> dict[str, Any]:
    manifest = folder / MANIFEST
    try:
        return tomllib.loads(manifest.read_text("utf-8"))
    except FileNotFoundError:
        raise FormatError(
            f"{name_of(folder)}: there is no model in it: {MANIFEST} is missing; "
            "name a directory that `otherwords learn` has finished"
        ) from None
    except OSError as error:
        raise FormatError(f"{name_of(manifest)}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{name_of(manifest)}: this is no TOML: {error}") from None
