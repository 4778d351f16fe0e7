"""PP: Zhao, Wang, Liu and Li (2009), paraphrase patterns by four models, and their rival DIRT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from otherwords.evaluate.data import checksum
from otherwords.experiments import Experiments, Given, Section, Setting
from otherwords.experiments.europarl import held_out_file
from otherwords.experiments.given import signed_file
from otherwords.experiments.pp import contexts, dirt, kinds, models
from otherwords.experiments.pp.pairs import MODELS, Pair, make_lists
from otherwords.experiments.pp.reading import QUESTIONS, verdict
from otherwords.experiments.verdicts import Questions
from otherwords.learn.corpus_steps import prepared
from otherwords.learn.patterns.labels import read_pattern_labels
from otherwords.learn.patterns.tuning import PatternTools

_RECIPE, _MODELS, _TABLE = "recipe.toml", "patterns.toml", "pt4"


class PatternModels(Experiments):
    """Models at matched sizes, DIRT, types and slots of patterns, and patterns within sentences."""

    settings: ClassVar[Mapping[str, Setting]] = {
        "labels": "../../models/en/patterns.tsv",
        "size": 400_000,
        "read": 200,
        "paths": 20,
        "sentences": 119,
        "matches": 60,
        "seed": 1,
    }
    least: ClassVar[Mapping[str, int]] = {"size": 1}
    questions: ClassVar[Questions] = QUESTIONS

    def run(self, given: Given) -> Iterator[Section]:
        """Learns the patterns of the folder by all models, and yields the paper's tables."""
        known = _labelled(given)
        held_out_file(given, "en")  # which is read last
        model = given.learn(_RECIPE)
        learning = given.learning(_RECIPE)
        with learning.patterns_of(_TABLE) as tools:
            given.tell("making the pairs of all models")
            lists = make_lists(tools, given.number("size"))
            signature = given.signature(
                (" ".join(pair) for each in lists.pairs.values() for pair in each),
                *(signed_file(given.folder / name) for name in (_RECIPE, _MODELS)),
            )
            yield models.data_section(lists, *_size_of(tools), signature)
            given.tell("learning the paths of DIRT")
            paths = dirt.find_paths(learning, tools, given.number("paths"), given.number("seed"))
        drawn = models.lines_of(given, lists.pairs, known)
        yield models.precision_section(given, lists, drawn, signature)
        texts = (text for line in paths.lines() for text in (line.source, line.paraphrase))
        with_paths = f"{signature}|paths:{checksum(texts)}"
        yield dirt.section(given, paths, with_paths)
        own = MODELS["model3"]
        correct = [
            (line.source, line.paraphrase) for line in drawn[own] if verdict(given.verdicts, line)
        ]
        of_dirt = dirt.correct_pairs(given.verdicts, paths.lines())
        yield kinds.types_section(lists.pairs[own], correct, of_dirt, with_paths)
        yield kinds.slots_section(lists.pairs[own], signature)
        given.tell("ranking patterns of sentences")
        yield contexts.section(given, *contexts.match_sentences(given, model))


def _labelled(given: Given) -> frozenset[Pair]:
    """Pairs that the weights were fitted to: they say nothing of how good these are."""
    path = given.folder / given.text("labels")
    return frozenset((source, target) for source, target, _ in read_pattern_labels(path))


def _size_of(tools: PatternTools) -> tuple[int, int]:
    """Sentence pairs of all corpora, and their English words."""
    work = tools.work
    made = [prepared(work, work.recipe.corpora[name]) for name in tools.found]
    figures = [work.workshop.make(step).figures for step in made]
    return sum(each["kept"] for each in figures), sum(each["source words"] for each in figures)
