"""How paraphrases are shown: the text alone, JSON, or an explanation for reading."""

from __future__ import annotations

import math
from collections.abc import Callable

from otherwords.contents import content_of
from otherwords.paraphrases import Edit, Paraphrase, size_of

#: Shows the answer to a text that this follows in the input.
Show = Callable[[Paraphrase, str], str]


def plain(answer: Paraphrase, behind: str) -> str:
    """The text alone; of several, one after the other, and then a blank line."""
    if not answer.alternatives:
        return answer.text + behind
    texts = [one.text for one in (answer, *answer.alternatives)]
    return "\n".join(texts) + "\n\n"


def as_json(signature: str) -> Show:
    """One object for each text, with all edits."""
    import json

    def show(answer: Paraphrase, behind: str) -> str:
        return json.dumps(content_of(answer, signature), ensure_ascii=False) + "\n"

    return show


def explanation(answer: Paraphrase, behind: str) -> str:
    """What changed, by which table, and what it is worth."""
    lines = [answer.source]
    for one in (answer, *answer.alternatives):
        lines.append(f"→ {one.text}" if one.edits else "→ (as it is)")
        sizes = f"{size_of(one.source):,} → {one.size:,} bytes"
        fit = "" if one.fits else ", too long: nothing fits"
        ranked = "" if one.global_score is None else f", by the scorer {one.global_score:.4f}"
        lines.append(f"    score {one.score:.4f}{ranked}, {_proof(one)}; {sizes}{fit}")
        for edit in one.edits:
            lines.append(f"    {_reason(edit)}")
            lines += [f"      in it: {_reason(inner)}" for inner in edit.inner]
    return "\n".join(lines) + "\n\n"


def _proof(one: Paraphrase) -> str:
    if one.optimal:
        return "proven to be the best"
    if one.complete:
        return "proven to be in its place"
    if one.global_score is not None:
        return "ranked among candidates"
    at_most = f", at most {one.upper_bound:.4f}" if math.isfinite(one.upper_bound) else ""
    return f"not proven{at_most}"


def _reason(edit: Edit) -> str:
    target = edit.target if edit.target.strip() else "(nothing)"
    change = f"{edit.source.strip() or '(nothing)'} → {target}"
    if edit.table == "self":
        return f"{change}  follows from the others"
    rule = f": {edit.rule}" if edit.rule else ""
    return (
        f"{change}  [{edit.table}{rule}]  log score {edit.score:.4f}, usability {edit.usability:g}"
    )
