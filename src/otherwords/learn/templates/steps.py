"""The step from articles to templates of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from otherwords.baselines.templates import Pieces, Template, write_templates
from otherwords.learn.corpora.news import Article, read_articles
from otherwords.learn.steps import Step
from otherwords.learn.templates.lattices import Told, lattice_of
from otherwords.learn.templates.pairing import pair_lattices
from otherwords.learn.templates.recipe import TemplateRecipe
from otherwords.learn.templates.similar import cluster_alike
from otherwords.learn.work import Work
from otherwords.text.tokens import tokenise

TEMPLATE_FILE = "msa.json"
_WORDS = range(4, 41)  # of a sentence


def learn_templates(
    articles: Iterator[Article], options: TemplateRecipe, language: str
) -> tuple[list[Template], Mapping[str, int]]:
    """The templates of the sentences of articles, and figures for the report."""
    told = _sentences(articles, language)
    alike = cluster_alike(
        [[piece.label for piece in each.pieces] for each in told], options.similarity
    )
    clusters = [members for members in alike if len(members) >= options.sentences]
    lattices = [
        lattice
        for members in clusters
        if (
            lattice := lattice_of(
                [told[member] for member in members],
                backbone=options.backbone,
                synonymy=options.synonymy,
            )
        )
        is not None
    ]
    templates = pair_lattices(
        lattices, overlap=options.overlap, meetings=options.meetings, language=language
    )
    paired = sum(1 for template in templates if template.partners)
    return templates, {
        "sentences": len(told),
        "clusters": len(clusters),
        "templates": len(templates),
        "paired": paired,
    }


def template_step(work: Work, options: TemplateRecipe) -> Step:
    """The file of the templates."""
    recipe = work.recipe
    files = [
        recipe.file(name) for corpus in options.corpora for name in recipe.corpora[corpus].files
    ]

    def action(folder: Path) -> Mapping[str, Any]:
        articles = (each for path in files for each in read_articles(path, recipe.language))
        templates, figures = learn_templates(articles, options, recipe.language)
        write_templates(templates, folder / TEMPLATE_FILE)
        return figures

    parameters = {**asdict(options), "language": recipe.language}
    inside = [each for path in files for each in ([path] if path.is_file() else _below(path))]
    return Step("templates", action, parameters, files=inside)


def _below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _sentences(articles: Iterator[Article], language: str) -> list[Told]:
    """The sentences of articles whose event is known, each once for an event."""
    chosen: dict[tuple[str, str], str] = {}
    for article in articles:
        for sentence in article.sentences if article.cluster is not None else ():
            chosen.setdefault((article.cluster or "", sentence), article.place)
    tokens = [tokenise(sentence, language) for _, sentence in chosen]
    pieces: Sequence[Any] = Pieces(language).of(tokens)
    return [
        Told(each, event, place)
        for ((event, _), place), each in zip(chosen.items(), pieces, strict=True)
        if len(each) in _WORDS
    ]
