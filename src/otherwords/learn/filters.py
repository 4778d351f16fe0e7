"""Filters: what a pair of phrases must not change.

What the filters compare are features of single phrases (a hash of the content words, of the
numbers, …), computed once for each phrase in the core; a filter itself is a comparison that the
relational plan does with the candidates, before it keeps the best of each source. Each can be
switched off by the recipe, and each counts what it drops.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Filter:
    """A reason to drop a candidate.

    Attributes:
        name: What recipes and reports call it.
        meaning: What it drops, for reports.
        drops: SQL over the phrases `a` and `b`; `{source}` is the one of them that is replaced,
            `{supported}` whether probabilities and counts speak for the pair. `s` and `t` are the
            signatures of the phrases.
    """

    name: str
    meaning: str
    drops: str


_OPPOSITE = "x.id IS NOT NULL OR y.id IS NOT NULL"  # joined when the filter is on

# One phrase is a part of the other, word by word.
_PART = " OR ".join(
    f"CONTAINS(CONCAT(' ', {whole}.words, ' '), CONCAT(' ', {part}.words, ' '))"
    for whole, part in (("a", "b"), ("b", "a"))
)

#: For each signature of the phrase s: whether the phrase t has it, too.
COMMON = tuple(
    f"(s.signature_{k} <> '' AND s.signature_{k} IN (t.signature_1, t.signature_2, t.signature_3))"
    for k in (1, 2, 3)
)

FILTERS: Mapping[str, Filter] = {
    each.name: each
    for each in [
        Filter("case", "the phrases differ only in case", "a.folded = b.folded"),
        Filter("brackets", "quotes or brackets are not in pairs", "a.unbalanced OR b.unbalanced"),
        Filter("punctuation", "punctuation is added or lost", "a.punctuation <> b.punctuation"),
        Filter("numbers", "a number is changed, added or lost", "a.numbers <> b.numbers"),
        Filter("function-words", "the source has function words only", "{source}.functional"),
        Filter("negation", "a negation is added or lost", "a.negations <> b.negations"),
        Filter("opposites", "a word is replaced by its opposite", _OPPOSITE),
        Filter(
            "containment",
            "words are only added or only lost, with little support",
            f"a.length <> b.length AND (a.content = b.content OR {_PART}) AND NOT ({{supported}})",
        ),
    ]
}

#: Applied after all others in tables that are made with tag signatures.
SIGNATURES = Filter(
    "signatures",
    "the phrases have no tag signature in common",
    f"NOT ({' OR '.join(COMMON)})",
)
