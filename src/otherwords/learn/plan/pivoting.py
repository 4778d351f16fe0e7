"""Pivoting: two phrases that have a translation in common may say the same.

    p(e2|e1) = sum over all pivots f of p(f|e1) p(e2|f)

The pivots of all languages are taken together: p(f|e1) is the share of f among all translations of
e1, so a language counts for a phrase as much as it has seen of it. A *meeting* is what one language
has to say about a pair: the expected number of times that e1 goes to e2 by way of its pivots. The
number is kept as fixed point, and divided by the count of e1 at the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from otherwords.learn.plan.dialect import fixed, ratio, real, total
from otherwords.learn.plan.significance import significant


@dataclass(frozen=True)
class Pruning:
    """What is cut off, and when.

    Attributes:
        least_count: Phrase pairs seen less often are no links.
        significance: Phrase pairs whose log-likelihood ratio (Dunning's G²) is below this are no
            links; 0 keeps all, also those that are seen together less often than by chance.
        epsilon: Least probability of a way from e1 over one pivot to e2.
        tau: Pivots with more phrases than this are left out.
    """

    least_count: int = 1
    significance: float = 0.0
    epsilon: float = 1e-5
    tau: int = 200


def link(pruning: Pruning, pair_total: int) -> str:
    """The rows of `scores` that lead somewhere: frequent, significant, and neither the only phrase
    of their pivot nor one of too many.
    """
    kept = f"SELECT * FROM scores WHERE {_worth(pruning, pair_total)}"
    return f"""
        WITH kept AS ({kept})
        SELECT kept.source_id, kept.target_id, count, source_count, target_count, source_weight,
          target_weight
        FROM kept JOIN (
          SELECT target_id FROM kept GROUP BY target_id
          HAVING COUNT(*) BETWEEN 2 AND {pruning.tau}
        ) AS pivots ON kept.target_id = pivots.target_id"""


def stay(pruning: Pruning, pair_total: int, language: int) -> str:
    """Meetings of phrases with themselves: the rows of `scores` as ways there and back, for phrases
    that have `links` too. The only phrase of a pivot counts here.
    """
    kept = f"SELECT * FROM scores WHERE {_worth(pruning, pair_total)}"
    way = f"{ratio('count', 'source_count')} * {ratio('count', 'target_count')}"
    back = fixed(f"count * {ratio('count', 'target_count')}")
    return f"""
        WITH kept AS ({kept}),
        ways AS (
          SELECT kept.source_id, {back} AS mass, target_weight + source_weight AS weight, count
          FROM kept JOIN (
            SELECT target_id FROM kept GROUP BY target_id HAVING COUNT(*) <= {pruning.tau}
          ) AS pivots ON kept.target_id = pivots.target_id
          WHERE {way} >= {real(pruning.epsilon)}
            AND kept.source_id IN (SELECT source_id FROM links))
        SELECT source_id AS first_id, source_id AS second_id, {total("mass")} AS forward,
          {total("mass")} AS backward, MAX(weight) AS forward_weight,
          MAX(weight) AS backward_weight, {total("count")} AS shared,
          CAST({1 << language} AS BIGINT) AS languages
        FROM ways GROUP BY source_id"""


def meet(pruning: Pruning, language: int) -> str:
    """What the `links` of the language with this number say about pairs of phrases.

    Every pair stands here once, first_id below second_id, with both of its directions.
    """
    epsilon = real(pruning.epsilon)
    out = {side: ratio(f"{side}.count", f"{side}.source_count") for side in "ab"}
    back = {side: ratio(f"{side}.count", f"{side}.target_count") for side in "ab"}

    def mass(start: str, end: str) -> str:
        way = f"{out[start]} * {back[end]} >= {epsilon}"
        return f"CASE WHEN {way} THEN {fixed(f'{start}.count * {back[end]}')} ELSE 0 END"

    def weight(start: str, end: str) -> str:
        return f"{start}.target_weight + {end}.source_weight"

    return f"""
        SELECT first_id, second_id, {total("forward")} AS forward, {total("backward")} AS backward,
          MAX(forward_weight) AS forward_weight, MAX(backward_weight) AS backward_weight,
          {total("shared")} AS shared, CAST({1 << language} AS BIGINT) AS languages
        FROM (
          SELECT a.source_id AS first_id, b.source_id AS second_id,
            {mass("a", "b")} AS forward, {mass("b", "a")} AS backward,
            {weight("a", "b")} AS forward_weight, {weight("b", "a")} AS backward_weight,
            LEAST(a.count, b.count) AS shared
          FROM links AS a JOIN links AS b
            ON a.target_id = b.target_id AND a.source_id < b.source_id
        ) AS ways
        WHERE forward > 0 OR backward > 0
        GROUP BY first_id, second_id"""


def _worth(pruning: Pruning, pair_total: int) -> str:
    """Whether a pair of phrases is seen often enough, and more often than by chance."""
    often = f"count >= {pruning.least_count}"
    if pruning.significance <= 0:
        return often
    columns = ("count", "source_count", "target_count")
    return f"{often} AND {significant(*columns, pair_total, pruning.significance)}"
