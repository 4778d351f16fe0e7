"""How large and how long: guesses from the sizes of files, for plans and for the time left.

The rates are those of one core of a common machine on text like Europarl; what matters is that
steps are in proportion to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from otherwords.files import line_batches

# Bytes of text for each byte of a file, by what its name ends in.
_RATIOS = {".gz": 3.0, ".zst": 3.4, ".xz": 3.8}
_BYTES_A_WORD = 5.8
_LINES = 200


@dataclass(frozen=True)
class Estimate:
    """What a step may come to: rows, bytes on disk, seconds of CPU."""

    rows: float = 0.0
    bytes: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True)
class TextSize:
    """Sentence pairs of a corpus, and the words of one side."""

    pairs: float
    words: float


def text_size(files: Sequence[Path], *, sides: int, share: float) -> TextSize:
    """The size of a corpus whose files hold so many sides of each pair in all."""
    size = sum(path.stat().st_size * _RATIOS.get(path.suffix, 1.0) for path in files)
    with closing(line_batches(files[0], most=_LINES, errors="surrogateescape")) as batches:
        lines = next(batches, [])
    read = sum(len(line.encode(errors="surrogateescape")) + 1 for line in lines)
    mean = read / max(1, len(lines))
    pairs = size / max(1.0, mean) / (len(files) if sides == len(files) else 1)
    return TextSize(share * pairs, share * size / _BYTES_A_WORD / sides)


def corpus(size: TextSize) -> Estimate:
    """Cleaning and tokenising."""
    return Estimate(size.pairs, 4.5 * size.words, 4e-6 * size.words)


def alignment(size: TextSize) -> Estimate:
    """Word alignment, both directions."""
    return Estimate(size.pairs, 4.0 * size.words, 3e-5 * size.words)


def phrases(size: TextSize) -> Estimate:
    """Extraction; 5 phrase pairs a word is what text like Europarl gives."""
    rows = 5.0 * size.words
    return Estimate(rows, 40 * rows, 1.5e-6 * rows)


def patterns(size: TextSize) -> Estimate:
    """Induction of patterns; half a row a word is what text like Europarl gives."""
    rows = 0.5 * size.words
    return Estimate(rows, 100 * rows, 4e-6 * rows)


def tags(size: TextSize, *, sides: int) -> Estimate:
    """Tagging, by spaCy on one core."""
    words = sides * size.words
    return Estimate(size.pairs, 1.5 * words, 7.5e-5 * words)


def analysis(size: TextSize, *, sides: int) -> Estimate:
    """Tags, lemmas and trees, by our own analyser on one core."""
    words = sides * size.words
    return Estimate(size.pairs, 12 * words, 8e-6 * words)


def signatures(size: TextSize) -> Estimate:
    """Phrases with their tag signatures."""
    rows = 2.3 * size.words
    return Estimate(rows, 11 * rows, 2.8e-6 * rows)


def chosen(counted: Sequence[Estimate], phrases: Estimate) -> Estimate:
    """The signatures that are believed."""
    return Estimate(phrases.rows, 20 * phrases.rows, 1e-6 * sum(each.rows for each in counted))


def scores(pairs: Sequence[Estimate]) -> Estimate:
    """Counts and totals."""
    rows = 0.75 * sum(each.rows for each in pairs)
    return Estimate(rows, 75 * rows, 1.2e-6 * rows)


def links(scored: Estimate, *, direct: bool = False) -> Estimate:
    """What is left for pivoting."""
    rows = (0.5 if direct else 0.35) * scored.rows
    return Estimate(rows, 45 * rows, 5e-7 * scored.rows)


def meetings(linked: Estimate) -> Estimate:
    """The self-join."""
    rows = 3.0 * linked.rows
    return Estimate(rows, 40 * rows, 2e-6 * rows)


def words(linked: Sequence[Estimate]) -> Estimate:
    """Phrases with their features."""
    rows = 0.3 * sum(each.rows for each in linked)
    return Estimate(rows, 90 * rows, 6e-6 * rows)


def candidates(met: Sequence[Estimate]) -> Estimate:
    """Probabilities and filters."""
    rows = 0.9 * sum(each.rows for each in met)
    return Estimate(rows, 45 * rows, 1.5e-6 * rows)


def table(judged: Estimate) -> Estimate:
    """The best entries of each source, and the file of the table."""
    rows = 0.4 * judged.rows
    return Estimate(rows, 60 * rows, 3e-6 * rows)


def language_model(sizes: Sequence[TextSize]) -> Estimate:
    """Training a language model."""
    total = sum(size.words for size in sizes)
    return Estimate(total, 8 * total, 1.5e-6 * total)


def vectors(sizes: Sequence[TextSize]) -> Estimate:
    """Counting neighbours, and the decomposition, which hardly depends on the text."""
    total = sum(size.words for size in sizes)
    return Estimate(min(4e4, total), 8e6, 5e-7 * total + min(50.0, 5e-6 * total))


def clusters(sizes: Sequence[TextSize]) -> Estimate:
    """Word classes: some twenty rounds over the words, which grow slower than the text."""
    total = sum(size.words for size in sizes)
    return Estimate(min(3e6, total), min(3e7, 10 * total), 2e-5 * total)


def objects(size: TextSize) -> Estimate:
    """Verb-object pairs, of which text like Europarl has one in twenty words."""
    rows = 0.05 * size.words
    return Estimate(rows, 60 * rows, 4e-6 * size.words)


def collocations(found: Sequence[Estimate]) -> Estimate:
    """Those that are frequent."""
    rows = 0.1 * sum(each.rows for each in found)
    return Estimate(rows, 80 * rows, 1e-6 * rows)
