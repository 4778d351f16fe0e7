"""The card of a model: what it was made of, how large it is, how it is weighted, how good it is.

What people have to say about a model stands in `card.toml` beside `model.toml`; all of it is
optional:

    description = "General English."
    licence = "CC-BY-SA-4.0"

    [[corpora]]
    name = "Europarl"
    licence = "…"
    attribution = "…"

    [figures]
    "bytes saved by compress" = "10.4 %"
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.applications import application_names, find_application
from otherwords.files import name_of
from otherwords.model import Model, Weights
from otherwords.toml_file import read_toml

CARD = "card.toml"
_TEXTS = ("description", "licence")


def card_of(model: Model) -> dict[str, Any]:
    """The card as plain data, in the order in which it is read."""
    said = read_card(model.folder / CARD)
    return {
        "name": model.name,
        "digest": model.digest,
        "language": model.language,
        **{key: said[key] for key in _TEXTS if key in said},
        "folder": str(model.folder),
        "bytes": _bytes(model),
        "corpora": said.get("corpora", []),
        "tables": {
            name: {
                "kind": kind,
                "entries": table.entry_count,
                "sources": table.source_count,
                "scores": table.score_names,
                "bytes": table.file_size,
            }
            for name, kind, table in zip(
                model.table_names, model.table_kinds, model.tables, strict=True
            )
        },
        "lm": {
            "order": model.lm.order,
            "n-grams": list(model.lm.ngram_counts),
            "bytes": model.lm.file_bytes,
        },
        "casing": None if model.casing is None else {"words": len(model.casing)},
        "analyser": _analyser(model),
        "weights": {name: _weights(model, name) for name in _weighted(model)},
        "figures": said.get("figures", {}),
    }


def _analyser(model: Model) -> dict[str, Any] | None:
    if model.own_backend is None:
        return None
    file = model.analyser_file
    return {"backend": model.own_backend, "bytes": 0 if file is None else file.stat().st_size}


def _bytes(model: Model) -> int:
    return sum(path.stat().st_size for path in model.files)


def _weighted(model: Model) -> list[str]:
    """The applications that are installed, and what else the model has weights for."""
    return list(dict.fromkeys([*application_names(), *model.weighted_names]))


def _weights(model: Model, name: str) -> dict[str, Any]:
    usability = 1.0
    if name in application_names():
        usability = find_application(name).usability_weight
    weights: Weights = model.weights(name, usability=usability)
    return {
        "lm": weights.lm,
        "self": weights.own,
        "usability": weights.usability,
        "tables": {
            table: list(numbers)
            for table, numbers in zip(model.table_names, weights.tables, strict=True)
        },
        "tuned": name in model.weighted_names,
    }


def read_card(path: Path) -> Mapping[str, Any]:
    """What people say about a model; nothing if there is no such file."""

    def check(good: bool, why: str) -> None:
        if not good:
            raise FormatError(f"{name_of(path)}: {why}; see docs/applications.md for its form")

    try:
        said = read_toml(path)
    except FileNotFoundError:
        return {}
    known = {*_TEXTS, "corpora", "figures"}
    for key in said:
        check(key in known, f"there is no {key!r} in a card, only {', '.join(sorted(known))}")
    for key in _TEXTS:
        check(isinstance(said.get(key, ""), str), f"{key} is no text")
    corpora = said.get("corpora", [])
    check(
        isinstance(corpora, list)
        and all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in corpora),
        "corpora must be sections [[corpora]], each with a name",
    )
    check(isinstance(said.get("figures", {}), dict), "figures must be a section [figures]")
    return said
