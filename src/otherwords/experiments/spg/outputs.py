"""What applications and both baselines make of a set of sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from otherwords import Paraphraser
from otherwords._core import FormatError
from otherwords.contents import edit_content
from otherwords.evaluate.data import read_data
from otherwords.evaluate.edited import UnitLabels, replacements_of
from otherwords.evaluate.metric import Segments
from otherwords.experiments import Given
from otherwords.files import name_of
from otherwords.paraphrases import Paraphrase
from otherwords.tune.sentences import DevelopmentSentence, sentences_of

APPLICATIONS = ("compress", "simplify", "toward")
SYSTEMS: Mapping[str, Mapping[str, Any]] = {
    **{name: {"application": name} for name in APPLICATIONS},
    **{name: {"system": name} for name in ("baseline-1", "baseline-2")},
}


@dataclass(frozen=True)
class Sentences:
    """A set of sentences.

    Attributes:
        sources: The sentences.
        references: How another translator has said each.
    """

    sources: Sequence[str]
    references: Sequence[str]

    @property
    def texts(self) -> list[str]:
        """All of them, for a signature."""
        return [*self.sources, *self.references]

    def single(self, language: str) -> list[DevelopmentSentence]:
        """The different sentences of all texts, as those are that units are offered for."""
        return sentences_of(zip(self.sources, self.references, strict=True), language=language)


@dataclass(frozen=True)
class Outputs:
    """What one system makes of them."""

    name: str
    sentences: Sentences
    results: Sequence[Paraphrase]

    @cached_property
    def changed(self) -> list[Paraphrase]:
        """Those that differ from their sources."""
        return [each for each in self.results if each.text != each.source]

    def segments(self, labels: UnitLabels | None = None) -> Segments:
        """For metrics; replacements count as correct by the labels."""
        answers = [(each.source, [edit_content(e) for e in each.edits]) for each in self.results]
        return Segments(
            [each.text for each in self.results],
            self.sentences.sources,
            [(reference,) for reference in self.sentences.references],
            replacements_of(answers, labels or {}),
        )


def read_set(given: Given, setting: str) -> Sentences:
    """The set that a setting names."""
    path = given.file(given.text(setting))
    data = read_data(path)
    references = data.references or ()
    if not data.sources or any(len(each) != 1 for each in references) or not references:
        raise FormatError(
            f"{name_of(path)}: there must be sentences with one reference each; give a TSV with "
            "the columns source and reference"
        )
    return Sentences(data.sources, [one for (one,) in references])


def outputs_of(
    p: Paraphraser, sentences: Sentences, given: Given, confidence: str = "bold"
) -> dict[str, Outputs]:
    """The best paraphrases by each system. As in the paper, the words that patterns and
    collocations carry along stay as they are, so that an edit is a unit.
    """
    return {
        name: Outputs(
            name,
            sentences,
            list(
                p.pipe(
                    sentences.sources,
                    references=sentences.references,
                    threads=given.threads,
                    confidence=confidence,
                    keep_fillers=True,
                    **options,
                )
            ),
        )
        for name, options in SYSTEMS.items()
    }
