"""From a recipe to an analyser: all steps in order, and how good it has become."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import util
from pathlib import Path
from typing import Any

from otherwords._core import Error
from otherwords.extras import missing
from otherwords.files import name_of, replacing
from otherwords.learn.analyser.evaluating import Agreement, compare, tag_accuracy
from otherwords.learn.analyser.recipe import AnalyserRecipe
from otherwords.learn.analyser.teaching import (
    read_analyses,
    read_gold,
    read_words,
    teach_all,
    write_tagged,
    write_words,
)
from otherwords.learn.analyser.texts import Chosen, TextCorpus, choose
from otherwords.learn.analyser.training import Lessons
from otherwords.learn.estimates import Estimate
from otherwords.learn.steps import Outcome, Run, Step, Watch, Workshop, in_order
from otherwords.learn.treebank import read_treebank
from otherwords.text.core_analyser import CoreAnalyser
from otherwords.text.spacy_analyser import SpacyAnalyser

_PART = 4000  # sentences
_FILE = "analyser"
_FIGURES = "figures.json"
_SECONDS_A_WORD = {"teach": 2.2e-4, "train": 2.8e-5}
_WORDS_A_SENTENCE = 21
_LARGE = 50_000  # sentences of a corpus, where nobody says how many


@dataclass(frozen=True)
class LearntAnalyser:
    """A finished run.

    Attributes:
        outcomes: What each step came to.
        agreement: With the teacher, by name of the text that was held out.
        gold: Share of words of the held-out treebank with the right tag: ours and the teacher's;
            None without a treebank.
    """

    outcomes: list[Outcome]
    agreement: Mapping[str, Agreement]
    gold: tuple[float, float] | None


class AnalyserLearning:
    """A recipe that is being followed.

    Args:
        recipe: What to learn.
        folder: The work folder, where steps keep what they make.
        threads: How many to use; 0 for all cores.
        watch: Told how far it has got.
    """

    def __init__(
        self, recipe: AnalyserRecipe, folder: Path, *, threads: int = 0, watch: Watch | None = None
    ) -> None:
        if util.find_spec("pyarrow") is None:
            raise missing("learning needs pyarrow", "learn")
        self._recipe = recipe
        self._threads = threads
        self._workshop = Workshop(folder)
        self._run = Run(self._workshop, watch)
        self._words = self._words_step()
        self._taught = self._taught_step()
        self._trained = self._trained_step()
        self._measured = self._measured_step()
        self._run.steps = in_order([self._measured])

    @property
    def steps(self) -> list[Step]:
        """All steps, in order."""
        return self._run.steps

    def finished(self, step: Step) -> bool:
        """Whether a step need not be made again."""
        return self._run.finished(step)

    def run(self, output: Path) -> LearntAnalyser:
        """Makes what is not made yet, and then the file of the analyser."""
        output.absolute().parent.mkdir(parents=True, exist_ok=True)
        if output.is_dir():  # better told at once
            raise Error(f"{name_of(output)}: this is a folder; name a file")
        with self._workshop.locked():
            outcomes = self._run.make_all()
            self._workshop.repair([self._trained])
            with replacing(output) as file, open(self._file, "rb") as made:
                shutil.copyfileobj(made, file)
        figures = json.loads((self._workshop.path(self._measured) / _FIGURES).read_text("utf-8"))
        agreement = {name: Agreement(**found) for name, found in figures["agreement"].items()}
        return LearntAnalyser(outcomes, agreement, figures["gold"] and tuple(figures["gold"]))

    @property
    def _file(self) -> Path:
        return self._workshop.path(self._trained) / _FILE

    def _words_step(self) -> Step:
        """Text to learn from in parts of mixed sentences, and text that is held out."""
        recipe = self._recipe
        corpora = [*recipe.corpora.values(), *recipe.held_out.values()]

        def action(folder: Path) -> Mapping[str, Any]:
            held_out: dict[bytes, list[str]] = {}
            learnt: dict[bytes, list[str]] = {}
            broken = 0
            for name, corpus in recipe.held_out.items():
                chosen = self._choose(corpus, f"held_out.{name}")
                held_out |= chosen.sentences
                broken += chosen.broken
                write_words(list(chosen.sentences.values()), folder / f"held-out-{name}.parquet")
            for name, corpus in recipe.corpora.items():
                chosen = self._choose(corpus, f"corpus.{name}")
                learnt |= chosen.sentences
                broken += chosen.broken
            # The numbers of sentences are as good as random: parts are of all corpora.
            order = sorted(learnt.keys() - held_out.keys())
            if not order:
                raise Error(f"{name_of(recipe.path)}: all text is held out; add a [corpus.NAME]")
            for begin in range(0, len(order), _PART):
                part = [learnt[number] for number in order[begin : begin + _PART]]
                write_words(part, folder / f"part-{begin // _PART:05d}.parquet")
            bank = recipe.treebank
            for name, files in (("train", bank.train), ("held-out", bank.held_out)):
                if tagged := read_treebank(recipe.files(files)):
                    write_tagged(tagged, folder / f"treebank-{name}.parquet")
            return {"sentences": len(order), "held out": len(held_out), "not UTF-8": broken}

        bank = recipe.treebank
        return Step(
            "words",
            action,
            {
                "corpora": [asdict(corpus) for corpus in corpora],
                "held out": list(recipe.held_out),
                "treebank": [bank.train, bank.held_out],
                "language": recipe.language,
                "longest": recipe.longest,
            },
            files=recipe.files(
                [*(name for each in corpora for name in each.files), *bank.train, *bank.held_out]
            ),
            estimate=Estimate(self._sentences, 40.0 * self._sentences, 3e-5 * self._sentences),
        )

    def _choose(self, corpus: TextCorpus, place: str) -> Chosen:
        recipe = self._recipe
        chosen = choose(corpus, recipe.files(corpus.files), recipe.language, recipe.longest)
        if not chosen.sentences:
            raise Error(
                f"{name_of(recipe.path)}: {place}: there is no sentence of at most "
                f"{recipe.longest} words in it; check its files, kind and columns"
            )
        return chosen

    @property
    def _sentences(self) -> float:
        """A guess."""
        corpora = self._recipe.corpora.values()
        return sum((each.sentences or _LARGE) * each.sample for each in corpora)

    def _taught_step(self) -> Step:
        """What the teacher says of all text."""
        recipe = self._recipe

        def action(folder: Path) -> Mapping[str, Any]:
            sources = sorted(self._workshop.path(self._words).glob("*.parquet"))
            parts = [(source, folder / source.name) for source in sources]
            teach_all(parts, recipe.language, self._threads, self._run.tick)
            return {"parts": len(parts)}

        words = _WORDS_A_SENTENCE * self._sentences
        return Step(
            "taught",
            action,
            {"teacher": SpacyAnalyser(recipe.language).version},
            inputs=[self._words],
            estimate=Estimate(self._sentences, 9.0 * words, _SECONDS_A_WORD["teach"] * words),
        )

    def _trained_step(self) -> Step:
        recipe, network = self._recipe, self._recipe.network

        def action(folder: Path) -> Mapping[str, Any]:
            taught = self._workshop.path(self._taught)
            lessons = Lessons()
            for part in sorted(taught.glob("part-*.parquet")):
                lessons.add(part)
            if (treebank := taught / "treebank-train.parquet").exists():
                tags = read_gold(self._workshop.path(self._words) / treebank.name)
                for _ in range(recipe.treebank.weight):
                    lessons.add(treebank, tags=tags)
            return lessons.train(
                folder / _FILE, network, threads=self._threads, watch=self._run.tick
            )

        words = _WORDS_A_SENTENCE * self._sentences * network.rounds
        return Step(
            "trained",
            action,
            {"network": asdict(network), "weight": recipe.treebank.weight},
            inputs=[self._words, self._taught],
            estimate=Estimate(1, 8e6, _SECONDS_A_WORD["train"] * words),
        )

    def _measured_step(self) -> Step:
        recipe = self._recipe

        def action(folder: Path) -> Mapping[str, Any]:
            taught = self._workshop.path(self._taught)
            analyser = CoreAnalyser(self._file, threads=self._threads)
            agreement = {}
            for name in recipe.held_out:
                part = taught / f"held-out-{name}.parquet"
                agreement[name] = compare(
                    list(analyser.analyse(read_words(part))), read_analyses(part)
                )
            gold = None
            if (treebank := taught / "treebank-held-out.parquet").exists():
                right = read_gold(self._workshop.path(self._words) / treebank.name)
                teacher = [each.tags for each in read_analyses(treebank)]
                gold = (
                    tag_accuracy(analyser.tags(read_words(treebank)), right),
                    tag_accuracy(teacher, right),
                )
            figures = {
                "agreement": {name: asdict(found) for name, found in agreement.items()},
                "gold": gold,
            }
            with replacing(folder / _FIGURES) as file:
                file.write(json.dumps(figures, indent=1).encode())
            return {"words": sum(found.words for found in agreement.values())}

        return Step("measured", action, inputs=[self._words, self._taught, self._trained])
