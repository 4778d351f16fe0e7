"""From extracted phrase pairs to counts and the totals that make them relative frequencies."""

from __future__ import annotations

from collections.abc import Sequence

from otherwords.learn.plan.dialect import total


def count(weights: Sequence[int], *, symmetric: bool = False) -> str:
    """Each pair once, from the relations `pairs_0`, `pairs_1` and so on.

    Args:
        weights: How often each sentence pair of a relation counts.
        symmetric: Whether each pair counts in both directions, as it does within one language.
    """
    sources = []
    for number, weight in enumerate(weights):
        ways = [("source", "target"), ("target", "source")][: 2 if symmetric else 1]
        sources += [
            f"""
            SELECT {one}_id AS source_id, {other}_id AS target_id, count * {weight} AS count,
              CAST({one}_weight AS INT) AS source_weight,
              CAST({other}_weight AS INT) AS target_weight
            FROM pairs_{number}"""
            for one, other in ways
        ]
    return f"""
        SELECT source_id, target_id, {total("count")} AS count,
          MAX(source_weight) AS source_weight, MAX(target_weight) AS target_weight
        FROM ({" UNION ALL ".join(sources)}) AS pairs
        GROUP BY source_id, target_id"""


def score() -> str:
    """The relation `counts` with the total of each source and of each target."""
    return f"""
        SELECT counts.source_id, counts.target_id, count, source_count, target_count,
          source_weight, target_weight
        FROM counts
        JOIN (SELECT source_id, {total("count")} AS source_count FROM counts GROUP BY source_id)
          AS sources ON counts.source_id = sources.source_id
        JOIN (SELECT target_id, {total("count")} AS target_count FROM counts GROUP BY target_id)
          AS targets ON counts.target_id = targets.target_id"""
