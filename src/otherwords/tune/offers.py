"""What a model offers for development sentences: the units to be labelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from otherwords._core import DecodeOptions, Error
from otherwords.model import Model
from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import Document, Sentence
from otherwords.planning import plan
from otherwords.purposes import Purpose, choose
from otherwords.settings import decoder_with, settle
from otherwords.tables.units import Units
from otherwords.text.tokens import tokenise
from otherwords.tune.labels import CLOSE, OPEN, LabelRow, UnitKey
from otherwords.tune.sentences import DevelopmentSentence, order_by_chance

_BATCH = 64  # sentences that are looked up together


def offers(
    paraphraser: Paraphraser,
    sentences: Sequence[DevelopmentSentence],
    applications: Iterable[str] = (),
    *,
    best: int | None = None,
) -> list[LabelRow]:
    """A row for each unit that planning keeps for one of the applications, or for every unit; and
    a row for each sentence that has none.

    With `best`, only for those that are used in so many best paraphrases for the applications.
    """
    purposes = [choose(name) for name in applications]
    rows: list[LabelRow] = []
    for first in range(0, len(sentences), _BATCH):
        rows += _offers(paraphraser, sentences[first : first + _BATCH], purposes, best)
    return rows


def documents_of(texts: Iterable[str], language: str) -> list[Document]:
    """A document for each sentence, which is not cut again."""
    return [
        Document(text, [Sentence(0, tokenise(text, language), number)])
        for number, text in enumerate(texts)
    ]


def sample(rows: Sequence[LabelRow], units: int, seed: int) -> list[LabelRow]:
    """Whole sentences, drawn by chance until they have so many units."""
    by_sentence: dict[str, list[LabelRow]] = {}
    for row in rows:
        by_sentence.setdefault(row.key.sentence, []).append(row)
    drawn: list[LabelRow] = []
    count = 0
    for sentence in order_by_chance(by_sentence, seed):
        if count >= units:
            break
        drawn += by_sentence[sentence]
        count += sum(row.is_unit for row in by_sentence[sentence])
    return drawn


def _offers(
    paraphraser: Paraphraser,
    sentences: Sequence[DevelopmentSentence],
    purposes: Sequence[Purpose],
    best: int | None,
) -> list[LabelRow]:
    model = paraphraser.model
    for sentence in sentences:
        if OPEN in sentence.text or CLOSE in sentence.text:
            raise Error(
                f"sentence {sentence.number} has {OPEN} or {CLOSE}, which mark units in label "
                "files; leave it out"
            )
    documents = documents_of((sentence.text for sentence in sentences), model.language)
    references = [sentence.reference for sentence in sentences]
    units = paraphraser.units(settle(model, "paraphrase", confidence="bold"), documents, references)
    rows: dict[UnitKey, LabelRow] = {}
    for unit in _kept(model, units, purposes, best):
        sentence = sentences[int(units.sentence[unit])]
        tokens = documents[int(units.sentence[unit])].sentences[0].tokens
        begin, end = int(units.begin[unit]), int(units.end[unit])
        start, stop = tokens.starts[begin], tokens.ends[end - 1]
        key = UnitKey(sentence.text, begin, end, " ".join(units.columns.target(unit)))
        source = sentence.text[start:stop]
        row = rows.setdefault(key, LabelRow(sentence.number, key, start, source, []))
        row.tables = [*row.tables, model.table_names[int(units.table[unit])]]
    used = {key.sentence for key in rows}
    empty = [
        LabelRow(sentence.number, UnitKey(sentence.text, 0, 0, ""), 0, "", ())
        for sentence in sentences
        if sentence.text not in used
    ]
    return [*rows.values(), *empty]


def _kept(
    model: Model, units: Units, purposes: Sequence[Purpose], best: int | None
) -> Iterable[int]:
    """The rows of the units to be labelled, in order."""
    if not purposes:
        return range(len(units))
    kept: set[int] = set()
    for purpose in purposes:
        planned = plan(units, purpose.application)
        if best is None:
            kept.update(planned.kept.tolist())
            continue
        decoder = decoder_with(model, purpose.weights(model))
        found = decoder.decode(units.columns, planned.usability, DecodeOptions(n=best))
        kept.update(_with_twins(units, found.units.tolist()))
    return sorted(kept)


def _with_twins(units: Units, rows: Iterable[int]) -> Iterator[int]:
    """Units, and what other tables offer in their places with the same words."""
    targets: dict[tuple[int, int, int], set[tuple[str, ...]]] = {}
    spans = list(
        zip(units.sentence.tolist(), units.begin.tolist(), units.end.tolist(), strict=True)
    )
    for row in rows:
        targets.setdefault(spans[row], set()).add(tuple(units.columns.target(row)))
    for row, span in enumerate(spans):
        if span in targets and tuple(units.columns.target(row)) in targets[span]:
            yield row
