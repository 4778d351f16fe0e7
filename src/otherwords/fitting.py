"""Fitting: paraphrases that are too long for their budget give way to the best that are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from otherwords._core import UnitDerivations
from otherwords.budget import Choice, choices
from otherwords.paraphrases import Document, Paraphrase, Wanted, Writer, size_of
from otherwords.planning import Plan
from otherwords.settings import Settings

_ANY = (1 << 63) - 1


def fit(
    settings: Settings,
    planned: Plan,
    documents: Sequence[Document],
    results: list[Paraphrase],
    writer_of: Callable[[Plan, UnitDerivations], Writer],
) -> list[Paraphrase]:
    """The results, those that do not fit replaced by the best that do, or by the shortest."""
    import numpy as np

    budgets = [settings.budget(size_of(document.text)) for document in documents]
    long = [
        place
        for place, (result, budget) in enumerate(zip(results, budgets, strict=True))
        if budget is not None and result.size > budget
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
        planned.units.columns, planned.usability, most, settings.search
    )
    writer = writer_of(planned, fronts)
    for place in long:
        results[place] = _shorten(writer, documents[place], budgets[place] or 0)
    return results


def _shorten(writer: Writer, document: Document, budget: int) -> Paraphrase:
    """The best paraphrase within the budget; the shortest, marked, where none is."""
    ways = choices([writer.options(sentence) for sentence in document.sentences])
    size = size_of(document.text)
    best = [way for way in ways if size + way.growth <= budget] or ways[:1]
    # What is written may be longer than what was counted, by `an` for `a`; then less has to do.
    for tries, way in enumerate(reversed(best)):
        made = _write(writer, document, way, optimal=tries == 0)
        if made.size <= budget:
            return made
    return replace(_write(writer, document, ways[0], optimal=True), fits=False)


def _write(writer: Writer, document: Document, way: Choice, *, optimal: bool) -> Paraphrase:
    chosen = [
        writer.derivations(sentence)[option]
        for sentence, option in zip(document.sentences, way.options, strict=True)
    ]
    complete = writer.is_complete(document)
    return writer.write([Wanted(document, chosen, optimal and complete, complete)])[0]
