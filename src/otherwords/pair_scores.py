"""Scores of pairs: the true score of a given paraphrase under a model, and how it is made.

A sentence and its paraphrase are a fixed pair; its true score is equation 6 for the best of all
derivations that make it, with the units that the paraphraser itself would use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import Document, Edit, Sentence
from otherwords.settings import Settings
from otherwords.text import tokenise_lines
from otherwords.text.tokens import tokenise
from otherwords.used import UsedUnits

# Writing gives an article the form that its next word wants, which no unit does.
_ARTICLE = re.compile(r"\ban?\b", re.IGNORECASE)
_ARTICLES = 4  # of a target that are tried in both forms


@dataclass(frozen=True, slots=True)
class PairScore:
    """How well a paraphrase is made.

    Attributes:
        score: Equation 6 for the best derivation; None if there is none.
        lm: What the language model says of it, natural log, without its weight.
        reason: Why there is none; empty if there is one.
        units: Those of the best derivation, from left to right, as edits whose targets are words as
            tables have them. Other words stay as they are.
    """

    source: str
    target: str
    score: float | None
    lm: float | None
    reason: str
    units: tuple[Edit, ...]


def pair_scores(
    paraphraser: Paraphraser,
    settings: Settings,
    pairs: Sequence[tuple[str, str]],
    references: Sequence[str] | None = None,
) -> list[PairScore]:
    """The true score of each pair of a source, taken as one sentence, and a target.

    Args:
        paraphraser: Whose model scores.
        settings: For what purpose, see `Paraphraser.settle`.
        pairs: Sources and targets.
        references: A reference for each pair, for applications that need them.
    """
    found = _scored(paraphraser, settings, pairs, references)
    retried = [
        (place, variant)
        for place, one in enumerate(found)
        if one.score is None
        for variant in _variants(one.target)
    ]
    others = _scored(
        paraphraser,
        settings,
        [(pairs[place][0], variant) for place, variant in retried],
        None if references is None else [references[place] for place, _ in retried],
    )
    for (place, _), other in zip(retried, others, strict=True):
        before = found[place].score
        if other.score is not None and (before is None or before < other.score):
            found[place] = replace(other, target=pairs[place][1])
    return found


def _variants(target: str) -> Iterator[str]:
    """The target with the other form of some of its articles."""
    places = list(_ARTICLE.finditer(target))[:_ARTICLES]
    for forms in product(("a", "an"), repeat=len(places)):
        text = target
        for match, form in reversed(list(zip(places, forms, strict=True))):
            text = text[: match.start()] + form + text[match.end() :]
        if text.lower() != target.lower():
            yield text


def _scored(
    paraphraser: Paraphraser,
    settings: Settings,
    pairs: Sequence[tuple[str, str]],
    references: Sequence[str] | None,
) -> list[PairScore]:
    if not pairs:
        return []
    model = paraphraser.model
    documents = [
        Document(source, [Sentence(0, tokenise(source, model.language), number)])
        for number, (source, _) in enumerate(pairs)
    ]
    units = paraphraser.units(settings, documents, references or [None] * len(pairs))
    planned = settings.plan(units)
    targets = tokenise_lines(
        [target for _, target in pairs], model.language, lower=model.lower_case, threads=1
    )
    best, reasons = settings.decoder.true_scores(units.columns, planned.usability, targets)
    used = UsedUnits(planned, best, model.table_names)
    words = units.columns.target_texts(best.units)

    def edit(sentence: Sentence, unit: int, inner: Sequence[int] = ()) -> Edit:
        tokens = sentence.tokens
        start, end = tokens.starts[used.begin[unit]], tokens.ends[used.end[unit] - 1]
        return Edit(
            start,
            end,
            tokens.text[start:end],
            words[unit],
            used.table[unit],
            used.score[unit],
            used.usability[unit],
            rule=used.rule[unit],
            inner=tuple(edit(sentence, other) for other in inner),
        )

    results = []
    for (source, target), document, reason in zip(pairs, documents, reasons, strict=True):
        (sentence,) = document.sentences
        derivation = int(best.offsets[sentence.number])
        if reason:
            results.append(PairScore(source, target, None, None, reason, ()))
            continue
        score, lm = float(best.score[derivation]), float(best.lm[derivation])
        made = tuple(edit(sentence, unit, inner) for unit, inner in used.of(derivation))
        results.append(PairScore(source, target, score, lm, "", made))
    return results
