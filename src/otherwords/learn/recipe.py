"""Recipes: what to learn from which corpora, as TOML, checked before any work begins."""

from __future__ import annotations

import dataclasses
import difflib
import math
import os
import re
import tomllib
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from otherwords._core import Error, FormatError
from otherwords.align.texts import ALIGNERS, METHODS
from otherwords.files import name_of
from otherwords.learn.corpora.readers import READERS, check_options
from otherwords.learn.entries import QUALITY, score_names
from otherwords.learn.filters import FILTERS
from otherwords.learn.wordnet import DATABASE

#: The kinds of corpora: those of the readers, and plain text of one language.
KINDS = (*READERS, "text")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")  # a dot would not tell steps apart
_LANGUAGE = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
_MOST = (1 << 31) - 1  # what every engine takes for a whole number


def _limits(default: Any, **limits: Any) -> Any:
    """A field with a default and the limits of what a recipe may say."""
    return field(default=default, metadata=limits)


@dataclass(frozen=True)
class Corpus:
    """Where sentence pairs (or, of the kind `text`, sentences) come from.

    Attributes:
        name: What tables and reports call it.
        kind: How it is written: see `KINDS`.
        files: One or two files or folders, relative to the recipe's folder of data.
        language: Language of the other side; the recipe's own for pairs within one language.
        options: What the reader of this kind is told: columns, header, score, least, where, ….
        weight: How often each sentence pair counts.
        sample: Share of the sentence pairs to use, chosen by a fixed rule.
        shortest: Least words of a sentence.
        longest: Most words of a sentence.
        ratio: How many times longer one side may be.
    """

    name: str
    kind: str = _limits("moses", choices=KINDS)
    files: tuple[str, ...] = ()
    language: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    weight: int = _limits(1, least=1, most=1000)
    sample: float = _limits(1.0, above=0.0, most=1.0)
    shortest: int = _limits(1, least=1)
    longest: int = _limits(80, least=1, most=4095)  # what the aligner takes
    ratio: float = _limits(9.0, least=1.0)


@dataclass(frozen=True)
class TableRecipe:
    """How one table is made.

    Attributes:
        name: Name of the table and of its file.
        method: `pivot` through the other language, or `direct` within one language.
        corpora: Names of the corpora.
        extraction: `phrases` consistent with the alignment, or `cepts`: PR's phrases of up to five
            cepts, weighted by IBM Model 1.
        longest_phrase: Most words of a phrase.
        boundaries: `loose` lets unaligned words stand at the ends of phrases, `tight` does not.
        symmetrisation: How the alignments of both directions become one.
        least_count: See `Pruning`; so are significance, epsilon and tau.
        kappa: See `Selection`; so are least, support, identity and filters.
        signatures: Of which kind the tag signatures are that both phrases of an entry must have
            been seen with: `fine`, `coarse`, or `none` for no such condition.
        alignments: Whether entries of a direct table carry the links of their words.
        least_quality: Least probability that an entry is correct; with `[quality]` only.
        scores: Names of the scores to keep, the first being φ; none for all.
        counts: Whether entries keep how often they were seen.
        quantise: Whether scores are stored in one byte.
    """

    name: str
    method: str = _limits("pivot", choices=("pivot", "direct"))
    corpora: tuple[str, ...] = ()
    extraction: str = _limits("phrases", choices=("phrases", "cepts"))
    longest_phrase: int = _limits(7, least=1, most=20)
    boundaries: str = _limits("loose", choices=("loose", "tight"))
    symmetrisation: str = _limits("grow-diag-final-and", choices=tuple(METHODS))
    least_count: int = _limits(1, least=1)
    significance: float = _limits(0.0, least=0.0)
    epsilon: float = _limits(1e-5, least=0.0, most=1.0)
    tau: int = _limits(200, least=2)
    kappa: int = _limits(20, least=1)
    least: float = _limits(0.0, least=0.0, most=1.0)
    support: float = _limits(0.2, least=0.0, most=1.0)
    identity: str = _limits("drop", choices=("drop", "biased"))
    filters: tuple[str, ...] = _limits(tuple(FILTERS), each=tuple(FILTERS))
    signatures: str = _limits("none", choices=("none", "coarse", "fine"))
    alignments: bool = False
    least_quality: float = _limits(0.0, least=0.0, most=1.0)
    scores: tuple[str, ...] = ()
    counts: bool = True
    quantise: bool = False


