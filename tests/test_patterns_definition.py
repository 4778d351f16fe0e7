"""Induction of patterns against the algorithms of the paper, set by set of words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from otherwords.align.columns import bitext, links
from otherwords.learn.patterns.induction import PatternOptions, induce
from tests.alignments import LinkSet, text_of

SLOTS = {"NN", "VBD", "JJ"}
TAGS = (*sorted(SLOTS), "NN", "IN")
Row = tuple[str, str, bytes]
Tree = tuple[list[str], list[int]]  # tags and heads


def random_tree(random: Random) -> Tree:
    """Most trees have no arcs that cross: only there are patterns that count."""
    size = random.randint(1, 7)
    heads = list(range(size))

    def hang(begin: int, end: int, above: int | None) -> None:
        """Makes a tree of these words under another word."""
        root = random.randrange(begin, end)
        heads[root] = root if above is None else above
        for first, last in ((begin, root), (root + 1, end)):
            while first < last:
                cut = random.randint(first + 1, last)
                hang(first, cut, root)
                first = cut

    hang(0, size, None)
    if random.random() < 0.2:
        word, head = random.randrange(size), random.randrange(size)
        if not is_below(heads, head, word):
            heads[word] = head
    return random.choices(TAGS, k=size), heads


def random_alignment(random: Random, words: int, others: int) -> LinkSet:
    """About one link a word, nearly in order."""
    places = [word * others // words for word in range(words)]
    if random.random() < 0.5:
        random.shuffle(places)
    some = {(word, place) for word, place in enumerate(places) if random.random() < 0.9}
    more = random.choices([(word, other) for word in range(words) for other in range(others)], k=2)
    return frozenset(some.union(more[: random.randint(0, 2)]))


def is_below(heads: list[int], word: int, above: int) -> bool:
    while word != above:
        if heads[word] == word:
            return False
        word = heads[word]
    return True


def is_run(words: set[int]) -> bool:
    return max(words) - min(words) + 1 == len(words)


def expected_rows(tree: Tree, others: int, alignment: LinkSet) -> Iterator[Row]:
    tags, heads = tree
    for root in range(len(tags)):
        subtree = {word for word in range(len(tags)) if is_below(heads, word, root)}
        for size in range(1, len(subtree)):
            for kept in map(set, combinations(sorted(subtree), size)):
                if root in kept and all(word == root or heads[word] in kept for word in kept):
                    yield from expected_row(tree, subtree, kept, others, alignment)


def expected_row(
    tree: Tree, subtree: set[int], kept: set[int], others: int, alignment: LinkSet
) -> Iterator[Row]:
    tags, heads = tree
    branches = {
        head: {word for word in subtree if is_below(heads, word, head)}
        for head in subtree - kept
        if heads[head] in kept
    }
    content = {word for word in kept if tags[word] != "IN"}
    linked = {word for word, _ in alignment}
    if (
        not all(tags[head] in SLOTS for head in branches)
        or not content & linked
        or not all(map(is_run, [subtree, *branches.values()]))
    ):
        return
    items: list[tuple[str, int]] = []  # a word by its place, or a slot by the head of its branch
    for other in range(others):
        words = {word for word, place in alignment if place == other} & subtree
        if not words:
            continue
        if words <= kept:
            items.append(("word", other))
            continue
        of = [head for head, branch in branches.items() if words <= branch]
        if not of:
            return
        if items[-1:] != [("slot", of[0])]:
            items.append(("slot", of[0]))
    if sorted(head for kind, head in items if kind == "slot") != sorted(branches):
        return
    names: dict[int, str] = {}
    for kind, head in items:
        if kind == "slot":
            same = sum(tags[known] == tags[head] for known in names)
            names[head] = f"[{tags[head]}_{same + 1}]"
    shown = sorted(kept | set(branches))
    packed = [
        (shown.index(word), items.index(("word", other)))
        for word, other in sorted(alignment)
        if word in kept
    ]
    yield (
        " ".join(names.get(word, f"s{word}") for word in shown),
        " ".join(names[at] if kind == "slot" else f"t{at}" for kind, at in items),
        bytes(place for link in packed for place in link),
    )


def test_pairs_are_those_of_the_paper() -> None:
    random = Random(1)
    sizes: Counter[int] = Counter()
    for _ in range(1500):
        tree = random_tree(random)
        tags, heads = tree
        others = random.randint(1, 9)
        alignment = random_alignment(random, len(tags), others)
        found = induce(
            bitext(
                [" ".join(f"s{i}" for i in range(len(tags)))],
                [" ".join(f"t{i}" for i in range(others))],
            ),
            links([text_of(alignment)]),
            [" ".join(tags)],
            [" ".join(map(str, heads))],
            PatternOptions(slots=6, patterns=1000),
            threads=1,
        )
        rows = [
            (row["pattern"], row["pivot_pattern"], row["alignment"])
            for row in found.pairs.to_pylist()
            for _ in range(row["count"])
        ]
        expected = Counter(expected_rows(tree, others, alignment))
        assert Counter(rows) == expected, (tree, others, alignment)
        sizes.update(pattern.count("[") for pattern, _, _ in expected)
    assert min(sizes[slots] for slots in (1, 2, 3)) > 20
