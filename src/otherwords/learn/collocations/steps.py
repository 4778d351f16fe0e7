"""The steps from analysed corpora to a table of collocations; what they do to parts and rows is in
`collocations` and in `plan.collocating`.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from otherwords.learn import estimates, plan
from otherwords.learn.collocations import extraction
from otherwords.learn.collocations.classifier import Acceptance, Files, accept
from otherwords.learn.collocations.thesaurus import relate
from otherwords.learn.collocations.writing import forms_file, write_collocations
from otherwords.learn.corpus_steps import aligned_parts, is_own, size_of
from otherwords.learn.plan import collocating
from otherwords.learn.quality_steps import VECTORS_FILE, chosen_scores
from otherwords.learn.recipe import CollocationTable, Corpus
from otherwords.learn.steps import Step
from otherwords.learn.wordnet import DATABASE
from otherwords.learn.work import Work

# A context must be worth something, and there are many.
_CONTEXTS = plan.Pruning(significance=3.84, epsilon=1e-4, tau=300)


@dataclass(frozen=True)
class Analysed:
    """What there is of a corpus: its sentence pairs, their word alignment, and their analysis."""

    corpus: Corpus
    pairs: Step
    links: Step
    analysis: Step

    @property
    def steps(self) -> list[Step]:
        """These steps."""
        return [self.pairs, self.links, self.analysis]


def collocations_of(
    work: Work,
    table: CollocationTable,
    corpora: Sequence[Analysed],
    confirming: Sequence[Analysed],
    vectors: Step | None,
) -> Step:
    """The table file, and the file with the forms of its words.

    Args:
        work: The run.
        table: What the recipe says.
        corpora: Where collocations, their translations and their contexts are from.
        confirming: Pairs of one language, which tell collocations that say the same.
        vectors: Word vectors, if there are any.
    """
    found = [_extracted(work, table, each) for each in corpora]
    kept = _kept(work, table, found)
    languages: dict[str, list[tuple[Corpus, Step]]] = {}
    for each, step in zip(corpora, found, strict=True):
        if not is_own(work, each.corpus):
            languages.setdefault(each.corpus.language, []).append((each.corpus, step))
    met = [
        _translated(work, table, language, number, members, kept)
        for number, (language, members) in enumerate(languages.items())
    ]
    around = _surrounded(work, table, [each.corpus for each in corpora], found, kept)
    related = _related(work, table, kept)
    candidates = _candidates(work, table, kept, met, around, related)
    linked = [_linked(work, table, each) for each in confirming]
    examples = _examples(work, table, candidates, linked)
    accepted = _accepted(work, table, candidates, examples, vectors)
    return _written(work, table, kept, accepted)


def _extracted(work: Work, table: CollocationTable, given: Analysed) -> Step:
    """The collocations of a corpus with translations and contexts, in parts like its own."""
    language = "" if is_own(work, given.corpus) else given.corpus.language

    def action(folder: Path) -> Mapping[str, Any]:
        for relation in (*extraction.PAIRS, extraction.COLLOCATIONS):
            (folder / relation).mkdir(exist_ok=True)
        analysis = work.workshop.path(given.analysis)
        sides = ("source",) if language else ("source", "target")
        calls = [
            (
                *files,
                {side: str(analysis / side / name) for side in sides},
                language,
                table.symmetrisation,
                {each: str(folder / each / name) for each in extraction.PAIRS},
                str(folder / extraction.COLLOCATIONS / name),
            )
            for name, files in aligned_parts(work, given.pairs, given.links).items()
        ]
        work.map(extraction.extract, calls)
        return {"rows": work.size(folder / extraction.COLLOCATIONS)}

    return Step(
        f"{table.name}.{given.corpus.name}.objects",
        action,
        {"language": language, "symmetrisation": table.symmetrisation},
        inputs=given.steps,
        estimate=estimates.objects(size_of(work, given.corpus)),
    )


def _kept(work: Work, table: CollocationTable, found: Sequence[Step]) -> Step:
    """The collocations that are seen often enough, and more often than by chance."""
    tell = collocating.tell_collocations(len(found))
    limits = table.least_count, table.least_likelihood

    def action(folder: Path) -> Mapping[str, Any]:
        relations = {
            f"found_{i}": [work.rows_of(step, extraction.COLLOCATIONS)]
            for i, step in enumerate(found)
        }
        every = folder / "found"
        work.write(tell, relations, every)
        total = _total(work, every)
        query = collocating.keep_collocations(*limits, total)
        work.write(query, {"found": [every]}, folder / "rows")
        collocations = work.size(folder / "rows")
        return {"pairs": total, "found": work.size(every), "collocations": collocations}

    return Step(
        f"{table.name}.collocations",
        action,
        {"tell": tell, "keep": collocating.keep_collocations(*limits, 1)},
        inputs=found,
        estimate=estimates.collocations([step.estimate for step in found]),
    )


def _total(work: Work, relation: Path) -> int:
    """The sum of the counts of a relation."""
    return int(work.ask("SELECT SUM(count) FROM counted", counted=relation)[0][0] or 0)


def _translated(
    work: Work,
    table: CollocationTable,
    language: str,
    number: int,
    members: Sequence[tuple[Corpus, Step]],
    kept: Step,
) -> Step:
    """What one language says about pairs of collocations, of verbs and of nouns."""
    pruning = plan.Pruning(1, table.significance, table.epsilon, table.tau)
    weights = [corpus.weight for corpus, _ in members]
    found = [step for _, step in members]
    levels = ("translations", "verbs", "nouns")

    def action(folder: Path) -> Mapping[str, Any]:
        for level in levels:
            _meet(work, folder, level, (weights, found, kept), (pruning, number))
        return {level: work.size(folder / level) for level in levels}

    return Step(
        f"{table.name}.{language}.meetings",
        action,
        _meeting_queries(levels, weights, pruning, number),
        inputs=[*found, kept],
        estimate=estimates.meetings(kept.estimate),
    )


def _surrounded(
    work: Work,
    table: CollocationTable,
    corpora: Sequence[Corpus],
    found: Sequence[Step],
    kept: Step,
) -> Step:
    """What contexts say about pairs of collocations."""
    weights = [corpus.weight for corpus in corpora]

    def action(folder: Path) -> Mapping[str, Any]:
        _meet(work, folder, "contexts", (weights, found, kept), (_CONTEXTS, 0))
        return {"pairs": work.size(folder / "contexts")}

    return Step(
        f"{table.name}.contexts",
        action,
        _meeting_queries(("contexts",), weights, _CONTEXTS, 0),
        inputs=[*found, kept],
        estimate=estimates.meetings(kept.estimate),
    )


def _meeting_queries(
    levels: Sequence[str], weights: Sequence[int], pruning: plan.Pruning, number: int
) -> dict[str, str]:
    return {
        "count": plan.count(weights),
        "score": plan.score(),
        "link": plan.link(pruning, 1),
        "meet": plan.meet(pruning, number),
        **{f"keep {level}": collocating.keep_scores(level) for level in levels},
    }


def _meet(
    work: Work,
    folder: Path,
    level: str,
    told: tuple[Sequence[int], Sequence[Step], Step],
    options: tuple[plan.Pruning, int],
) -> None:
    """From pairs of a level to its meetings and totals; what an earlier try has made is kept."""
    weights, found, kept = told
    pruning, number = options
    if (folder / level).exists():
        return
    scratch = folder / "scratch" / level
    pairs = {f"pairs_{i}": [work.rows_of(step, level)] for i, step in enumerate(found)}
    work.write(plan.count(weights), pairs, scratch / "counts")
    work.write(plan.score(), {"counts": [scratch / "counts"]}, scratch / "scores")
    total = _total(work, scratch / "counts")
    relations = {"scores": [scratch / "scores"], "collocations": [work.rows_of(kept)]}
    work.write(collocating.keep_scores(level), relations, scratch / "kept")
    scores = {"scores": [scratch / "kept"]}
    work.write(plan.link(pruning, total), scores, scratch / "links")
    work.write(collocating.tell_totals(), scores, folder / f"{level}-totals")
    work.write(plan.meet(pruning, number), {"links": [scratch / "links"]}, folder / level)
    shutil.rmtree(folder / "scratch")


def _related(work: Work, table: CollocationTable, kept: Step) -> Step:
    """What a thesaurus says about verbs and about nouns."""
    recipe = work.recipe
    wordnet = recipe.beside(table.wordnet) if table.wordnet else None

    def action(folder: Path) -> Mapping[str, Any]:
        verbs, nouns = (
            [
                row[0]
                for row in work.ask(f"SELECT DISTINCT {word} FROM kept", kept=work.rows_of(kept))
            ]
            for word in ("verb", "noun")
        )
        (folder / "rows").mkdir(exist_ok=True)
        output = folder / "rows" / "part-00000.parquet"
        pairs = relate(wordnet, recipe.language, verbs, nouns, output)
        return {"verbs": len(verbs), "nouns": len(nouns), "pairs": pairs}

    return Step(
        f"{table.name}.thesaurus",
        action,
        {"language": recipe.language},
        files=[wordnet / part for part in DATABASE] if wordnet else [],
        inputs=[kept],
    )


def _candidates(
    work: Work,
    table: CollocationTable,
    kept: Step,
    met: Sequence[Step],
    around: Step,
    related: Step,
) -> Step:
    """Pairs of collocations that may say the same, with all that is known of them."""
    proposing = collocating.Proposing(
        table.least_translations, table.least_contexts, table.least_words
    )
    unite, totals = plan.unite(len(met)), collocating.add_totals(len(met))
    estimate, propose = collocating.estimate(), collocating.propose(proposing)

    def action(folder: Path) -> Mapping[str, Any]:
        if not (folder / "rows").exists():
            scratch = folder / "scratch"
            levels = {}
            for level in collocating.LEVELS:
                sources = [around] if level == "contexts" else met
                levels[level] = [scratch / level]
                parts = {
                    f"meetings_{i}": [work.rows_of(step, level)] for i, step in enumerate(sources)
                }
                ends = {
                    f"totals_{i}": [work.rows_of(step, f"{level}-totals")]
                    for i, step in enumerate(sources)
                }
                number = len(sources)
                work.write(plan.unite(number), parts, scratch / f"{level}-united")
                work.write(collocating.add_totals(number), ends, scratch / f"{level}-totals")
                both = {
                    "meetings": [scratch / f"{level}-united"],
                    "totals": [scratch / f"{level}-totals"],
                }
                work.write(estimate, both, scratch / level)
            known = {"related": [work.rows_of(related)], **levels}
            work.write(propose, {"collocations": [work.rows_of(kept)], **known}, scratch / "pairs")
            pairs = {"proposed": [scratch / "pairs"], **known}
            work.write(collocating.describe(), pairs, folder / "rows")
        shutil.rmtree(folder / "scratch", ignore_errors=True)
        return {"candidates": work.size(folder / "rows"), "dropped": {}}

    return Step(
        f"{table.name}.candidates",
        action,
        {
            "unite": unite,
            "totals": totals,
            "estimate": estimate,
            "propose": propose,
            "describe": collocating.describe(),
        },
        inputs=[kept, *met, around, related],
        estimate=estimates.candidates([step.estimate for step in (*met, around)]),
    )


def _linked(work: Work, table: CollocationTable, given: Analysed) -> Step:
    """Which collocations stand for each other in a corpus of one language, part by part."""

    def action(folder: Path) -> Mapping[str, Any]:
        (folder / "rows").mkdir(exist_ok=True)
        analysis = work.workshop.path(given.analysis)
        calls = [
            (
                *files,
                str(analysis / "source" / name),
                str(analysis / "target" / name),
                table.symmetrisation,
                str(folder / "rows" / name),
            )
            for name, files in aligned_parts(work, given.pairs, given.links).items()
        ]
        work.map(extraction.confirm, calls)
        return {"pairs": work.size(folder / "rows")}

    return Step(
        f"{table.name}.{given.corpus.name}.linked",
        action,
        {"symmetrisation": table.symmetrisation},
        inputs=given.steps,
        estimate=estimates.objects(size_of(work, given.corpus)),
    )


def _examples(
    work: Work, table: CollocationTable, candidates: Step, linked: Sequence[Step]
) -> Step:
    """Candidates of which aligned sentences tell whether they say the same."""
    add = collocating.add_links(len(linked))
    query = collocating.exemplify(table.least_links, table.least_seen)

    def action(folder: Path) -> Mapping[str, Any]:
        relations = {f"linked_{i}": [work.rows_of(step)] for i, step in enumerate(linked)}
        work.write(add, relations, folder / "linked")
        both = {"candidates": [work.rows_of(candidates)], "linked": [folder / "linked"]}
        work.write(query, both, folder / "rows")
        counts = dict(
            work.ask(
                "SELECT is_paraphrase, COUNT(*) FROM examples GROUP BY is_paraphrase",
                examples=folder / "rows",
            )
        )
        return {"positive": counts.get(1, 0), "negative": counts.get(0, 0)}

    return Step(
        f"{table.name}.examples",
        action,
        {"add": add, "exemplify": query},
        inputs=[candidates, *linked],
    )


def _accepted(
    work: Work,
    table: CollocationTable,
    candidates: Step,
    examples: Step,
    vectors: Step | None,
) -> Step:
    """The candidates that a classifier accepts, which learns from the examples."""
    acceptance = Acceptance(table.least, table.kappa)

    def action(folder: Path) -> Mapping[str, Any]:
        (folder / "rows").mkdir(exist_ok=True)
        files = Files(
            candidates=work.rows_of(candidates),
            examples=work.rows_of(examples),
            vectors=work.workshop.path(vectors) / VECTORS_FILE if vectors is not None else None,
            report=folder / "classifier.json",
            output=folder / "rows" / "part-00000.parquet",
        )
        return accept(files, acceptance)

    return Step(
        f"{table.name}.entries",
        action,
        asdict(acceptance),
        inputs=[candidates, examples, *([vectors] if vectors is not None else [])],
        estimate=estimates.table(candidates.estimate),
    )


def _written(work: Work, table: CollocationTable, kept: Step, accepted: Step) -> Step:
    """The files of the table."""
    scores = chosen_scores(work.recipe, table)

    def action(folder: Path) -> Mapping[str, Any]:
        nouns = work.ask(collocating.tell_nouns(), collocations=work.rows_of(kept))
        return write_collocations(
            work.rows_of(accepted),
            {noun: (count, plurals) for noun, count, plurals in nouns},
            folder / f"{table.name}.table",
            folder / forms_file(table.name),
            scores=scores,
            probabilities=table.score == "probability",
            quantise=table.quantise,
        )

    parameters = {"scores": scores, "score": table.score, "quantise": table.quantise}
    return Step(f"{table.name}.table", action, parameters, inputs=[kept, accepted])
