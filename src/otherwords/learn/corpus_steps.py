"""The steps from a raw corpus to extracted phrase pairs; the work on parts is in `parts.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from otherwords._core import Error
from otherwords.files import replacing
from otherwords.learn import estimates, parts
from otherwords.learn.corpora import CleaningOptions, CleaningReport
from otherwords.learn.corpora.cleaning import REASONS
from otherwords.learn.preparing import prepare_parts
from otherwords.learn.reading import files_of, read_corpus
from otherwords.learn.recipe import Corpus, TableRecipe
from otherwords.learn.steps import Step
from otherwords.learn.work import Work
from otherwords.text.casing import CasingCounter

# Parts that are aligned together. What the first shard has taught helps to align the others, which
# then need not wait for each other.
_SHARD = 10


def prepared(work: Work, corpus: Corpus) -> Step:
    """Clean and tokenised sentence pairs."""
    recipe = work.recipe
    options = cleaning_options(work, corpus)
    files = [recipe.file(name) for name in corpus.files]

    def action(folder: Path) -> Mapping[str, Any]:
        casing = CasingCounter()
        report = prepare_parts(
            work,
            lambda: read_corpus(corpus, files, recipe.language),
            options,
            folder / "rows",
            source_casing=casing,
            target_casing=casing if is_own(work, corpus) and corpus.kind != "text" else None,
        )
        if report.kept == 0:
            raise Error(_nothing_left(corpus, report))
        (folder / "casing").mkdir(exist_ok=True)
        _save_counts(casing, folder / "casing" / "part-00000.parquet")
        return {
            "read": report.read,
            "kept": report.kept,
            "dropped": dict(report.dropped),
            "source words": report.source_words,
            "target words": report.target_words,
        }

    parameters = {
        **asdict(options),
        "kind": corpus.kind,
        "options": corpus.options,
        "sample": corpus.sample,
    }
    if any(path.is_dir() for path in files):  # articles have their dates in their names
        names = [str(each.relative_to(path)) for path in files for each in files_of([path])]
        parameters["names"] = names
    return Step(
        f"{corpus.name}.corpus",
        action,
        parameters,
        files=files_of(files),
        estimate=estimates.corpus(size_of(work, corpus)),
    )


def is_own(work: Work, corpus: Corpus) -> bool:
    """Whether both sides of a corpus are in the model's language."""
    return corpus.language in {"", work.recipe.language}


def cleaning_options(work: Work, corpus: Corpus) -> CleaningOptions:
    """What a sentence pair of a corpus must be like."""
    return CleaningOptions(
        source_language=work.recipe.language,
        target_language=corpus.language or work.recipe.language,
        lower=work.recipe.lower_case,
        shortest=corpus.shortest,
        longest=corpus.longest,
        ratio=corpus.ratio,
        identical=corpus.kind == "text",
        duplicates=corpus.kind == "text",
    )


def _nothing_left(corpus: Corpus, report: CleaningReport) -> str:
    reasons = ", ".join(f"{count:,} × {REASONS[name]}" for name, count in report.dropped.items())
    dropped = f" ({reasons})" if reasons else ""
    return (
        f"corpus {corpus.name}: no sentence pair is left of {report.read:,}{dropped}; "
        "check its files and its settings in the recipe"
    )


def size_of(work: Work, corpus: Corpus) -> estimates.TextSize:
    """How large a corpus may be."""
    files = files_of([work.recipe.file(name) for name in corpus.files])
    sides = 1 if corpus.kind == "text" else 2
    return estimates.text_size(files, sides=sides, share=corpus.sample)


