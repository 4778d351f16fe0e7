"""Lattices as plain data: the tokens of a text, its units, and those of the best derivation."""

from __future__ import annotations

from typing import Any

from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import read_documents
from otherwords.settings import Settings


def lattice_of(
    paraphraser: Paraphraser, settings: Settings, text: str, reference: str | None
) -> dict[str, Any]:
    """The lattice of each sentence of a text."""
    import numpy as np

    documents = read_documents([text], paraphraser.model.language)
    units = paraphraser.units(settings, documents, [reference])
    planned = settings.plan(units)
    found = settings.decoder.decode(units.columns, planned.usability, settings.asked)
    kept = planned.kept
    names = paraphraser.model.table_names
    targets = units.columns.target_texts(kept)
    rules = units.columns.rule_texts(kept)
    sentences: list[dict[str, Any]] = []
    for sentence in documents[0].sentences:
        tokens = sentence.tokens
        starts = [sentence.start + each for each in tokens.starts]
        ends = [sentence.start + each for each in tokens.ends]
        protected = units.protected(sentence.number)
        of_sentence = np.flatnonzero(units.sentence[kept] == sentence.number)
        place_of = {int(kept[each]): place for place, each in enumerate(of_sentence.tolist())}
        first = int(found.offsets[sentence.number])
        used = found.units[found.unit_offsets[first] : found.unit_offsets[first + 1]]
        sentences.append(
            {
                "start": starts[0] if starts else sentence.start,
                "end": ends[-1] if ends else sentence.start,
                "tokens": [
                    {"start": b, "end": e, "text": text[b:e], "protected": bool(guard)}
                    for b, e, guard in zip(starts, ends, protected, strict=True)
                ],
                "units": [
                    {
                        "begin": (begin := int(units.begin[row])),
                        "end": (end := int(units.end[row])),
                        "start": starts[begin],
                        "stop": ends[end - 1],
                        "source": text[starts[begin] : ends[end - 1]],
                        "target": targets[place],
                        "table": names[int(units.table[row])],
                        "score": float(units.score[row]),
                        "usability": float(planned.usability[row]),
                        "rule": rules[place],
                        "chance": None,
                    }
                    for place in of_sentence.tolist()
                    for row in [int(kept[place])]
                ],
                "best": sorted({place_of[int(row)] for row in used}),
            }
        )
    return {"source": text, "signature": settings.signature, "sentences": sentences}
