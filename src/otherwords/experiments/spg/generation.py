"""How much is paraphrased: tables, and what systems make of the test set (sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from otherwords import Paraphraser
from otherwords.evaluate.concord import discords
from otherwords.evaluate.metric import Segments, find_metric, ratio
from otherwords.evaluate.plots import intervals
from otherwords.evaluate.significance import Figure, Interval, bootstrap
from otherwords.experiments import Given, Plot, Section
from otherwords.experiments.spg.outputs import Outputs, Sentences
from otherwords.experiments.spg.published import ENTRIES, GENERATED
from otherwords.text.analysis import Analyser
from otherwords.text.tokens import tokenise
from otherwords.tune.offers import offers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def tables(given: Given, p: Paraphraser, sentences: Sentences) -> Section:
    """Entries, and units that several tables offer."""
    model = p.model
    entries = {
        name: table.entry_count for name, table in zip(model.table_names, model.tables, strict=True)
    }
    rows = [
        (name, f"{ENTRIES[name]:,}" if name in ENTRIES else "", f"{entries.get(name, 0):,}")
        for name in sorted({*ENTRIES, *entries})
    ]
    units = [row.tables for row in offers(p, sentences.single(model.language)) if row.is_unit]
    several = sum(len(set(each)) > 1 for each in units)
    share = f"{100 * several / max(1, len(units)):.2f} % of {len(units):,}"
    rows.append(("units that several tables offer", "about 2 %", share))
    return Section(
        "Tables (sections 3.4 and 3.5)",
        ("entries", "published", "measured"),
        tuple(rows),
        "Units are those that the tables offer on the test sentences. The table plain (wordy "
        "phrases and plain ones) is none of the paper's.",
        given.signature(sentences.texts, signed(p)),
    )


def generation(
    given: Given, p: Paraphraser, found: Mapping[str, Outputs], confidence: str
) -> Section:
    """Shares, replacements and what comes of them."""
    rows = []
    shares = []
    for name, outputs in found.items():
        changed, each = GENERATED[name]
        segments = outputs.segments()
        shares.append(measured(given, "changed", segments))
        rows.append(
            (
                name,
                f"{changed:.1f}",
                shown(shares[-1], 1),
                f"{each:.2f}",
                shown(measured(given, "replacements", segments)),
                shown(_where_any(given, segments)),
                shown(measured(given, "byte-rate", segments)),
                shown(measured(given, "overlap-gain", segments), 3),
                shown(measured(given, "rr", segments)),
                _more_discords(outputs, p.model.analyser),
            )
        )
    title = f"Sentences paraphrased, confidence {confidence}"
    sentences = next(iter(found.values())).sentences
    return Section(
        f"Generation on {len(sentences.sources):,} test sentences, confidence {confidence} "
        "(sections 5 and 5.2)",
        (
            "",
            "% paraphrased: published",
            "measured",
            "replacements: published",
            "each sentence",
            "each paraphrased",
            "bytes, %",
            "words gained",
            "rr, %",
            "discords",
        ),
        tuple(rows),
        "The paper does not say whether its mean of replacements is over all sentences or over "
        "those that are paraphrased, so both are given. Words gained: how many more a sentence "
        "shares with its reference; discords: words that do not agree (they goes), by our "
        "analyser, more than in the sources. In brackets: 95% of bootstrap samples.",
        given.signature(sentences.texts, signed(p), f"confidence:{confidence}"),
        (Plot(f"paraphrased-{confidence}", title, intervals(title, list(found), shares, 1)),),
    )


def measured(given: Given, metric: str, segments: Segments) -> Interval:
    """A figure and where it lies."""
    opened = find_metric(metric)
    return _drawn(given, opened.counts(segments), opened.figure)


def shown(value: Interval, decimals: int = 2) -> str:
    """The figure, and in brackets where it lies with 95% confidence."""
    low, high = (f"{each:.{decimals}f}" for each in (value.low, value.high))
    return f"{value.value:.{decimals}f} [{low}, {high}]"


def signed(p: Paraphraser) -> str:
    """Which model."""
    return f"model:{p.model.name}:{p.model.digest}"


def _where_any(given: Given, segments: Segments) -> Interval:
    """Replacements in the mean of the sentences that are paraphrased."""
    import numpy as np

    counts = find_metric("replacements").counts(segments)[:, 0]
    changed = find_metric("changed").counts(segments)[:, 0]
    return _drawn(given, np.stack([counts, changed], axis=1), lambda s: ratio(s[:, 0], s[:, 1]))


def _drawn(given: Given, statistics: ArrayLike, figure: Figure) -> Interval:
    samples, seed = given.number("samples"), given.number("seed")
    return bootstrap(statistics, figure, samples=samples, seed=seed)


def _more_discords(outputs: Outputs, judge: Analyser | None) -> str:
    """How many more the texts have than their sources."""
    if judge is None:
        return ""

    def count(texts: Sequence[str]) -> int:
        words = [tokenise(text, "en").words for text in texts]
        analyses = zip(words, judge.analyse(words), strict=True)
        return sum(len(discords(each, analysis)) for each, analysis in analyses)

    texts = [each.text for each in outputs.results]
    return f"{count(texts) - count(outputs.sentences.sources):+}"
