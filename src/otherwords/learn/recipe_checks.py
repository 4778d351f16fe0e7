"""What the settings of a recipe must have to do with each other and with files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from otherwords._core import Error
from otherwords.files import name_of
from otherwords.learn.corpora.readers import check_options
from otherwords.learn.entries import QUALITY, score_names
from otherwords.learn.recipe import (
    CollocationTable,
    Corpus,
    PatternTable,
    QualityRecipe,
    Recipe,
    TableRecipe,
)
from otherwords.learn.wordnet import DATABASE, INDEX
from otherwords.text.analysis import SPACY

_LANGUAGE = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")

#: A setting, by the names that lead to it, and what is wrong with it.
Fault = tuple[list[str], str]


def faults_of(recipe: Recipe) -> Iterator[Fault]:
    """What is wrong with a recipe. After the first fault, others may only follow from it."""
    yield from _of_language(["language"], recipe.language)
    yield from _of_wordnet(["wordnet"], recipe.file(recipe.wordnet) if recipe.wordnet else None)
    if recipe.analyser not in {"", SPACY}:
        yield from _of_file_beside(recipe, ["analyser"], recipe.analyser)
    if recipe.quality is not None:
        yield from _of_quality(recipe, recipe.quality)
    for corpus in recipe.corpora.values():
        yield from _of_corpus(recipe, corpus)
    for given in recipe.given.values():
        yield from _of_file_beside(recipe, ["table", given.name, "file"], given.file)
        for file in given.dictionary:
            yield from _of_file_beside(recipe, ["table", given.name, "dictionary"], file)
    for table in recipe.tables.values():
        yield from _of_names(recipe, ["table", table.name], "corpora", table.corpora)
    for patterns in recipe.patterns.values():
        yield from _of_patterns(recipe, patterns)
    for collocations in recipe.collocations.values():
        yield from _of_collocations(recipe, collocations)
    for thesaurus in recipe.thesauri.values():
        place = ["table", thesaurus.name, "wordnet"]
        yield from _of_variables(place, thesaurus.wordnet)
        yield from _of_wordnet(place, recipe.beside(thesaurus.wordnet), (*DATABASE, *INDEX))
    for clusters in recipe.clusters.values():
        yield from _of_names(recipe, ["table", clusters.name], "corpora", clusters.corpora)
    if recipe.templates is not None:
        yield from _of_names(recipe, ["templates"], "corpora", recipe.templates.corpora)
        for name in recipe.templates.corpora:
            if recipe.corpora[name].kind != "news":
                why = f"templates need articles, and corpus {name!r} has none"
                yield ["templates", "corpora"], why
    if recipe.lm is not None:
        yield from _of_names(recipe, ["lm"], "corpora", recipe.lm.corpora)
    for table in recipe.tables.values():
        yield from _of_table(recipe, table)
    if not recipe.planned() and recipe.lm is None and recipe.templates is None:
        yield [], "nothing to learn: add [table.NAME] or [lm]"
    cutoffs = recipe.lm.prune if recipe.lm is not None else ()
    if cutoffs and (cutoffs[0] != 0 or list(cutoffs) != sorted(cutoffs)):
        yield ["lm", "prune"], "the first is 0, and none is below the one before"


def _of_names(
    recipe: Recipe, place: list[str], setting: str, names: Sequence[str]
) -> Iterator[Fault]:
    """Of the names of corpora to learn from."""
    if not names:
        yield place, f"{setting} is missing: name the corpora to learn from"
    for number, name in enumerate(names):
        if name not in recipe.corpora:
            yield [*place, setting], f"there is no corpus {name!r}"
        if name in names[:number]:
            yield [*place, setting], f"{name!r} is named twice; give it a weight"


def _of_patterns(recipe: Recipe, table: PatternTable) -> Iterator[Fault]:
    place = ["table", table.name]
    yield from _of_names(recipe, place, "corpora", table.corpora)
    for name in table.corpora:
        corpus = recipe.corpora[name]
        if corpus.kind == "text" or corpus.language in {"", recipe.language}:
            yield (
                [*place, "corpora"],
                f"patterns need pairs of two languages, and corpus {name!r} has none",
            )
    if not recipe.lower_case:
        yield [*place, "method"], "patterns are in lower case; set lower_case = true"
    if not table.scores:
        yield [*place, "scores"], "there are none; name quality, score or both"
    if table.weights:
        yield from _of_file_beside(recipe, [*place, "weights"], table.weights)
    elif table.least_quality > 0:
        yield [*place, "least_quality"], "quality is fitted with the weights; name their file"


def _of_table(recipe: Recipe, table: TableRecipe) -> Iterator[Fault]:
    place = ["table", table.name]
    if table.alignments and table.method != "direct":
        yield [*place, "alignments"], "only direct tables can have alignments"
    if table.identity == "pivot" and table.method != "pivot":
        yield (
            [*place, "identity"],
            "only pivot tables know how likely a phrase comes back to itself",
        )
    for name in table.corpora:
        corpus = recipe.corpora[name]
        same = corpus.language in {"", recipe.language}
        if corpus.kind == "text" or same == (table.method == "pivot"):
            needed = "of two languages" if table.method == "pivot" else "of one language"
            why = f"{table.method} needs pairs {needed}, and corpus {name!r} has none"
            yield [*place, "corpora"], why
    known = [*[QUALITY][: recipe.quality is not None], *score_names(table.method)]
    for score in table.scores:
        if score not in known:
            yield [*place, "scores"], f"there is no score {score!r}; known: {', '.join(known)}"
    if table.least_quality > 0 and recipe.quality is None:
        yield [*place, "least_quality"], "entries are not rated; add [quality] or leave it out"


def _of_collocations(recipe: Recipe, table: CollocationTable) -> Iterator[Fault]:
    place = ["table", table.name]
    yield from _of_names(recipe, place, "corpora", table.corpora)
    yield from _of_names(recipe, place, "confirm", table.confirm)
    for name in (*table.corpora, *table.confirm):
        if recipe.corpora[name].kind == "text":
            setting = "corpora" if name in table.corpora else "confirm"
            yield (
                [*place, setting],
                f"collocations need sentence pairs, and corpus {name!r} has none",
            )
    for name in table.confirm:
        if recipe.corpora[name].language not in {"", recipe.language}:
            yield [*place, "confirm"], f"corpus {name!r} is of two languages and confirms nothing"
        if name in table.corpora:
            why = f"{name!r} is one of the corpora; what is learnt from it, it cannot confirm"
            yield [*place, "confirm"], why
    if all(recipe.corpora[name].language in {"", recipe.language} for name in table.corpora):
        yield [*place, "corpora"], "there are no translations; name a corpus of two languages"
    if table.wordnet:
        yield from _of_variables([*place, "wordnet"], table.wordnet)
        yield from _of_wordnet([*place, "wordnet"], recipe.beside(table.wordnet))


def _of_language(place: list[str], code: str) -> Iterator[Fault]:
    if not _LANGUAGE.fullmatch(code):
        yield place, f"{code!r} is no code of a language, such as fr or pt-BR"


def _of_wordnet(
    place: list[str], folder: Path | None, parts: Iterable[str] = DATABASE
) -> Iterator[Fault]:
    for path in [folder / part for part in parts] if folder else []:
        if not path.is_file():
            yield place, f"{name_of(path)}: no such file; name WordNet's folder"


def _of_quality(recipe: Recipe, quality: QualityRecipe) -> Iterator[Fault]:
    if recipe.lm is None:
        yield ["quality"], "rating entries needs a language model; add [lm]"
    if quality.wordnet:
        place = ["quality", "wordnet"]
        yield from _of_variables(place, quality.wordnet)
        yield from _of_wordnet(place, recipe.beside(quality.wordnet))
    if quality.treebank:
        yield from _of_file_beside(recipe, ["quality", "treebank"], quality.treebank)


def _of_variables(place: list[str], name: str) -> Iterator[Fault]:
    if "$" in os.path.expandvars(name):
        yield place, f"{name}: the variable is not set; set it"


def _of_file_beside(recipe: Recipe, place: list[str], name: str) -> Iterator[Fault]:
    yield from _of_variables(place, name)
    if not recipe.beside(name).is_file():
        yield place, f"{name_of(recipe.beside(name))}: no such file"


def _of_corpus(recipe: Recipe, corpus: Corpus) -> Iterator[Fault]:
    place = ["corpus", corpus.name]
    if not corpus.files:
        yield place, "files is missing"
    yield from _of_language([*place, "language"], corpus.language or recipe.language)
    if corpus.kind == "moses" and len(corpus.files) != 2:
        yield [*place, "files"], "moses needs two files, one a language"
    try:
        if corpus.kind != "text":
            check_options(corpus.kind, corpus.options)
        elif corpus.options:
            raise Error("text has no options")
    except Error as error:
        yield [*place, "options"], str(error)
    if corpus.shortest > corpus.longest:
        yield [*place, "shortest"], "shortest is above longest"
    for name in corpus.files:
        path = recipe.file(name)
        if not path.exists():
            yield [*place, "files"], f"{name_of(path)}: no such file"
        if path.is_dir() and not any(each.is_file() for each in path.rglob("*")):
            yield [*place, "files"], f"{name_of(path)}: there is no file in this folder"
