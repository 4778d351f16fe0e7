"""WordNet's database files: senses, what is near them, and opposites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of

#: The files, and the letter that pointers name each by.
DATABASE = {"data.noun": "n", "data.verb": "v", "data.adj": "a", "data.adv": "r"}
#: The files that say in which order the senses of a word come: the most frequent one first.
INDEX = {"index.noun": "n", "index.verb": "v", "index.adj": "a", "index.adv": "r"}

# Pointers to what is more general or more special, similar, derived, or goes along with it.
_NEAR = frozenset(["@", "@i", "~", "~i", "&", "+", "\\", "^", "*", "="])
_OPPOSITE = "!"


@dataclass(frozen=True)
class Synset:
    """Words that share a sense.

    Attributes:
        key: The file's letter and the place in it.
        words: In lower case, with blanks between the words of one.
        near: Keys of senses near this one.
        opposites: For each pointer to an opposite: the number of the word that has it (from 1 on,
            0 for all), the key of the other sense and the number of the word there.
    """

    key: str
    words: list[str]
    near: list[str]
    opposites: list[tuple[int, str, int]]


def read_synsets(folder: Path) -> Iterator[Synset]:
    """All synsets. Raises FormatError for a file that is not of WordNet."""
    for name, letter in DATABASE.items():
        for place, line in _lines(folder / name):
            try:
                yield _synset(letter, line.partition(" | ")[0].split())
            except (IndexError, ValueError):
                raise FormatError(
                    f"{place}: not a line of WordNet's database; "
                    f"take the files {', '.join(DATABASE)} of version 3"
                ) from None


def first_synsets(folder: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Each word, the letter of its file, and the words of its most frequent synset, once each.
    Raises FormatError for a file that is not of WordNet.
    """
    synsets = {synset.key: synset.words for synset in read_synsets(folder)}
    for name, letter in INDEX.items():
        for place, line in _lines(folder / name):
            fields = line.split()
            try:
                senses, pointers = int(fields[2]), int(fields[3])
                if len(fields) != 6 + pointers + senses:
                    raise ValueError
                members = synsets[letter + fields[6 + pointers]]
            except (IndexError, KeyError, ValueError):
                raise FormatError(
                    f"{place}: not a line of WordNet's index, or of another version than "
                    f"{', '.join(DATABASE)}; take all files of version 3"
                ) from None
            yield fields[0].lower().replace("_", " "), letter, list(dict.fromkeys(members))


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """Where each line of a file is, and the line, but for those of the licence."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.startswith(b"  "):
                continue
            place = f"{name_of(path)}:{number}"
            try:
                yield place, line.decode("utf-8")
            except UnicodeDecodeError:
                raise FormatError(f"{place}: not UTF-8; take the files of version 3") from None


def opposites_in(folder: Path) -> frozenset[tuple[str, str]]:
    """Single words that are opposites; verbs and nouns also with the regular endings."""
    synsets = {synset.key: synset for synset in read_synsets(folder)}
    pairs = set()
    for synset in synsets.values():
        endings = {"n": ["s"], "v": ["s", "ed", "ing"]}.get(synset.key[0], [])
        for own, key, place in synset.opposites:
            there = synsets[key].words if key in synsets else []
            for one in synset.words[own - 1 : own]:
                for other in there[place - 1 : place]:
                    if " " not in one + other:
                        pairs.add((one, other))
                        pairs.update((_inflected(one, e), _inflected(other, e)) for e in endings)
    return frozenset(pairs)


def _inflected(word: str, ending: str) -> str:
    if word.endswith("e") and ending != "s":
        return word[:-1] + ending
    if word.endswith("y") and ending != "ing" and word[-2:-1] not in "aeiou":
        return word[:-1] + {"s": "ies", "ed": "ied"}[ending]
    return word + ending


def _synset(letter: str, fields: list[str]) -> Synset:
    size = int(fields[3], 16)
    words = [
        re.sub(r"\(\w+\)$", "", word).lower().replace("_", " ")
        for word in fields[4 : 4 + 2 * size : 2]
    ]
    near, opposites = [], []
    begin = 5 + 2 * size
    for at in range(begin, begin + 4 * int(fields[begin - 1]), 4):
        symbol, place, kind, ends = fields[at : at + 4]
        key = ("a" if kind == "s" else kind) + place
        if symbol in _NEAR:
            near.append(key)
        elif symbol == _OPPOSITE:
            opposites.append((int(ends[:2], 16), key, int(ends[2:], 16)))
    return Synset(letter + fields[0], words, near, opposites)
