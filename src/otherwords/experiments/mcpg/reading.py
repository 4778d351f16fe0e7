"""How well formed paraphrases are, and whether they preserve the meaning: MCPG's table 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from otherwords.evaluate.agreement import agreement
from otherwords.experiments.verdicts import NO, YES, Answers, Line, Verdicts

WELL_FORMED, SAME_MEANING = "well_formed", "same_meaning"
QUESTIONS = {WELL_FORMED: (YES, NO), SAME_MEANING: (YES, NO)}


def _well_formed(answers: Answers) -> bool | None:
    return _yes(answers, WELL_FORMED)


def _same_meaning(answers: Answers) -> bool | None:
    return _yes(answers, SAME_MEANING)


def _both(answers: Answers) -> bool | None:
    """What is not well formed may not have been asked for its meaning."""
    one, other = _well_formed(answers), _same_meaning(answers)
    return False if one is False else None if one is None or other is None else other


def _yes(answers: Answers, question: str) -> bool | None:
    return answers[question] == YES if question in answers else None


#: Each line of the table, with a reader's view of an item; None where he was not asked.
LINES: dict[str, Callable[[Answers], bool | None]] = {
    "well formed": _well_formed,
    "meaning preserved": _same_meaning,
    "both": _both,
}


def figures(lines: Sequence[Line], verdicts: Verdicts) -> Iterator[str]:
    """For each line of the table the share of items of which all their readers say so, how many
    were read, and Cohen's kappa of the first two readers. An item that is its own source needs no
    reader: it is well formed and has the meaning. It counts when all others have been read, and
    kappa leaves it out.
    """
    differing = [line for line in lines if line.source != line.paraphrase]
    for ask in LINES.values():
        asked = ([ask(each) for each in verdicts.of(line)] for line in differing)
        read = [views for each in asked if (views := [one for one in each if one is not None])]
        if differing and not read:
            yield ""
            continue
        agreed = [all(views) for views in read]
        if len(read) == len(differing):
            agreed += [True] * (len(lines) - len(differing))
        kappa = agreement((views[0], views[1]) for views in read if len(views) > 1).cohen
        shown = "" if math.isnan(kappa) else f" ({kappa:.2f})"
        of = f"{len(agreed)}" if len(read) == len(differing) else f"{len(read)} that were asked"
        yield f"{sum(agreed) / len(agreed):.0%}{shown} of {of}"
