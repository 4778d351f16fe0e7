"""Recipes of analysers: which text a teacher analyses, which treebank corrects its tags."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from otherwords.files import name_of
from otherwords.learn.analyser.texts import TextCorpus
from otherwords.learn.settings_file import SettingsFile, limits


@dataclass(frozen=True)
class Treebank:
    """Sentences that people have tagged, in CoNLL-U with Penn tags.

    Attributes:
        train: Files to learn from; their trees and entities are the teacher's, their tags are not.
        held_out: Files to measure tags on.
        weight: How often each sentence counts.
    """

    train: tuple[str, ...] = ()
    held_out: tuple[str, ...] = ()
    weight: int = limits(1, least=1, most=100)


@dataclass(frozen=True)
class Network:
    """How large the network is, and how it is trained.

    Attributes:
        width: Numbers in the vector of a word; a multiple of 16.
        depth: Layers; each looks one word further to both sides.
        hidden: Numbers in the hidden layer of the parser; a multiple of 16.
        known_words: Most words that have a vector of their own.
        least_count: How often such a word must have been seen.
        rounds: How often all sentences are gone through.
        batch: Sentences between two steps of the training.
        rate: Size of the first step; it goes down to nothing.
        seed: Of everything that is left to chance.
    """

    width: int = limits(80, least=16, most=1024)
    depth: int = limits(4, least=1, most=16)
    hidden: int = limits(64, least=16, most=1024)
    known_words: int = limits(24_000, least=1, most=1_000_000)
    least_count: int = limits(3, least=1)
    rounds: int = limits(8, least=1, most=1000)
    batch: int = limits(32, least=1)
    rate: float = limits(0.004, above=0.0, most=1.0)
    seed: int = limits(1, least=0)


@dataclass(frozen=True)
class AnalyserRecipe:
    """All that decides about an analyser.

    Attributes:
        path: The file it was read from.
        language: Of the analyser.
        data: The folder that files are relative to.
        longest: Most words of a sentence to learn from.
        corpora: Text for the teacher, by name.
        held_out: Text to measure on, by name; a sentence that is in it is not learnt from.
        treebank: Tags by people.
        network: What to train.
    """

    path: Path
    language: str = "en"
    data: Path = Path()
    longest: int = limits(80, least=2, most=1000)
    corpora: Mapping[str, TextCorpus] = field(default_factory=dict)
    held_out: Mapping[str, TextCorpus] = field(default_factory=dict)
    treebank: Treebank = field(default_factory=Treebank)
    network: Network = field(default_factory=Network)

    def sampled(self, share: float) -> AnalyserRecipe:
        """The same recipe with this share of the sentences of every corpus that is learnt from."""
        corpora = {
            name: dataclasses.replace(corpus, sample=corpus.sample * share)
            for name, corpus in self.corpora.items()
        }
        return dataclasses.replace(self, corpora=corpora)

    def files(self, names: Sequence[str]) -> list[Path]:
        """Where files of the recipe are."""
        return [self.data / name for name in names]


def read_analyser_recipe(path: str | os.PathLike[str]) -> AnalyserRecipe:
    """Reads and checks a recipe. Raises FormatError that says where it is wrong."""
    file = SettingsFile(path)
    content = dict(file.content)
    known = {
        "path": file.path,
        "data": file.folder(content.pop("data", "")),
        "corpora": file.parts(content.pop("corpus", {}), "corpus", TextCorpus),
        "held_out": file.parts(content.pop("held_out", {}), "held_out", TextCorpus),
        "treebank": file.part(Treebank, content.pop("treebank", {}), ["treebank"], {}),
        "network": file.part(Network, content.pop("network", {}), ["network"], {}),
    }
    recipe = file.part(AnalyserRecipe, content, [], known)
    if not recipe.corpora:
        file.fail(["corpus"], "there is no text to learn from; write [corpus.NAME]")
    for kind, corpora in (("corpus", recipe.corpora), ("held_out", recipe.held_out)):
        for name, corpus in corpora.items():
            _check_corpus(file, recipe, corpus, [kind, name])
    for key in ("train", "held_out"):
        _check_files(file, recipe, getattr(recipe.treebank, key), ["treebank", key])
    for key in ("width", "hidden"):
        if getattr(recipe.network, key) % 16:
            file.fail(["network", key], f"{key} must be a multiple of 16")
    return recipe


def _check_corpus(
    file: SettingsFile, recipe: AnalyserRecipe, corpus: TextCorpus, place: list[str]
) -> None:
    if not corpus.files:
        file.fail(place, "it has no files")
    _check_files(file, recipe, corpus.files, [*place, "files"])
    if corpus.columns and corpus.kind == "text":
        file.fail([*place, "columns"], "text has no columns")
    if not corpus.columns and corpus.kind == "jsonl":
        file.fail(place, "columns is missing: name the fields that hold sentences")
    if corpus.header and corpus.kind != "tsv":
        file.fail([*place, "header"], f"{corpus.kind} has no header")


def _check_files(
    file: SettingsFile, recipe: AnalyserRecipe, names: Sequence[str], place: list[str]
) -> None:
    for path in recipe.files(names):
        if not path.is_file():
            file.fail(place, f"{name_of(path)}: no such file")
