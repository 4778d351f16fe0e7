"""Fitting: paraphrases that are too long for their budget give way to the best that are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from otherwords._core import UnitDerivations
from otherwords.budget import choices
from otherwords.paraphrases import Document, Paraphrase, size_of
from otherwords.planning import Plan
from otherwords.settings import Settings
from otherwords.writing import Wanted, Writer

_ANY = (1 << 63) - 1


def fit(
    settings: Settings,
    planned: Plan,
    documents: Sequence[Document],
    results: list[list[Paraphrase]],
    writer_of: Callable[[Plan, UnitDerivations, Sequence[Document]], Writer],
) -> list[list[Paraphrase]]:
    """The best paraphrases of each document, those that do not fit replaced by the best that do.

    Where nothing fits, the shortest is given, and says so.
    """
    import numpy as np

    budgets = [settings.budget(size_of(document.text)) for document in documents]
    long = [
        place
        for place, (ranked, budget) in enumerate(zip(results, budgets, strict=True))
        if budget is not None and any(one.size > budget for one in ranked)
    ]
    if not long:
        return results
    most = np.full(planned.units.columns.sentence_count, -_ANY, np.int64)
    for place in long:
        document = documents[place]
        # What one sentence may grow by depends on the others; alone it has all the room.
        alone = len(document.sentences) == 1
        room = (budgets[place] or 0) - size_of(document.text)
        for sentence in document.sentences:
            most[sentence.number] = room if alone else _ANY
    fronts = settings.decoder.fronts(
        planned.units.columns, planned.usability, most, settings.asked, chosen=planned.chosen
    )
    writer = writer_of(planned, fronts, [documents[place] for place in long])
    for place in long:
        bound = results[place][0].upper_bound
        results[place] = [
            replace(one, upper_bound=min(one.upper_bound, bound))
            for one in _shorten(writer, documents[place], budgets[place] or 0, settings.depth)
        ]
    return results


def _shorten(writer: Writer, document: Document, budget: int, n: int) -> list[Paraphrase]:
    """The n best paraphrases within the budget; the shortest, marked, where none is."""
    ways = choices([writer.options(sentence) for sentence in document.sentences], n)
    made: dict[str, Paraphrase] = {}
    exact = True
    for place, way in enumerate(ways.within(budget - size_of(document.text))):
        # Only the first n are known to be the best; more are seen where some are written alike.
        exact = exact and place < n
        chosen = ways.options(way)
        one = _write(writer, document, chosen, optimal=exact and not made, complete=exact)
        if one.size <= budget:
            made.setdefault(one.text, one)
        else:
            # What is written may be longer than what was counted, by `an` for `a`. Then less has to
            # do, and something that was not counted as fitting might be better.
            exact = False
        if len(made) == n:
            break
    if made:
        return list(made.values())
    shortest = ways.options(0)
    return [replace(_write(writer, document, shortest, optimal=True, complete=True), fits=False)]


def _write(
    writer: Writer, document: Document, options: Sequence[int], *, optimal: bool, complete: bool
) -> Paraphrase:
    chosen = [
        writer.derivations(sentence)[option]
        for sentence, option in zip(document.sentences, options, strict=True)
    ]
    proven = writer.is_complete(document)
    return writer.write([Wanted(document, chosen, optimal and proven, complete and proven)])[0]
