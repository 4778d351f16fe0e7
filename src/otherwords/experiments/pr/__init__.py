"""PR: Quirk, Brockett and Dolan (2004), from clusters of news to what readers accept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import ClassVar

from otherwords import Paraphraser, load
from otherwords.experiments import Experiments, Given, Section, Setting
from otherwords.experiments.given import signed_file
from otherwords.experiments.pr import alignments, generation
from otherwords.experiments.pr.acceptance import QUESTION, QUESTIONS, acceptance
from otherwords.experiments.pr.prepare import COMPARABLE, Prepared, prepare
from otherwords.experiments.verdicts import Line, Questions
from otherwords.learn.corpora.news import read_articles
from otherwords.learn.corpora.news_pairs import NewsOptions, NewsPair, mine_pairs
from otherwords.text import tokenise

_COLUMNS = ("", "published", "measured")
_OWN = 484  # sentences of its own text that MSA was tried on


class MonolingualTranslation(Experiments):
    """Sentence pairs, alignment error rate, generation with all rivals, acceptance."""

    settings: ClassVar[Mapping[str, Setting]] = {
        "wordnet": "/usr/share/wordnet",
        "sentences": 200,
        "read": 50,
        "seed": 4,
    }
    least: ClassVar[Mapping[str, int]] = {"sentences": 1}
    questions: ClassVar[Questions] = QUESTIONS

    def run(self, given: Given) -> Iterator[Section]:
        """Learns the model of the folder, and yields what it and its rivals come to."""
        gold = [given.file(f"align/{name}") for name in alignments.GOLD]
        output, seed = given.output, given.number("seed")
        prepared = prepare(given.file("corpora"), output, given.number("sentences"), seed)
        yield _data(given, prepared)
        variables = {"PR_DATA": output, "WORDNET": Path(given.text("wordnet"))}
        model = load(given.learn("recipe.toml", **variables))
        articles = read_articles(output / COMPARABLE)
        pairs = list(mine_pairs(articles, NewsOptions(), threads=given.threads))
        yield _pairs(given, pairs)
        yield _alignment(given, gold, pairs)
        yield from _generation(given, model, prepared.sentences)


def _data(given: Given, prepared: Prepared) -> Section:
    rows = (
        ("articles, headlines and captions", "177,095", f"{prepared.articles:,}"),
        ("clusters", "11,162", f"{prepared.clusters:,}"),
        ("events held out", "", f"{prepared.held_out} of {prepared.events}"),
        ("sentences to test", "200", f"{len(prepared.sentences)}"),
    )
    signature = given.signature(prepared.sentences)
    return Section("Comparable text (section 3.1)", _COLUMNS, rows, signature=signature)


def _pairs(given: Given, pairs: Sequence[NewsPair]) -> Section:
    texts = [text for pair in pairs for text in (pair.source, pair.target)]
    lengths = [len(tokenise(text).words) for text in texts]
    rows = (
        ("pairs", "139K", f"{len(pairs):,}"),
        ("mean edit distance", "5.17", f"{fmean(pair.distance for pair in pairs):.2f}"),
        ("mean length in words", "18.6", f"{fmean(lengths):.1f}"),
    )
    signature = given.signature(texts)
    return Section(
        "Sentence pairs from clusters (section 3.1)", _COLUMNS, rows, signature=signature
    )


def _alignment(given: Given, gold: Sequence[Path], pairs: Sequence[NewsPair]) -> Section:
    rows = []
    for name, report in alignments.error_rates(gold, pairs, given.threads):
        rows.append((f"{name}, {report.sentences} pairs", "", ""))
        parts = {"all words": report.all, "identical words": report.identical}
        parts["other words"] = report.different
        for (what, part), published in zip(parts.items(), alignments.PUBLISHED, strict=True):
            rows.append((f"  {what}", f"{published:.2%}", f"{part.error_rate:.2%}"))
    signature = given.signature(
        (text for pair in pairs for text in (pair.source, pair.target)),
        f"symmetrisation:{alignments.SYMMETRISATION}",
        f"identical:{alignments.IDENTICAL}",
        *map(signed_file, gold),
    )
    return Section("Alignment error rate (table 1)", _COLUMNS, tuple(rows), signature=signature)


def _generation(given: Given, p: Paraphraser, sentences: Sequence[str]) -> Iterator[Section]:
    found = generation.generate(p, sentences, given.threads)
    seed = given.number("seed")
    own = generation.own_sentences(given.output / COMPARABLE, "restaurants", _OWN, seed)
    on_own = f"MSA on {len(own)} sentences of its own text"
    published = {"PR": ("100.0%", "100.0%", "2.9"), on_own: ("12.2%", "", "25.8")}
    rows = []
    for name, said in [*found.items(), (on_own, generation.rewritten(p, own, given.threads))]:
        known = published.get(name, ("", "", ""))
        some, five = generation.coverage(said)
        distance = f"{generation.mean_distance(said):.1f}" if some else "–"
        several = "–" if name == "WN" else f"{five / len(said):.1%}"  # WN has one answer
        rows += [
            (f"{name}: sentences with a paraphrase", known[0], f"{some / len(said):.1%}"),
            (f"{name}: with five or more", known[1], several),
            (f"{name}: mean edit distance of the best", known[2], distance),
        ]
    signature = given.signature(
        [*sentences, *own],
        f"systems:{'+'.join(found)}",
        f"model:{p.model.name}:{p.model.digest}",
    )
    title = f"Generation (sections 4 and 5), {len(sentences)} sentences of held-out clusters"
    yield Section(title, _COLUMNS, tuple(rows), signature=signature)
    read = min(given.number("read"), len(sentences))
    yield _accepted(given, read, list(generation.lines_of(found, read, seed)), signature)


def _accepted(given: Given, read: int, lines: Sequence[Line], signature: str) -> Section:
    note = given.sheets(lines)
    twice = given.verdicts.agreed(QUESTION, lines)
    if twice.items:
        note += (
            f"; two readers agree on {twice.observed:.1%} of {twice.items:,} (84% at first in the "
            f"paper, 96.9% after a second pass), Cohen's kappa {twice.told}"
        )
    return Section(
        f"Acceptance (table 2), {read} of these sentences, by all readers of a paraphrase",
        ("", "read", "read twice", "accepted", "share"),
        tuple(acceptance(lines, given.verdicts)),
        note,
        signature,
    )
