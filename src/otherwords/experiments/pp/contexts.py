"""Patterns within sentences: section 4.6."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

from otherwords import load
from otherwords.contexts import PUBLISHED_WEIGHT, Match, PatternRanker
from otherwords.experiments import Given, Section
from otherwords.experiments.europarl import FEWEST, MOST, held_out_lines
from otherwords.experiments.pp.reading import draw, note_of, read_of, share
from otherwords.experiments.verdicts import Line
from otherwords.text import tokenise

_TOP = 5
_SYSTEM = "Model 3 in sentences"


@dataclass(frozen=True)
class Contexts:
    """Sentences, and the patterns that the table has of each."""

    sentences: Sequence[str]
    found: Sequence[Sequence[Match]]

    @property
    def covered(self) -> int:
        """How many sentences have a pattern with a paraphrase."""
        return sum(bool(matches) for matches in self.found)


def match_sentences(given: Given, model: Path) -> tuple[Contexts, str]:
    """Draws sentences of sittings that nothing was learnt from, and finds their patterns; and what
    these depend on.
    """
    lines = sorted(set(held_out_lines(given, "en")))
    fitting = [line for line in lines if FEWEST <= len(tokenise(line).words) <= MOST]
    count = min(given.number("sentences"), len(fitting))
    sentences = Random(given.number("seed")).sample(fitting, count)
    p = load(model)
    ranker = PatternRanker(p, weight=PUBLISHED_WEIGHT, top=_TOP, unsure=0)
    signature = given.signature(sentences, f"model:{p.model.name}:{p.model.digest}")
    return Contexts(sentences, list(ranker.rank(sentences))), signature


def section(given: Given, contexts: Contexts, signature: str) -> Section:
    """Coverage, and precision of what the table puts first and what the sentence does."""
    sentences = len(contexts.sentences)
    places = {
        (_marked(text, match), match.pattern): match
        for text, matches in zip(contexts.sentences, contexts.found, strict=True)
        for match in matches
    }
    chosen = draw(places, given.number("matches"), given.number("seed"))
    by_table, best = [], []
    for text, pattern in chosen:
        match = places[text, pattern]
        ranked = sorted(match.candidates, key=lambda each: -each.score_ll)
        by_table.append([Line(text, each.text, _SYSTEM) for each in ranked])
        best.append(Line(text, match.candidates[0].text, _SYSTEM))

    def measured(lines: Iterable[Line]) -> str:
        return share(read_of(given.verdicts, lines))

    covered = f"{contexts.covered / max(1, sentences):.2%} of {sentences}"
    rows = (
        ("sentences with a pattern", "84.87% of 119", covered),
        ("top-1 precision", "61.54%", measured(lines[0] for lines in by_table)),
        ("top-5 precision", "53.53%", measured(chain.from_iterable(by_table))),
        ("ranked again by the language model", "65.00%", measured(best)),
    )
    told = note_of(given, list(chain.from_iterable(by_table)), "contexts-", "not told")
    note = (
        f"{len(places):,} patterns, of which {len(chosen)} are drawn to be read, with up to "
        f"{_TOP} paraphrases each, by equation 13 with λ = {PUBLISHED_WEIGHT}; {told}."
    )
    columns = ("", "published", "measured")
    return Section("Within context sentences (section 4.6)", columns, rows, note, signature)


def _marked(text: str, match: Match) -> str:
    return f"{text[: match.start]}⟦{text[match.start : match.end]}⟧{text[match.end :]}"
