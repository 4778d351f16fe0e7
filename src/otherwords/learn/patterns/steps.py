"""The steps from aligned and analysed corpora to a table of patterns."""

from __future__ import annotations

import math
import shutil
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.learn import estimates
from otherwords.learn.corpus_steps import aligned_parts, make_lexicon, size_of
from otherwords.learn.patterns.entries import PairFilter, finish_pairs, write_pattern_table
from otherwords.learn.patterns.extracting import PatternExtraction, extract_patterns
from otherwords.learn.patterns.induction import PatternOptions
from otherwords.learn.patterns.likelihood import train_lexicon
from otherwords.learn.patterns.likeness import WordKnowledge
from otherwords.learn.patterns.models import (
    OF_WAYS,
    PatternModel,
    plain_model,
    read_pattern_models,
)
from otherwords.learn.plan import patterning
from otherwords.learn.quality_steps import VECTORS_FILE, files_of, knowledge_files
from otherwords.learn.recipe import PATTERN_MODELS, Corpus, PatternTable
from otherwords.learn.steps import Step
from otherwords.learn.work import Work

LEXICON_FILE = "lexicon.parquet"


def extracted(
    work: Work, corpus: Corpus, table: PatternTable, pairs: Step, links: Step, analysis: Step
) -> Step:
    """Patterns of a corpus with pivot patterns, counts and lexical weights, part by part."""
    options = PatternExtraction(
        PatternOptions(
            words=table.longest_subtree,
            slots=table.slots,
            patterns=table.patterns,
            tight=table.boundaries == "tight",
        ),
        table.symmetrisation,
        table.roots == "same",
        corpus.language,
        work.part_threads,
    )

    def action(folder: Path) -> Mapping[str, Any]:
        inputs = aligned_parts(work, pairs, links)
        lexicon = make_lexicon(work, inputs, options.symmetrisation, folder)
        relations = ("sources", "pivots", "counts", "pairs")
        for relation in relations:
            (folder / relation).mkdir(exist_ok=True)
        calls = [
            (
                *files,
                str(work.rows_of(analysis, "source") / name),
                lexicon,
                options,
                *(str(folder / relation / name) for relation in relations),
            )
            for name, files in inputs.items()
        ]
        work.map(extract_patterns, calls)
        names = ("patterns", "paired", "unaligned", "torn", "gapped", "too_long", "long_subtrees")
        sums = ", ".join(f"CAST(SUM({name}) AS BIGINT)" for name in names)
        counted = work.ask(f"SELECT {sums} FROM counts", counts=folder / "counts")[0]
        return {"pairs": work.size(folder / "pairs"), **dict(zip(names, counted, strict=True))}

    return Step(
        f"{table.name}.{corpus.name}.patterns",
        action,
        {**asdict(options), "threads": 0},
        inputs=[pairs, links, analysis],
        estimate=estimates.patterns(size_of(work, corpus)),
    )


def linked(work: Work, table: PatternTable, found: Mapping[str, Step]) -> Step:
    """The patterns of all corpora with their pivots: relative frequencies and lexical weights."""
    corpora = [work.recipe.corpora[name] for name in found]
    languages = sorted({corpus.language for corpus in corpora})
    count = patterning.count_patterns(
        [corpus.weight for corpus in corpora],
        [languages.index(corpus.language) for corpus in corpora],
    )
    link = patterning.link_patterns()

    def action(folder: Path) -> Mapping[str, Any]:
        pairs = {
            f"pairs_{i}": [work.rows_of(step, "pairs")] for i, step in enumerate(found.values())
        }
        work.write(count, pairs, folder / "counts")
        work.write(link, {"counts": [folder / "counts"]}, folder / "rows")
        figures = work.ask(
            "SELECT COUNT(*), COUNT(DISTINCT source_id), COUNT(DISTINCT target_id) FROM links",
            links=folder / "rows",
        )[0]
        return dict(zip(("links", "patterns", "pivots"), figures, strict=True))

    return Step(
        f"{table.name}.links",
        action,
        {"count": count, "link": link},
        inputs=list(found.values()),
        estimate=estimates.scores([step.estimate for step in found.values()]),
    )


def pivots_paired(work: Work, table: PatternTable, links: Step) -> Step:
    """Pivots that are paraphrases of each other, for Models 2 and 3."""
    ways = patterning.Ways(table.pivot_epsilon, table.tau)
    query = patterning.pair_pivots(ways, plain_model("model1").weights, table.pivot_threshold)

    def action(folder: Path) -> Mapping[str, Any]:
        work.write(query, {"links": [work.rows_of(links)]}, folder / "rows")
        return {"pairs": work.size(folder / "rows")}

    return Step(
        f"{table.name}.pivots",
        action,
        {"query": query},
        inputs=[links],
        estimate=estimates.meetings(links.estimate),
    )


