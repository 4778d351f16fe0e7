"""Which templates say the same: those whose slots articles about one event fill alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from otherwords.baselines.templates import Partner, Piece, Template
from otherwords.learn.templates.lattices import Lattice
from otherwords.text.function_words import function_words

_MEETINGS = 100  # pairs of sentences to look at
_PARTNERS = 10
_HEAVY = 2.0  # names and numbers say more than other words


def pair_lattices(
    lattices: Sequence[Lattice], *, overlap: float, meetings: int, language: str
) -> list[Template]:
    """The templates of lattices, with their partners."""
    meeting = _meetings(lattices)
    skipped = function_words(language)
    partners: dict[int, list[Partner]] = defaultdict(list)
    for (one, other), pairs in meeting.items():
        if len(pairs) < meetings or one == other:
            continue
        shares = _shares(lattices[one], lattices[other], pairs, skipped)
        for source, target, table in [
            (one, other, shares),
            (other, one, [list(column) for column in zip(*shares, strict=True)]),
        ]:
            found = _partner(target, table, len(lattices[target].template.slots), overlap)
            if found is not None:
                partners[source].append(found)
    return [
        replace(
            lattice.template,
            partners=tuple(
                sorted(partners[number], key=lambda each: (-each.score, each.template))[:_PARTNERS]
            ),
        )
        for number, lattice in enumerate(lattices)
    ]


def _meetings(lattices: Sequence[Lattice]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """For each two lattices the sentences of different articles about the same event."""
    by_event: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, lattice in enumerate(lattices):
        for place, told in enumerate(lattice.sentences):
            by_event[told.event].append((number, place))
    found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for said in by_event.values():
        for (one, first), (other, second) in product(said, said):
            if one >= other or len(found[one, other]) >= _MEETINGS:
                continue
            articles = lattices[one].sentences[first], lattices[other].sentences[second]
            if articles[0].article != articles[1].article:
                found[one, other].append((first, second))
    return dict(found)


def _shares(
    one: Lattice, other: Lattice, pairs: Sequence[tuple[int, int]], skipped: frozenset[str]
) -> list[list[float]]:
    """For each slot of one and of the other the mean share of words that they have in common."""
    shares = []
    for slot in range(len(one.template.slots)):
        line = []
        for place in range(len(other.template.slots)):
            each = (
                _overlap(one.fillers[first][slot], other.fillers[second][place], skipped)
                for first, second in pairs
            )
            line.append(sum(each) / len(pairs))
        shares.append(line)
    return shares


def _overlap(one: Sequence[Piece], other: Sequence[Piece], skipped: frozenset[str]) -> float:
    first, second = (dict(_weighed(pieces, skipped)) for pieces in (one, other))
    both = max(sum(first.values()), sum(second.values()))
    return sum(first[word] for word in first.keys() & second.keys()) / both if both else 0.0


def _weighed(pieces: Sequence[Piece], skipped: frozenset[str]) -> Iterator[tuple[str, float]]:
    for piece in pieces:
        for word in piece.word.split(" "):
            if word not in skipped and any(character.isalnum() for character in word):
                yield word, _HEAVY if piece.kind else 1.0


def _partner(
    target: int, shares: Sequence[Sequence[float]], slots: int, overlap: float
) -> Partner | None:
    """The target as a partner, if each of its slots can be filled by another one of the source:
    on the whole as alike as is asked for, and each at least half as much.
    """
    ranked = sorted(
        (-share, slot, place)
        for slot, line in enumerate(shares)
        for place, share in enumerate(line)
    )
    chosen: dict[int, tuple[int, float]] = {}
    used: set[int] = set()
    for loss, slot, place in ranked:
        if -loss >= overlap / 2 and place not in chosen and slot not in used:
            chosen[place] = slot, -loss
            used.add(slot)
    if len(chosen) < slots:
        return None
    filled = [chosen[place] for place in range(slots)]
    score = sum(share for _, share in filled) / slots
    if score < overlap:
        return None
    return Partner(target, tuple(slot for slot, _ in filled), score)
