"""The relational plan from extracted phrase pairs to the entries of a table, written once.

Each function gives a query in the SQL that DuckDB and Spark share. Phrases are 64-bit numbers,
counts are whole numbers and what is summed up is a whole number too (fixed point), so that the
order of a sum cannot matter and both engines give the same rows to the last bit.

Relations and their columns:

- *pairs*: source_id, target_id, count, source_weight, target_weight; as extraction writes them
- *counts*: the same columns, each pair once
- *scores*: counts with source_count and target_count, the totals that make relative frequencies
- *links*: those of the scores that pivoting uses
- *meetings*: first_id < second_id (or the same, where phrases may stay), forward and backward
  (expected counts, fixed point), forward_weight, backward_weight, shared (evidence), languages (a
  bit for each)
- *phrases*: id, count, words, and the features that the filters compare
- *signatures*: id, signature_1, signature_2, signature_3, the tag signatures of phrases
- *candidates*: meetings with probabilities instead of counts, and the reasons to drop them
- *entries*: source_id, target_id, forward, backward, forward_weight, backward_weight, count,
  languages
"""

from __future__ import annotations

from otherwords.learn.plan.counting import count, score
from otherwords.learn.plan.dialect import BITS
from otherwords.learn.plan.pivoting import Pruning, link, meet, stay
from otherwords.learn.plan.selecting import (
    Selection,
    align,
    confirm,
    find_judged,
    gather,
    judge,
    pair,
    select,
    spell,
    tally,
    unite,
)
from otherwords.learn.plan.signing import sign

#: The probability 1 in fixed point.
ONE = 1 << BITS

__all__ = [
    "ONE",
    "Pruning",
    "Selection",
    "align",
    "confirm",
    "count",
    "find_judged",
    "gather",
    "judge",
    "link",
    "meet",
    "pair",
    "score",
    "select",
    "sign",
    "spell",
    "stay",
    "tally",
    "unite",
]
