"""Two translations of one work, aligned sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from otherwords._core import Error, align_sentences
from otherwords.learn.corpora.batches import Batch, batched, lines_of
from otherwords.learn.corpora.sentences import split_sentences
from otherwords.text import tokenise_lines

#: Below this overlap, two aligned sentences have hardly a word in common.
LEAST_OVERLAP = 0.1


@dataclass(frozen=True, slots=True)
class SentencePair:
    """Sentences that correspond; several on one side are joined by a space.

    Attributes:
        source: Of the first work.
        target: Of the second work.
        overlap: How much of their words they have in common, from 0 to 1, rare words weighing more.
        shape: How many sentences there are on each side, such as `1-2`.
    """

    source: str
    target: str
    overlap: float
    shape: str


def read(
    paths: Sequence[str | Path],
    *,
    language: str = "en",
    least: float = LEAST_OVERLAP,
    split: bool = False,
) -> Iterator[Batch]:
    """The sentence pairs of two works.

    Args:
        paths: Two files, plain or compressed, as `align_works` takes them.
        language: Code of their language.
        least: Least overlap of a pair.
        split: Whether a line is a paragraph, to be cut into sentences.
    """
    if len(paths) != 2:
        raise Error(f"sentence alignment takes two works, not {len(paths)}")
    pairs = align_works(paths[0], paths[1], language=language, split=split)
    return batched((pair.source, pair.target) for pair in pairs if pair.overlap >= least)


def align_works(
    first: str | Path, second: str | Path, *, language: str = "en", split: bool = False
) -> Iterator[SentencePair]:
    """Aligns two files with a sentence a line, chapter by chapter.

    Blank lines separate chapters; where the works do not have the same number of chapters, they are
    aligned as a whole. Sentences without a counterpart are left out.
    """
    works = [_chapters(path, language, split) for path in (first, second)]
    if len(works[0]) != len(works[1]):
        works = [[[line for chapter in work for line in chapter]] for work in works]
    for one, other in zip(*works, strict=True):
        yield from _align_chapter(one, other, language)


def _align_chapter(
    first: Sequence[str], second: Sequence[str], language: str
) -> Iterator[SentencePair]:
    beads = align_sentences(
        tokenise_lines(first, language, lower=True), tokenise_lines(second, language, lower=True)
    )
    for bead in beads:
        ones = first[bead.first_begin : bead.first_end]
        others = second[bead.second_begin : bead.second_end]
        if ones and others:
            shape = f"{len(ones)}-{len(others)}"
            yield SentencePair(" ".join(ones), " ".join(others), bead.overlap, shape)


def _chapters(path: str | Path, language: str, split: bool) -> list[list[str]]:
    chapters: list[list[str]] = [[]]
    for line in lines_of(path):
        if not line.strip():
            if chapters[-1]:
                chapters.append([])
        elif split:
            chapters[-1] += split_sentences(line, language)
        else:
            chapters[-1].append(line.strip())
    return chapters if chapters[-1] or len(chapters) == 1 else chapters[:-1]
