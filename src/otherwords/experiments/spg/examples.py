"""Table 2: what each application makes of a sentence, with marks that tell kinds of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from otherwords import Paraphraser
from otherwords.experiments import Given, Section
from otherwords.experiments.spg.generation import signed
from otherwords.experiments.spg.outputs import APPLICATIONS, SYSTEMS, Outputs
from otherwords.experiments.spg.published import EXAMPLE, REFERENCE, SOURCE
from otherwords.paraphrases import Paraphrase
from otherwords.tune.sentences import order_by_chance

_MARKS = {"phrases": "phr", "patterns": "pat", "collocations": "col"}


def examples(given: Given, p: Paraphraser, found: Mapping[str, Outputs]) -> Section:
    """The paper's own sentence, and some of the test set that all applications paraphrase."""
    rows = [("source", SOURCE), ("reference", REFERENCE)]
    for name in APPLICATIONS:
        rows.append((f"{name}, published", EXAMPLE[name]))
        (said,) = p.pipe(
            [SOURCE],
            references=[REFERENCE],
            confidence="bold",
            keep_fillers=True,
            **SYSTEMS[name],
        )
        rows.append((f"{name}, measured", marked(p, said)))
    rows += _drawn(given, p, found)
    sentences = found[APPLICATIONS[0]].sentences
    return Section(
        "Examples (table 2)",
        ("",),
        tuple((f"{name}: {text}",) for name, text in rows),
        "First the sentence of the paper; the others are drawn by chance, not chosen, of the test "
        "sentences that all three applications paraphrase.",
        given.signature([SOURCE, *sentences.texts], signed(p)),
    )


def marked(p: Paraphraser, result: Paraphrase) -> str:
    """The text with what each edit put there in brackets, and the kind of its table."""
    kinds = dict(zip(p.model.table_names, p.model.table_kinds, strict=True))
    parts, behind = [], 0
    for edit in result.edits:
        parts.append(result.source[behind : edit.start])
        kind = kinds.get(edit.table)
        parts.append(edit.target if kind is None else f"[{edit.target}]{_MARKS[kind]}")
        behind = edit.end
    return "".join([*parts, result.source[behind:]])


def _drawn(given: Given, p: Paraphraser, found: Mapping[str, Outputs]) -> Iterator[tuple[str, str]]:
    sentences = found[APPLICATIONS[0]].sentences
    changed = ({each.source for each in found[name].changed} for name in APPLICATIONS)
    common = set.intersection(*changed)
    for source in order_by_chance(common, given.number("seed"))[: given.number("examples")]:
        place = list(sentences.sources).index(source)
        yield "source", source
        yield "reference", sentences.references[place]
        for name in APPLICATIONS:
            yield name, marked(p, found[name].results[place])
