"""The steps from extracted phrase pairs to the entries of a table, and to its file."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from otherwords._core import WriteReport
from otherwords.learn import estimates, plan
from otherwords.learn.dictionary.table import write_dictionary
from otherwords.learn.entries import write_table
from otherwords.learn.given import check_given
from otherwords.learn.phrases import describe_phrases
from otherwords.learn.quality_steps import chosen_scores
from otherwords.learn.recipe import Corpus, GivenTable, TableRecipe
from otherwords.learn.signature_steps import chosen
from otherwords.learn.steps import Step
from otherwords.learn.work import Work
from otherwords.tables import TextOptions, build_table


def entries_of(
    work: Work,
    table: TableRecipe,
    extracted: Mapping[str, Step],
    signed: Mapping[str, Step],
) -> Step:
    """The last of the steps to the entries of a table.

    Args:
        work: The run.
        table: What the recipe says.
        extracted: The phrase pairs of its corpora.
        signed: The tag signatures of the phrases of its corpora, if the recipe asks for them.
    """
    corpora = [work.recipe.corpora[name] for name in table.corpora]
    if table.method == "direct":
        scores = [_scores(work, table, "", corpora, extracted)]
        meetings = [_meetings_of_pairs(work, table, scores[0])]
        known = scores
        ids = "SELECT DISTINCT source_id AS id FROM scores_0 WHERE source_id <> target_id"
    else:
        groups: dict[str, list[Corpus]] = {}
        for corpus in corpora:
            groups.setdefault(corpus.language, []).append(corpus)
        scores, known, meetings = [], [], []
        for number, (language, members) in enumerate(groups.items()):
            scores.append(_scores(work, table, f".{language}", members, extracted))
            known.append(_links(work, table, language, scores[-1]))
            meetings.append(_meetings(work, table, language, number, known[-1]))
            if table.identity == "pivot":
                meetings.append(_stays(work, table, language, number, scores[-1], known[-1]))
        union = " UNION ".join(f"SELECT source_id AS id FROM links_{i}" for i in range(len(known)))
        ids = union if len(known) > 1 else f"SELECT DISTINCT id FROM ({union}) AS ids"
    dictionaries = [extracted[corpus.name] for corpus in corpora]
    phrases = _phrases(work, table, ids, scores, known, dictionaries)
    signatures = chosen(work, table, signed, phrases) if table.signatures != "none" else None
    candidates = _candidates(work, table, meetings, phrases, signatures)
    return _entries(work, table, candidates, phrases, signatures, dictionaries)


def table_of(work: Work, table: TableRecipe, entries: Step) -> Step:
    """The table file."""
    scores = chosen_scores(work.recipe, table)

    def action(folder: Path) -> Mapping[str, Any]:
        written = write_table(
            work.rows_of(entries),
            folder / f"{table.name}.table",
            scores=scores,
            least_quality=table.least_quality,
            counts=table.counts,
            quantise=table.quantise,
        )
        return _figures(written)

    parameters = {
        "scores": scores,
        "least_quality": table.least_quality,
        "counts": table.counts,
        "quantise": table.quantise,
    }
    return Step(
        f"{table.name}.table", action, parameters, inputs=[entries], estimate=entries.estimate
    )


def given_table(work: Work, table: GivenTable) -> Step:
    """The table file of what people wrote."""
    scores = chosen_scores(work.recipe, table)
    text = work.recipe.beside(table.file)
    dictionary = [work.recipe.beside(file) for file in table.dictionary]

    def action(folder: Path) -> Mapping[str, Any]:
        check_given(text, lower_case=work.recipe.lower_case)
        entries = text
        if dictionary:
            entries = folder / f"{table.name}.tsv"
            write_dictionary(dictionary, [text], entries, work.recipe.language)
        written = build_table(
            [entries],
            folder / f"{table.name}.table",
            text_format="tsv",
            options=TextOptions(names=scores, strict=True),
            quantise=table.quantise,
        ).written
        return _figures(written)

    parameters = {"scores": scores, "quantise": table.quantise}
    return Step(f"{table.name}.table", action, parameters, files=[text, *dictionary])


def _figures(written: WriteReport) -> Mapping[str, Any]:
    return {"entries": written.entries, "sources": written.sources, "words": written.words}


def _scores(
    work: Work,
    table: TableRecipe,
    suffix: str,
    corpora: Sequence[Corpus],
    extracted: Mapping[str, Step],
) -> Step:
    """Counts and totals of the phrase pairs of some corpora."""
    inputs = [extracted[corpus.name] for corpus in corpora]
    weights = [corpus.weight for corpus in corpora]
    count = plan.count(weights, symmetric=table.method == "direct")

    def action(folder: Path) -> Mapping[str, Any]:
        pairs = {f"pairs_{i}": [work.rows_of(step, "pairs")] for i, step in enumerate(inputs)}
        work.write(count, pairs, folder / "counts")
        work.write(plan.score(), {"counts": [folder / "counts"]}, folder / "rows")
        shutil.rmtree(folder / "counts")  # the scores have all of it
        return {"phrase pairs": work.size(folder / "rows")}

    queries = {"count": count, "score": plan.score()}
    estimate = estimates.scores([step.estimate for step in inputs])
    return Step(f"{table.name}{suffix}.scores", action, queries, inputs=inputs, estimate=estimate)


def _links(work: Work, table: TableRecipe, language: str, scores: Step) -> Step:
    """The phrase pairs that pivoting uses."""
    pruning = _pruning(table)

    def action(folder: Path) -> Mapping[str, Any]:
        query = plan.link(pruning, _pairs(work, scores))
        work.write(query, {"scores": [work.rows_of(scores)]}, folder / "rows")
        return {"links": work.size(folder / "rows")}

    queries = {"link": plan.link(pruning, 1)}
    name, estimate = f"{table.name}.{language}.links", estimates.links(scores.estimate)
    return Step(name, action, queries, inputs=[scores], estimate=estimate)


def _meetings(work: Work, table: TableRecipe, language: str, number: int, links: Step) -> Step:
    """What one pivot language says about pairs of phrases."""
    query = plan.meet(_pruning(table), number)

    def action(folder: Path) -> Mapping[str, Any]:
        work.write(query, {"links": [work.rows_of(links)]}, folder / "rows")
        return {"pairs": work.size(folder / "rows")}

    name, estimate = f"{table.name}.{language}.meetings", estimates.meetings(links.estimate)
    return Step(name, action, {"meet": query}, inputs=[links], estimate=estimate)


def _stays(
    work: Work, table: TableRecipe, language: str, number: int, scores: Step, links: Step
) -> Step:
    """What one pivot language says about phrases and themselves."""
    pruning = _pruning(table)

    def action(folder: Path) -> Mapping[str, Any]:
        relations = {"scores": [work.rows_of(scores)], "links": [work.rows_of(links)]}
        query = plan.stay(pruning, _pairs(work, scores), number)
        work.write(query, relations, folder / "rows")
        return {"phrases": work.size(folder / "rows")}

    return Step(
        f"{table.name}.{language}.stays",
        action,
        {"stay": plan.stay(pruning, 1, number)},
        inputs=[scores, links],
        estimate=estimates.links(scores.estimate),
    )


def _meetings_of_pairs(work: Work, table: TableRecipe, scores: Step) -> Step:
    """The pairs of a corpus within one language, without a pivot."""
    query = plan.pair(table.least_count)

    def action(folder: Path) -> Mapping[str, Any]:
        work.write(query, {"scores": [work.rows_of(scores)]}, folder / "rows")
        return {"pairs": work.size(folder / "rows")}

    name, estimate = f"{table.name}.meetings", estimates.links(scores.estimate, direct=True)
    return Step(name, action, {"pair": query}, inputs=[scores], estimate=estimate)


def _phrases(
    work: Work,
    table: TableRecipe,
    ids: str,
    scores: Sequence[Step],
    known: Sequence[Step],
    dictionaries: Sequence[Step],
) -> Step:
    """The phrases of a table with their words and features."""
    query = plan.gather(len(scores), len(dictionaries), ids)
    wordnet = work.recipe.file(work.recipe.wordnet) if work.recipe.wordnet else None
    language = work.recipe.language

    def action(folder: Path) -> Mapping[str, Any]:
        relations = {f"scores_{i}": [work.rows_of(step)] for i, step in enumerate(scores)}
        relations |= {f"links_{i}": [work.rows_of(step)] for i, step in enumerate(known)}
        both = table.method == "direct"
        for i, step in enumerate(dictionaries):
            sides = ["sources", "targets"] if both else ["sources"]
            relations[f"words_{i}"] = [work.rows_of(step, side) for side in sides]
        work.write(query, relations, folder / "words")
        (folder / "rows").mkdir(exist_ok=True)
        (folder / "opposites").mkdir(exist_ok=True)
        parts = sorted((folder / "words").glob("*.parquet"))
        work.map(
            describe_phrases,
            [
                (
                    str(part),
                    language,
                    wordnet and str(wordnet),
                    str(folder / "opposites" / part.name),
                    str(folder / "rows" / part.name),
                )
                for part in parts
            ],
        )
        return {"phrases": work.size(folder / "rows")}

    parameters = {"gather": query, "language": language}
    files = sorted(wordnet.glob("data.*")) if wordnet else []
    return Step(
        f"{table.name}.phrases",
        action,
        parameters,
        files=files,
        inputs=[*scores, *known, *dictionaries],
        estimate=estimates.words([step.estimate for step in known]),
    )


def _candidates(
    work: Work,
    table: TableRecipe,
    meetings: Sequence[Step],
    phrases: Step,
    signatures: Step | None,
) -> Step:
    """Pairs of phrases with probabilities and reasons to drop them."""
    selection = _selection(table)
    unite, query = plan.unite(len(meetings)), plan.judge(selection)
    # What one language says of phrases and themselves is of other pairs than the rest.
    several = len({work.recipe.corpora[name].language for name in table.corpora}) > 1

    def action(folder: Path) -> Mapping[str, Any]:
        # Not in one query: sums and joins would need memory at the same time.
        united = folder / "united"
        sources = {f"meetings_{i}": [work.rows_of(step)] for i, step in enumerate(meetings)}
        if several and not (folder / "rows").exists():
            work.write(unite, sources, united)
        relations = {"meetings": [united] if several else [*chain(*sources.values())]}
        relations["phrases"] = [work.rows_of(phrases)]
        relations["opposites"] = [work.rows_of(phrases, "opposites")]
        relations |= _relation_of(work, signatures)
        work.write(query, relations, folder / "rows")
        shutil.rmtree(united, ignore_errors=True)
        counted = dict(work.ask(plan.tally(), candidates=folder / "rows"))
        filters = enumerate(selection.applied, 1)
        dropped = {each.name: counted.get(number, 0) for number, each in filters}
        return {"candidates": sum(counted.values()), "dropped": dropped}

    return Step(
        f"{table.name}.candidates",
        action,
        {"unite": unite, "judge": query},
        inputs=[*meetings, phrases, *_present(signatures)],
        estimate=estimates.candidates([step.estimate for step in meetings]),
    )


def _entries(
    work: Work,
    table: TableRecipe,
    candidates: Step,
    phrases: Step,
    signatures: Step | None,
    extracted: Sequence[Step],
) -> Step:
    """The best candidates of each source, with their words."""
    aligned = list(extracted) if table.alignments else []
    query = plan.select(_selection(table))
    spell = plan.spell(signatures=signatures is not None, alignments=table.alignments)

    def action(folder: Path) -> Mapping[str, Any]:
        chosen = folder / "chosen"
        work.write(query, {"candidates": [work.rows_of(candidates)]}, chosen)
        if aligned:
            relations = {
                f"pairs_{i}": [work.rows_of(step, "pairs")] for i, step in enumerate(aligned)
            }
            work.write(
                plan.align(len(aligned)), {"entries": [chosen], **relations}, folder / "aligned"
            )
        entries = folder / "aligned" if aligned else chosen
        relations = {"entries": [entries], "phrases": [work.rows_of(phrases)]}
        work.write(spell, relations | _relation_of(work, signatures), folder / "rows")
        for finished in ("chosen", "aligned"):
            shutil.rmtree(folder / finished, ignore_errors=True)
        return {"entries": work.size(folder / "rows")}

    parameters = {"select": query, "spell": spell}
    if aligned:
        parameters["align"] = plan.align(len(aligned))
    return Step(
        f"{table.name}.entries",
        action,
        parameters,
        inputs=[candidates, phrases, *_present(signatures), *aligned],
        estimate=estimates.table(candidates.estimate),
    )


def _relation_of(work: Work, signatures: Step | None) -> dict[str, list[Path]]:
    return {} if signatures is None else {"signatures": [work.rows_of(signatures)]}


def _present(step: Step | None) -> list[Step]:
    return [] if step is None else [step]


def _pairs(work: Work, scores: Step) -> int:
    """How many phrase pairs were seen in all."""
    rows = work.ask("SELECT SUM(count) FROM scores", scores=work.rows_of(scores))
    return int(rows[0][0] or 0)


def _pruning(table: TableRecipe) -> plan.Pruning:
    return plan.Pruning(table.least_count, table.significance, table.epsilon, table.tau)


def _selection(table: TableRecipe) -> plan.Selection:
    return plan.Selection(
        table.filters,
        table.kappa,
        table.least,
        table.support,
        table.identity,
        table.signatures != "none",
    )
