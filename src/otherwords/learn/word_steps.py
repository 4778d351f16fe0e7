"""The steps to tables of single words: synonyms of a thesaurus, and classes of words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords._core import BigramCounter, Clusters, TableBuilder, WriteReport
from otherwords.learn import estimates
from otherwords.learn.model_text import ModelText
from otherwords.learn.quality_steps import chosen_scores
from otherwords.learn.steps import Step
from otherwords.learn.synonyms import write_synonyms
from otherwords.learn.word_tables import ClusterTable, ThesaurusTable
from otherwords.learn.wordnet import DATABASE, INDEX
from otherwords.learn.work import Work

if TYPE_CHECKING:
    import pyarrow


def thesaurus_table(work: Work, table: ThesaurusTable) -> Step:
    """The table of synonyms."""
    scores = chosen_scores(work.recipe, table)
    wordnet = work.recipe.beside(table.wordnet)
    language = work.recipe.language

    def action(folder: Path) -> Mapping[str, Any]:
        file = folder / f"{table.name}.table"
        return _figures(
            write_synonyms(wordnet, language, file, scores=scores, quantise=table.quantise)
        )

    return Step(
        f"{table.name}.table",
        action,
        {"scores": scores, "language": language, "quantise": table.quantise},
        files=[wordnet / part for part in (*DATABASE, *INDEX)],
    )


def cluster_table(work: Work, table: ClusterTable, text: ModelText) -> Step:
    """The table of words of one class."""
    scores = chosen_scores(work.recipe, table)

    def action(folder: Path) -> Mapping[str, Any]:
        found = cluster_words(
            text, vocabulary=table.vocabulary, classes=table.classes, rounds=table.rounds
        )
        written = write_clusters(
            found,
            folder / f"{table.name}.table",
            scores=scores,
            kappa=table.kappa,
            quantise=table.quantise,
        )
        return {**_figures(written), "moves": found.moves}

    return Step(
        f"{table.name}.table",
        action,
        {**asdict(table), "scores": scores},
        inputs=text.steps,
        estimate=estimates.clusters(text.sizes),
    )


def cluster_words(
    text: Iterable[pyarrow.Array], *, vocabulary: int, classes: int, rounds: int
) -> Clusters:
    """Classes of the most frequent words of sentences, by the exchange algorithm."""
    counter = BigramCounter()
    for sentences in text:
        counter.add(sentences.to_pylist())
    return counter.cluster(vocabulary=vocabulary, classes=classes, rounds=rounds)


def write_clusters(
    found: Clusters, output: Path, *, scores: list[str], kappa: int, quantise: bool
) -> WriteReport:
    """Writes the table: each word with the most frequent others of its class, all as likely."""
    members: dict[int, list[str]] = {}
    for word, number in zip(found.words, found.classes, strict=True):
        if _is_word(word):
            members.setdefault(number, []).append(word)
    builder = TableBuilder(scores)
    for words in members.values():
        for word in words:
            others = [other for other in words[: kappa + 1] if other != word][:kappa]
            for other in others:
                builder.add(word, other, [-math.log(len(others) + 1)])
    return builder.write(output, quantise=quantise)


def _is_word(text: str) -> bool:
    """Numbers and marks are in classes, too, but nobody takes one for another."""
    return any(character.isalpha() for character in text)


def _figures(written: WriteReport) -> dict[str, Any]:
    return {"entries": written.entries, "sources": written.sources, "words": written.words}
