"""Hybrid search: an exact search finds candidates, a scorer ranks them.

Sentence by sentence: the candidates of a sentence are its best derivations by the score of the
model. Where a text must keep to a budget, they are those that are the best for some length, and
then the best of all others. The texts of all candidates are scored together; what the scorer says
takes the place of the score from there on, and adds up over the sentences of a text.

What Monte-Carlo search finds with a scorer is ranked in the same way: while it samples, the scorer
sees words with blanks between them, and in the end sentences as they are written.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from otherwords.paraphrases import Document, Sentence
from otherwords.scoring import Scorer, rate
from otherwords.scoring.model_score import ModelScore
from otherwords.writing import Ranking, Writer


def rank(writer: Writer, documents: Sequence[Document], scorer: Scorer, candidates: int) -> Writer:
    """A writer that ranks derivations of documents as a scorer does.

    Its derivations come from a search that was asked for as many as there may be candidates.
    """
    sentences = [sentence for document in documents for sentence in document.sentences]
    follows = isinstance(scorer, ModelScore)  # then all that the search has proven still holds
    chosen = {
        sentence.number: list(writer.derivations(sentence))
        if follows
        else _candidates(writer, sentence, candidates)
        for sentence in sentences
    }
    batch = list(writer.candidates((sentence, chosen[sentence.number]) for sentence in sentences))
    scores = iter(rate(scorer, batch).tolist() if batch else [])
    order: dict[int, list[int]] = {}
    worth: dict[int, float] = {}
    for (number, some), each in zip(chosen.items(), batch, strict=True):
        ranks = sorted(
            (-next(scores), -by_model, one)
            for by_model, one in zip(each.scores or (), some, strict=True)
        )
        order[number] = [one for *_, one in ranks]
        worth.update((one, -rank) for rank, _, one in ranks)
    proven = frozenset(
        sentence.number for sentence in sentences if follows or writer.is_all(sentence, candidates)
    )
    return writer.ranked(Ranking(order, worth, proven))


def _candidates(writer: Writer, sentence: Sentence, most: int) -> list[int]:
    """The derivations of a sentence that are worth a look by a scorer."""
    derivations = writer.derivations(sentence)
    if len(derivations) <= most:
        return list(derivations)
    options = sorted(
        (option.growth, -option.score, derivation)
        for option, derivation in zip(writer.options(sentence), derivations, strict=True)
    )
    leading: list[tuple[float, int]] = []
    others: list[tuple[float, int]] = []
    least = math.inf
    for _, loss, derivation in options:  # from the shortest on
        (leading if loss < least else others).append((loss, derivation))
        least = min(least, loss)
    rest = sorted(others)[: max(0, most - len(leading))]
    return [derivation for _, derivation in [*leading, *rest]]
