"""What the values of options may be, and one line about each option.

An option is declared once, as the metadata of its type: `n: Annotated[int, Option("…", whole(1))]`.
What is accepted, what `help()` shows and what messages say follow from this declaration.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeAlias, TypeGuard, get_type_hints

from otherwords.errors import OptionError
from otherwords.nearest import nearest

#: Returns the value of an option, ready for use. Takes its name and what the caller gave.
Check: TypeAlias = Callable[[str, Any], Any]


@dataclass(frozen=True)
class Option:
    """What there is to know of an option beside its type.

    Attributes:
        help: One line about it.
        check: Raises OptionError for a value that it cannot have.
        default: Its value if none is given.
    """

    help: str
    check: Check
    default: Any = None


def options_of(kind: type) -> dict[str, Option]:
    """The options that a TypedDict declares, by name."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def check_options(known: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """The given options, ready for use, without those that are None: it stands for the default.

    Raises OptionError for an unknown option, and for a value that an option cannot have.
    """
    refuse_unknown(known, given)
    return {
        name: known[name].check(name, value) for name, value in given.items() if value is not None
    }


def refuse_unknown(known: Iterable[str], given: Iterable[str]) -> None:
    """Raises OptionError for a name that no option has."""
    for name in given:
        if name not in known:
            meant = nearest(name, known)
            hint = "" if meant is None else f"did you mean {meant!r}? "
            raise OptionError(f"there is no option {name!r}; {hint}known: {', '.join(known)}")


def wrong(name: str, value: Any, allowed: str) -> OptionError:
    """The error that says what was given, and what is allowed."""
    return OptionError(f"{name} is {reprlib.repr(value)}; it must be {allowed}")


def is_number(value: object) -> TypeGuard[float]:
    """Whether this is a number. True, False and not-a-number are not; the last equals nothing."""
    return not isinstance(value, bool) and isinstance(value, Real) and value == value


def whole(least: int, most: int | None = None) -> Check:
    """A whole number in a range."""
    allowed = f"from {least} on" if most is None else f"from {least} to {most:,}"

    def check(name: str, value: Any) -> int:
        in_range = is_number(value) and least <= value < math.inf
        if not in_range or value != int(value) or (most is not None and value > most):
            raise wrong(name, value, f"a whole number {allowed}")
        return int(value)

    return check


def positive(most: float = math.inf) -> Check:
    """A number above 0, up to and including a finite limit."""
    limit = "" if most == math.inf else f" and up to {most:g}"

    def check(name: str, value: Any) -> float:
        if not is_number(value) or not 0 < value <= most or value == math.inf:
            raise wrong(name, value, f"a finite number above 0{limit}")
        return float(value)

    return check


def flag(name: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise wrong(name, value, "True or False")
    return value


def one_of(*kinds: type, allowed: str) -> Check:
    """A value of one of some types."""

    def check(name: str, value: Any) -> Any:
        if not isinstance(value, kinds):
            raise wrong(name, value, allowed)
        return value

    return check
