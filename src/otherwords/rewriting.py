"""Rewriting: paraphrases of texts by a system that says whole sentences in other words."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from otherwords.baselines import Rewriter, Rewriting
from otherwords.paraphrases import Document, Edit, Paraphrase, Sentence, choose_diverse, size_of
from otherwords.settings import Settings
from otherwords.text.protection import Reason
from otherwords.text.surface import Replacement, Surface

_DEPTH = 20  # ways to look at where there is a budget
_KEPT = Reason.TERM | Reason.QUOTED  # what the user wants to stay


class Said(NamedTuple):
    """A sentence in other words: what it is worth, and its edits in the text."""

    score: float
    edits: tuple[Edit, ...]


def rewrite(
    settings: Settings,
    rewriter: Rewriter,
    documents: Sequence[Document],
    surface: Surface,
) -> list[list[Paraphrase]]:
    """The best paraphrases of each document, best first; as it is where nothing else can be said.

    Args:
        settings: What the user asks for.
        rewriter: What rewrites sentences.
        documents: Texts.
        surface: Writes words into texts.
    """
    return [_ranked(settings, rewriter, document, surface) for document in documents]


def _ranked(
    settings: Settings, rewriter: Rewriter, document: Document, surface: Surface
) -> list[Paraphrase]:
    budget = settings.budget(size_of(document.text))
    # What is best may be too long.
    depth = settings.depth if budget is None else max(settings.depth, _DEPTH)
    best: list[Said] = [Said(0.0, ())]
    for sentence in document.sentences:
        ways = [*_ways(settings, rewriter, sentence, surface, depth), Said(0.0, ())]
        longer = (
            Said(before.score + way.score, (*before.edits, *way.edits))
            for place, before in enumerate(best, start=1)
            for way in ways[: max(1, depth // place)]
        )
        best = heapq.nsmallest(depth, longer, key=lambda said: -said.score)
    made: dict[str, Paraphrase] = {}
    for place, (score, edits) in enumerate(best):
        text = _applied(document.text, edits)
        made.setdefault(
            text,
            Paraphrase(document.text, text, score, place == 0, True, best[0].score, edits),
        )
    ranked = list(made.values())
    if budget is not None:
        fitting = [one for one in ranked if one.size <= budget]
        shortest = min(ranked, key=lambda one: one.size)
        ranked = fitting or [replace(shortest, fits=False)]
    return choose_diverse(ranked, settings.n) if settings.diverse else ranked[: settings.n]


def _ways(
    settings: Settings, rewriter: Rewriter, sentence: Sentence, surface: Surface, depth: int
) -> list[Said]:
    """What can be said instead of a sentence, best first."""
    tokens = sentence.tokens
    (reasons,) = settings.protector.protect([tokens])
    kept = {place for place, reason in enumerate(reasons) if reason & _KEPT}
    allowed = [
        each
        for each in rewriter.rewrite(tokens, depth)
        if kept <= set(each.tokens) and not _has_any(each.words, settings.avoid)
    ]
    source = [word.lower() for word in tokens.words]
    written = surface.write(
        [tokens] * len(allowed), [[replacement(source, each)] for each in allowed], None
    )
    return [
        Said(
            each.score,
            tuple(
                Edit(
                    sentence.start + edit.start,
                    sentence.start + edit.end,
                    edit.source,
                    edit.target,
                    rewriter.name,
                    each.score,
                    0.0,
                )
                for edit in result.edits
            ),
        )
        for each, result in zip(allowed, written, strict=True)
    ]


def replacement(source: Sequence[str], said: Rewriting) -> Replacement:
    """What is left of a rewriting without the words at both ends that stay as they are."""
    words, tokens = list(said.words), list(said.tokens)
    carried = {token: place for place, token in enumerate(tokens) if token >= 0}

    def stays(token: int, place: int) -> bool:
        return source[token] == words[place] and carried.get(token, place) == place

    most = min(len(source), len(words))
    begin = 0
    while begin < most and stays(begin, begin):
        begin += 1
    end, behind = len(source), len(words)
    while end > begin and behind > begin and stays(end - 1, behind - 1):
        end, behind = end - 1, behind - 1
    if begin == end:  # words are added: a surface writes them in place of a token
        begin, end, behind = (begin - 1, end, behind) if begin else (0, 1, behind + 1)
    return Replacement(begin, end, " ".join(words[begin:behind]), tokens[begin:behind])


def _has_any(words: Sequence[str], avoided: Sequence[str]) -> bool:
    text = f" {' '.join(words)} "
    return any(f" {term} " in text for term in avoided)


def _applied(text: str, edits: Sequence[Edit]) -> str:
    parts, end = [], 0
    for edit in edits:
        parts += [text[end : edit.start], edit.target]
        end = edit.end
    return "".join([*parts, text[end:]])
