"""Patterns at run time: which units there are, and what they carry along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from otherwords._core import Error, FormatError
from tests.carrying_model import Finder, Tree, targets
from tests.test_patterns_definition import SLOTS, is_below, is_run, random_tree

CONSIDER = Tree(
    "take Peter 's advice into consideration", "VB NNP POS NN IN NN", [0, 3, 1, 0, 0, 4]
)
#: take … into consideration, where the demand is the object
DEMAND = Tree("take the demand into consideration", "VB DT NN IN NN", [0, 2, 0, 0, 3])
GROWTH = Tree("Taiwan 's export growth", "NNP POS NN NN", [3, 0, 3, 3])


def test_slots_are_filled_with_the_words_of_the_sentence(tmp_path: Path) -> None:
    finder = Finder(
        tmp_path, "patterns", [("take [NN_1] into consideration", "consider [NN_1]", -1)]
    )
    assert targets(finder.find(CONSIDER)) == [(0, 6, "consider peter 's advice", [-1, 1, 2, 3])]
    units = finder.find(DEMAND)
    assert targets(units) == [(0, 5, "consider the demand", [-1, 1, 2])]
    assert units.rule_texts(np.arange(1)) == ["take [NN_1] into consideration → consider [NN_1]"]
    assert units.source_bytes.tolist() == [len(DEMAND.words)]
    assert units.target_bytes.tolist() == [len("consider the demand")]


def test_words_may_change_their_order(tmp_path: Path) -> None:
    entries = [("[NNP_1] 's [NN_1] growth", "the [NN_1] growth of [NNP_1]", -1.0)]
    assert targets(Finder(tmp_path, "patterns", entries).find(GROWTH)) == [
        (0, 4, "the export growth of taiwan", [-1, 2, -1, -1, 0])
    ]


def test_what_is_carried_along_may_be_protected_and_stays_together(tmp_path: Path) -> None:
    entries = [("[NNP_1] 's [NN_1] growth", "the [NN_1] growth of [NNP_1]", -1.0)]
    finder = Finder(tmp_path, "patterns", entries)
    assert len(finder.find(GROWTH, is_protected=[0])) == 1
    assert len(finder.find(GROWTH, is_protected=[3])) == 0  # growth is said in other words
    # A name of two words is not torn apart, neither inside nor at the ends.
    both = Tree("saw Taiwan 's export growth", "VBD NNP POS NN NN", [0, 4, 1, 4, 0])
    assert len(finder.find(both, is_protected=[1])) == 1
    assert len(finder.find(both, is_protected=[0, 1])) == 0
    swap = Finder(tmp_path, "patterns", [("[NN_1] [NN_2] growth", "[NN_2] [NN_1] growth", -1.0)])
    tree = Tree("trade export growth", "NN NN NN", [2, 2, 2])
    assert len(swap.find(tree, is_protected=[1])) == 1
    assert len(swap.find(tree, is_protected=[0, 1])) == 0


def test_phrases_to_avoid_may_be_carried_along(tmp_path: Path) -> None:
    finder = Finder(
        tmp_path, "patterns", [("take [NN_1] into consideration", "consider [NN_1]", -1)]
    )
    assert len(finder.find(DEMAND, avoid=["consider"])) == 0
    assert len(finder.find(DEMAND, avoid=["consider the"])) == 0
    assert len(finder.find(DEMAND, avoid=["the demand"])) == 1


@pytest.mark.parametrize(
    "target", ["consider", "consider [NN_1] [NN_1]", "consider [NN_2]", "consider [NN_1] [NN_2]"]
)
def test_a_target_has_the_slots_of_its_source(tmp_path: Path, target: str) -> None:
    entries = [("take [NN_1] into consideration", target, -1.0)]
    assert len(Finder(tmp_path, "patterns", entries).find(DEMAND)) == 0


def test_what_is_not_one_stretch_of_text_is_counted(tmp_path: Path) -> None:
    # `a hearing is scheduled on the issue`: on the issue hangs below hearing.
    tree = Tree("a hearing is set on taxes", "DT NN VBZ VBN IN NNS", [1, 3, 3, 3, 1, 4])
    entries = [("a hearing on [NNS_1]", "a debate on [NNS_1]", -1.0)]
    units = Finder(tmp_path, "patterns", entries).find(tree)
    assert len(units) == 0
    counts = units.pattern_counts
    assert (counts.matched, counts.gapped) == (1, 1)
    assert counts.found > 1


def test_broken_trees_are_refused(tmp_path: Path) -> None:
    finder = Finder(tmp_path, "patterns", [("take [NN_1]", "have [NN_1]", -1.0)])
    with pytest.raises(FormatError, match="beyond the sentence"):
        finder.find(Tree("take it", "VB PRP", [0, 2]))
    with pytest.raises(FormatError, match="circle"):
        finder.find(Tree("take it", "VB PRP", [1, 0]))
    with pytest.raises(Error, match="one item for each token"):
        finder.find(Tree("take it", "VB PRP", [0]))


Found = tuple[int, int, str, dict[str, tuple[int, ...]], bool]


def expected_patterns(tags: list[str], heads: list[int]) -> Iterator[Found]:
    """The definition: begin, end, pattern, words of its slots, and whether it is contiguous."""
    for root in range(len(tags)):
        subtree = {word for word in range(len(tags)) if is_below(heads, word, root)}
        for size in range(1, len(subtree)):
            for kept in map(set, combinations(sorted(subtree), size)):
                if root not in kept or any(w != root and heads[w] not in kept for w in kept):
                    continue
                slots = sorted(word for word in subtree - kept if heads[word] in kept)
                content = any(tags[word] != "IN" for word in kept)
                if not content or not all(tags[w] in SLOTS for w in slots) or len(slots) > 4:
                    continue
                names: dict[int, str] = {}
                for word in slots:
                    same = sum(tags[known] == tags[word] for known in names)
                    names[word] = f"[{tags[word]}_{same + 1}]"
                fillers = {
                    names[slot]: tuple(w for w in sorted(subtree) if is_below(heads, w, slot))
                    for slot in slots
                }
                yield (
                    min(subtree),
                    max(subtree) + 1,
                    " ".join(names.get(word, f"s{word}") for word in sorted(kept | set(slots))),
                    fillers,
                    all(map(is_run, map(set, [subtree, *fillers.values()]))),
                )


def test_units_are_those_of_the_definition(tmp_path: Path) -> None:
    random = Random(1)
    made = 0
    totals: Counter[str] = Counter()
    for _ in range(300):
        tags, heads = random_tree(random)
        size = len(tags)
        patterns = list(expected_patterns(tags, heads))
        chosen = {pattern[2] for pattern in patterns if random.random() < 0.5}
        entries = []
        for pattern in sorted(chosen):
            slots = [word for word in pattern.split() if word.startswith("[")]
            random.shuffle(slots)
            at = random.randint(0, len(slots))
            entries.append((pattern, " ".join([*slots[:at], "new", *slots[at:]]), -1.0))
        protected = {word for word in range(size) if random.random() < 0.15}
        barriers = {word for word in range(size - 1) if random.random() < 0.1}
        finder = Finder(tmp_path, "patterns", [*entries, ("decoy", "x", 0.0)])
        tree = Tree(" ".join(f"s{i}" for i in range(size)), " ".join(tags), heads)
        units = finder.find(tree, sorted(protected), sorted(barriers))
        expected, matched, gapped = [], 0, 0
        for begin, end, pattern, fillers, contiguous in patterns:
            carried = {word for filler in fillers.values() for word in filler}
            span = set(range(begin, end))
            kept = {int(word[1:]) for word in pattern.split() if word.startswith("s")}
            if pattern not in chosen or kept & protected:
                continue
            matched += 1
            if not contiguous:
                gapped += 1
                continue
            assert span == kept | carried
            (target,) = (target for source, target, _ in entries if source == pattern)
            tokens = [token for word in target.split() for token in fillers.get(word, (-1,))]
            words = " ".join("new" if token < 0 else f"s{token}" for token in tokens)
            # Outside of the unit all stays where it is.
            now = [*range(begin), *tokens, *range(end, size)]
            neighbours = set(pairwise(now))
            torn = any(
                (left, left + 1) not in neighbours
                for left in range(size - 1)
                if {left, left + 1} <= protected
            )
            if not torn and not any(begin <= place < end - 1 for place in barriers):
                expected.append((begin, end, words, tokens))
        assert sorted(targets(units)) == sorted(expected), (tags, heads, entries, protected)
        counts = units.pattern_counts
        assert (counts.found, counts.matched, counts.gapped) == (len(patterns), matched, gapped)
        made += len(expected)
        totals["gapped"] += gapped
        totals["reordered"] += sum(
            [t for t in tokens if t >= 0] != sorted(t for t in tokens if t >= 0)
            for _, _, _, tokens in expected
        )
    assert made > 200
    assert min(totals["gapped"], totals["reordered"]) > 20
