"""Verb-object pairs in analysed sentences, and what stands around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from otherwords.learn.words import empty_nouns

#: What stands between verb and noun in the text of a collocation.
OBJECT = "OBJ"

_OBJECT = "dobj"
_PARTICLE = "prt"
_PLURAL = "NNS"
_NOUNS = frozenset(("NN", _PLURAL))
_DETERMINERS = frozenset(("det", "poss", "nummod", "predet", "quantmod"))
_PREPOSITION = "prep"
_EMPTY = empty_nouns("en")  # whose tags and relations these are
# Who does it, how, what the object is like: what has such a relation to the verb or to the noun.
_AROUND = frozenset(("nsubj", "advmod", "amod", "compound", "npadvmod", "oprd"))


@dataclass(frozen=True, slots=True)
class Sentence:
    """An analysed sentence; see `Analysis`."""

    tags: list[str]
    lemmas: list[str]
    heads: list[int]
    relations: list[str]


def sentence_of(tags: str, lemmas: str, heads: str, relations: str) -> Sentence:
    """A sentence as an analysis step has it, with blanks between the items."""
    places = [int(head) for head in heads.split()]
    return Sentence(tags.split(), lemmas.split(), places, relations.split())


def has_objects(relations: str) -> bool:
    """Whether it is worth to look for verb-object pairs in a sentence."""
    return _OBJECT in relations


def objects_in(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """The places of verb and noun of each pair.

    Both are words of letters. A verb with a particle is another verb (`carry out work`), which no
    pair of two words stands for; and nouns that mean nothing by themselves do not count.
    """
    heads, relations = sentence.heads, sentence.relations
    arcs = list(zip(heads, relations, strict=True))
    phrasal = {head for head, relation in arcs if relation == _PARTICLE}
    for noun, (verb, relation) in enumerate(arcs):
        if (
            relation == _OBJECT
            and verb not in phrasal
            and sentence.tags[noun] in _NOUNS
            and sentence.tags[verb].startswith("VB")
            and _is_word(sentence.lemmas[noun])
            and sentence.lemmas[noun].lower() not in _EMPTY
            and _is_word(sentence.lemmas[verb])
        ):
            yield verb, noun


def lemmas_of(sentence: Sentence, verb: int, noun: int) -> tuple[str, str]:
    """The lemmas of both, in lower case."""
    return sentence.lemmas[verb].lower(), sentence.lemmas[noun].lower()


def spell(words: tuple[str, str]) -> str:
    """The text of a collocation of these lemmas: `promote OBJ trade`."""
    verb, noun = words
    return f"{verb} {OBJECT} {noun}"


def is_plural(sentence: Sentence, noun: int) -> bool:
    """Whether a noun is in the plural."""
    return sentence.tags[noun] == _PLURAL


def is_bare(sentence: Sentence, noun: int) -> bool:
    """Whether a noun in the singular has no article, nor anything in its place: `take action`."""
    return not is_plural(sentence, noun) and not any(
        head == noun and relation in _DETERMINERS
        for head, relation in zip(sentence.heads, sentence.relations, strict=True)
    )


def contexts_of(sentence: Sentence, verb: int, noun: int) -> Iterator[str]:
    """What stands around a pair: relation and lemma of what depends on verb or noun, with
    prepositions what they lead to.
    """
    heads, relations, lemmas = sentence.heads, sentence.relations, sentence.lemmas
    for place, (head, relation) in enumerate(zip(heads, relations, strict=True)):
        if place == verb:
            continue
        if head in (verb, noun) and relation in _AROUND:
            yield f"{relation} {lemmas[place].lower()}"
        elif relation == "pobj" and relations[head] == _PREPOSITION and heads[head] in (verb, noun):
            yield f"{lemmas[head].lower()} {lemmas[place].lower()}"


def _is_word(lemma: str) -> bool:
    return lemma.isascii() and lemma.isalpha() and len(lemma) > 1
