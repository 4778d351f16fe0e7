"""What two paraphrase patterns differ in: the five types of table 6 of Zhao et al. (2009).

The rules look at content words (all but articles, prepositions, auxiliaries, pronouns and the like,
by a list) and slots:

- the same content words in the same order among the slots: a *trivial* change;
- the same in another order: *reordering*;
- all content words of one side among those of the other, in the same order: *information* ±;
- else, if slots and common words stand in the same order, with what was replaced between the same
  of them: *replacement* of a phrase;
- else a *structural* paraphrase: replacement and reordering at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from otherwords.learn.patterns.slots import is_slot, slots_of

TYPES = ("trivial", "replacement", "reordering", "structural", "information")

_FUNCTION_WORDS = (
    "a an the this that these those some any each every no one "
    "of in on at by for with from to into onto upon about over under between among through "
    "during within without against towards toward as than "
    "and or nor but if whether which who whom whose what "
    "be am is are was were been being have has had having do does did will would shall "
    "should can could may might must not n't "
    "i you he she it we they me him her us them my your his its our their mine yours "
    "there here so very also too just 's ’s"
)
EMPTY = frozenset((*_FUNCTION_WORDS.split(), *"',.;:!?-–—()/&\"’“”"))


def type_of(source: str, target: str) -> str:
    """The type of a pair of patterns, one of `TYPES`."""
    first, second = _items(source), _items(target)
    words_1, words_2 = (Counter(_words(items)) for items in (first, second))
    if words_1 == words_2:
        return "trivial" if first == second else "reordering"
    common = words_1 & words_2
    if (words_1 <= words_2 or words_2 <= words_1) and _kept(first, common) == _kept(second, common):
        return "information"
    same = _outline(first, common) == _outline(second, common)
    return "replacement" if same else "structural"


def is_nested(first: set[str], second: set[str]) -> bool:
    """Whether the content words of one pattern are all among those of the other."""
    return first - second <= EMPTY or second - first <= EMPTY


def slot_kinds(pattern: str) -> set[str]:
    """Which of N, V and J the slots of a pattern are of."""
    return {slot[1] for slot in slots_of(pattern.split())}


def _items(pattern: str) -> list[str]:
    """Content words and slots, in order; a pattern without content words keeps its words."""
    words = pattern.split()
    items = [word for word in words if is_slot(word) or word not in EMPTY]
    return items if any(not is_slot(item) for item in items) else words


def _words(items: Iterable[str]) -> list[str]:
    return [item for item in items if not is_slot(item)]


def _kept(items: Sequence[str], common: Counter[str]) -> list[str]:
    """Slots and common words."""
    left = Counter(common)
    kept = []
    for item in items:
        if is_slot(item):
            kept.append(item)
        elif left[item] > 0:
            left[item] -= 1
            kept.append(item)
    return kept


def _outline(items: Sequence[str], common: Counter[str]) -> list[str]:
    """Slots and common words, and one blank for each stretch of other words."""
    left = Counter(common)
    outline: list[str] = []
    for item in items:
        if is_slot(item) or left[item] > 0:
            left[item] -= 0 if is_slot(item) else 1
            outline.append(item)
        elif not outline or outline[-1] != "":
            outline.append("")
    return outline
