"""Contents: paraphrases as plain data, the same on the command line and over HTTP."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from otherwords.paraphrases import Edit, Paraphrase


def content_of(answer: Paraphrase, signature: str) -> dict[str, Any]:
    """A text and its paraphrases, best first, with all edits."""
    return {
        "source": answer.source,
        "paraphrases": [_paraphrase(one) for one in (answer, *answer.alternatives)],
        "upper_bound": answer.upper_bound if math.isfinite(answer.upper_bound) else None,
        "signature": signature,
    }


def _paraphrase(one: Paraphrase) -> dict[str, Any]:
    return {
        "text": one.text,
        "score": one.score,
        **({} if one.global_score is None else {"global_score": one.global_score}),
        **({} if one.confidence is None else {"confidence": one.confidence}),
        "optimal": one.optimal,
        "complete": one.complete,
        "fits": one.fits,
        **({} if one.confident else {"confident": False}),
        "edits": [edit_content(edit) for edit in one.edits],
    }


def edit_content(edit: Edit) -> dict[str, Any]:
    """An edit with its rule and what is inside of it only where there are such."""
    fields = dataclasses.asdict(edit)
    for key in ("rule", "inner"):
        if not fields[key]:
            del fields[key]
    if edit.confidence is None:
        del fields["confidence"]
    if edit.inner:
        fields["inner"] = [edit_content(inner) for inner in edit.inner]
    return fields
