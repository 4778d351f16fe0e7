"""All forms of an entry: both sides inflected alike, so that they agree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from otherwords.learn.dictionary.entries import MARK, PERSONS, Entry
from otherwords.learn.inflecting import lemminflect

#: What `one's` and `oneself` stand for.
_BY_PERSON = (
    ("my", "myself"),
    ("your", "yourself"),
    ("your", "yourselves"),
    ("his", "himself"),
    ("her", "herself"),
    ("its", "itself"),
    ("our", "ourselves"),
    ("their", "themselves"),
)
_TAGS = {"V": ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG"), "N": ("NN", "NNS")}
#: The forms of `be` differ by person, too; others have the same form for all of these.
_BE = {
    "VB": ("be",),
    "VBP": ("are", "am"),
    "VBZ": ("is",),
    "VBD": ("was", "were"),
    "VBN": ("been",),
    "VBG": ("being",),
}


def forms_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """Source and target in all forms, each pair once."""
    seen = set()
    for source, target in _persons(entry.source, entry.target):
        for pair in _inflected(entry.kind, source, target):
            if pair not in seen and pair[0] != pair[1]:
                seen.add(pair)
                yield pair


def _persons(source: str, target: str) -> Iterator[tuple[str, str]]:
    words = {*source.split(" "), *target.split(" ")}
    if not words & PERSONS:
        yield source, target
        return
    for whose, self in _BY_PERSON:
        yield _in_person(source, whose, self), _in_person(target, whose, self)


def _in_person(text: str, whose: str, self: str) -> str:
    person = {"one's": whose, "oneself": self}
    return " ".join(person.get(word, word) for word in text.split(" "))


def _inflected(kind: str, source: str, target: str) -> Iterator[tuple[str, str]]:
    tags = _TAGS.get(kind)
    if tags is None:
        yield source.replace(MARK, ""), target.replace(MARK, "")
        return
    before, old, behind = _parts(kind, source)
    new_before, new, new_behind = _parts(kind, target)
    for tag in tags:
        for form, new_form in _pairs(old, new, tag):
            yield before + form + behind, new_before + new_form + new_behind


def _parts(kind: str, text: str) -> tuple[str, str, str]:
    """What stands before the word that is inflected, this word, and what stands behind it."""
    words = text.split(" ")
    marked = [place for place, word in enumerate(words) if word.endswith(MARK)]
    usual = 0 if kind == "V" else len(words) - 1
    place = marked[0] if marked else usual
    before = "".join(f"{word} " for word in words[:place])
    behind = "".join(f" {word}" for word in words[place + 1 :])
    return before, words[place].removesuffix(MARK), behind


def _pairs(old: str, new: str, tag: str) -> Iterator[tuple[str, str]]:
    forms, new_forms = _forms(old, tag), _forms(new, tag)
    if len(forms) == len(new_forms):
        yield from zip(forms, new_forms, strict=True)
        return
    for form in forms:
        for new_form in new_forms:
            yield form, new_form


@cache
def _forms(lemma: str, tag: str) -> tuple[str, ...]:
    if lemma == "be" and tag in _BE:
        return _BE[tag]
    if tag in {"VB", "VBP", "NN"}:
        return (lemma,)
    return tuple(form.lower() for form in lemminflect().getInflection(lemma, tag)[:1])
