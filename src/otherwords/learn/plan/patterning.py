"""Paraphrase patterns by pivots: the models of Zhao, Wang, Liu and Li (2009) as queries.

A *link* is a pattern with a pivot pattern; it has the logarithms of the four features that equation
3 takes from one link or the other. A *way* leads from a pattern over one pivot, or over two that
are paraphrases of each other, to another pattern; what the ways of a pair add up to is its score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from otherwords.learn.plan.dialect import ratio, real, total

#: Bits behind the point of scores: sums are whole numbers, the same in every engine.
SCORE_BITS = 40
_WEIGHT = real(2.0**-20)  # what lexical weights are counted in
_SIDES = ("source", "target")


@dataclass(frozen=True)
class Ways:
    """Which ways are gone.

    Attributes:
        epsilon: Least product of the two relative frequencies on a way.
        tau: Pivots with more patterns than this lead nowhere.
    """

    epsilon: float = 1e-4
    tau: int = 200


def count_patterns(weights: Sequence[int], languages: Sequence[int]) -> str:
    """Each pair of a pattern (source) and a pivot (target) once, from `pairs_0`, `pairs_1`, ….

    Args:
        weights: How often each sentence pair of a relation counts.
        languages: The number of the pivots' language of each relation.
    """
    pairs = " UNION ALL ".join(
        f"""
            SELECT source_id, target_id, count * {weight} AS count, source_weight, target_weight,
              {language} AS language, root FROM pairs_{i}"""
        for i, (weight, language) in enumerate(zip(weights, languages, strict=True))
    )
    return f"""
        SELECT source_id, target_id, CAST(MIN(language) AS INT) AS language, MIN(root) AS root,
          {total("count")} AS count, MAX(source_weight) AS source_weight,
          MAX(target_weight) AS target_weight
        FROM ({pairs}) AS pairs GROUP BY source_id, target_id"""


def link_patterns() -> str:
    """Links: the relative frequencies of `counts` both ways, and the lexical weights both ways.

    Equations 2, 4 and 5; `there` is of the pivot, given the pattern, and `back` the other way.
    """
    totals = "".join(
        f"""
        JOIN (SELECT {side}_id, {total("count")} AS {side}_count FROM counts GROUP BY {side}_id)
          AS {side}s ON counts.{side}_id = {side}s.{side}_id"""
        for side in _SIDES
    )
    return f"""
        SELECT counts.source_id, counts.target_id, language, root, count,
          {ratio("count", "source_count")} AS there, {ratio("count", "target_count")} AS back,
          CAST(target_weight AS DOUBLE) * {_WEIGHT} AS there_weight,
          CAST(source_weight AS DOUBLE) * {_WEIGHT} AS back_weight
        FROM counts{totals}"""


def pair_pivots(ways: Ways, weights: Sequence[float], threshold: float) -> str:
    """Pivots of one language that are paraphrases of each other by Model 1 with the roles of the
    languages swapped: patterns are their pivots. `score` is the logarithm.
    """
    score = f"LN(CAST(score AS DOUBLE) * {real(2.0**-SCORE_BITS)})"
    return f"""
        SELECT source_id, target_id, CASE WHEN {score} < 0 THEN {score} ELSE 0.0 END AS score
        FROM ({_scored(_swapped(ways), weights)}) AS pairs
        WHERE score >= {_least(threshold)}"""


def pair_patterns(ways: Ways, weights: Sequence[float], *, augmented: bool) -> str:
    """Pairs of patterns and their scores: equation 3, or 7 if `augmented` by the pairs of pivots in
    the relation `pivots`. Scores are in fixed point.
    """
    return _scored(_over_pivots(ways) if augmented else _over_one(ways), weights)


def spell_pairs(least: float, least_count: int = 1) -> str:
    """The `pairs` of at least this score with their words, which `sources` have by ids. Where the
    first pattern must have been seen more than once, `links` tell how often it was.
    """
    often = ""
    if least_count > 1:
        often = f"""
          AND source_id IN (SELECT source_id FROM links GROUP BY source_id
            HAVING SUM(count) >= {least_count})"""
    return f"""
        WITH kept AS (SELECT * FROM pairs WHERE score >= {_least(least)}{often}),
          ids AS (SELECT source_id AS id FROM kept UNION SELECT target_id AS id FROM kept),
          texts AS (SELECT sources.id, MIN(words) AS words FROM sources JOIN ids
            ON sources.id = ids.id GROUP BY sources.id)
        SELECT a.words AS source, b.words AS target, score, ways
        FROM kept JOIN texts AS a ON source_id = a.id JOIN texts AS b ON target_id = b.id"""


def choose_pairs(kappa: int) -> str:
    """The best `pairs` of each source, each pair of texts once."""
    return f"""
        SELECT source, target, score, quality FROM (
          SELECT once.*, ROW_NUMBER() OVER (
            PARTITION BY source ORDER BY quality DESC, target) AS place
          FROM (
            SELECT source, target, MAX(score) AS score, MAX(quality) AS quality
            FROM pairs GROUP BY source, target
          ) AS once
        ) AS ranked WHERE place <= {kappa}"""


def find_pairs() -> str:
    """The ids of pairs of patterns that `named` has as texts; the words of `sources` may have
    several ids, for as many roots.
    """
    return """
        WITH texts AS (SELECT DISTINCT id, words, root FROM sources WHERE words IN (
          SELECT source FROM named UNION SELECT target FROM named))
        SELECT label, a.id AS source_id, b.id AS target_id
        FROM named JOIN texts AS a ON a.words = named.source
          JOIN texts AS b ON b.words = named.target AND a.root = b.root"""


def ways_of(ways: Ways, *, augmented: bool) -> str:
    """The features of all ways between the pairs of the relation `wanted`."""
    query = _over_pivots(ways) if augmented else _over_one(ways)
    return f"""
        SELECT label, ways.source_id, ways.target_id, h1, h2, h3, h4, h5 FROM ({query}) AS ways
          JOIN wanted ON ways.source_id = wanted.source_id AND ways.target_id = wanted.target_id"""


def _least(score: float) -> int:
    """A least score in fixed point: something, and no more than engines can compare with."""
    return max(1, int(min(score, 2.0**20) * 2.0**SCORE_BITS))


def _over_one(ways: Ways) -> str:
    return f"""
        SELECT a.source_id, b.source_id AS target_id, LN(a.there) AS h1, LN(b.back) AS h2,
          a.there_weight AS h3, b.back_weight AS h4, CAST(0 AS DOUBLE) AS h5
        FROM ({_fanned("links", "target", ways)}) AS a JOIN links AS b
          ON a.target_id = b.target_id AND a.source_id <> b.source_id AND a.root = b.root
        WHERE a.there * b.back >= {real(ways.epsilon)}"""


def _over_pivots(ways: Ways) -> str:
    least = real(ways.epsilon)
    return f"""
        {_over_one(ways)}
        UNION ALL
        SELECT a.source_id, b.source_id AS target_id, LN(a.there) AS h1, LN(b.back) AS h2,
          a.there_weight AS h3, b.back_weight AS h4, pivots.score AS h5
        FROM pivots
          JOIN (SELECT * FROM links WHERE there >= {least}) AS a ON a.target_id = pivots.source_id
          JOIN (SELECT * FROM links WHERE back >= {least}) AS b ON b.target_id = pivots.target_id
        WHERE a.source_id <> b.source_id AND a.root = b.root AND a.there * b.back >= {least}"""


def _swapped(ways: Ways) -> str:
    """Model 1 between pivots: a way leads from a pivot over a pattern to another pivot."""
    least = real(ways.epsilon)
    return f"""
        SELECT a.target_id AS source_id, b.target_id, LN(a.back) AS h1, LN(b.there) AS h2,
          a.back_weight AS h3, b.there_weight AS h4, CAST(0 AS DOUBLE) AS h5
        FROM (SELECT * FROM links WHERE back >= {least}) AS a
          JOIN (SELECT * FROM links WHERE there >= {least}) AS b
            ON a.source_id = b.source_id AND a.language = b.language AND a.target_id <> b.target_id
        WHERE a.back * b.there >= {least}"""


def _fanned(links: str, side: str, ways: Ways) -> str:
    """The links whose pivot has two patterns or more, but not too many."""
    return f"""
        SELECT {links}.* FROM {links} JOIN (
          SELECT {side}_id FROM {links} GROUP BY {side}_id HAVING COUNT(*) BETWEEN 2 AND {ways.tau}
        ) AS fans ON {links}.{side}_id = fans.{side}_id"""


def _scored(ways: str, weights: Sequence[float]) -> str:
    """The score of each pair: the sum of e to the weighted features of its ways."""
    exponent = " + ".join(f"{real(w)} * h{i}" for i, w in enumerate(weights[:5], 1))
    one = real(2.0**SCORE_BITS)
    return f"""
        SELECT source_id, target_id, {total(f"FLOOR(EXP({exponent}) * {one})")} AS score,
          COUNT(*) AS ways
        FROM ({ways}) AS ways GROUP BY source_id, target_id"""
