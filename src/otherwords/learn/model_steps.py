"""The steps to the language model, the casing statistics and the model directory."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from otherwords import lm
from otherwords.files import clear_unfinished, replacing, writing
from otherwords.learn import estimates
from otherwords.learn.analysing import Backend
from otherwords.learn.collocations.writing import forms_file
from otherwords.learn.model_text import ModelText
from otherwords.learn.quality_steps import LM_FILE, chosen_scores
from otherwords.learn.recipe import LanguageModelRecipe, Recipe
from otherwords.learn.steps import Outcome, Step
from otherwords.learn.templates.steps import TEMPLATE_FILE
from otherwords.learn.work import Work
from otherwords.manifest import keep_tuned
from otherwords.model_file import MANIFEST
from otherwords.text.casing import Casing

CASING_FILE = "casing"
ANALYSER_FILE = "analyser"
_CASING_VERSION = 1  # of the file: another one is made again


def language_model(work: Work, options: LanguageModelRecipe, text: ModelText) -> Step:
    """A language model of the text in the model's language."""

    def action(folder: Path) -> Mapping[str, Any]:
        scratch = folder / "scratch"
        shutil.rmtree(scratch, ignore_errors=True)  # what a killed run left there
        scratch.mkdir()
        written = scratch / "text.zst"
        with writing(written) as fd:
            sentences = text.write(fd)
        arpa = scratch / "arpa"
        report = lm.train(
            [written],
            arpa if options.quantise else folder / LM_FILE,
            order=options.order,
            binary=not options.quantise,
            memory=work.resources.memory // 2,
            folder=scratch,
            cutoffs=options.prune,
            entropy=options.entropy,
            vocabulary=options.vocabulary,
            fallback_discounts=True,
        )
        if options.quantise:
            lm.convert(arpa, folder / LM_FILE, quantise=True)
        shutil.rmtree(scratch)
        ngrams = {str(order): count for order, count in enumerate(report.ngram_counts, 1)}
        return {"sentences": sentences, "words": report.tokens, "n-grams": ngrams}

    estimate = estimates.language_model(text.sizes)
    return Step("lm", action, asdict(options), inputs=text.steps, estimate=estimate)


def casing(work: Work, corpora: Sequence[Step]) -> Step:
    """How words are written that the model has in lower case."""
    query = """
        SELECT form, CAST(SUM(count) AS BIGINT) AS count FROM forms GROUP BY form"""

    def action(folder: Path) -> Mapping[str, Any]:
        forms = [work.rows_of(step, "casing") for step in corpora]
        work.write(query, {"forms": forms}, folder / "rows")
        return {"forms": _write_casing(folder / "rows", folder / CASING_FILE)}

    options = {"query": query, "version": _CASING_VERSION}
    return Step("casing", action, options, inputs=corpora)


def write_model(
    recipe: Recipe,
    folder: Path,
    tables: Mapping[str, Outcome],
    others: Mapping[str, Outcome],
    analyser: Backend | None,
) -> None:
    """Puts the files of a model into its directory; `model.toml` comes last and names them.

    What was tuned for a model that was there stays in it, if tables and scores are the same.
    """
    folder.mkdir(parents=True, exist_ok=True)
    clear_unfinished(folder)
    manifest, before = folder / MANIFEST, folder / f"{MANIFEST}.before"
    if manifest.exists():
        manifest.replace(before)  # while files are changing there is no model
    lines = [
        f"name = {_quoted(recipe.name)}",
        f"language = {_quoted(recipe.language)}",
        f"lower_case = {str(recipe.lower_case).lower()}",
    ]
    for name, file in {"lm": LM_FILE, "casing": CASING_FILE}.items():
        if name in others:
            _copy(others[name].folder / file, folder / file)
            lines.append(f"{name} = {_quoted(file)}")
    if analyser is not None and analyser.path is not None:
        if analyser.path.resolve() != (folder / ANALYSER_FILE).resolve():
            _copy(analyser.path, folder / ANALYSER_FILE)
        lines.append(f"analyser = {_quoted(ANALYSER_FILE)}")
    elif analyser is not None:
        lines.append(f"analyser = {_quoted(analyser.name)}")
    planned = recipe.planned()
    for name, outcome in tables.items():
        file = f"{name}.table"
        _copy(outcome.folder / file, folder / file)
        table = planned[name]
        scores = ", ".join(_quoted(score) for score in chosen_scores(recipe, table))
        lines += ["", f"[tables.{_quoted(name)}]", f"file = {_quoted(file)}"]
        lines += [f"method = {_quoted(table.method)}", f"scores = [{scores}]"]
        if name in recipe.patterns:
            lines += ['kind = "patterns"']
        if name in recipe.collocations:
            forms = forms_file(name)
            _copy(outcome.folder / forms, folder / forms)
            lines += ['kind = "collocations"', f"forms = {_quoted(forms)}"]
    if "templates" in others:
        _copy(others["templates"].folder / TEMPLATE_FILE, folder / TEMPLATE_FILE)
        lines += ["", "[systems.msa]", f"file = {_quoted(TEMPLATE_FILE)}"]
    text = "\n".join(lines) + "\n"
    if before.exists():
        text = keep_tuned(before.read_text("utf-8", "replace"), text)
    with replacing(manifest) as target:
        target.write(text.encode())
    before.unlink(missing_ok=True)


def _write_casing(relation: Path, output: Path) -> int:
    """The usual form of each word as one file; returns how many forms there were."""
    import pyarrow.parquet

    rows = pyarrow.parquet.read_table(relation, columns=["form", "count"])
    Casing.of(rows["form"].to_pylist(), rows["count"].to_pylist()).write(output)
    return int(rows.num_rows)


def _copy(source: Path, target: Path) -> None:
    with open(source, "rb") as content, replacing(target) as file:
        shutil.copyfileobj(content, file)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
