"""Cleaning: which sentence pairs are dropped, and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from otherwords._core import CasingCounter, SeenPairs
from otherwords.learn.corpora.batches import Batch
from otherwords.learn.corpora.scripts import is_in_script_of, is_mojibake
from otherwords.text import tokenise_lines

#: Why a pair is dropped; the first that holds is counted.
REASONS = {
    "encoding": "not valid UTF-8",
    "empty": "a side is empty",
    "characters": "a side, or a word of it, has too many characters",
    "mojibake": "decoded wrongly",
    "script": "not in the script of its language",
    "length": "too few or too many words",
    "ratio": "one side is too much longer",
    "identical": "both sides are the same",
    "duplicate": "the pair was there before",
}

_LONG_WORD = re.compile(r"[^ ]{101}")
_CHARACTERS_A_WORD = 50
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, kw_only=True)
class CleaningOptions:
    """What a sentence pair must be like.

    Attributes:
        source_language: Code of the language of the sources.
        target_language: Code of the language of the targets.
        lower: Whether to put all words in lower case.
        shortest: Least number of words of a side.
        longest: Most words of a side.
        ratio: How many times the words of the other side a side may have.
        identical: Whether pairs with the same words on both sides are kept.
        duplicates: Whether pairs that occur again are kept.
    """

    source_language: str = "en"
    target_language: str = "en"
    lower: bool = False
    shortest: int = 1
    longest: int = 80
    ratio: float = 9.0
    identical: bool = False
    duplicates: bool = False


@dataclass
class CleaningReport:
    """What cleaning did.

    Attributes:
        read: Pairs that came in.
        kept: Pairs that went out.
        dropped: How many were dropped for each of the `REASONS`.
        source_words: Words of the sources that were kept.
        target_words: Words of the targets that were kept.
    """

    read: int = 0
    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    source_words: int = 0
    target_words: int = 0


def prepare(
    batches: Iterable[Batch],
    options: CleaningOptions,
    *,
    report: CleaningReport | None = None,
    source_casing: CasingCounter | None = None,
    target_casing: CasingCounter | None = None,
    cased: bool = False,
    threads: int = 0,
) -> Iterator[Batch]:
    """Cleans and tokenises a corpus, a batch at a time; words have single spaces between them.

    Args:
        batches: Raw sentence pairs, as readers yield them.
        options: What a pair must be like.
        report: Told what was dropped, batch by batch.
        source_casing: Told how words of the kept sources are written before they become lower case.
        target_casing: The same for the targets.
        cased: Whether the kept pairs come as they are written, even if the options say `lower`.
        threads: For tokenising; 0 for as many as there are cores.
    """
    report = CleaningReport() if report is None else report
    written = cased or source_casing is not None or target_casing is not None
    tokens = (
        tokenised(texts, options, cased=written, threads=threads)
        for texts in readable(batches, options, report)
    )
    return fitting(
        tokens,
        options,
        report,
        source_casing=source_casing,
        target_casing=target_casing,
        cased=cased,
    )


@dataclass(frozen=True, slots=True)
class Tokenised:
    """Sentence pairs as words with single spaces between them.

    Attributes:
        words: In lower case if the options say so.
        cased: As they were written; none if that is not wanted.
    """

    words: Batch
    cased: Batch | None


def readable(
    batches: Iterable[Batch], options: CleaningOptions, report: CleaningReport
) -> Iterator[Batch]:
    """The first stage: the pairs whose raw text is good enough to be tokenised."""
    for batch in batches:
        report.read += len(batch)
        yield _readable(batch, options, report)


def tokenised(
    batch: Batch, options: CleaningOptions, *, cased: bool, threads: int = 0
) -> Tokenised:
    """The second stage, which knows nothing but its batch: batches may go to many machines."""
    words = _tokenised(batch, options, options.lower, threads)
    if not cased:
        return Tokenised(words, None)
    return Tokenised(words, _tokenised(batch, options, False, threads) if options.lower else words)


def fitting(
    batches: Iterable[Tokenised],
    options: CleaningOptions,
    report: CleaningReport,
    *,
    source_casing: CasingCounter | None = None,
    target_casing: CasingCounter | None = None,
    cased: bool = False,
) -> Iterator[Batch]:
    """The third stage: the pairs that are kept, duplicates of any batch before left out."""
    seen = SeenPairs()
    for batch in batches:
        places = _fitting(batch.words, options, seen, report)
        kept = _chosen(batch.words, places)
        if batch.cased is not None:
            written = _chosen(batch.cased, places)
            if source_casing is not None:
                source_casing.add(written.sources)
            if target_casing is not None:
                target_casing.add(written.targets)
            kept = written if cased else kept
        report.kept += len(kept)
        report.source_words += sum(line.count(" ") + 1 for line in kept.sources)
        report.target_words += sum(line.count(" ") + 1 for line in kept.targets)
        yield kept


def _tokenised(batch: Batch, options: CleaningOptions, lower: bool, threads: int) -> Batch:
    return Batch(
        tokenise_lines(batch.sources, options.source_language, lower=lower, threads=threads),
        tokenise_lines(batch.targets, options.target_language, lower=lower, threads=threads),
    )


def _chosen(batch: Batch, places: list[int]) -> Batch:
    return Batch([batch.sources[i] for i in places], [batch.targets[i] for i in places])


def _readable(batch: Batch, options: CleaningOptions, report: CleaningReport) -> Batch:
    """The pairs whose raw text is good enough to be tokenised."""
    most = options.longest * _CHARACTERS_A_WORD
    good = Batch()
    for source, target in zip(batch.sources, batch.targets, strict=True):
        if not (source.isascii() and target.isascii()) and (
            _SURROGATE.search(source) or _SURROGATE.search(target)
        ):
            report.dropped["encoding"] += 1
        elif not source or not target or source.isspace() or target.isspace():
            report.dropped["empty"] += 1
        elif len(source) > most or len(target) > most:
            report.dropped["characters"] += 1
        elif is_mojibake(source) or is_mojibake(target):
            report.dropped["mojibake"] += 1
        elif not (
            is_in_script_of(source, options.source_language)
            and is_in_script_of(target, options.target_language)
        ):
            report.dropped["script"] += 1
        else:
            good.add(source, target)
    return good


def _fitting(
    batch: Batch, options: CleaningOptions, seen: SeenPairs, report: CleaningReport
) -> list[int]:
    """The places of the tokenised pairs that are kept."""
    places = []
    for place, (source, target) in enumerate(zip(batch.sources, batch.targets, strict=True)):
        short, long = sorted((source.count(" ") + 1, target.count(" ") + 1))
        if not source or not target:
            report.dropped["empty"] += 1
        elif _LONG_WORD.search(source) or _LONG_WORD.search(target):
            report.dropped["characters"] += 1
        elif short < options.shortest or long > options.longest:
            report.dropped["length"] += 1
        elif long > options.ratio * short:
            report.dropped["ratio"] += 1
        elif not options.identical and (source == target or source.lower() == target.lower()):
            report.dropped["identical"] += 1
        elif not options.duplicates and not seen.add(source, target):
            report.dropped["duplicate"] += 1
        else:
            places.append(place)
    return places
