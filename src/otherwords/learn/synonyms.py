"""WordNet's synonyms as entries of a table: inflected, and told apart by tags."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from otherwords._core import TableBuilder, WriteReport
from otherwords.learn.collocations.forms import NOUN_TAGS, VERB_TAGS
from otherwords.learn.inflecting import lemminflect
from otherwords.learn.wordnet import first_synsets
from otherwords.text.function_words import function_words

#: The Penn tags of the forms of words, by the letter of WordNet's file; signatures do not tell
#: degrees of adverbs apart.
_TAGS = {"n": NOUN_TAGS, "v": VERB_TAGS, "a": ("JJ", "JJR", "JJS"), "r": ("RB",)}
_BASE = {"NN", "VB", "JJ", "RB"}
_WORD = re.compile(r"[a-z][a-z'-]*")


class Synonym(NamedTuple):
    """A form of a word, a form of a member of its most frequent synset, the tag of both, and how
    many members there are with the word itself.
    """

    source: str
    target: str
    tag: str
    members: int


def synonyms_in(wordnet: Path, language: str = "en") -> Iterator[Synonym]:
    """What words can give way to. Function words have none: tags do not tell whether `has` is an
    auxiliary.
    """
    skipped = function_words(language)
    for lemma, letter, members in first_synsets(wordnet):
        others = [member for member in members if member != lemma]
        if not others or not _WORD.fullmatch(lemma):
            continue
        for tag in _TAGS[letter]:
            source = inflected(lemma, tag)
            if source is None or source in skipped:
                continue
            for other in others:
                target = inflected(other, tag)
                if target is not None and target != source:
                    yield Synonym(source, target, tag, len(others) + 1)


@cache
def inflected(lemma: str, tag: str) -> str | None:
    """The form of a word, or of a phrase: of the first word of verbs and the last one of others;
    None if there is none.
    """
    if tag in _BASE or (tag == "VBP" and lemma != "be"):
        return lemma
    first, _, rest = lemma.partition(" ")
    before, _, last = lemma.rpartition(" ")
    head = first if tag.startswith("V") else last
    if not _WORD.fullmatch(head):
        return None
    # Of degrees, only those that are known: rules would make `importanter`.
    found = lemminflect().getInflection(head, tag, inflect_oov=not tag.startswith("J"))
    if not found:
        return None
    form = str(found[0]).lower()
    words = (form, rest) if tag.startswith("V") else (before, form)
    return " ".join(word for word in words if word)


def write_synonyms(
    wordnet: Path, language: str, output: Path, *, scores: list[str], quantise: bool
) -> WriteReport:
    """Writes the table; each entry is as likely as the others of its synset."""
    found: dict[tuple[str, str], tuple[set[str], int]] = {}
    for source, target, tag, members in synonyms_in(wordnet, language):
        tags, fewest = found.get((source, target), (set(), members))
        found[source, target] = ({*tags, tag}, min(fewest, members))
    builder = TableBuilder(scores)
    for (source, target), (tags, members) in sorted(found.items()):
        builder.add(source, target, [-math.log(members)], tags=",".join(sorted(tags)))
    return builder.write(output, quantise=quantise)
