"""Concord: words of an English sentence that should agree with each other and do not."""

from __future__ import annotations

from collections.abc import Sequence

from otherwords.text.analysis import Analysis

_SINGULAR = frozenset(["a", "an", "another", "each", "every", "this", "that"])  # before nouns
_PLURAL = frozenset(["both", "few", "many", "several", "these", "those"])
_PLURAL_SUBJECTS = frozenset(["they", "we", "you", "these", "those"])
_SINGULAR_SUBJECTS = frozenset(["he", "she", "it", "this", "that"])
_SINGULAR_VERBS = frozenset(["is", "was", "has", "does", "'s"])
_PLURAL_VERBS = frozenset(["are", "were", "have", "do", "'re", "'ve"])
_FINITE = frozenset(("VBZ", "VBP", "VBD"))


def discords(words: Sequence[str], analysis: Analysis) -> list[tuple[int, int]]:
    """Pairs of words that do not agree: `these car`, `they goes`, `can goes`, `to went`."""
    lower = [word.lower() for word in words]
    joined = {
        head
        for head, relation in zip(analysis.heads, analysis.relations, strict=True)
        if relation == "conj"
    }
    found = []
    for place, (head, relation) in enumerate(zip(analysis.heads, analysis.relations, strict=True)):
        if relation == "det":
            wrong = _is_odd_noun(lower[place], analysis.tags[head])
        elif relation in {"nsubj", "nsubjpass"} and place not in joined:
            wrong = _is_odd_subject(place, head, lower, analysis)
        elif relation == "aux" and analysis.tags[place] in {"MD", "TO"}:
            wrong = analysis.tags[head] in _FINITE and not _has_helper(place, head, analysis)
        else:
            wrong = False
        if wrong:
            found.append((place, head))
    return found


def _is_odd_noun(determiner: str, tag: str) -> bool:
    return (determiner in _SINGULAR and tag == "NNS") or (determiner in _PLURAL and tag == "NN")


def _is_odd_subject(subject: int, verb: int, lower: Sequence[str], analysis: Analysis) -> bool:
    plural = analysis.tags[subject] == "NNS" or lower[subject] in _PLURAL_SUBJECTS
    singular = analysis.tags[subject] == "NN" or lower[subject] in _SINGULAR_SUBJECTS
    helpers = [
        place
        for place, (head, relation) in enumerate(
            zip(analysis.heads, analysis.relations, strict=True)
        )
        if head == verb and relation in {"aux", "auxpass"} and place != verb
    ]
    finite = helpers[0] if helpers else verb
    word, tag = lower[finite], analysis.tags[finite]
    if plural and not singular:
        return word in _SINGULAR_VERBS or (tag == "VBZ" and word not in _PLURAL_VERBS)
    if singular and not plural:
        return word in _PLURAL_VERBS or (tag == "VBP" and word not in _SINGULAR_VERBS)
    return False


def _has_helper(modal: int, verb: int, analysis: Analysis) -> bool:
    """Whether another verb stands between a modal and the head of both."""
    return any(
        analysis.heads[place] == verb and analysis.relations[place] in {"aux", "auxpass"}
        for place in range(modal + 1, verb)
    )
