"""The forms of verbs and nouns, by LemmInflect; so that nothing of it is needed at run time."""

from __future__ import annotations

from collections.abc import Iterator

from otherwords.learn.inflecting import lemminflect

#: The Penn tags of the forms of a verb, and of a noun.
VERB_TAGS = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
NOUN_TAGS = ("NN", "NNS")

_SHARE = 0.02  # least share of a number of a noun, for its form to be one that people use


def forms_of_verb(lemma: str) -> Iterator[tuple[str, str]]:
    """Tags with forms."""
    yield from _forms(lemma, VERB_TAGS)


def forms_of_noun(lemma: str, seen: int, plurals: int) -> Iterator[tuple[str, str]]:
    """Tags with forms; of a noun that is hardly seen in one number (`advice`), only the other.

    Args:
        lemma: The noun.
        seen: How often it was seen,
        plurals: and how often of these in the plural.
    """
    shares = {"NN": (seen - plurals) / seen, "NNS": plurals / seen}
    yield from _forms(lemma, [tag for tag in NOUN_TAGS if shares[tag] >= _SHARE])


def _forms(lemma: str, tags: tuple[str, ...] | list[str]) -> Iterator[tuple[str, str]]:
    inflect = lemminflect()
    for tag in tags:
        found = inflect.getInflection(lemma, tag)
        if found:
            yield tag, found[0].lower()