def paired(
    work: Work,
    table: PatternTable,
    name: str,
    model: PatternModel,
    found: Mapping[str, Step],
    links: Step,
    pivots: Step | None,
    least_count: int = 1,
) -> Step:
    """The pairs of patterns with the scores that their ways add up to by a model, as texts; those
    of patterns that were seen often enough.
    """
    ways = patterning.Ways(table.epsilon, table.tau)
    query = patterning.pair_patterns(ways, model.weights[:OF_WAYS], augmented=pivots is not None)
    # What is still to be multiplied is below 1, so nothing is lost that could reach the threshold.
    spell = patterning.spell_pairs(math.exp(min(model.threshold, 700.0)), least_count)

    def action(folder: Path) -> Mapping[str, Any]:
        relations = {"links": [work.rows_of(links)]}
        if pivots is not None:
            relations["pivots"] = [work.rows_of(pivots)]
        work.write(query, relations, folder / "pairs")
        sources = [work.rows_of(step, "sources") for step in found.values()]
        texts = {"pairs": [folder / "pairs"], "sources": sources, "links": relations["links"]}
        work.write(spell, texts, folder / "rows")
        candidates = work.size(folder / "pairs")
        shutil.rmtree(folder / "pairs")
        return {"candidates": candidates, "pairs": work.size(folder / "rows")}

    inputs = [links, *found.values(), *([pivots] if pivots is not None else [])]
    return Step(
        f"{table.name}.{name}",
        action,
        {"query": query, "spell": spell},
        inputs=inputs,
        estimate=estimates.meetings(links.estimate),
    )


def lexicon(work: Work, table: PatternTable, pairs: Step) -> Step:
    """What words stand for each other in the pairs of Model 2."""

    def action(folder: Path) -> Mapping[str, Any]:
        files = sorted(str(path) for path in work.rows_of(pairs).glob("*.parquet"))
        output = folder / LEXICON_FILE
        work.map(train_lexicon, [(files, work.part_threads, str(output))])
        return {"pairs": work.size(work.rows_of(pairs))}

    return Step(f"{table.name}.lexicon", action, inputs=[pairs], estimate=pairs.estimate)


def word_knowledge(work: Work, vectors: Step | None) -> WordKnowledge:
    """What the recipe knows about words; nothing if it rates no entries, or has no text."""
    recipe = work.recipe
    if recipe.quality is None or vectors is None:
        return WordKnowledge()
    wordnet, treebank = knowledge_files(recipe, recipe.quality)
    return WordKnowledge(
        recipe.language,
        str(wordnet or ""),
        str(treebank or ""),
        str(work.workshop.path(vectors) / VECTORS_FILE),
    )


def chosen(
    work: Work,
    table: PatternTable,
    model: PatternModel,
    pairs: Step,
    words: Step | None,
    vectors: Step | None,
) -> Step:
    """The entries of the table: pairs with all features, above the threshold, the best of each."""
    knowledge = word_knowledge(work, vectors)
    inputs = [pairs, *(step for step in (words, vectors if knowledge.vectors else None) if step)]
    query = patterning.choose_pairs(table.kappa)
    kept_by = PairFilter(table.filters, table.strict)

    def action(folder: Path) -> Mapping[str, Any]:
        lexicon = "" if words is None else str(work.workshop.path(words) / LEXICON_FILE)
        finished = folder / "finished"
        finished.mkdir(exist_ok=True)
        calls = [
            (str(part), model, lexicon, kept_by, knowledge, str(finished / part.name))
            for part in sorted(work.rows_of(pairs).glob("*.parquet"))
        ]
        work.map(finish_pairs, calls)
        work.write(query, {"pairs": [finished]}, folder / "rows")
        kept = work.size(finished)
        shutil.rmtree(finished)
        return {"pairs": kept, "entries": work.size(folder / "rows")}

    return Step(
        f"{table.name}.entries",
        action,
        {
            "model": asdict(model),
            "choose": query,
            "filters": asdict(kept_by),
            "language": knowledge.language,
        },
        files=files_of(*knowledge_files(work.recipe, work.recipe.quality))
        if knowledge.vectors
        else [],
        inputs=inputs,
        estimate=estimates.table(pairs.estimate),
    )


def table_of(work: Work, table: PatternTable, entries: Step) -> Step:
    """The table file."""

    def action(folder: Path) -> Mapping[str, Any]:
        written = write_pattern_table(
            work.rows_of(entries),
            folder / f"{table.name}.table",
            scores=list(table.scores),
            least_quality=table.least_quality,
            quantise=table.quantise,
        )
        return {"entries": written.entries, "sources": written.sources, "words": written.words}

    return Step(
        f"{table.name}.table",
        action,
        {"scores": table.scores, "least": table.least_quality, "quantise": table.quantise},
        inputs=[entries],
        estimate=entries.estimate,
    )


def learnt(
    work: Work, table: PatternTable, found: Mapping[str, Step], vectors: Step | None
) -> Step:
    """The table file, from the patterns of corpora, and word vectors if there are any."""
    models = {name: plain_model(name) for name in PATTERN_MODELS}
    if table.weights:
        models |= read_pattern_models(work.recipe.beside(table.weights))
    name, model = table.model, models[table.model]
    if table.least_quality > 0:  # then it decides, and not the score alone
        if not model.quality:
            raise FormatError(
                f"{name_of(work.recipe.beside(table.weights))}: {name} has no quality, which "
                f"least_quality of table {table.name} asks for; leave that out, or fit the quality "
                "with `otherwords tune patterns`"
            )
        model = replace(model, threshold=-math.inf)
    links = linked(work, table, found)
    augmented = name in {"model2", "model3"}
    pivots = pivots_paired(work, table, links) if augmented else None
    pairs = paired(work, table, name, model, found, links, pivots, table.least_count)
    words = None
    if name == "model3":
        taught = paired(work, table, "model2", models["model2"], found, links, pivots)
        words = lexicon(work, table, taught)
    entries = chosen(work, table, model, pairs, words, vectors)
    return table_of(work, table, entries)
