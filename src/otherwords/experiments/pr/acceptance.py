"""Which share of the paraphrases of each system readers accept: PR's table 2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from otherwords.evaluate.significance import bootstrap, means
from otherwords.experiments.verdicts import NO, YES, Line, Verdicts

QUESTION = "accept"
QUESTIONS = {QUESTION: (YES, NO)}


def acceptance(lines: Iterable[Line], verdicts: Verdicts) -> Iterator[tuple[str, ...]]:
    """Rows: a system, how many of its paraphrases were read, and how many twice, how many all
    their readers accept, and the share of these with its interval.
    """
    accepted: dict[str, list[bool]] = {}
    twice: Counter[str] = Counter()
    for line in lines:
        if said := verdicts.of(line):
            verdict = all(answers[QUESTION] == YES for answers in said)
            accepted.setdefault(line.system, []).append(verdict)
            twice[line.system] += len(said) > 1
    for system, each in accepted.items():
        share = bootstrap(means([100.0 * one for one in each]))
        yield (
            system,
            f"{len(each):,}",
            f"{twice[system]:,}",
            f"{sum(each):,}",
            f"{share.value:.1f}% [{share.low:.1f}, {share.high:.1f}]",
        )
