"""Verb-object collocations: which there are, which may say the same, and what speaks for it.

A translation and a context are pivots alike: two collocations that share one meet there, and how
likely it is to come from one to the other by way of all they share says how near they are. So what
counts and joins them are the queries of phrases; here is what is different.

Relations and their columns, besides those of the plan:

- *found*: id, verb_id, noun_id, verb, noun, count, plurals, bare; as extraction writes them
- *collocations*: the same of the collocations that are kept, with verb_count and noun_count, and
  noun_plurals
- *totals*: id, count: what makes the meetings of an id probabilities
- *related*: first_id, second_id (both orders), grade: what a thesaurus says of two words
- *candidates*: pairs of collocations with all that is known of them
- *linked*: first_id <= second_id, count: collocations that aligned sentences have for each other
- *examples*: first_id, second_id, is_paraphrase: candidates that these sentences tell about
"""

from __future__ import annotations

from dataclasses import dataclass

from otherwords.learn.plan.dialect import BITS, ratio, real, total
from otherwords.learn.plan.significance import significant

#: Grades of words in a thesaurus: one sense in common, or senses near each other, or opposite ones.
SYNONYMS, NEAR, OPPOSITES = 2, 1, -1

#: What candidates have of collocations, verbs and nouns: the relations of their meetings.
LEVELS = ("translations", "contexts", "verbs", "nouns")

# What candidates have of each of both collocations.
_TOLD = ("verb", "noun", "verb_id", "noun_id")
# How much the share of nouns without article may differ: `find work` does not become `find job`.
_BARE = 0.5


@dataclass(frozen=True)
class Proposing:
    """Which pairs are candidates.

    Attributes:
        translations: Least probability, in both directions, to come from one to the other by
            translations in common;
        contexts: or by contexts in common;
        words: or least probability to come from verb to verb, and from noun to noun, by their
            translations, where they are neither the same nor synonyms in a thesaurus.
    """

    translations: float
    contexts: float
    words: float


def tell_collocations(corpora: int) -> str:
    """Each collocation of `found_0`, … once."""
    found = " UNION ALL ".join(f"SELECT * FROM found_{number}" for number in range(corpora))
    return f"""
        SELECT id, verb_id, noun_id, verb, noun, {total("count")} AS count,
          {total("plurals")} AS plurals, {total("bare")} AS bare
        FROM ({found}) AS found GROUP BY id, verb_id, noun_id, verb, noun"""


def keep_collocations(least_count: int, least_likelihood: float, pair_total: int) -> str:
    """The collocations of `found` whose words belong together: seen often enough, and more often
    than by chance; with 0 for the least likelihood, however often by chance.
    """
    columns = ("count", "verb_count", "noun_count")
    likely = significant(*columns, pair_total, least_likelihood) if least_likelihood > 0 else "TRUE"
    return f"""
        SELECT id, found.verb_id, found.noun_id, verb, noun, count, plurals, bare, verb_count,
          noun_count, noun_plurals
        FROM found
        JOIN (SELECT verb_id, {total("count")} AS verb_count FROM found GROUP BY verb_id) AS verbs
          ON verbs.verb_id = found.verb_id
        JOIN (SELECT noun_id, {total("count")} AS noun_count, {total("plurals")} AS noun_plurals
          FROM found GROUP BY noun_id) AS nouns
          ON nouns.noun_id = found.noun_id
        WHERE count >= {least_count} AND {likely}"""


def tell_nouns() -> str:
    """The nouns of `collocations`, how often each was seen, and how often in the plural."""
    return "SELECT DISTINCT noun, noun_count, noun_plurals FROM collocations"


def keep_scores(level: str) -> str:
    """The `scores` of kept collocations, of their verbs or of their nouns."""
    column = {"verbs": "verb_id", "nouns": "noun_id"}.get(level, "id")
    return f"""
        SELECT scores.* FROM scores
        JOIN (SELECT DISTINCT {column} AS kept_id FROM collocations) AS kept
          ON kept_id = source_id"""


def tell_totals() -> str:
    """How often each source of `scores` was seen."""
    return "SELECT DISTINCT source_id AS id, source_count AS count FROM scores"


def add_totals(languages: int) -> str:
    """The totals of `totals_0`, … together."""
    parts = " UNION ALL ".join(f"SELECT * FROM totals_{number}" for number in range(languages))
    return f"SELECT id, {total('count')} AS count FROM ({parts}) AS totals GROUP BY id"


def estimate() -> str:
    """The `meetings` of a level with probabilities, by `totals`."""
    return f"""
        SELECT first_id, second_id, {_share("forward", "a.count")} AS forward,
          {_share("backward", "b.count")} AS backward, shared, languages
        FROM meetings
          JOIN totals AS a ON a.id = first_id JOIN totals AS b ON b.id = second_id"""


def _share(part: str, whole: str) -> str:
    """A fixed-point number divided by a whole one, as a double."""
    return f"({ratio(part, whole)} / {real(float(1 << BITS))})"


