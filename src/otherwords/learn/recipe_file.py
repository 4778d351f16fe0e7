"""Recipes as TOML, checked before any work begins."""

from __future__ import annotations

import dataclasses
import os
from typing import Any

from otherwords.learn.recipe import (
    COLLOCATIONS,
    GIVEN,
    PATTERNS,
    CollocationTable,
    Corpus,
    GivenTable,
    LanguageModelRecipe,
    PatternTable,
    QualityRecipe,
    Recipe,
    TableRecipe,
)
from otherwords.learn.recipe_checks import faults_of
from otherwords.learn.settings_file import SettingsFile
from otherwords.learn.templates.recipe import TemplateRecipe
from otherwords.learn.word_tables import CLUSTERS, THESAURUS, ClusterTable, ThesaurusTable

#: Where a recipe keeps the tables with settings of their own: their method, and what they are.
_SPECIAL = {
    "patterns": (PATTERNS, PatternTable),
    "collocations": (COLLOCATIONS, CollocationTable),
    "given": (GIVEN, GivenTable),
    "thesauri": (THESAURUS, ThesaurusTable),
    "clusters": (CLUSTERS, ClusterTable),
}


#: What else a recipe may have, each once.
_OTHERS: dict[str, type[Any]] = {
    "lm": LanguageModelRecipe,
    "quality": QualityRecipe,
    "templates": TemplateRecipe,
}


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    """Reads and checks a recipe. Raises FormatError that says where it is wrong."""
    return _RecipeFile(path).recipe()


class _RecipeFile(SettingsFile):
    """Turns the content of a file into a recipe, or says where it is wrong."""

    def recipe(self) -> Recipe:
        content = dict(self.content)
        corpora = self.parts(content.pop("corpus", {}), "corpus", Corpus)
        named = content.pop("table", {})
        tables = self.parts(_others(named), "table", TableRecipe)
        special: dict[str, Any] = {
            field: self.parts(_of_method(named, method), "table", kind)
            for field, (method, kind) in _SPECIAL.items()
        }
        others: dict[str, Any] = {
            field: self.part(kind, given, [field], {})
            for field, kind in _OTHERS.items()
            if (given := content.pop(field, None)) is not None
        }
        known = {
            "path": self.path,
            "corpora": corpora,
            "tables": tables,
            **special,
            **others,
        }
        data = content.pop("data", "")
        recipe = self.part(Recipe, content, [], {**known, "data": self.folder(data)})
        for place, why in faults_of(recipe):
            self.fail(place, why)
        return recipe

    def unknown(self, part: type[Any], key: str) -> str:
        """Tables of different methods have different settings."""
        kinds = [(each, method) for method, each in _SPECIAL.values()]
        having = [method for each, method in kinds if key in _settings(each)]
        if part is TableRecipe and having:
            return f'only a table with method = "{having[0]}" has a {key}'
        for each, method in kinds:
            if part is each and (having or key in _settings(TableRecipe)):
                return f"a table with method = {method!r} has no {key}"
        return super().unknown(part, key)


def _settings(kind: type[Any]) -> set[str]:
    return {each.name for each in dataclasses.fields(kind)}


def _of_method(tables: Any, method: str) -> dict[str, Any]:
    if not isinstance(tables, dict):
        return {}
    return {
        name: each
        for name, each in tables.items()
        if isinstance(each, dict) and each.get("method") == method
    }


def _others(tables: Any) -> Any:
    """The tables of phrases that are to be learnt; what is no table at all is told later."""
    if not isinstance(tables, dict):
        return tables
    special = {name for method, _ in _SPECIAL.values() for name in _of_method(tables, method)}
    return {name: each for name, each in tables.items() if name not in special}