@dataclass(frozen=True)
class LanguageModelRecipe:
    """How the language model is made: options of `otherwords lm train`, and whose text.

    Attributes:
        corpora: Names of the corpora whose text in the model's language is used.
        order: Length of the longest n-grams.
        prune: For each order, drop n-grams that occur this often or less.
        entropy: Drop n-grams whose removal raises the perplexity by less than this share.
        vocabulary: Keep so many words; 0 for all.
        quantise: Whether probabilities are stored in fewer bits.
    """

    corpora: tuple[str, ...] = ()
    order: int = _limits(3, least=1, most=5)
    prune: tuple[int, ...] = ()
    entropy: float = _limits(0.0, least=0.0)
    vocabulary: int = _limits(0, least=0)
    quantise: bool = False


@dataclass(frozen=True)
class QualityRecipe:
    """How likely each entry is to be correct: the first score of every table.

    Attributes:
        weights: The file that `otherwords calibrate` wrote, relative to the recipe.
        wordnet: WordNet's database files, relative to the recipe; variables are replaced.
        treebank: A file in CoNLL-U, whose words tell by their tags what kinds phrases are of.
    """

    weights: str
    wordnet: str = ""
    treebank: str = ""


@dataclass(frozen=True)
class Recipe:
    """All that decides about a model.

    Attributes:
        path: The file it was read from.
        name: Name of the model.
        language: Its language.
        lower_case: Whether the model is of lower-cased text.
        aligner: How words are aligned, one of `ALIGNERS`.
        data: The folder that files are relative to.
        wordnet: WordNet's database files, for the filter `opposites`.
        corpora: By name.
        tables: By name, in the order of the recipe.
        lm: The language model, if there is to be one.
        quality: How entries are rated, if they are.
    """

    path: Path
    name: str
    language: str = "en"
    lower_case: bool = True
    aligner: str = _limits(ALIGNERS[0], choices=ALIGNERS)
    data: Path = Path()
    wordnet: str = ""
    corpora: Mapping[str, Corpus] = field(default_factory=dict)
    tables: Mapping[str, TableRecipe] = field(default_factory=dict)
    lm: LanguageModelRecipe | None = None
    quality: QualityRecipe | None = None

    def sampled(self, share: float) -> Recipe:
        """The same recipe with this share of every corpus."""
        corpora = {
            name: dataclasses.replace(corpus, sample=corpus.sample * share)
            for name, corpus in self.corpora.items()
        }
        return dataclasses.replace(self, corpora=corpora)

    def file(self, name: str) -> Path:
        """Where a file of the recipe is."""
        return self.data / name

    def beside(self, name: str) -> Path:
        """Where a file is that is named relative to the recipe."""
        return (self.path.parent / os.path.expandvars(name)).absolute()


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    """Reads and checks a recipe. Raises FormatError that says where it is wrong."""
    path = Path(path)
    try:
        text = path.read_text("utf-8")
        content = tomllib.loads(text)
    except UnicodeDecodeError:
        raise FormatError(f"{name_of(path)}: not UTF-8; convert it to UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = f"{name_of(path)}:{line[1]}" if line else name_of(path)
        raise FormatError(f"{where}: not TOML: {error}") from None
    return _Reader(path, text).recipe(content)


_Part = TypeVar("_Part")


class _Reader:
    """Turns the content of a file into a recipe, or says where it is wrong."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.splitlines()

    def recipe(self, content: dict[str, Any]) -> Recipe:
        corpora = self._parts(content, "corpus", Corpus)
        tables = self._parts(content, "table", TableRecipe)
        lm = content.pop("lm", None)
        model = self._part(LanguageModelRecipe, lm, ["lm"], {}) if lm is not None else None
        rated = content.pop("quality", None)
        quality = self._part(QualityRecipe, rated, ["quality"], {}) if rated is not None else None
        known = {
            "path": self._path,
            "corpora": corpora,
            "tables": tables,
            "lm": model,
            "quality": quality,
        }
        data = content.pop("data", "")
        recipe = self._part(Recipe, content, [], {**known, "data": self._folder(data)})
        self._check(recipe)
        return recipe

    def _folder(self, data: Any) -> Path:
        if not isinstance(data, str):
            self._fail(["data"], "data must be a folder")
        folder = os.path.expandvars(data)
        if "$" in folder:
            self._fail(["data"], f"{data}: the variable is not set; set it to the folder of data")
        return (self._path.parent / folder).absolute()

    def _parts(self, content: dict[str, Any], kind: str, part: type[_Part]) -> dict[str, _Part]:
        found = content.pop(kind, {})
        if not isinstance(found, dict):
            self._fail([kind], f"write [{kind}.NAME] for each {kind}")
        for name in found:
            if not _NAME.fullmatch(name):
                self._fail([kind, name], f"{name!r} is no name; use letters, digits, - and _")
        return {name: self._part(part, found[name], [kind, name], {"name": name}) for name in found}

    def _part(
        self, part: type[_Part], content: Any, place: list[str], known: dict[str, Any]
    ) -> _Part:
        if not isinstance(content, dict):
            self._fail(place, f"write [{'.'.join(place)}] and its settings below it")
        types = typing.get_type_hints(part)
        fields = {each.name: each for each in dataclasses.fields(part)}  # type: ignore[arg-type]
        values = dict(known)
        for key, value in content.items():
            if key not in fields or key in known:
                close = difflib.get_close_matches(
                    key, [name for name in fields if name not in known]
                )
                hint = f"; do you mean {close[0]}?" if close else ""
                self._fail([*place, key], f"there is no setting {key}{hint}")
            values[key] = self._value(types[key], value, fields[key].metadata, [*place, key])
        missing = [
            name
            for name, each in fields.items()
            if name not in values
            and each.default is dataclasses.MISSING
            and each.default_factory is dataclasses.MISSING
        ]
        if missing:
            self._fail(place, f"{missing[0]} is missing")
        return part(**values)

    def _value(self, kind: Any, value: Any, limits: Mapping[str, Any], place: list[str]) -> Any:
        name = place[-1]
        if typing.get_origin(kind) is Mapping:
            if not isinstance(value, dict):
                self._fail(place, f"{name} must be a table of options")
            return value
        if typing.get_origin(kind) is tuple:
            item = typing.get_args(kind)[0]
            if not isinstance(value, list):
                self._fail(place, f"{name} must be a list")
            result = tuple(self._value(item, each, {}, place) for each in value)
            for each in result:
                if "each" in limits and each not in limits["each"]:
                    self._fail(place, f"{each!r} is none of {', '.join(limits['each'])}")
            return result
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            expected = {int: "a whole number", float: "a number", bool: "true or false"}
            self._fail(place, f"{name} must be {expected.get(kind, 'a text')}")
        if "choices" in limits and value not in limits["choices"]:
            self._fail(place, f"{name} is {value!r}, not one of {', '.join(limits['choices'])}")
        if not _is_within(value, limits):
            self._fail(place, f"{name} = {value} is out of its limits: {_range(limits)}")
        return value

    def _check(self, recipe: Recipe) -> None:
        """What settings must have to do with each other."""
        self._check_language(["language"], recipe.language)
        self._check_wordnet(["wordnet"], recipe.file(recipe.wordnet) if recipe.wordnet else None)
        self._check_quality(recipe)
        for corpus in recipe.corpora.values():
            self._check_corpus(recipe, corpus)
        users: list[tuple[list[str], Sequence[str]]] = [
            (["table", table.name], table.corpora) for table in recipe.tables.values()
        ]
        if recipe.lm is not None:
            users.append((["lm"], recipe.lm.corpora))
        for place, names in users:
            if not names:
                self._fail(place, "corpora is missing: name the corpora to learn from")
            for number, name in enumerate(names):
                if name not in recipe.corpora:
                    self._fail([*place, "corpora"], f"there is no corpus {name!r}")
                if name in names[:number]:
                    self._fail([*place, "corpora"], f"{name!r} is named twice; give it a weight")
        for table in recipe.tables.values():
            if table.alignments and table.method != "direct":
                why = "only direct tables can have alignments"
                self._fail(["table", table.name, "alignments"], why)
            for name in table.corpora:
                corpus = recipe.corpora[name]
                same = corpus.language in {"", recipe.language}
                if corpus.kind == "text" or same == (table.method == "pivot"):
                    needed = "of two languages" if table.method == "pivot" else "of one language"
                    why = f"{table.method} needs pairs {needed}, and corpus {name!r} has none"
                    self._fail(["table", table.name, "corpora"], why)
            known = [*[QUALITY][: recipe.quality is not None], *score_names(table.method)]
            for score in table.scores:
                if score not in known:
                    why = f"there is no score {score!r}; known: {', '.join(known)}"
                    self._fail(["table", table.name, "scores"], why)
            if table.least_quality > 0 and recipe.quality is None:
                why = "entries are not rated; add [quality] or leave it out"
                self._fail(["table", table.name, "least_quality"], why)
        if not recipe.tables and recipe.lm is None:
            self._fail([], "nothing to learn: add [table.NAME] or [lm]")
        cutoffs = recipe.lm.prune if recipe.lm is not None else ()
        if cutoffs and (cutoffs[0] != 0 or list(cutoffs) != sorted(cutoffs)):
            self._fail(["lm", "prune"], "the first is 0, and none is below the one before")

    def _check_language(self, place: list[str], code: str) -> None:
        if not _LANGUAGE.fullmatch(code):
            self._fail(place, f"{code!r} is no code of a language, such as fr or pt-BR")

    def _check_wordnet(self, place: list[str], folder: Path | None) -> None:
        for path in [folder / part for part in DATABASE] if folder else []:
            if not path.is_file():
                self._fail(place, f"{name_of(path)}: no such file; name WordNet's folder")

    def _check_quality(self, recipe: Recipe) -> None:
        if recipe.quality is None:
            return
        if recipe.lm is None:
            self._fail(["quality"], "rating entries needs a language model; add [lm]")
        for key in ("wordnet", "treebank"):
            name = getattr(recipe.quality, key)
            if "$" in os.path.expandvars(name):
                self._fail(["quality", key], f"{name}: the variable is not set; set it")
        wordnet, treebank = recipe.quality.wordnet, recipe.quality.treebank
        self._check_wordnet(["quality", "wordnet"], recipe.beside(wordnet) if wordnet else None)
        if treebank and not recipe.beside(treebank).is_file():
            why = f"{name_of(recipe.beside(treebank))}: no such file"
            self._fail(["quality", "treebank"], why)

    def _check_corpus(self, recipe: Recipe, corpus: Corpus) -> None:
        place = ["corpus", corpus.name]
        if not corpus.files:
            self._fail(place, "files is missing")
        self._check_language([*place, "language"], corpus.language or recipe.language)
        if corpus.kind == "moses" and len(corpus.files) != 2:
            self._fail([*place, "files"], "moses needs two files, one a language")
        try:
            if corpus.kind != "text":
                check_options(corpus.kind, corpus.options)
            elif corpus.options:
                raise Error("text has no options")
        except Error as error:
            self._fail([*place, "options"], str(error))
        if corpus.shortest > corpus.longest:
            self._fail([*place, "shortest"], "shortest is above longest")
        for name in corpus.files:
            path = recipe.file(name)
            if not path.exists():
                self._fail([*place, "files"], f"{name_of(path)}: no such file")
            if path.is_dir() and not any(each.is_file() for each in path.rglob("*")):
                self._fail([*place, "files"], f"{name_of(path)}: there is no file in this folder")

    def _fail(self, place: Sequence[str], why: str) -> typing.NoReturn:
        line = self._line_of(place)
        where = f"{name_of(self._path)}:{line}" if line else name_of(self._path)
        what = f"{'.'.join(place)}: " if place else ""
        raise FormatError(f"{where}: {what}{why}")

    def _line_of(self, place: Sequence[str]) -> int:
        """Where a setting or, failing that, its table stands; 0 if nowhere."""
        if not place:
            return 0
        header = re.compile(r"\s*\[\s*([^\]]+?)\s*\]")
        table, best = "", 0
        for number, line in enumerate(self._lines, 1):
            if match := header.match(line):
                table = match[1].replace('"', "").replace("'", "")
            if table == ".".join(place):
                return number
            key = re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)
            if table == ".".join(place[:-1]):
                if key and key[1] == place[-1]:
                    return number
                best = best or number
        return best


def _is_within(value: Any, limits: Mapping[str, Any]) -> bool:
    if isinstance(value, str):
        return True
    least, most = limits.get("least", -_MOST), limits.get("most", _MOST)
    return bool(least <= value <= most and value > limits.get("above", -math.inf))


def _range(limits: Mapping[str, Any]) -> str:
    low = f"above {limits['above']}" if "above" in limits else f"from {limits.get('least', -_MOST)}"
    return f"{low} to {limits.get('most', _MOST)}"
