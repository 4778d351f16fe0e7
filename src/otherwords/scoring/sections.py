"""Sections of `model.toml` that combine scorers under a name.

`[scorers.faithful]` has `weights = {model = 1.0, embedding = 20.0, length = 5.0}`, and may have
options of each of them, such as `length = {least = 0.5, most = 1.0}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from otherwords.model_file import ModelFile


@dataclass(frozen=True)
class ScorerSection:
    """What `[scorers.NAME]` says.

    Attributes:
        weights: Of scorers, by their names.
        options: Of some of these scorers.
    """

    weights: Mapping[str, float]
    options: Mapping[str, Mapping[str, float]]


def section_names(file: ModelFile) -> list[str]:
    """The names of the scorers that a model combines."""
    return list(file.get("scorers", dict, {}))


def scorer_section(file: ModelFile, name: str) -> ScorerSection:
    """How a model combines scorers under a name that it has."""
    where = f"scorers.{name}"
    given = file.get("scorers", dict, {})[name]
    if not isinstance(given, dict) or not isinstance(given.get("weights"), dict):
        file.fail(f"{where} has no weights; write [{where}] and weights = {{model = 1.0}}")
    weights = file.numbers(f"{where}.weights", given["weights"])
    options = {scorer: given[scorer] for scorer in given if scorer != "weights"}
    file.check_names(options, set(weights), where)
    return ScorerSection(
        weights, {key: file.numbers(f"{where}.{key}", options[key]) for key in options}
    )
