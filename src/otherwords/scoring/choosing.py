"""The scorer that a user asks for: by name, by weights of others, or one of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from otherwords._core import Error, FormatError
from otherwords.errors import OptionError
from otherwords.files import name_of
from otherwords.model import Model
from otherwords.model_file import MANIFEST
from otherwords.scoring import Scorer, find_scorer, scorer_names
from otherwords.scoring.called import Called, Function
from otherwords.scoring.combination import Combination, Part
from otherwords.scoring.sections import scorer_section, section_names

#: A name, weights of scorers by their names, a scorer, or a function.
Choice: TypeAlias = str | Mapping[str, float] | Scorer | Function


#: Makes a scorer of a class, with options.
_Make: TypeAlias = Callable[..., Scorer]


def choose_scorer(model: Model, choice: Choice) -> Scorer:
    """The scorer for texts of a model. Raises Error when there is none.

    A name is that of a section `[scorers.NAME]` of `model.toml`, or else of a scorer that is
    installed; `model=1,embedding=20` stands for weights.
    """

    def make(kind: type[Scorer], **options: float) -> Scorer:
        return kind.of(model, **options)

    combined = section_names(model.file)
    if not isinstance(choice, str) or choice not in combined:
        return _chosen(choice, make, combined)
    section = scorer_section(model.file, choice)
    try:
        return _combined(section.weights, make, section.options)
    except Error as error:
        where = name_of(model.folder / MANIFEST)
        raise FormatError(f"{where}: scorers.{choice}: {error}") from None


def choose_for_language(language: str, choice: Choice) -> Scorer:
    """The scorer for tokenised sentences of a language, without a model. Raises Error when there is
    none, or it needs a model.
    """

    def make(kind: type[Scorer], **options: float) -> Scorer:
        return kind.for_language(language, **options)

    return _chosen(choice, make, [])


def _chosen(choice: Choice, make: _Make, combined: Sequence[str]) -> Scorer:
    if isinstance(choice, Scorer):
        return choice
    if isinstance(choice, Mapping):
        return _combined(choice, make, {})
    if isinstance(choice, str):
        if "=" in choice:
            return _combined(_weights(choice), make, {})
        if choice not in (installed := scorer_names()):
            known = ", ".join([*combined, *installed])
            raise OptionError(f"there is no scorer {choice!r}; known: {known}")
        return make(find_scorer(choice))
    if isinstance(choice, type) or not callable(choice):
        raise OptionError(f"{choice!r} is no scorer; give a name, weights, a scorer or a function")
    return Called(choice)


def _combined(
    weights: Mapping[str, float], make: _Make, options: Mapping[str, Mapping[str, float]]
) -> Combination:
    return Combination(
        [
            Part(weight, _with_options(name, make, options.get(name, {})))
            for name, weight in weights.items()
        ]
    )


def _with_options(name: str, make: _Make, options: Mapping[str, float]) -> Scorer:
    kind = find_scorer(name)
    if not options:
        return make(kind)
    try:
        return make(kind, **options)
    except TypeError as error:
        raise Error(f"the scorer {name} does not take {', '.join(options)}: {error}") from None


def _weights(text: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for part in text.split(","):
        name, _, weight = (piece.strip() for piece in part.partition("="))
        try:
            number = float(weight)
        except ValueError:
            raise OptionError(
                f"the scorer {text!r} has no weight for {name!r}; write model=1,embedding=20"
            ) from None
        if name in weights:
            raise OptionError(f"the scorer {text!r} has two weights for {name!r}")
        weights[name] = number
    return weights
