"""Paths between two nouns in dependency trees: the patterns of DIRT (Lin and Pantel 2001).

A path leads from a noun up to a verb and down to another noun. It is told by the lemmas on it in
the order of the sentence, with X and Y for the two nouns, `be` before a passive verb, and the
relations of both ends: `X find solution to Y (nsubj, pobj)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from otherwords.learn import parts

_LONGEST = 4  # words between the nouns
_NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))
# What says nothing of how two nouns belong together.
_LOOSE = frozenset(("punct", "conj", "cc", "appos", "ROOT", "dep", "meta", "parataxis", "nmod"))


def extract_paths(source: str, output: str) -> None:
    """Writes the paths of a part: columns path, x and y, a row for each place.

    Args:
        source: The analysis of the part.
        output: A Parquet file.
    """
    import pyarrow

    columns = parts.read(source, ["tags", "lemmas", "heads", "relations"]).to_pydict()
    rows = [
        row
        for sentence in zip(*columns.values(), strict=True)
        for row in paths_of(*(each.split() for each in sentence))
    ]
    names = ("path", "x", "y")
    arrays = {
        name: pyarrow.array([row[i] for row in rows], pyarrow.string())
        for i, name in enumerate(names)
    }
    parts.write_table(pyarrow.table(arrays), output)


def paths_of(
    tags: Sequence[str], lemmas: Sequence[str], heads: Sequence[str], relations: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """The paths of a sentence with the lemmas at their ends, each in both directions."""
    above = [int(head) for head in heads]
    ways = {
        place: way
        for place, tag in enumerate(tags)
        if tag in _NOUNS and (way := _way_up(place, above, tags, relations))
    }
    for x, up in ways.items():
        for y, down in ways.items():
            if x == y or up[-1] != down[-1]:
                continue
            inner = {*up[1:], *down[1:]}
            if len(inner) > _LONGEST or x in inner or y in inner:
                continue
            if len(inner) != len(up) + len(down) - 3:
                continue  # they meet before the verb
            yield _text(x, y, inner, lemmas, relations), lemmas[x].lower(), lemmas[y].lower()


def _way_up(
    place: int, above: Sequence[int], tags: Sequence[str], relations: Sequence[str]
) -> list[int]:
    """The places from a noun up to the first verb; nothing if there is none near."""
    way = [place]
    while not (len(way) > 1 and tags[way[-1]].startswith("VB")):
        if relations[way[-1]] in _LOOSE or len(way) > _LONGEST or above[way[-1]] == way[-1]:
            return []
        way.append(above[way[-1]])
    return way


def _text(x: int, y: int, inner: set[int], lemmas: Sequence[str], relations: Sequence[str]) -> str:
    passive = any(relations[end] == "nsubjpass" for end in (x, y))
    words = []
    for place in sorted({x, y, *inner}):
        if place in (x, y):
            words.append("X" if place == x else "Y")
            continue
        if passive and relations[place] not in {"prep", "agent", "pobj", "dobj"}:
            words.append("be")
            passive = False
        words.append(lemmas[place].lower())
    return f"{' '.join(words)} ({relations[x]}, {relations[y]})"
