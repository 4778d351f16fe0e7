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
from otherwords.paraphrases import Document, Sentence
from otherwords.settings import Settings
from otherwords.text import tokenise_lines
from otherwords.text.tokens import tokenise
from otherwords.used import UsedUnits

# Writing gives an article the form that its next word wants, which no unit does.
_ARTICLE = re.compile(r"\ban?\b", re.IGNORECASE)
_ARTICLES = 4  # of a target that are tried in both forms


@dataclass(frozen=True, slots=True)
class PairUnit:
    """A unit of the best derivation: `source[start:end]` becomes the target.

    Attributes:
        target: Words as tables have them, with blanks between them.
        table: Name of the table that offers it.
        score: log φ of that table.
        usability: μ of the application.
        rule: The pair of patterns or collocations that it is an instance of; empty for phrases.
    """

    start: int
    end: int
    source: str
    target: str
    table: str
    score: float
    usability: float
    rule: str


@dataclass(frozen=True, slots=True)
class PairScore:
    """How well a paraphrase is made.

    Attributes:
        score: Equation 6 for the best derivation; None if there is none.
        lm: What the language model says of it, natural log, without its weight.
        reason: Why there is none; empty if there is one.
        units: From left to right; behind one that carries words along are those inside of it. Words
            that no unit takes stay as they are.
    """

    source: str
    target: str
    score: float | None
    lm: float | None
    reason: str
    units: tuple[PairUnit, ...]


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
    made_of = units.columns.target_texts(best.units)
    results = []
    for number, (source, target) in enumerate(pairs):
        if reasons[number]:
            results.append(PairScore(source, target, None, None, reasons[number], ()))
            continue
        derivation = int(best.offsets[number])
        tokens = documents[number].sentences[0].tokens
        made = []
        for place in range(*best.unit_offsets[derivation : derivation + 2].tolist()):
            start, end = tokens.starts[used.begin[place]], tokens.ends[used.end[place] - 1]
            made.append(
                PairUnit(
                    start,
                    end,
                    source[start:end],
                    made_of[place],
                    used.table[place],
                    used.score[place],
                    used.usability[place],
                    used.rule[place],
                )
            )
        score, lm = float(best.score[derivation]), float(best.lm[derivation])
        results.append(PairScore(source, target, score, lm, "", tuple(made)))
    return results
