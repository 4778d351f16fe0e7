"""SPG: Zhao, Lan, Liu and Li (2009), three applications and two baselines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from otherwords import Error, load
from otherwords.experiments import Experiments, Given, Section, Setting
from otherwords.experiments.spg import reading, split
from otherwords.experiments.spg.examples import examples
from otherwords.experiments.spg.generation import generation, tables
from otherwords.experiments.spg.outputs import outputs_of, read_set
from otherwords.experiments.spg.usability import by_chance
from otherwords.experiments.verdicts import Questions


class ApplicationDriven(Experiments):
    """Tables, generation, applications by chance, development and test, readers, examples."""

    settings: ClassVar[Mapping[str, Setting]] = {
        "model": "",
        "development": "dev/spg-tune.tsv",
        "test": "dev/spg-test.tsv",
        "labels": "",
        "read": 40,
        "replacements": 10,
        "examples": 3,
        "samples": 1000,
        "seed": 1,
    }
    least: ClassVar[Mapping[str, int]] = {"samples": 1}
    questions: ClassVar[Questions] = {**reading.QUESTIONS, **split.QUESTIONS}

    def run(self, given: Given) -> Iterator[Section]:
        """Paraphrases both sets by all systems, and yields what comes of it."""
        development, test = (read_set(given, name) for name in ("development", "test"))
        labels = split.labels_of(given)
        p = load(given.text("model") or None)
        yield tables(given, p, test)
        found = outputs_of(p, test, given)
        yield generation(given, p, found, "bold")
        try:
            surer = outputs_of(p, test, given, "high")
        except Error as error:
            given.tell(f"left out: {error}")
        else:
            yield generation(given, p, surer, "high")
        yield by_chance(given, p, found)
        yield split.split(given, p, (outputs_of(p, development, given), found), labels)
        yield from reading.reading(given, p, found)
        yield examples(given, p, found)
