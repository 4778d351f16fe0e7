"""Analysis: what is to be known about the words of a sentence besides their letters.

An analyser is a backend: something that takes sentences as lists of words, cut as everywhere in
this package, and tells about each word. There are two: our own, which a model brings along and
which needs nothing else, and spaCy, which is slower and was the teacher of our own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from otherwords._core import Error
from otherwords.extras import missing

#: The parts of an analysis.
PARTS = ("tags", "lemmas", "heads", "relations", "entities")
#: The backend that is not our own.
SPACY = "spacy"
#: The names of the backends.
BACKENDS = ("core", SPACY)
_HEDGES = frozenset(("RB", "RBR", "RBS", "JJR", "JJS", "IN", "TO", "DT", "PDT"))


@dataclass(frozen=True, slots=True)
class Analysis:
    """A sentence analysed, with one item a word in each list; what was not asked for is empty.

    Attributes:
        tags: Parts of speech, as the Penn Treebank calls them.
        lemmas: Basic forms.
        heads: For each word the number of the word it depends on; a root has its own number. There
            may be several roots.
        relations: What each word is to its head, as spaCy's English models call it; `ROOT`.
        entities: `B-` with a kind where an entity begins, `I-` where it goes on, else nothing;
            kinds are `name`, `date`, `number`, `measure` and `address`.
    """

    tags: list[str]
    lemmas: list[str]
    heads: list[int]
    relations: list[str]
    entities: list[str]

    def entity_spans(self) -> list[tuple[int, int]]:
        """The words of each entity as `[begin, end)`."""
        begins = [place for place, entity in enumerate(self.entities) if entity.startswith("B-")]
        return [(begin, self._entity_end(begin)) for begin in begins]

    def guarded_spans(self) -> list[tuple[int, int]]:
        """The same without words that only hedge a number, a date or a measure: of `more than forty
        days`, `forty days`. Needs tags.
        """
        spans = []
        for begin, end in self.entity_spans():
            if self.entities[begin] != "B-name":
                while begin < end and self.tags[begin] in _HEDGES:
                    begin += 1
            if begin < end:
                spans.append((begin, end))
        return spans

    def _entity_end(self, begin: int) -> int:
        end = begin + 1
        while end < len(self.entities) and self.entities[end].startswith("I-"):
            end += 1
        return end


class Analyser(Protocol):
    """Tells about the words of sentences.

    Words should be written as they were found: names are known by their capitals.
    """

    @property
    def version(self) -> str:
        """The backend, and its version: another one may give other answers."""

    def analyse(
        self, sentences: Iterable[Sequence[str]], parts: Collection[str] = PARTS
    ) -> Iterator[Analysis]:
        """What is known of each sentence.

        Args:
            sentences: Any number of them; they are analysed some at a time, each by itself.
            parts: Which parts of `PARTS` are wanted; fewer are quicker.
        """

    def tags(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[str]]:
        """The part of speech of each word, sentence by sentence."""


def open_analyser(
    language: str = "en",
    backend: str = "core",
    path: str | Path | None = None,
    *,
    threads: int = 1,
) -> Analyser:
    """The analyser of a language. Raises Error where there is none, or it is not installed.

    Args:
        language: The code of the language.
        backend: `core` for our own, `spacy` for spaCy's small model.
        path: The file of our own.
        threads: How many our own uses for many sentences; 0 for as many as there are cores.
    """
    if backend == SPACY:
        from otherwords.text.spacy_analyser import SpacyAnalyser

        return SpacyAnalyser(language)
    if backend != "core":
        raise Error(f"there is no analyser {backend!r}; known: {', '.join(BACKENDS)}")
    if path is None:
        raise missing(
            f"there is no analyser of our own for the language {language!r}; learn one "
            "(`otherwords learn analyser`), or choose spacy",
            "spacy",
        )
    from otherwords.text.core_analyser import CoreAnalyser

    return CoreAnalyser(path, threads=threads)


def check_parts(parts: Collection[str]) -> None:
    """Raises Error for a part that no analysis has."""
    for part in parts:
        if part not in PARTS:
            raise Error(f"an analysis has no part {part!r}; known: {', '.join(PARTS)}")
