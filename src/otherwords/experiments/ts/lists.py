"""N-best lists and what ordering them by true score does: section 3 of TS."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from otherwords._core import FormatError
from otherwords.evaluate.order import OrderReport, ScoredList, Spread, order_report
from otherwords.experiments.europarl import Files
from otherwords.files import line_batches, name_of
from otherwords.nbest import by_sentence, read_nbest
from otherwords.search import DecodeOptions, open_decoder

LENGTHS = (2, 3, 4, 5, 7, 10, *range(15, 101, 5))
"""At which τ_A is told."""

_TOLERANCE = 1e-3  # of a score that counts as changed


@dataclass(frozen=True)
class Lists:
    """Some n-best lists of one decoder.

    Attributes:
        sentences: That it was given.
        order: What true scores make of the lists that are long enough.
        gap: Between the first and the last score of these.
    """

    sentences: int
    order: OrderReport
    gap: Spread


def own_lists(
    files: Files, sentences: Sequence[str], asked: DecodeOptions, fewest: int, threads: int
) -> Lists:
    """Those of our searches, for which different strings are to be asked.

    Args:
        files: The table and the language model.
        sentences: Tokenised.
        asked: Which search, and how long lists may be.
        fewest: How long they must be.
        threads: How many to use.
    """
    with open_decoder([files.table], files.lm) as decoder:
        found = decoder.decode_all(sentences, asked, threads=threads)
        texts = [[each.text for each in one.derivations] for one in found]
        true = decoder.true_scores_all(sentences, texts, threads=threads)
    return _lists(
        [
            ScoredList(
                [each.score for each in one.derivations],
                [each.score for each in scores],
                [_TOLERANCE] * len(scores),
            )
            for one, scores in zip(found, true, strict=True)
        ],
        fewest,
    )


def moses_files(folder: Path, order: int) -> tuple[Path, ...]:
    """What the reference data have of Moses with the model of this order: sentences, its lists, the
    table and the language model.
    """
    names = (
        "sentences.txt",
        f"moses-nbest100-lm{order}-first100.xz",
        "table.gz",
        f"lm{order}.arpa.xz",
    )
    return tuple(folder / name for name in names)


def moses_lists(folder: Path, order: int, length: int, threads: int) -> Lists:
    """Those of Moses in the reference data, with the model of this order: the first strings of
    each, so many.
    """
    given, path, table, lm = moses_files(folder, order)
    sentences = list(chain.from_iterable(line_batches(given)))
    lines = chain.from_iterable(line_batches(path))
    whole = by_sentence(read_nbest(lines, name_of(path)))
    lists = [(index, members[:length]) for index, members in whole]
    if any(index >= len(sentences) for index, _ in lists):
        raise FormatError(
            f"{name_of(path)}: there are lists of more sentences than sentences.txt has; give the "
            "one that belongs to it"
        )
    with open_decoder([table], lm) as decoder:
        true = decoder.true_scores_all(
            [sentences[index] for index, _ in lists],
            [[each.text for each in members] for _, members in lists],
            threads=threads,
        )
    return _lists(
        [
            ScoredList(
                [each.score for each in members],
                [each.score for each in scores],
                [_TOLERANCE + each.rounding for each in members],
            )
            for (_, members), scores in zip(lists, true, strict=True)
        ],
        length,
    )


def _lists(lists: Sequence[ScoredList], fewest: int) -> Lists:
    long = [each for each in lists if len(each.scores) >= fewest]
    gaps = [each.scores[0] - each.scores[-1] for each in long]
    return Lists(len(lists), order_report(long, LENGTHS), Spread.of(gaps))
