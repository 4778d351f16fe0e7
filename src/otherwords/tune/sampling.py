"""What annotators are asked: pairs that are offered most, units that the model is unsure of."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING

from otherwords.learn.confidence.annotations import Pair, UnitKey
from otherwords.learn.confidence.examples import found_units
from otherwords.paraphraser import Paraphraser
from otherwords.text.surface import Surface
from otherwords.text.tokens import tokenise
from otherwords.tune.batches import Item

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from otherwords.tables.units import Units

#: What a batch of units says of each, beside what is shown.
UNIT_COLUMNS = ("kind", *UnitKey._fields, "weight")
PAIR_COLUMNS = Pair._fields

_LEAST_RATE = 0.02  # of units that the model is sure of
_EVERYTHING = 2**32


def offered_pairs(
    paraphraser: Paraphraser, sentences: Sequence[str], known: Container[Pair]
) -> list[Item]:
    """The pairs that are offered for sentences, the most frequent first, without the known ones."""
    counts: Counter[Pair] = Counter()
    for _, units in found_units(paraphraser, sentences, lambda done, all_: None):
        counts.update(pairs_of(units, range(len(units))))
    ordered = sorted(counts, key=lambda pair: (-counts[pair], pair))
    return [Item(f"{pair.source} → {pair.target}", pair) for pair in ordered if pair not in known]


def pairs_of(units: Units, rows: Sequence[int]) -> Iterator[Pair]:
    """The entries that units come from: phrases, or patterns with their slots."""
    import numpy as np

    columns, vocabulary = units.columns, units.vocabulary
    tokens, offsets = columns.token_words.tolist(), columns.token_offsets.tolist()
    chosen = np.array(rows, np.int64)
    texts, rules = columns.target_texts(chosen), columns.rule_texts(chosen)
    for row, text, rule in zip(rows, texts, rules, strict=True):
        if rule:
            source, _, target = rule.partition(" → ")
            yield Pair(source, target)
            continue
        first = offsets[int(units.sentence[row])]
        words = tokens[first + int(units.begin[row]) : first + int(units.end[row])]
        yield Pair(" ".join(vocabulary[word] for word in words), text)


def unsure_units(
    paraphraser: Paraphraser, sentences: Sequence[str], kind: str, known: Container[UnitKey]
) -> Iterator[Item]:
    """Units drawn at random, the more often the less sure the model is, without the known ones.
    Without confidence all are drawn.
    """
    for batch, units in found_units(paraphraser, sentences, lambda done, all_: None):
        rates = _rates(paraphraser, units)
        yield from _drawn(paraphraser, batch, units, rates, kind, known)


def _rates(paraphraser: Paraphraser, units: Units) -> NDArray[np.float64]:
    """How likely each unit is to be drawn."""
    import numpy as np

    rows = np.flatnonzero(~units.respellings)
    confidence = paraphraser.model.confidence
    if confidence is None:
        rates = np.zeros(len(units))
        rates[rows] = 1.0
        return rates
    known = np.nan_to_num(confidence.of(units, rows), nan=0.0)
    unsure = 4.0 * known * (1.0 - known)
    return np.where(known > 0.0, np.maximum(unsure, _LEAST_RATE), 0.0)


def _drawn(
    paraphraser: Paraphraser,
    sentences: Sequence[str],
    units: Units,
    rates: NDArray[np.float64],
    kind: str,
    known: Container[UnitKey],
) -> Iterator[Item]:
    import numpy as np

    language = paraphraser.model.language
    texts = units.columns.target_texts(np.arange(len(units), dtype=np.int64))
    rows: dict[UnitKey, int] = {}
    for row in np.flatnonzero(rates > 0.0).tolist():
        sentence = sentences[int(units.sentence[row])]
        key = UnitKey(sentence, int(units.begin[row]), int(units.end[row]), texts[row])
        lot = zlib.crc32("\t".join(map(str, key)).encode()) / _EVERYTHING
        if lot < rates[row] and key not in known:
            rows.setdefault(key, row)
    tokens = [tokenise(key.sentence, language) for key in rows]
    edits = Surface(language, casing=paraphraser.model.casing).edits(
        tokens,
        [[units.replacement(row)] for row in rows.values()],
        [units.protected(int(units.sentence[row])) for row in rows.values()],
    )
    for (key, row), changes in zip(rows.items(), edits, strict=True):
        text = key.sentence
        for start, end, target, of_unit in changes:
            if of_unit == 0:
                shown = f"{text[:start]}[[{text[start:end]} -> {target}]]{text[end:]}"
                fields = (kind, *map(str, key), f"{1.0 / rates[row]:.4g}")
                yield Item(shown, fields)
