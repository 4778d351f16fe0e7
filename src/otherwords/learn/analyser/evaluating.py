"""How often two analyses agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from otherwords.text.analysis import Analysis

_OBJECT = "dobj"  # what spaCy's English models call a direct object


@dataclass(frozen=True)
class Agreement:
    """How far an analysis agrees with another one, which is taken as right; shares.

    Attributes:
        words: How many were compared.
        tags: Words with the right tag.
        lemmas: Words with the right lemma.
        heads: Words with the right head (unlabelled attachment).
        relations: Words with the right head and relation (labelled attachment).
        object_precision: Verb-object pairs that are right.
        object_recall: Right verb-object pairs that were found.
        entity_precision: Words in entities that are right, with their kind and beginning.
        entity_recall: Words in right entities that were found so.
    """

    words: int
    tags: float
    lemmas: float
    heads: float
    relations: float
    object_precision: float
    object_recall: float
    entity_precision: float
    entity_recall: float


def compare(found: Sequence[Analysis], right: Sequence[Analysis]) -> Agreement:
    """Compares analyses of the same sentences."""
    words = sum(len(each.tags) for each in right)
    objects = _precision_and_recall(_objects(found), _objects(right))
    entities = _precision_and_recall(_entities(found), _entities(right))
    return Agreement(
        words,
        tags=_share(_all(found, "tags"), _all(right, "tags")),
        lemmas=_share(_all(found, "lemmas"), _all(right, "lemmas")),
        heads=_share(_all(found, "heads"), _all(right, "heads")),
        relations=_share(
            zip(_all(found, "heads"), _all(found, "relations"), strict=True),
            zip(_all(right, "heads"), _all(right, "relations"), strict=True),
        ),
        object_precision=objects[0],
        object_recall=objects[1],
        entity_precision=entities[0],
        entity_recall=entities[1],
    )


def tag_accuracy(found: Iterable[Sequence[str]], right: Iterable[Sequence[str]]) -> float:
    """Share of words with the right tag."""
    return _share(chain.from_iterable(found), chain.from_iterable(right))


def _all(analyses: Sequence[Analysis], part: str) -> Iterable[object]:
    return chain.from_iterable(getattr(each, part) for each in analyses)


def _share(found: Iterable[object], right: Iterable[object]) -> float:
    same = [one == other for one, other in zip(found, right, strict=True)]
    return sum(same) / len(same) if same else 1.0


def _objects(analyses: Sequence[Analysis]) -> set[tuple[int, int, int]]:
    return {
        (number, head, word)
        for number, each in enumerate(analyses)
        for word, (head, relation) in enumerate(zip(each.heads, each.relations, strict=True))
        if relation == _OBJECT
    }


def _entities(analyses: Sequence[Analysis]) -> set[tuple[int, int, str]]:
    return {
        (number, word, entity)
        for number, each in enumerate(analyses)
        for word, entity in enumerate(each.entities)
        if entity
    }


def _precision_and_recall(
    found: set[tuple[int, int, int]] | set[tuple[int, int, str]],
    right: set[tuple[int, int, int]] | set[tuple[int, int, str]],
) -> tuple[float, float]:
    both = len(set(found) & set(right))
    return both / len(found) if found else 1.0, both / len(right) if right else 1.0
