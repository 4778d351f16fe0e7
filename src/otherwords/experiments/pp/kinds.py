"""What the pairs of Model 3 are like: tables 6 to 8, and section 4.5.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from otherwords.experiments import Section
from otherwords.experiments.pp.pairs import Pair
from otherwords.learn.patterns.types import TYPES, slot_kinds, type_of

_TYPES = dict(zip(TYPES, ("17.60%", "53.60%", "11.60%", "13.00%", "4.20%"), strict=True))
_TYPES_OF_DIRT = dict(zip(TYPES, ("7.38%", "61.48%", "10.93%", "18.03%", "2.19%"), strict=True))
_SLOTS = {1: "93.46%", 2: "6.45%", 3: "<1%", 4: "<1%"}
_KINDS = {"N": "76.36%", "V": "9.80%", "J": "17.51%"}


def types_section(
    pairs: Sequence[Pair], correct: Sequence[Pair], of_dirt: Sequence[Pair], signature: str
) -> Section:
    """Table 6.

    Args:
        pairs: All of Model 3.
        correct: Those of them that a reader calls correct.
        of_dirt: What a reader calls correct of DIRT, with slots in place of X and Y.
        signature: What all depends on.
    """
    ours, paths, every = (_shares(each) for each in (correct, of_dirt, pairs))
    rows = tuple(
        (name, _TYPES[name], ours[name], every[name], _TYPES_OF_DIRT[name], paths[name])
        for name in TYPES
    )
    columns = ("", "published", "measured", "all pairs", "DIRT published", "DIRT measured")
    note = (
        f"{len(correct)} correct pairs of Model 3 and {len(of_dirt)} of DIRT, by rules; in the "
        "paper 500, by hand."
    )
    return Section("Types of correct pairs (table 6)", columns, rows, note, signature)


def slots_section(pairs: Sequence[Pair], signature: str) -> Section:
    """Tables 7 and 8, and how many pairs are there in both directions."""
    numbers = Counter(source.count("[") for source, _ in pairs)
    kinds = Counter(kind for source, _ in pairs for kind in slot_kinds(source))
    rows = [
        (f"{number}-slot", published, _share(numbers[number], len(pairs)))
        for number, published in _SLOTS.items()
    ]
    rows += [
        (f"{kind}-slots", published, _share(kinds[kind], len(pairs)))
        for kind, published in _KINDS.items()
    ]
    both = set(pairs)
    # Slots are numbered by the source, so those of a turned pair may have other numbers.
    single = [pair for pair in pairs if "_2]" not in pair[0]]
    turned = sum((target, source) in both for source, target in single)
    rows.append(("symmetric", "97.00%", _share(turned, len(single))))
    note = (
        f"{len(pairs):,} pairs of Model 3. Symmetric are 485 of 500 by hand in the paper; here, "
        "pairs that are in the list in both directions."
    )
    return Section(
        "Slots and symmetry of Model 3 (tables 7 and 8, section 4.5.2)",
        ("", "published", "measured"),
        tuple(rows),
        note,
        signature,
    )


def _shares(pairs: Iterable[Pair]) -> dict[str, str]:
    types = Counter(type_of(*pair) for pair in pairs)
    return {name: _share(types[name], types.total()) for name in TYPES}


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2%}" if whole else ""
