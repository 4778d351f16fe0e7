"""Everything that a caller may ask for, declared and checked in one place."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypedDict, TypeVar, cast

from otherwords.baselines import System
from otherwords.baselines.thesaurus import Replace, replace_count
from otherwords.choices import choices_of
from otherwords.confidence import DEFAULT, limit_of
from otherwords.option_checks import (
    Option,
    check_options,
    flag,
    one_of,
    options_of,
    positive,
    whole,
)
from otherwords.searches import MOST, SearchOptions
from otherwords.text.protection import terms

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _terms(name: str, value: Any) -> list[str]:
    return terms(value, name)


def _level(name: str, value: Any) -> str | float:
    limit_of(value)
    return cast("str | float", value)


class ResultOptions(TypedDict, total=False):
    """What comes out."""

    n: Annotated[
        int | None,
        Option("How many paraphrases; all but the best are its alternatives.", whole(1, MOST), 1),
    ]
    diverse: Annotated[
        bool | None, Option("Whether several paraphrases must differ in their edits.", flag, False)
    ]
    max_bytes: Annotated[
        int | None, Option("The most bytes of UTF-8 that the text may have.", whole(0))
    ]
    ratio: Annotated[
        float | None,
        Option("The same as a share of the source, above 0 and up to 1.", positive(1)),
    ]
    confidence: Annotated[
        str | float | None,
        Option(
            "Least probability that each sentence is right: 0 to 1, 'high' (0.9) or 'bold' (no "
            "limit, and the default of a model without confidence).",
            _level,
            DEFAULT,
        ),
    ]
    include_source: Annotated[
        bool | None,
        Option("Whether the source itself may be one of several paraphrases.", flag, False),
    ]


class EditOptions(TypedDict, total=False):
    """Where and how a text may be edited."""

    keep: Annotated[Sequence[str] | None, Option("Terms that stay as they are.", _terms, ())]
    avoid: Annotated[
        Sequence[str] | None, Option("Terms that no replacement may bring in.", _terms, ())
    ]
    edit_quotes: Annotated[
        bool | None,
        Option(
            "Whether text inside quotation marks may be edited; 'bold' always may.", flag, False
        ),
    ]


class SystemOptions(TypedDict, total=False):
    """What stands in place of the application, and what is decided already."""

    keep_fillers: Annotated[
        bool | None,
        Option(
            "Whether words inside patterns and collocations stay, as in the papers.", flag, False
        ),
    ]
    system: Annotated[
        str | System | None,
        Option(
            "A system to compare with, by name or your own, instead of the application.",
            one_of(str, System, allowed="the name of a system or a System"),
        ),
    ]
    replace: Annotated[
        Replace | None,
        Option("How many words of a sentence the system 'wn' replaces.", replace_count),
    ]
    choices: Annotated[
        Sequence[tuple[int, int, str | None]] | None,
        Option("Decisions for one text: (start, end, target), or None to keep it.", choices_of, ()),
    ]


class Options(ResultOptions, EditOptions, SystemOptions, SearchOptions, total=False):
    """What every application can be told. None stands for the default."""


OPTIONS = options_of(Options)
EDIT_OPTIONS = options_of(EditOptions)


def checked(options: Options) -> Options:
    """The options that are given, ready for use.

    Raises OptionError for an unknown option, and for a value that an option cannot have.
    """
    return cast(Options, check_options(OPTIONS, options))


def with_defaults(options: Options) -> dict[str, Any]:
    """Checked options with the values of those that are not given."""
    return {name: option.default for name, option in OPTIONS.items()} | dict(options)


def with_options(known: Mapping[str, Option]) -> Callable[[_Method], _Method]:
    """Shows options in the signature and docstring of a method that takes them as `**options`."""

    def shown(method: _Method) -> _Method:
        signature = inspect.signature(method)
        own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=option.default)
            for name, option in known.items()
        ]
        lines = [f"    {name}: {option.help}" for name, option in known.items()]
        method.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
        method.__doc__ = "\n".join([inspect.cleandoc(method.__doc__ or ""), "", "Options:", *lines])
        return method

    return shown
