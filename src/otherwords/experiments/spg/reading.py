"""Table 1: adequacy, fluency and usability from 1 to 3, by reader, and how far readers agree."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from otherwords import Paraphraser
from otherwords.experiments import Given, Section
from otherwords.experiments.spg.generation import signed
from otherwords.experiments.spg.outputs import Outputs
from otherwords.experiments.spg.published import KAPPA, LABELS
from otherwords.experiments.spg.usability import usability_of
from otherwords.experiments.verdicts import Line
from otherwords.tune.sentences import order_by_chance

_SCALE = ("1", "2", "3")
QUESTIONS = dict.fromkeys(("adequacy", "fluency", "usability"), _SCALE)
_READERS = 2
_AUTOMATIC = ("compress", "toward")


def drawn(given: Given, outputs: Outputs) -> list[int]:
    """The places of some sentences that a system paraphrases; one order for all systems, so that
    they have as many in common as can be.
    """
    sources = outputs.sentences.sources
    ranks = {text: rank for rank, text in enumerate(order_by_chance(sources, given.number("seed")))}
    places = [place for place, each in enumerate(outputs.results) if each.text != each.source]
    return sorted(places, key=lambda place: (ranks[sources[place]], place))[: given.number("read")]


def reading(given: Given, p: Paraphraser, found: Mapping[str, Outputs]) -> Iterator[Section]:
    """Both tables, and the sheets."""
    lines = {name: _lines(given, outputs) for name, outputs in found.items()}
    every = [line for each in lines.values() for line in each]
    told = given.sheets(every, questions=list(QUESTIONS))
    readers = [*given.verdicts.readers(every, QUESTIONS), *[""] * _READERS][:_READERS]
    rows: list[tuple[str, ...]] = []
    for name, outputs in found.items():
        for place, reader in enumerate(readers):
            published = (LABELS[name][question][place] for question in QUESTIONS)
            rows.append((f"{name}, rater {place + 1}, published", "", *published))
            said = [given.verdicts.by_reader(line).get(reader, {}) for line in lines[name]]
            cells = [_shares([each.get(question) for each in said]) for question in QUESTIONS]
            if name in _AUTOMATIC:
                cells[-1] = _shares(_told(given, p, outputs))
            elif name != "simplify":
                cells[-1] = f"({cells[-1]})" if cells[-1] else "–"
            read = sum("adequacy" in each for each in said)
            rows.append((f"{name}, reader {place + 1}, measured", f"{read}", *cells))
    signature = given.signature(
        (text for line in every for text in (line.source, line.paraphrase)), signed(p)
    )
    yield Section(
        "Adequacy, fluency, usability (table 1)",
        ("% labelled 1 / 2 / 3", "read", *QUESTIONS),
        tuple(rows),
        f"{told}. Readers do not see the system, so they are asked of all texts whether the words "
        "are easier (3), as easy (2) or harder (1) than those of the source: that is the usability "
        "of simplify; in brackets, what it comes to for the baselines, of which the paper does not "
        "ask. That of compress and toward is told automatically, as in the paper.",
        signature,
    )
    yield _agreed(given, lines, signature)


def _lines(given: Given, outputs: Outputs) -> list[Line]:
    results = (outputs.results[place] for place in drawn(given, outputs))
    return [Line(each.source, each.text, outputs.name) for each in results]


def _told(given: Given, p: Paraphraser, outputs: Outputs) -> list[str]:
    references = outputs.sentences.references
    return [
        str(usability_of(p, outputs.name, outputs.results[place], references[place]))
        for place in drawn(given, outputs)
    ]


def _shares(labels: Sequence[str | None]) -> str:
    """How many percent of each label; nothing where there are none."""
    given = [label for label in labels if label is not None]
    if not given:
        return ""
    return " / ".join(f"{100 * given.count(label) / len(given):.2f}" for label in _SCALE)


def _agreed(given: Given, lines: Mapping[str, Sequence[Line]], signature: str) -> Section:
    rows = []
    for question in QUESTIONS:
        names = ["simplify"] if question == "usability" else list(lines)
        some = [line for name in names for line in lines[name]]
        found = given.verdicts.agreed(question, some, len(_SCALE))
        kappa = "" if math.isnan(found.uniform) else f"{found.uniform:.4f}"
        observed = "" if math.isnan(found.observed) else f"{100 * found.observed:.1f} %"
        rows.append((question, f"{KAPPA[question]:.4f}", kappa, observed, f"{found.items}"))
    return Section(
        "Agreement of two readers, kappa with P(E) = 1/3 (section 5.1)",
        ("", "published", "measured", "agreement", "read twice"),
        tuple(rows),
        "Of usability, what simplify says.",
        signature,
    )
