"""DIRT as queries: paths are similar if the same words are at their ends (Lin and Pantel 2001).

The equations are 9 to 11 of Zhao et al. (2009):

    sim(e1, e2) = sqrt(sim(X1, X2) sim(Y1, Y2))
    sim(s1, s2) = sum of mi(e1,s,w) + mi(e2,s,w) over common fillers / the same over all fillers
    mi(e, s, w) = log p(e,s,w) / (p(e|s) p(w|s) p(s))
"""

from __future__ import annotations


def count_fillers(least: int) -> str:
    """How often each word filled each slot of a path, from `paths`; only of paths that were seen as
    often as `least`.
    """
    kept = f"SELECT path FROM paths GROUP BY path HAVING COUNT(*) >= {least}"
    ends = " UNION ALL ".join(
        f"SELECT path, '{slot}' AS slot, {slot} AS filler FROM paths" for slot in "xy"
    )
    return f"""
        SELECT ends.path, slot, filler, COUNT(*) AS count
        FROM ({ends}) AS ends JOIN ({kept}) AS kept ON ends.path = kept.path
        GROUP BY ends.path, slot, filler"""


def weigh_fillers() -> str:
    """Mutual information of the fillers in `counts`, where it is above 0."""
    number = "CAST(count AS DOUBLE)"
    sums = ", ".join(
        f"SUM({number}) OVER (PARTITION BY {columns}) AS {name}"
        for name, columns in (
            ("of_path", "path, slot"),
            ("of_filler", "slot, filler"),
            ("of_slot", "slot"),
        )
    )
    return f"""
        SELECT path, slot, filler, information FROM (
          SELECT path, slot, filler,
            LN({number} * of_slot / (of_path * of_filler)) AS information
          FROM (SELECT path, slot, filler, count, {sums} FROM counts) AS summed
        ) AS weighed WHERE information > 0"""


def most_similar(best: int) -> str:
    """The paths that are most similar to those of `wanted`, by the weights in `fillers`: path,
    other, similarity and rank.
    """
    return f"""
        WITH sums AS (
          SELECT path, slot, SUM(information) AS information FROM fillers GROUP BY path, slot),
        common AS (
          SELECT a.path, b.path AS other, a.slot, SUM(a.information + b.information) AS shared
          FROM wanted JOIN fillers AS a ON a.path = wanted.path
            JOIN fillers AS b ON a.slot = b.slot AND a.filler = b.filler AND a.path <> b.path
          GROUP BY a.path, b.path, a.slot),
        slots AS (
          SELECT common.path, common.other, common.slot,
            shared / (s.information + t.information) AS similarity
          FROM common
            JOIN sums AS s ON s.path = common.path AND s.slot = common.slot
            JOIN sums AS t ON t.path = common.other AND t.slot = common.slot)
        SELECT path, other, similarity, place FROM (
          SELECT pairs.*, ROW_NUMBER() OVER (
            PARTITION BY path ORDER BY similarity DESC, other) AS place
          FROM (
            SELECT x.path, x.other, SQRT(x.similarity * y.similarity) AS similarity
            FROM slots AS x JOIN slots AS y
              ON x.path = y.path AND x.other = y.other AND x.slot = 'x' AND y.slot = 'y'
          ) AS pairs
        ) AS ranked WHERE place <= {best}"""
