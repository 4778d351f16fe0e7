"""How paraphrases are shown: the text alone, JSON, or an explanation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

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


def explanation(*, surest: bool) -> Show:
    """What changed, by which table, how likely it is right, and what it is worth.

    Args:
        surest: Whether texts that are too long were shortened by the surest edits, not by those
            that score highest.
    """

    def show(answer: Paraphrase, behind: str) -> str:
        lines = [answer.source]
        for one in (answer, *answer.alternatives):
            lines.append(f"→ {one.text}" if one.edits else "→ (as it is)")
            lines.append(f"    {'; '.join(_worth(one, surest=surest))}")
            for edit in one.edits:
                lines.append(f"    {_reason(edit)}")
                lines += [f"      in it: {_reason(inner)}" for inner in edit.inner]
        return "\n".join(lines) + "\n\n"

    return show


def _worth(one: Paraphrase, *, surest: bool) -> Iterator[str]:
    """Score and proof, confidence, and sizes of a paraphrase."""
    if surest and not one.edits and one.fits:
        yield "fits already"
    elif surest:
        if not one.fits:
            yield "shortest"
        else:
            yield "surest that fits (proven)" if one.optimal else "surest found that fits"
    else:
        ranked = "" if one.global_score is None else f", by the scorer {one.global_score:.4f}"
        yield f"score {one.score:.4f}{ranked}, {_proof(one)}"
    if one.confidence is not None and one.edits:
        below = "" if one.confident else ", below the limit"
        yield f"{likely(one.confidence)}{below}"
    fit = "" if one.fits else ", too long: nothing fits"
    yield f"{size_of(one.source):,} → {one.size:,} bytes{fit}"


def likely(confidence: float) -> str:
    """A confidence in words; nothing is certain."""
    percent = 100 * confidence
    if percent < 0.5:
        return "under 1 % likely right"
    return f"{percent:.0f} % likely right" if percent < 99.5 else "over 99 % likely right"


def _proof(one: Paraphrase) -> str:
    if one.optimal:
        return "highest-scoring (proven)"
    if one.complete:
        return "in its place by score (proven)"
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
    sure = "" if edit.confidence is None else f"{likely(edit.confidence)}, "
    numbers = f"log score {edit.score:.4f}, usability {edit.usability:g}"
    return f"{change}  [{edit.table}{rule}]  {sure}{numbers}"
