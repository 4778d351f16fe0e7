"""Pairs of patterns that people have judged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.learn.named_columns import rows_by_name
from otherwords.learn.patterns.slots import SLOT

#: Of a source and a target, whether one can stand for the other.
Labels = dict[tuple[str, str], bool]
#: A source, a target, and whether one can stand for the other in some sentence.
Label = tuple[str, str, bool]

_HEADER = ["source", "target", "correct"]
_RULE = ["rule_lhs", "rule_rhs", "judgment"]
_OBJECTS = ("NN", "NNS", "NNP", "NNPS")


def read_pattern_labels(path: Path) -> list[Label]:
    """Reads source, target and correct (1 or 0), separated by tabs, with a header."""
    labels = []
    for line, row in rows_by_name(path, _HEADER):
        if row["correct"] not in {"0", "1"}:
            raise FormatError(
                f"{name_of(path)}:{line}: correct is {row['correct']!r}; write 1 or 0"
            )
        labels.append((row["source"], row["target"], row["correct"] == "1"))
    return labels


def read_judged_rules(path: Path) -> Labels:
    """Labels from rules such as `rely on → refer to` whose applications were judged yes or no.

    A rule is between two verbs with what follows them up to the object, in their basic forms. It
    becomes patterns with a slot for a noun of each kind, also with `to` in front; it is correct if
    most of its applications are.
    """
    judged: dict[tuple[str, str], list[bool]] = {}
    for line, row in rows_by_name(path, _RULE):
        rule = (row["rule_lhs"].lower(), row["rule_rhs"].lower())
        judgment = row["judgment"].lower()
        if judgment not in {"yes", "no"}:
            raise FormatError(
                f"{name_of(path)}:{line}: judgment is {row['judgment']!r}; write yes or no"
            )
        judged.setdefault(rule, []).append(judgment == "yes")
    return {
        (f"{to}{left} [{tag}_1]", f"{to}{right} [{tag}_1]"): 2 * sum(votes) > len(votes)
        for (left, right), votes in judged.items()
        for tag in _OBJECTS
        for to in ("", "to ")
        if left != right
    }


def numberings(source: str, target: str) -> Iterator[tuple[str, str]]:
    """The pair with every numbering of the slots of each tag, as a pivot may have it."""
    slots: dict[str, list[str]] = {}
    for match in SLOT.finditer(source):
        slots.setdefault(match[1], []).append(match[0])
    tags = list(slots)
    for orders in product(*(permutations(slots[tag]) for tag in tags)):
        new = {
            old: name
            for tag, order in zip(tags, orders, strict=True)
            for old, name in zip(slots[tag], order, strict=True)
        }

        def rename(pattern: str, new: dict[str, str] = new) -> str:
            return SLOT.sub(lambda match: new.get(match[0], match[0]), pattern)

        yield rename(source), rename(target)
