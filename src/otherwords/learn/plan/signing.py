"""Tag signatures of phrases: which of those a phrase was seen with are worth to be trusted."""

from __future__ import annotations

from collections.abc import Sequence

from otherwords.learn.plan.dialect import total

_MOST = 3
# Taggers err; what they say less than once in ten times about a phrase is not believed.
_SHARE = 10


def sign(weights: Sequence[int]) -> str:
    """The signatures of `phrases`: id, signature_1, signature_2, signature_3, most frequent first;
    one that is much rarer than the first is left out, and what is left out is an empty text.

    Reads the relations `counts_0`, `counts_1` and so on with id, signature and count.

    Args:
        weights: How often each sentence pair of a relation counts.
    """
    counts = " UNION ALL ".join(
        f"SELECT id, signature, count * {weight} AS count FROM counts_{number}"
        for number, weight in enumerate(weights)
    )
    places = range(1, _MOST + 1)
    columns = ", ".join(
        f"COALESCE(MAX(CASE WHEN place = {k} THEN signature END), '') AS signature_{k}"
        for k in places
    )
    return f"""
        SELECT id, {columns}
        FROM (
          SELECT id, signature, count, MAX(count) OVER (PARTITION BY id) AS most,
            ROW_NUMBER() OVER (PARTITION BY id ORDER BY count DESC, signature) AS place
          FROM (
            SELECT counts.id, signature, {total("counts.count")} AS count
            FROM ({counts}) AS counts JOIN phrases ON phrases.id = counts.id
            GROUP BY counts.id, signature
          ) AS seen
        ) AS ranked
        WHERE place <= {_MOST} AND count * {_SHARE} >= most GROUP BY id"""