def propose(proposing: Proposing) -> str:
    """Pairs of `collocations` that may say the same: by `translations` or `contexts` in common, or
    since each of their words is in both or stands for one of the other: `related` tells synonyms,
    and `verbs` and `nouns` tell what has translations in common. Nouns must be used alike, with
    articles or without.
    """

    def near(level: str, least: float, first: str = "first_id", second: str = "second_id") -> str:
        return f"""
        SELECT {first} AS first_id, {second} AS second_id FROM {level}
        WHERE forward >= {real(least)} AND backward >= {real(least)}"""

    shared = " UNION ".join(
        [near("translations", proposing.translations), near("contexts", proposing.contexts)]
    )
    told = [
        f"{one}.{column} AS {side}_{column}"
        for column in _TOLD
        for one, side in (("a", "first"), ("b", "second"))
    ]
    synonyms = " UNION ".join(
        [
            f"SELECT first_id, second_id FROM related WHERE grade = {SYNONYMS}",
            *(
                near(level, proposing.words, *order)
                for level in ("verbs", "nouns")
                for order in (("first_id", "second_id"), ("second_id", "first_id"))
            ),
        ]
    )
    return f"""
        WITH synonyms AS ({synonyms}),
        proposed AS (
          {shared}
          UNION SELECT a.id AS first_id, b.id AS second_id
          FROM collocations AS a JOIN synonyms AS n ON n.first_id = a.noun_id
            JOIN collocations AS b ON b.verb_id = a.verb_id AND b.noun_id = n.second_id
          UNION SELECT a.id AS first_id, b.id AS second_id
          FROM collocations AS a JOIN synonyms AS v ON v.first_id = a.verb_id
            JOIN collocations AS b ON b.noun_id = a.noun_id AND b.verb_id = v.second_id
          UNION SELECT a.id AS first_id, b.id AS second_id
          FROM collocations AS a JOIN synonyms AS v ON v.first_id = a.verb_id
            JOIN synonyms AS n ON n.first_id = a.noun_id
            JOIN collocations AS b ON b.verb_id = v.second_id AND b.noun_id = n.second_id
        )
        SELECT first_id, second_id, {", ".join(told)}
        FROM (SELECT DISTINCT * FROM proposed WHERE first_id < second_id) AS pairs
          JOIN collocations AS a ON a.id = first_id JOIN collocations AS b ON b.id = second_id
        WHERE a.noun_id = b.noun_id
          OR ABS({ratio("a.bare", "a.count")} - {ratio("b.bare", "b.count")}) <= {real(_BARE)}"""


def describe() -> str:
    """The `proposed` pairs with all that is known of them: what the levels say, and the grades of
    verbs and nouns in a thesaurus. Pairs with opposite words are left out.
    """
    columns, joins = [], []
    for level in LEVELS:
        word = {"verbs": "verb_", "nouns": "noun_"}.get(level, "")
        one, other = (f"{side}_{word}id" for side in ("first", "second"))
        turned = f"p.{one} > p.{other}"
        joins.append(f"""
          LEFT JOIN {level} ON {level}.first_id = LEAST(p.{one}, p.{other})
            AND {level}.second_id = GREATEST(p.{one}, p.{other})""")
        for name, opposite in (("forward", "backward"), ("backward", "forward")):
            told = f"CASE WHEN {turned} THEN {level}.{opposite} ELSE {level}.{name} END"
            columns.append(f"COALESCE({told}, {real(0.0)}) AS {level}_{name}")
        columns.append(f"COALESCE({level}.shared, 0) AS {level}_shared")
        columns.append(f"COALESCE({level}.languages, 0) AS {level}_languages")
    for word in ("verb", "noun"):
        joins.append(f"""
          LEFT JOIN related AS {word} ON {word}.first_id = p.first_{word}_id
            AND {word}.second_id = p.second_{word}_id""")
        columns.append(f"COALESCE({word}.grade, 0) AS {word}_grade")
    return f"""
        SELECT p.*, {", ".join(columns)}
        FROM proposed AS p {"".join(joins)}
        WHERE COALESCE(verb.grade, 0) <> {OPPOSITES} AND COALESCE(noun.grade, 0) <> {OPPOSITES}"""


def add_links(corpora: int) -> str:
    """The counts of `linked_0`, … together."""
    linked = " UNION ALL ".join(f"SELECT * FROM linked_{number}" for number in range(corpora))
    return f"""
        SELECT first_id, second_id, {total("count")} AS count
        FROM ({linked}) AS linked GROUP BY first_id, second_id"""


def exemplify(least_links: int, least_seen: int) -> str:
    """What `linked` tells about `candidates` that were both linked so often, with whatever it was:
    pairs that were linked this often say the same, and pairs that never were do not.
    """
    return f"""
        WITH seen AS (
          SELECT id, {total("count")} AS count
          FROM (SELECT first_id AS id, count FROM linked
            UNION ALL SELECT second_id AS id, count FROM linked WHERE first_id <> second_id
          ) AS sides
          GROUP BY id HAVING {total("count")} >= {least_seen}
        )
        SELECT candidates.first_id, candidates.second_id,
          CAST(CASE WHEN linked.count IS NULL THEN 0 ELSE 1 END AS INT) AS is_paraphrase
        FROM candidates
          LEFT JOIN linked ON linked.first_id = candidates.first_id
            AND linked.second_id = candidates.second_id
          JOIN seen AS a ON a.id = candidates.first_id
          JOIN seen AS b ON b.id = candidates.second_id
        WHERE linked.count IS NULL OR linked.count >= {least_links}"""
