"""Recipes as TOML, checked before any work begins."""

from __future__ import annotations

import dataclasses
import os
from typing import Any

from otherwords.learn.recipe import (
    GIVEN,
    Corpus,
    GivenTable,
    LanguageModelRecipe,
    QualityRecipe,
    Recipe,
    TableRecipe,
)
from otherwords.learn.recipe_checks import faults_of
from otherwords.learn.settings_file import SettingsFile


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    """Reads and checks a recipe. Raises FormatError that says where it is wrong."""
    return _RecipeFile(path).recipe()


class _RecipeFile(SettingsFile):
    """Turns the content of a file into a recipe, or says where it is wrong."""

    def recipe(self) -> Recipe:
        content = dict(self.content)
        corpora = self.parts(content.pop("corpus", {}), "corpus", Corpus)
        learnt, written = _split(content.pop("table", {}))
        tables = self.parts(learnt, "table", TableRecipe)
        given = self.parts(written, "table", GivenTable)
        lm = content.pop("lm", None)
        model = self.part(LanguageModelRecipe, lm, ["lm"], {}) if lm is not None else None
        rated = content.pop("quality", None)
        quality = self.part(QualityRecipe, rated, ["quality"], {}) if rated is not None else None
        known = {
            "path": self.path,
            "corpora": corpora,
            "tables": tables,
            "given": given,
            "lm": model,
            "quality": quality,
        }
        data = content.pop("data", "")
        recipe = self.part(Recipe, content, [], {**known, "data": self.folder(data)})
        for place, why in faults_of(recipe):
            self.fail(place, why)
        return recipe

    def unknown(self, part: type[Any], key: str) -> str:
        """Learnt and given tables have different settings."""
        learnt, given = (
            {each.name for each in dataclasses.fields(table)} for table in (TableRecipe, GivenTable)
        )
        if part is GivenTable and key in learnt - given:
            return f"a given table is not learnt and has no {key}"
        if part is TableRecipe and key in given - learnt:
            return f'only a table with method = "{GIVEN}" has a {key}'
        return super().unknown(part, key)


def _split(tables: Any) -> tuple[Any, dict[str, Any]]:
    """The tables to learn, and those that people wrote."""
    if not isinstance(tables, dict):
        return tables, {}
    given = {
        name: each
        for name, each in tables.items()
        if isinstance(each, dict) and each.get("method") == GIVEN
    }
    return {name: each for name, each in tables.items() if name not in given}, given
