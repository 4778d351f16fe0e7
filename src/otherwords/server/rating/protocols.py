"""Protocols: what judges are asked about an item, and what follows from their answers.

A *measure* is what results are about: a question, or what several answers say together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from otherwords._core import Error

Answers: TypeAlias = Mapping[str, str]

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers to a question.

    Attributes:
        value: What is stored.
        label: What the button says.
        meaning: When to choose it.
        key: What to press.
    """

    value: str
    label: str
    meaning: str
    key: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a judge is asked.

    Attributes:
        name: What it is called in files.
        text: As the judge reads it.
        choices: The lowest first.
        step: Questions of one step are asked on one page.
        only_if: Question and answer on which it depends whether this one is asked.
        about_purpose: Whether it is about the application, and not asked where there is none.
    """

    name: str
    text: str
    choices: tuple[Choice, ...]
    step: int = 1
    only_if: tuple[str, str] | None = None
    about_purpose: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        """All that may be answered."""
        return tuple(choice.value for choice in self.choices)

    def is_asked(self, answers: Answers) -> bool:
        """Whether it is, after these answers."""
        return self.only_if is None or answers.get(self.only_if[0]) == self.only_if[1]


@dataclass(frozen=True, slots=True)
class Measure:
    """What results are about.

    Attributes:
        name: What it is called in files.
        title: At the head of a column.
        values: The labels, the lowest first.
        read: The label that answers come to; None where the judge was not asked.
    """

    name: str
    title: str
    values: tuple[str, ...]
    read: Callable[[Answers], str | None]

    @property
    def ordered(self) -> bool:
        """Whether labels can be more or less apart."""
        return len(self.values) > 2

    def score(self, label: str) -> float:
        """The number of a label: 1 to 3 as they are, yes is 1 and no 0."""
        return float(label) if self.ordered else float(label == YES)


@dataclass(frozen=True, slots=True)
class Protocol:
    """A way of judging.

    Attributes:
        name: What users call it.
        title: What it is, in a few words.
        guidelines: What judges read before, a paragraph each.
        questions: In the order in which they are asked.
        measures: What the results show.
        correct: The measure that says whether a replacement is correct, for `tune`.
        second_pass: Whether judges look again at what they disagree on.
        hidden_source: Whether the first step shows the paraphrase alone.
    """

    name: str
    title: str
    guidelines: tuple[str, ...]
    questions: tuple[Question, ...]
    measures: tuple[Measure, ...]
    correct: str
    second_pass: bool = False
    hidden_source: bool = False

    def measure(self, name: str) -> Measure:
        """The one of this name."""
        return next(measure for measure in self.measures if measure.name == name)

    def about(self, application: str) -> Protocol:
        """The same, without the questions that make no sense for an application, or for none."""
        if application:
            return self
        asked = tuple(each for each in self.questions if not each.about_purpose)
        return replace(self, questions=asked)

    def asked(self, step: int, answers: Answers) -> list[Question]:
        """The questions of a step, after the answers of the steps before."""
        return [each for each in self.questions if each.step == step and each.is_asked(answers)]

    @property
    def steps(self) -> int:
        """How many there can be."""
        return max(question.step for question in self.questions)

    def complete(self, answers: Answers) -> bool:
        """Whether everything is answered that is asked."""
        return all(
            question.name in answers for question in self.questions if question.is_asked(answers)
        )

    def together(self, before: Answers, step: int, given: Answers) -> dict[str, str]:
        """The answers with those of one step, without such as are not asked for any more.

        Raises Error where an answer is missing or none of the choices.
        """
        asked = self.asked(step, before)
        if not asked:
            raise Error(f"step {step} is not asked here; start again at the first")
        kept = {name: value for name, value in before.items() if name in self._names}
        for question in asked:
            value = given.get(question.name)
            if value is None:
                raise Error(f"“{question.text}” is not answered; choose an answer")
            if value not in question.values:
                raise Error(
                    f"{value!r} is no answer to “{question.text}”; choose one that is shown"
                )
            kept[question.name] = value
        return {
            question.name: kept[question.name]
            for question in self.questions
            if question.name in kept and question.is_asked(kept)
        }

    @property
    def _names(self) -> set[str]:
        return {question.name for question in self.questions}
