"""TS: Chevelu, Putois and Lepage (2010), true scores of lists and in a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from otherwords.evaluate.plots import lines
from otherwords.experiments import Experiments, Given, Plot, Section, Setting
from otherwords.experiments.europarl import LANGUAGES, Files, check_named, files_of, held_out
from otherwords.experiments.kept import Row
from otherwords.experiments.ts import searches
from otherwords.experiments.ts.order import lists_by_stack, lists_in_order


class TrueScores(Experiments):
    """How n-best lists are ordered, and what true scores are worth in Monte-Carlo search."""

    settings: ClassVar[Mapping[str, Setting]] = {
        "french": "french.toml",
        "english": "english.toml",
        "reference": "../reference",
        "sentences": 100,
        "list": 100,
        "seed": 1,
        "episodes": 100_000,
        "searched": 100,
        "as_published": 30,
    }

    least: ClassVar[Mapping[str, int]] = {"sentences": 1, "list": 1, "episodes": 1}

    def run(self, given: Given) -> Iterator[Section]:
        """Yields the figures of lists, then those of searches as published and as ours are."""
        check_named(given)
        files = {each.name: files_of(given, each) for each in LANGUAGES}
        texts = {each.name: held_out(given, each, given.number("sentences")) for each in LANGUAGES}
        yield lists_in_order(given, files, texts)
        yield lists_by_stack(given, files, texts)
        yield _searches(given, files, texts, as_published=True)
        yield _searches(given, files, texts, as_published=False)


def _searches(
    given: Given,
    files: Mapping[str, Files],
    texts: Mapping[str, list[str]],
    *,
    as_published: bool,
) -> Section:
    count = given.number("as_published" if as_published else "searched")
    ending = "-published" if as_published else ""
    found: dict[str, list[Row]] = {}
    for language, sentences in texts.items():
        some = sentences[:count]
        given.tell(f"searching {len(some)} sentences, {language}{ending}")
        name = f"scores-{language}{ending}"
        found[language] = searches.best_scores(
            given, name, files[language], some, as_published=as_published
        )
    plots = [
        Plot(
            f"true-scores-{language}{ending}",
            f"True scores of the best, sentences by that of the beam, {language} (figure 3)",
            lines(f"true scores, {language}", searches.curves(rows)),
        )
        for language, rows in found.items()
        if rows
    ]
    how = "as published" if as_published else "with a prior and heat"
    return Section(
        f"True scores of the best paraphrases (section 4.3), Monte-Carlo search {how}",
        ("", "published", *(f"{name}, {len(rows)}" for name, rows in found.items())),
        tuple(_rows(list(found.values()), ("-14.13 ± 19.99", "-42.92 ± 40.14", "28.79 ± 34.19"))),
        "Natural logs. Optima are counted where exact search has proven its best; the beam's list "
        "is ordered by true score, as the paper does it for Moses.",
        given.signature(
            (row["text"] for rows in found.values() for row in rows),
            how,
            *(each.signature for each in files.values()),
        ),
        tuple(plots),
    )


def _rows(found: Sequence[list[Row]], published: tuple[str, str, str]) -> Iterator[tuple[str, ...]]:
    for system in searches.SYSTEMS:
        yield (f"{system}: mean", "", *(searches.mean(rows, system) for rows in found))
    pairs = (
        ("beam", "exact", ""),
        ("true-score", "beam", published[0]),
        ("translator", "beam", published[1]),
        ("true-score", "translator", published[2]),
    )
    for one, other, known in pairs:
        cells = (searches.less(rows, one, other) for rows in found)
        yield (f"{one} less {other}", known, *cells)
    for system in searches.SYSTEMS[1:]:
        yield (f"{system}: optima", "", *(searches.optima(rows, system) for rows in found))
