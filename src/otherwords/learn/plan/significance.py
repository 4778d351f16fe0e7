"""Whether two things are seen together more often than by chance."""

from __future__ import annotations

from otherwords.learn.plan.dialect import real


def significant(pair: str, first: str, second: str, total: int, least: float) -> str:
    """Whether a pair is seen more often than by chance, with a log-likelihood ratio (Dunning's G²)
    of this at least.

    Args:
        pair: The column that counts the pair,
        first: the pairs with the same first,
        second: and those with the same second.
        total: How many pairs were seen in all.
        least: The least ratio.
    """
    n = real(float(total))

    def term(seen: str, row: str, column: str) -> str:
        logarithm = f"LN({seen} * {n} / ({row} * {column}))"
        return f"CASE WHEN {seen} > 0 THEN {seen} * {logarithm} ELSE 0 END"

    c, s, t = (f"CAST({name} AS DOUBLE)" for name in (pair, first, second))
    likelihood = " + ".join(
        [
            term(c, s, t),
            term(f"({s} - {c})", s, f"({n} - {t})"),
            term(f"({t} - {c})", f"({n} - {s})", t),
            term(f"({n} - {s} - {t} + {c})", f"({n} - {s})", f"({n} - {t})"),
        ]
    )
    together = f"{c} * {n} > {s} * {t}"
    return f"{together} AND 2 * ({likelihood}) >= {real(least)}"
