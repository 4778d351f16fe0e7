"""Tables of section 3 of TS: the order of n-best lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from otherwords.evaluate.order import OrderReport, Spread
from otherwords.evaluate.plots import Curve, lines
from otherwords.experiments.europarl import Files
from otherwords.experiments.given import Given, signed_file
from otherwords.experiments.sections import Plot, Section
from otherwords.experiments.ts.lists import Lists, moses_files, moses_lists, own_lists
from otherwords.search import DecodeOptions, Search

_SHOWN = (2, 5, 10, 20, 50, 100)
_STACKS = (2, 5, 10, 20, 50, 100)
_FIGURE_1 = "τ_A by the length of lists (figure 1)"


def lists_in_order(
    given: Given, files: Mapping[str, Files], texts: Mapping[str, list[str]]
) -> Section:
    """What true scores make of the lists of each search and of Moses, with figure 1."""
    length, threads = given.number("list"), given.threads
    found: dict[str, Lists] = {}
    moses: dict[Path, str] = {}
    for search, name in ((Search.BEAM, "beam"), (Search.EXACT, "exact")):
        for language, sentences in texts.items():
            given.tell(f"{name}: lists of {len(sentences)} sentences, {language}")
            asked = DecodeOptions(search=search, n=length, distinct=True)
            lists = own_lists(files[language], sentences, asked, length, threads)
            found[f"{name}, {language}"] = lists
    note = "Of equal true scores the order of the list counts as right. "
    reference = given.data / given.text("reference") / "decode"
    if reference.is_dir():
        for order in (5, 3):
            given.tell(f"Moses: lists with the model of order {order}")
            moses |= {path: signed_file(path) for path in moses_files(reference, order)}
            found[f"Moses, {order}-gram"] = moses_lists(reference, order, length, threads)
        note += "Moses' lists are those of the reference data, English, another table and models."
    else:
        note += "Lists of Moses itself are left out: there are no reference data."
    return Section(
        f"The order of {length}-best lists by their true scores (section 3.3)",
        ("", "published", *found),
        tuple((name, known, *map(tell, found.values())) for name, known, tell in _LINES),
        note,
        given.signature(
            (text for each in texts.values() for text in each),
            *(each.signature for each in files.values()),
            *moses.values(),
        ),
        tuple(_plots("tau-by-length", _FIGURE_1, _curves(found))),
    )


def lists_by_stack(
    given: Given, files: Mapping[str, Files], texts: Mapping[str, list[str]]
) -> Section:
    """Where the scores of lists come from: what a narrower beam has thrown away."""
    rows: list[tuple[str, ...]] = []
    plots: list[Plot] = []
    for language, sentences in texts.items():
        curves: list[Curve] = []
        for stack in _STACKS:
            given.tell(f"stacks of {stack}: lists of {len(sentences)} sentences, {language}")
            asked = DecodeOptions(
                search=Search.BEAM, n=given.number("list"), distinct=True, stack=stack
            )
            found = own_lists(files[language], sentences, asked, 1, given.threads)
            order = found.order
            shares = (tell(found) for tell in (_changed_scores, _changed_best))
            rows.append((f"{language}, {stack}", _tau(5)(found), *shares, f"{order.members:,}"))
            curves += _curves({f"stacks of {stack}": found})
        plots += _plots(f"tau-by-stack-{language}", f"{_FIGURE_1}, {language}", curves)
    return Section(
        "The same by the size of the beam's stacks, lists of any length",
        ("", "τ_A of the first 5", "scores changed", "first not the best", "strings"),
        (("published", "0.73 ± 0.41", "32%", "18%", "94 × 100"), *rows),
        "The paper does not say how large Moses' stacks were. 100 is what our beam has otherwise.",
        given.signature(
            (text for each in texts.values() for text in each),
            *(each.signature for each in files.values()),
        ),
        tuple(plots),
    )


def _curves(found: Mapping[str, Lists]) -> list[Curve]:
    return [
        (name, [(float(at), tau.mean) for at, tau in each.order.tau.items()])
        for name, each in found.items()
        if each.order.tau
    ]


def _plots(name: str, title: str, curves: Sequence[Curve]) -> Iterator[Plot]:
    if curves:
        yield Plot(name, title, lines(title, curves))


def _shown(spread: Spread, decimals: int = 1) -> str:
    if not spread.count:
        return "–"
    deviation = f" ± {spread.deviation:.{decimals}f}" if spread.count > 1 else ""
    return f"{spread.mean:.{decimals}f}{deviation}"


def _share(which: Callable[[OrderReport], float]) -> Callable[[Lists], str]:
    return lambda lists: f"{which(lists.order):.1%}" if lists.order.lists else "–"


_changed_scores = _share(lambda order: order.changed_scores)
_changed_best = _share(lambda order: order.changed_best)


def _rank(which: Callable[[OrderReport], Spread]) -> Callable[[Lists], str]:
    return lambda lists: _shown(which(lists.order))


def _worst(which: Callable[[OrderReport], Spread]) -> Callable[[Lists], str]:
    return lambda lists: f"{which(lists.order).largest:.0f}" if lists.order.lists else "–"


def _tau(at: int) -> Callable[[Lists], str]:
    return lambda lists: _shown(lists.order.tau[at], 3) if at in lists.order.tau else "–"


#: What is told, what the paper has, and how it is told of lists.
_LINES: list[tuple[str, str, Callable[[Lists], str]]] = [
    ("long enough", "94 of 100", lambda lists: f"{lists.order.lists} of {lists.sentences}"),
    *((f"τ_A of the first {at}", "0.73 ± 0.41" if at == 5 else "", _tau(at)) for at in _SHOWN),
    ("scores changed", "32%", _changed_scores),
    ("first no longer the best", "18%", _changed_best),
    ("rank of the old best after", "2.0 ± 17.7", _rank(lambda order: order.old_best_after)),
    ("  where it changed", "6.8 ± 12.9", _rank(lambda order: order.old_best_after_changed)),
    ("  at worst", "40", _worst(lambda order: order.old_best_after)),
    ("rank of the new best before", "4.4 ± 12.1", _rank(lambda order: order.new_best_before)),
    ("  where it changed", "21.2 ± 23.5", _rank(lambda order: order.new_best_before_changed)),
    ("  at worst", "67", _worst(lambda order: order.new_best_before)),
    ("from the first score to the last", "5.9 ± 4.5", lambda lists: _shown(lists.gap)),
]