def aligned(work: Work, corpus: Corpus, pairs: Step) -> Step:
    """Word alignments of both directions, in parts like those of the corpus."""
    options = parts.Alignment(
        aligner=work.recipe.aligner,
        same_language=is_own(work, corpus),
        threads=work.part_threads,
    )

    def action(folder: Path) -> Mapping[str, Any]:
        sources = sorted(str(path) for path in work.rows_of(pairs).glob("*.parquet"))
        shards = [sources[begin : begin + _SHARD] for begin in range(0, len(sources), _SHARD)]
        outputs = [str(folder / "rows" / f"shard-{number:05}") for number in range(len(shards))]
        priors = str(folder / "priors") if len(shards) > 1 else None
        (folder / "rows").mkdir(exist_ok=True)
        work.map(parts.align, [(shards[0], options, None, priors, outputs[0])])
        calls = zip(shards[1:], outputs[1:], strict=True)
        work.map(parts.align, [(shard, options, priors, None, output) for shard, output in calls])
        return {"shards": len(shards)}

    return Step(
        f"{corpus.name}.alignment",
        action,
        {**asdict(options), "threads": 0, "shard": _SHARD},
        inputs=[pairs],
        estimate=estimates.alignment(size_of(work, corpus)),
    )


def extraction_options(work: Work, corpus: Corpus, table: TableRecipe) -> parts.Extraction:
    """How a table extracts the phrase pairs of a corpus."""
    return parts.Extraction(
        longest=table.longest_phrase,
        cepts=table.extraction == "cepts",
        tight=table.boundaries == "tight",
        symmetrisation=table.symmetrisation,
        pivot=corpus.language if table.method == "pivot" else "",
        threads=work.part_threads,
    )


def aligned_parts(work: Work, pairs: Step, links: Step) -> dict[str, tuple[str, str]]:
    """The parts of a corpus by their names: the file of the sentence pairs, that of the links."""
    alignments = {path.name: str(path) for path in work.rows_of(links).glob("*/*.parquet")}
    files = sorted(work.rows_of(pairs).glob("*.parquet"))
    return {path.name: (str(path), alignments[path.name]) for path in files}


def extracted(work: Work, corpus: Corpus, table: TableRecipe, pairs: Step, links: Step) -> Step:
    """Phrase pairs with counts and lexical weights, in parts like those of the corpus."""
    options = extraction_options(work, corpus, table)

    def action(folder: Path) -> Mapping[str, Any]:
        inputs = aligned_parts(work, pairs, links)
        names = list(inputs)
        for relation in ("sources", "targets", "pairs"):
            (folder / relation).mkdir(exist_ok=True)

        def place(relation: str, name: str) -> str:
            return str(folder / relation / name)

        lexicon = str(folder / "lexicon.parquet")
        if options.cepts:
            texts = [source for source, _ in inputs.values()]
            work.map(parts.train_model1, [(texts, options.threads, lexicon)])
        else:
            make_lexicon(work, inputs, options.symmetrisation, folder)
        calls = [
            (
                *inputs[name],
                lexicon,
                options,
                table.alignments,
                place("sources", name),
                None if options.pivot else place("targets", name),
                place("pairs", name),
            )
            for name in names
        ]
        work.map(parts.extract, calls)
        return {"phrase pairs": work.size(folder / "pairs")}

    parameters = {**asdict(options), "threads": 0}
    if table.alignments:
        parameters["alignments"] = True
    name = f"{table.name}.{corpus.name}.phrases"
    return Step(
        name,
        action,
        parameters,
        inputs=[pairs, links],
        estimate=estimates.phrases(size_of(work, corpus)),
    )


def make_lexicon(
    work: Work, inputs: Mapping[str, tuple[str, str]], symmetrisation: str, folder: Path
) -> str:
    """Translation probabilities of words from the links of all parts; returns the file."""
    lexicon = str(folder / "lexicon.parquet")
    (folder / "words").mkdir(exist_ok=True)
    counts = [
        (*files, symmetrisation, str(folder / "words" / name)) for name, files in inputs.items()
    ]
    work.map(parts.count_words, counts)
    work.map(parts.make_lexicon, [([call[-1] for call in counts], lexicon)])
    return lexicon


def _save_counts(counter: CasingCounter, path: Path) -> None:
    """Keeps all forms with their counts, to be added up."""
    import pyarrow
    import pyarrow.parquet

    forms, counts = counter.forms()
    columns = [pyarrow.array(forms, pyarrow.string()), pyarrow.array(counts, pyarrow.int64())]
    with replacing(path) as file:
        pyarrow.parquet.write_table(
            pyarrow.table(columns, ["form", "count"]), file, compression="zstd"
        )
