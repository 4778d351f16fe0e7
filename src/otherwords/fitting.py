"""Fitting: paraphrases that are too long for their budget give way to the best that are not.

Where nobody asks how likely it is right, the best by the model are taken. Otherwise a text that
fits is left alone, and of one that does not the surest edits that let it fit.

Exact and hybrid search choose among the best derivations of every length. Monte-Carlo search
samples again: each sentence within the share of the budget that it has in the best choice by the
model, so that whatever is found for one fits with whatever is found for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from otherwords._core import DecodeOptions, UnitDerivations
from otherwords.budget import Option, choices
from otherwords.paraphrases import Document, Paraphrase, size_of, unchanged
from otherwords.planning import Plan
from otherwords.settings import Settings
from otherwords.writing import Wanted, Writer

_ANY = (1 << 63) - 1

#: Makes a writer out of what a search found for some of the documents of a batch, ranked by the
#: scorer if there is one and it is asked.
WriterOf = Callable[[Plan, UnitDerivations, Sequence[Document], bool], Writer]


def fit(
    settings: Settings,
    planned: Plan,
    documents: Sequence[Document],
    results: list[list[Paraphrase]],
    writer_of: WriterOf,
) -> list[list[Paraphrase]]:
    """The best paraphrases of each document, those that do not fit replaced by the best that do.

    Where nothing fits, the shortest is given, and says so.
    """
    import numpy as np

    budgets = [settings.budget(size_of(document.text)) for document in documents]
    leaves_alone = planned.confidence is not None and not planned.chosen
    if leaves_alone:
        for place, (document, budget) in enumerate(zip(documents, budgets, strict=True)):
            if budget is not None and size_of(document.text) <= budget:
                results[place] = [unchanged(document.text)]
    long = [
        place
        for place, (ranked, budget) in enumerate(zip(results, budgets, strict=True))
        if budget is not None
        and (
            any(one.size > budget for one in ranked)
            or (planned.confidence is not None and size_of(documents[place].text) > budget)
        )
    ]
    if not long:
        return results
    tight = [documents[place] for place in long]
    rooms = [(budgets[place] or 0) - size_of(documents[place].text) for place in long]
    most = np.full(planned.units.columns.sentence_count, -_ANY, np.int64)
    for document, room in zip(tight, rooms, strict=True):
        # What one sentence may grow by depends on the others; alone it has all the room.
        alone = len(document.sentences) == 1
        for sentence in document.sentences:
            most[sentence.number] = room if alone else _ANY
    samples = settings.search.name == "monte-carlo" and planned.confidence is None
    asked = DecodeOptions(n=settings.depth) if samples else settings.asked
    fronts = settings.fronts(planned, most, asked)
    # The surest edits are not for a scorer to choose among.
    writer = writer_of(planned, fronts, tight, planned.confidence is None)
    sampled = writer
    if samples:
        found = _sample(settings, planned, tight, rooms, fronts)
        sampled = writer_of(planned, found.with_others(fronts), tight, True)
    for place, document in zip(long, tight, strict=True):
        bound = results[place][0].upper_bound
        fitting = _shorten(sampled, document, budgets[place] or 0, settings.depth)
        if samples and not fitting[0].fits:
            fitting = _shorten(writer, document, budgets[place] or 0, settings.depth)
        if planned.confidence is None:  # else it is not the score that is as high as can be
            fitting = [replace(one, upper_bound=min(one.upper_bound, bound)) for one in fitting]
        results[place] = fitting
    return results


def _sample(
    settings: Settings,
    planned: Plan,
    documents: Sequence[Document],
    rooms: Sequence[int],
    fronts: UnitDerivations,
) -> UnitDerivations:
    """What sampling finds that makes each document no longer than it has room for; nothing for
    sentences of other documents, and where nothing fits.
    """
    import numpy as np

    most = np.full(planned.units.columns.sentence_count, -_ANY, np.int64)
    for document, room in zip(documents, rooms, strict=True):
        numbers = [sentence.number for sentence in document.sentences]
        for number, share in zip(numbers, _shares(fronts, numbers, room), strict=False):
            most[number] = share
    return settings.decoder.decode(
        planned.units.columns,
        planned.usability,
        settings.asked,
        scorers=settings.search.drivers(planned.units),
        most=most,
    )


def _shares(fronts: UnitDerivations, sentences: Sequence[int], room: int) -> list[int]:
    """How much each sentence may grow: as in the best choice by the model, and what is left over
    in equal parts. Nothing if all choices are too long.
    """
    offsets, growth, score = fronts.offsets, fronts.growth, fronts.score
    options = [
        [Option(int(growth[one]), float(score[one])) for one in range(*offsets[number:][:2])]
        for number in sentences
    ]
    ways = choices(options)
    if not (fitting := ways.within(room)):
        return []
    taken = [some[one].growth for some, one in zip(options, ways.options(fitting[0]), strict=True)]
    each, more = divmod(room - sum(taken), len(taken))
    return [one + each + (place < more) for place, one in enumerate(taken)]


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
