"""The few turns of SQL that need care to mean the same in every engine."""

from __future__ import annotations

#: Bits behind the point of fixed-point numbers. Sums stay below 2⁵³, where doubles are exact, as
#: long as a phrase is seen less than 33 million times.
BITS = 28


def total(expression: str) -> str:
    """A sum of whole numbers, which no order of adding them changes.

    It is done with doubles: they are exact below 2⁵³, and DuckDB would take 128 bits otherwise.
    """
    return f"CAST(SUM(CAST({expression} AS DOUBLE)) AS BIGINT)"


def real(number: float) -> str:
    """A constant as a double; without an exponent, engines take it for a decimal."""
    return f"CAST({number!r} AS DOUBLE)"


def ratio(part: str, whole: str) -> str:
    """A quotient of whole numbers as a double: one division, so equal in every engine."""
    return f"(CAST({part} AS DOUBLE) / CAST({whole} AS DOUBLE))"


def fixed(value: str) -> str:
    """A double as a fixed-point number."""
    return f"CAST(FLOOR({value} * {real(float(1 << BITS))}) AS BIGINT)"
