"""What the published definitions say, written down as they stand; slow and plain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

Link = tuple[int, int]
LinkSet = frozenset[Link]
Span = tuple[int, int]

_NEIGHBOURS = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]


def text_of(links: LinkSet) -> str:
    """The links as Pharaoh writes them."""
    return " ".join(f"{s}-{t}" for s, t in sorted(links))


@st.composite
def aligned(draw: st.DrawFn, longest: int = 7) -> tuple[int, int, LinkSet]:
    """The lengths of two sentences, and links between them."""
    sources = draw(st.integers(0, longest))
    targets = draw(st.integers(0, longest))
    points = [(s, t) for s in range(sources) for t in range(targets)]
    chosen = draw(st.sets(st.sampled_from(points), max_size=sources + targets)) if points else ()
    return sources, targets, frozenset(chosen)


def consistent_spans(
    sources: int, targets: int, links: LinkSet, *, longest: int = 7, tight: bool = False
) -> set[tuple[Span, Span]]:
    """All pairs of spans that are consistent with an alignment (Och, Tillmann and Ney 1999)."""

    def spans(length: int) -> Iterator[Span]:
        return ((b, e) for b in range(length) for e in range(b + 1, min(length, b + longest) + 1))

    found = set()
    for (sb, se), (tb, te) in product(spans(sources), spans(targets)):
        inside = {(s, t) for s, t in links if sb <= s < se and tb <= t < te}
        leaving = {(s, t) for s, t in links if (sb <= s < se) != (tb <= t < te)}
        if not inside or leaving:
            continue
        if tight and not (
            {sb, se - 1} <= {s for s, _ in inside} and {tb, te - 1} <= {t for _, t in inside}
        ):
            continue
        found.add(((sb, se), (tb, te)))
    return found


def cept_count(source: Span, target: Span, links: LinkSet) -> int:
    """The number of sets of words that links connect, and of words without a link, in two spans."""
    words = {("s", i) for i in range(*source)} | {("t", j) for j in range(*target)}
    cepts = 0
    while words:
        cepts += 1
        reached = {words.pop()}
        while reached:
            side, place = reached.pop()
            if side == "s":
                linked = {("t", t) for s, t in links if s == place}
            else:
                linked = {("s", s) for s, t in links if t == place}
            reached |= linked & words
            words -= linked
    return cepts


def grow_diag(forward: LinkSet, reverse: LinkSet, sources: int, targets: int) -> set[Link]:
    """GROW-DIAG as Koehn, Och and Marcu (2003) and the manual of Moses have it."""
    either = forward | reverse
    links = set(forward & reverse)
    while True:
        before = len(links)
        for s in range(sources):
            for t in range(targets):
                if (s, t) not in links:
                    continue
                for ds, dt in _NEIGHBOURS:
                    new = (s + ds, t + dt)
                    free = new[0] not in {a for a, _ in links} or new[1] not in {
                        b for _, b in links
                    }
                    if free and new in either:
                        links.add(new)
        if len(links) == before:
            return links


def final_and(links: set[Link], direction: LinkSet) -> set[Link]:
    """FINAL-AND of the same."""
    links = set(links)
    for s, t in sorted(direction):
        if s not in {a for a, _ in links} and t not in {b for _, b in links}:
            links.add((s, t))
    return links


def model1(
    pairs: list[tuple[list[str], list[str]]], iterations: int
) -> dict[tuple[str, str], float]:
    """t(target word | source word) by expectation maximisation (Brown et al. 1993)."""
    together = {(s, t) for source, target in pairs for s in ["", *source] for t in target}
    targets = {t for _, t in together}
    table = dict.fromkeys(together, 1 / max(1, len(targets)))
    for _ in range(iterations):
        counts: defaultdict[tuple[str, str], float] = defaultdict(float)
        totals: defaultdict[str, float] = defaultdict(float)
        for source, target in pairs:
            for t in target:
                norm = sum(table[s, t] for s in ["", *source])
                for s in ["", *source]:
                    counts[s, t] += table[s, t] / norm
                    totals[s] += table[s, t] / norm
        table = {(s, t): counts[s, t] / totals[s] for s, t in together}
    return table
