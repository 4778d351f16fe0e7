"""From aligned sentences to a template: the backbone, and what stands between its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from otherwords.baselines.templates import Choice, Element, Piece, Slot, Template
from otherwords.learn.templates.aligning import align_all

_LEAST_WORDS = 3  # of a template, for it to say anything


class Told(NamedTuple):
    """A sentence of an article, and the event that this tells of."""

    pieces: Sequence[Piece]
    event: str
    article: str


@dataclass(frozen=True)
class Lattice:
    """A template with what the sentences of its cluster have in its slots.

    Attributes:
        template: What they have in common.
        sentences: Of the cluster.
        fillers: For each sentence and slot, its pieces.
    """

    template: Template
    sentences: Sequence[Told]
    fillers: Sequence[Sequence[Sequence[Piece]]]


def lattice_of(sentences: Sequence[Told], *, backbone: float, synonymy: float) -> Lattice | None:
    """What sentences have in common; None if that is too little."""
    labels = [[piece.label for piece in told.pieces] for told in sentences]
    columns = align_all(labels)
    least = backbone * len(sentences)
    elements: list[Element] = []
    fillers: list[list[list[Piece]]] = [[] for _ in sentences]
    ends = [0] * len(sentences)  # behind the last word that is part of the backbone
    for column in columns:
        counts = Counter(
            labels[number][place] for number, place in enumerate(column) if place is not None
        )
        label, most = min(counts.items(), key=lambda each: (-each[1], each[0]))
        if most <= least:
            continue
        # Where a sentence has another word or none, what it has comes before this one.
        starts = [
            place if place is not None and labels[number][place] == label else None
            for number, place in enumerate(column)
        ]
        _add_region(elements, fillers, sentences, ends, starts, backbone, synonymy)
        _add_node(elements, fillers, sentences, label, starts)
        ends = [ends[number] if start is None else start + 1 for number, start in enumerate(starts)]
    lengths = [len(each) for each in labels]
    _add_region(elements, fillers, sentences, ends, lengths, backbone, synonymy)
    template = Template(tuple(elements), len(sentences))
    if len(template.words) < _LEAST_WORDS or not template.slots:
        return None
    return Lattice(template, sentences, fillers)


def _add_region(
    elements: list[Element],
    fillers: list[list[list[Piece]]],
    sentences: Sequence[Told],
    begins: Sequence[int],
    ends: Sequence[int | None],
    backbone: float,
    synonymy: float,
) -> None:
    """What stands between two nodes of the backbone: nothing, a choice, or a slot.

    A choice has what most sentences have there: else the template would say something that most
    of them did not.
    """
    regions: list[list[Piece]] = [
        [] if end is None else list(told.pieces[begin:end])
        for told, begin, end in zip(sentences, begins, ends, strict=True)
    ]
    known = [region for region, end in zip(regions, ends, strict=True) if end is not None]
    nexts = Counter(region[0].label if region else "" for region in known)
    if not nexts or set(nexts) == {""}:
        return
    _, most = nexts.most_common(1)[0]
    wordings = Counter(tuple(piece.label for piece in region) for region in known)
    frequent = sorted(
        (
            (wording, count)
            for wording, count in wordings.items()
            if count >= synonymy * len(known) and not any(word.startswith("<") for word in wording)
        ),
        key=lambda each: (-each[1], each[0]),
    )
    covered = sum(count for _, count in frequent)
    if most <= synonymy * len(known) or covered <= backbone * len(known):
        elements.append(Slot())
        for filled, region in zip(fillers, regions, strict=True):
            filled.append(region)
        return
    choice: Choice = tuple(wording for wording, _ in frequent)
    if choice != ((),):
        elements.append(choice)


def _add_node(
    elements: list[Element],
    fillers: list[list[list[Piece]]],
    sentences: Sequence[Told],
    label: str,
    places: Sequence[int | None],
) -> None:
    """A word of the backbone; a name or a number is a slot of its kind."""
    if not label.startswith("<"):
        elements.append(label)
        return
    elements.append(Slot(label[1:-1]))
    for filled, told, place in zip(fillers, sentences, places, strict=True):
        filled.append([] if place is None else [told.pieces[place]])
