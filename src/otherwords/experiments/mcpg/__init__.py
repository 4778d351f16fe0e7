"""MCPG: Chevelu, Lavergne, Lepage and Moudenc (2009), Monte-Carlo search beside a decoder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import ClassVar

from otherwords.experiments import Experiments, Given, Section, Setting
from otherwords.experiments.europarl import LANGUAGES, Language, check_named, files_of, held_out
from otherwords.experiments.mcpg.reading import LINES, QUESTIONS, figures
from otherwords.experiments.mcpg.systems import SYSTEMS, Said, sampling_of, say
from otherwords.experiments.verdicts import Line, Questions
from otherwords.scoring.novelty import distance

_PUBLISHED = {
    "beam": ("64% (0.57)", "58% (0.48)", "50% (0.54)"),
    "mcpg": ("63% (0.84)", "55% (0.64)", "49% (0.59)"),
}


class Mcpg(Experiments):
    """What beam search, in the place of Moses, and MCPG make of held-out sentences."""

    settings: ClassVar[Mapping[str, Setting]] = {
        "french": "../ts/french.toml",
        "english": "../ts/english.toml",
        "sentences": 100,
        "seed": 1,
        "kappa": 10,
        "episodes": 100_000,
        "confidence": 0.95,
        "read": 100,
    }
    least: ClassVar[Mapping[str, int]] = {"sentences": 1, "kappa": 1, "episodes": 1}
    questions: ClassVar[Questions] = QUESTIONS

    def run(self, given: Given) -> Iterator[Section]:
        """Yields what can be measured of each language, then table 1 of both."""
        lines: dict[tuple[str, Language], list[Line]] = {}
        sources: list[str] = []
        signatures: list[str] = []
        check_named(given)
        sampling_of(given)
        for language in LANGUAGES:
            files = files_of(given, language)
            sentences = held_out(given, language, given.number("sentences"))
            said = say(given, f"said-{language.name}", files, sentences)
            signatures.append(files.signature)
            yield _measured(given, language, said, files.signature)
            sources += sentences
            for system, each in said.items():
                lines[system, language] = [
                    Line(one.source, one.text, f"{system} {language.name}")
                    for one in each[: given.number("read")]
                ]
        yield _table_1(given, lines, given.signature(sources, *signatures))


def _measured(
    given: Given, language: Language, said: Mapping[str, Sequence[Said]], files: str
) -> Section:
    rows = [(name, *(figure(each) for each in said.values())) for name, figure in _FIGURES.items()]
    sampled = said["mcpg"]
    most = fmean(one.reward > -1e-9 for one in sampled)
    episodes = sum(one.episodes for one in sampled) / sum(one.seconds for one in sampled)
    rows += [
        ("with the greatest reward", "", f"{most:.0%}"),
        ("mean reward", "", f"{fmean(one.reward for one in sampled):.2f}"),
        ("episodes a sentence", "", f"{fmean(one.episodes for one in sampled):,.0f}"),
        ("episodes a second", "", f"{episodes:,.0f}"),
    ]
    return Section(
        f"What both make of {len(sampled)} held-out sentences, {language.name}",
        ("", *said),
        tuple(rows),
        "The paper has none of these figures. Gains and rewards are natural logs, of a sentence.",
        given.signature([one.source for one in sampled], files),
    )


def _changed(said: Sequence[Said]) -> float:
    """Words inserted, deleted or replaced, of each word of the sources."""
    distances = [distance(one.source.split(), one.text.split()) for one in said]
    return sum(distances) / sum(len(one.source.split()) for one in said)


def _length(said: Sequence[Said]) -> float:
    words = sum(len(one.text.split()) for one in said)
    return words / sum(len(one.source.split()) for one in said)


#: What is told of each system.
_FIGURES: dict[str, Callable[[Sequence[Said]], str]] = {
    "changed": lambda said: f"{fmean(one.text != one.source for one in said):.0%}",
    "words changed": lambda said: f"{_changed(said):.1%}",
    "length, of the sources": lambda said: f"{_length(said):.0%}",
    "gain by the language model": lambda said: f"{fmean(one.gain for one in said):.2f}",
    "seconds a sentence": lambda said: f"{fmean(one.seconds for one in said):.2f}",
}


def _table_1(
    given: Given, lines: Mapping[tuple[str, Language], Sequence[Line]], signature: str
) -> Section:
    rows = []
    for system in SYSTEMS:
        measured = [list(figures(lines[system, each], given.verdicts)) for each in LANGUAGES]
        for name, published, *cells in zip(LINES, _PUBLISHED[system], *measured, strict=True):
            rows.append((f"{system}: {name}", published, *cells))
    same = [
        f"{sum(line.source == line.paraphrase for line in each)} of {system} ({language.name})"
        for (system, language), each in lines.items()
    ]
    differing = [line for each in lines.values() for line in each if line.source != line.paraphrase]
    return Section(
        "Table 1: judged right by all readers of an item, with Cohen's kappa of two",
        ("", "published, French", *(each.name for each in LANGUAGES)),
        tuple(rows),
        f"{given.sheets(differing)}. Outputs that are their source count as well formed and of the "
        f"same meaning without being read: {', '.join(same)}. Texts are lower case with blanks "
        "between tokens, which is no fault.",
        signature,
    )
