"""From meetings to entries: probabilities, filters with their reasons, the best of each source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from otherwords.learn.filters import COMMON, FILTERS, SIGNATURES, Filter
from otherwords.learn.plan.dialect import BITS, fixed, ratio, real, total

_FREE = 10


@dataclass(frozen=True)
class Selection:
    """Which candidates become entries.

    Attributes:
        filters: Names of the filters to apply, in the order in which they count what they drop.
        kappa: The most entries of a source.
        least: Least probability of an entry.
        support: Containment is accepted from this probability on, in both directions; or from a
            quarter of it on, if the target is ten times as frequent as the source.
        identity: `drop`; `biased`: each source also stands for itself, with the probability of its
            best paraphrase; or `pivot`: with that of the ways over pivots and back, as one of the
            `kappa`. Sources that have nothing but themselves are left out.
        signatures: Whether both phrases must have been seen with the same tag signature.
    """

    filters: Sequence[str] = tuple(FILTERS)
    kappa: int = 20
    least: float = 0.0
    support: float = 0.2
    identity: str = "drop"
    signatures: bool = False

    @property
    def applied(self) -> list[Filter]:
        """The filters in the order of their numbers, which count from 1."""
        return [*(FILTERS[name] for name in self.filters), *[SIGNATURES][: self.signatures]]


def pair(least_count: int) -> str:
    """Meetings without a pivot: the `scores` of pairs that were counted in both directions and seen
    often enough.
    """
    return f"""
        SELECT source_id AS first_id, target_id AS second_id, count * {1 << BITS} AS forward,
          count * {1 << BITS} AS backward, target_weight AS forward_weight,
          source_weight AS backward_weight, count AS shared, CAST(0 AS BIGINT) AS languages
        FROM scores WHERE source_id < target_id AND count >= {least_count}"""


def gather(scores: int, dictionaries: int, ids: str) -> str:
    """The phrases with these ids, their words, and how often they were seen.

    Reads `scores_0`, … and the words of ids in `words_0`, …; `ids` is a query with a column id.
    """
    counts = " UNION ALL ".join(f"SELECT source_id, count FROM scores_{i}" for i in range(scores))
    words = " UNION ALL ".join(f"SELECT id, words FROM words_{i}" for i in range(dictionaries))
    # Few of all phrases are wanted: texts that were grouped before would not fit in memory.
    return f"""
        WITH ids AS ({ids})
        SELECT ids.id, count, words
        FROM ids
        JOIN (SELECT source_id AS id, {total("count")} AS count FROM ({counts}) AS counts
          WHERE source_id IN (SELECT id FROM ids) GROUP BY source_id) AS counts
          ON ids.id = counts.id
        JOIN (SELECT id, MIN(words) AS words FROM ({words}) AS words
          WHERE id IN (SELECT id FROM ids) GROUP BY id) AS words
          ON ids.id = words.id"""


def unite(languages: int) -> str:
    """What `meetings_0`, … of several languages say together."""
    meetings = " UNION ALL ".join(f"SELECT * FROM meetings_{number}" for number in range(languages))
    return f"""
        SELECT first_id, second_id, {total("forward")} AS forward, {total("backward")} AS backward,
          MAX(forward_weight) AS forward_weight, MAX(backward_weight) AS backward_weight,
          {total("shared")} AS shared, BIT_OR(languages) AS languages
        FROM ({meetings}) AS meetings GROUP BY first_id, second_id"""


def judge(selection: Selection) -> str:
    """Candidates: what `meetings` say, as probabilities in fixed point, and the number of the
    filter that drops each direction, from 1 on; 0 where none does.

    The relation `phrases` has counts and features of phrases, `opposites` the pairs of a phrase and
    the sense of what would say the opposite, `signatures` what `sign` has chosen.
    """
    filters = selection.applied
    joins = ""
    if any(each.name == "opposites" for each in filters):
        joins = """
          LEFT JOIN opposites AS x ON x.id = first_id AND x.sense = b.sense
          LEFT JOIN opposites AS y ON y.id = second_id AND y.sense = a.sense"""
    if selection.signatures:
        joins += """
          JOIN signatures AS s ON s.id = first_id JOIN signatures AS t ON t.id = second_id"""
    there, back = ("forward", "a"), ("backward", "b")
    forward = [_condition(each, selection, there, back) for each in filters]
    backward = [_condition(each, selection, back, there) for each in filters]
    if selection.identity == "pivot":  # what stays as it is needs no filter
        forward = [f"first_id <> second_id AND ({each})" for each in forward]
        backward = [f"first_id <> second_id AND ({each})" for each in backward]
    return f"""
        SELECT first_id, second_id,
          CAST(FLOOR({ratio("forward", "a.count")}) AS BIGINT) AS forward,
          CAST(FLOOR({ratio("backward", "b.count")}) AS BIGINT) AS backward,
          forward_weight, backward_weight, shared, languages,
          {_first_of(forward)} AS forward_reason, {_first_of(backward)} AS backward_reason
        FROM meetings
          JOIN phrases AS a ON a.id = first_id JOIN phrases AS b ON b.id = second_id {joins}"""


def tally() -> str:
    """How many candidates each filter has dropped: its number, and their number."""
    return """
        SELECT reason, COUNT(*) AS candidates
        FROM (SELECT forward_reason AS reason FROM candidates WHERE forward > 0
          UNION ALL SELECT backward_reason AS reason FROM candidates WHERE backward > 0) AS reasons
        GROUP BY reason ORDER BY reason"""


def select(selection: Selection) -> str:
    """Entries: the best `candidates` of each source that no filter has dropped."""
    least = f"GREATEST({fixed(real(selection.least))}, CAST(1 AS BIGINT))"
    others = " AND first_id <> second_id" if selection.identity == "pivot" else ""
    chosen = f"""
        SELECT source_id, target_id, forward, backward, forward_weight, backward_weight, count,
          languages
        FROM (
          SELECT ways.*, ROW_NUMBER() OVER (
            PARTITION BY source_id ORDER BY forward DESC, backward DESC, target_id) AS place
          FROM (
            SELECT first_id AS source_id, second_id AS target_id, forward, backward, forward_weight,
              backward_weight, shared AS count, languages
            FROM candidates WHERE forward_reason = 0 AND forward >= {least}
            UNION ALL
            SELECT second_id, first_id, backward, forward, backward_weight, forward_weight, shared,
              languages
            FROM candidates WHERE backward_reason = 0 AND backward >= {least}{others}
          ) AS ways
        ) AS ranked WHERE place <= {selection.kappa}"""
    if selection.identity == "drop":
        return chosen
    if selection.identity == "pivot":
        return f"""
        WITH chosen AS ({chosen})
        SELECT * FROM chosen
        WHERE source_id IN (SELECT source_id FROM chosen WHERE source_id <> target_id)"""
    return f"""
        WITH chosen AS ({chosen})
        SELECT * FROM chosen
        UNION ALL
        SELECT source_id, source_id, MAX(forward), MAX(forward), CAST(0 AS INT), CAST(0 AS INT),
          MAX(count), BIT_OR(languages)
        FROM chosen GROUP BY source_id"""


def align(corpora: int) -> str:
    """The `entries` with the alignment of their best occurrence in `pairs_0`, …: that with the
    greatest sum of weights. Where it is `reversed`, the links lead from the target to the source.
    """
    ways = " UNION ALL ".join(
        f"""
            SELECT {one}_id AS source_id, {other}_id AS target_id, alignment,
              source_weight + target_weight AS weight, {back} AS reversed FROM pairs_{number}"""
        for number in range(corpora)
        for one, other, back in (("source", "target", "FALSE"), ("target", "source", "TRUE"))
    )
    return f"""
        SELECT entries.*, alignment, reversed
        FROM entries LEFT JOIN (
          SELECT source_id, target_id, alignment, reversed, ROW_NUMBER() OVER (
            PARTITION BY source_id, target_id ORDER BY weight DESC, alignment, reversed) AS place
          FROM ({ways}) AS ways
        ) AS best ON place = 1
          AND best.source_id = entries.source_id AND best.target_id = entries.target_id"""


def spell(*, signatures: bool = False, alignments: bool = False) -> str:
    """The `entries` with words instead of numbers and how often these were seen and, if wanted, the
    signatures that both phrases have, with commas between them, and what `align` has found.
    """
    columns = ", alignment, reversed" if alignments else ""
    joins = ""
    if signatures:
        common = (f"CASE WHEN {has} THEN s.signature_{k} END" for k, has in enumerate(COMMON, 1))
        columns += f", CONCAT_WS(',', {', '.join(common)}) AS tags"
        joins = """
          JOIN signatures AS s ON s.id = source_id JOIN signatures AS t ON t.id = target_id"""
    spelt = f"""
        SELECT a.words AS source, b.words AS target, forward, backward, forward_weight,
          backward_weight, entries.count, languages, a.count AS source_count,
          b.count AS target_count{columns}
        FROM entries JOIN phrases AS a ON a.id = source_id JOIN phrases AS b ON b.id = target_id"""
    return spelt + joins


def confirm(others: int) -> str:
    """The `entries` with words, and what the entries of other tables, `others_0` and so on, say of
    the same pair: probabilities (the highest) and counts, 0 where none has it.
    """
    columns = ("forward", "backward", "count")
    highest = (
        ", ".join(["CAST(0 AS BIGINT)", *(f"COALESCE(other_{i}.{name}, 0)" for i in range(others))])
        for name in columns
    )
    told = (
        f"{f'GREATEST({values})' if others else values} AS other_{name}"
        for name, values in zip(columns, highest, strict=True)
    )
    joins = "".join(
        f"""
          LEFT JOIN others_{i} AS other_{i}
            ON other_{i}.source = entries.source AND other_{i}.target = entries.target"""
        for i in range(others)
    )
    return f"SELECT entries.*, {', '.join(told)} FROM entries{joins}"


def _condition(
    each: Filter, selection: Selection, there: tuple[str, str], back: tuple[str, str]
) -> str:
    """When a filter drops a direction, given by its column and its source, and the way back."""

    def likely(way: tuple[str, str], probability: float) -> str:
        return f"{ratio(way[0], f'{way[1]}.count')} >= {fixed(real(probability))}"

    # A part that hardly ever stands alone (`order to`) is no phrase; one that is frequent may be.
    free = f"{back[1]}.count >= {_FREE} * {there[1]}.count"
    supported = (
        f"{likely(there, selection.support)} AND {likely(back, selection.support)}"
        f" OR {likely(there, selection.support / 4)} AND {free}"
    )
    return each.drops.format(source=there[1], supported=supported)


def _first_of(conditions: Sequence[str]) -> str:
    """The number of the first condition that holds, from 1 on."""
    cases = " ".join(f"WHEN {text} THEN {number}" for number, text in enumerate(conditions, 1))
    return f"CAST(CASE {cases} ELSE 0 END AS INT)" if cases else "CAST(0 AS INT)"


def find_judged() -> str:
    """The `candidates` that `judged` has words of (source, target) and no filter drops, as `spell`
    writes entries.
    """
    sides = [("a", "b", "forward", "backward"), ("b", "a", "backward", "forward")]
    # `a` is the first phrase of a candidate, `b` the second.
    ways = (
        f"""
        SELECT {one}.words AS source, {other}.words AS target, {there} AS forward,
          {back} AS backward, {there}_weight AS forward_weight, {back}_weight AS backward_weight,
          shared AS count, languages, {one}.count AS source_count, {other}.count AS target_count
        FROM judged
          JOIN phrases AS {one} ON {one}.words = judged.source
          JOIN phrases AS {other} ON {other}.words = judged.target
          JOIN candidates ON first_id = a.id AND second_id = b.id
        WHERE {there}_reason = 0 AND {there} > 0"""
        for one, other, there, back in sides
    )
    return " UNION ALL ".join(ways)
