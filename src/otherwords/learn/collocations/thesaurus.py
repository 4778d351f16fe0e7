"""What WordNet says of verbs and of nouns: synonyms, words near each other, opposites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from otherwords.files import replacing
from otherwords.learn.collocations.extraction import word_id
from otherwords.learn.plan.collocating import NEAR, OPPOSITES, SYNONYMS
from otherwords.learn.wordnet import Synset, read_synsets
from otherwords.learn.words import OPPOSITES as KNOWN_OPPOSITES

_LETTERS = {"verb": "v", "noun": "n"}


def relate(
    wordnet: Path | None, language: str, verbs: Sequence[str], nouns: Sequence[str], output: Path
) -> int:
    """Writes which of these verbs and nouns have to do with each other.

    Args:
        wordnet: WordNet's folder; without it only a list of opposites is known.
        language: Of the words.
        verbs: Lemmas.
        nouns: Lemmas.
        output: A Parquet file of first_id, second_id and grade, with both orders of each pair.

    Returns:
        How many pairs there are.
    """
    import pyarrow
    import pyarrow.parquet

    grades: dict[tuple[int, int], int] = {}
    synsets = list(read_synsets(wordnet)) if wordnet is not None else []
    for kind, words in (("verb", verbs), ("noun", nouns)):
        wanted = {word: word_id(kind, word) for word in words}
        own = {synset.key: synset for synset in synsets if synset.key[0] == _LETTERS[kind]}
        for one, other, grade in (
            *_near(own, wanted),
            *_synonyms(own, wanted),
            *((one, other, OPPOSITES) for one, other in KNOWN_OPPOSITES.get(language, ())),
            *_opposites(own),
        ):  # what is said last holds
            if one in wanted and other in wanted and one != other:
                grades[wanted[one], wanted[other]] = grade
                grades[wanted[other], wanted[one]] = grade
    rows = sorted((*pair, grade) for pair, grade in grades.items())
    names = ("first_id", "second_id", "grade")
    columns = {
        name: pyarrow.array([row[place] for row in rows], pyarrow.int64())
        for place, name in enumerate(names)
    }
    with replacing(output) as file:
        pyarrow.parquet.write_table(pyarrow.table(columns), file)
    return len(rows) // 2


_Graded = Iterator[tuple[str, str, int]]


def _synonyms(synsets: dict[str, Synset], wanted: dict[str, int]) -> _Graded:
    for synset in synsets.values():
        words = [word for word in synset.words if word in wanted]
        yield from ((one, other, SYNONYMS) for one, other in combinations(words, 2))


def _near(synsets: dict[str, Synset], wanted: dict[str, int]) -> _Graded:
    for synset in synsets.values():
        words = [word for word in synset.words if word in wanted]
        for key in synset.near if words else ():
            others = synsets[key].words if key in synsets else []
            yield from ((one, other, NEAR) for one in words for other in others)


def _opposites(synsets: dict[str, Synset]) -> _Graded:
    for synset in synsets.values():
        for place, key, other_place in synset.opposites:
            if key in synsets:
                words = synset.words[place - 1 : place] if place else synset.words
                others = synsets[key].words
                others = others[other_place - 1 : other_place] if other_place else others
                yield from ((one, other, OPPOSITES) for one in words for other in others)
