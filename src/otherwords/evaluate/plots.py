"""Plots as SVG: intervals of figures, how segments differ, and lines. Colours come from CSS, that
of the page or one that `standalone` puts in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, TypeAlias

from otherwords.evaluate.significance import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WIDTH = 640
_LEFT = 170  # for names
_RIGHT = 30
_ROW = 26
_BINS = 31
_TALL = 120
_LINES = 260

#: The colours of plots and of what is beside them.
COLOURS = """
:root{color-scheme:light dark;--ink:#1c2733;--soft:#5b6875;--line:#d5dbe1;--paper:#fff;
--accent:#1f6feb;--good:#1a7f4b;--bad:#b3362b;--mark:#fff1b8}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9aa7b4;--line:#36414d;
--paper:#12181f;--accent:#6cb0ff;--good:#57c98a;--bad:#f0837a;--mark:#5a4a12}}
"""
STYLE = """
svg{width:100%;max-width:44rem;font:12px system-ui,sans-serif;fill:var(--ink)}
svg .range{stroke:var(--accent);stroke-width:2}svg .point{fill:var(--accent)}
svg .axis{stroke:var(--soft)}svg .worse{fill:var(--bad)}svg .better{fill:var(--good)}
svg .middle{fill:var(--soft)}
svg .curve{fill:none;stroke:var(--ink);stroke-width:1.5}svg .curve1{stroke:var(--accent)}
svg .curve2{stroke:var(--bad)}svg .curve3{stroke:var(--good)}svg .curve4{stroke:var(--soft)}
svg .curve5{stroke:var(--soft);stroke-dasharray:4}
"""
_CURVES = 6

#: A name, and points from left to right.
Curve: TypeAlias = tuple[str, Sequence[tuple[float, float]]]


def intervals(title: str, names: Sequence[str], values: Sequence[Interval], decimals: int) -> str:
    """A point and a line from low to high for each system."""
    low, high = min(each.low for each in values), max(each.high for each in values)
    place = _scale(low, high)
    height = _ROW * (len(names) + 1) + 8
    parts = []
    for row, (name, each) in enumerate(zip(names, values, strict=True)):
        y = _ROW * row + _ROW / 2
        shown = f"{each.value:.{decimals}f} [{each.low:.{decimals}f}, {each.high:.{decimals}f}]"
        parts.append(
            f'<text x="{_LEFT - 10}" y="{y + 4:g}" text-anchor="end">{escape(_short(name))}</text>'
            f'<line class="range" x1="{place(each.low):.1f}" x2="{place(each.high):.1f}" '
            f'y1="{y:g}" y2="{y:g}"/>'
            f'<circle class="point" cx="{place(each.value):.1f}" cy="{y:g}" r="5">'
            f"<title>{escape(name)}: {shown}</title></circle>"
        )
    parts.append(_axis(low, high, _ROW * len(names), decimals))
    return _svg(title, height, parts)


def histogram(
    title: str, differences: NDArray[np.float64], higher_is_better: bool | None = True
) -> str:
    """How many segments differ by how much, of those that do; nothing if none does."""
    import numpy as np

    moved = differences[differences != 0]
    if not len(moved):
        return ""
    most = float(np.abs(moved).max())
    counts, edges = np.histogram(moved, bins=_BINS, range=(-most, most))
    place, peak = _scale(-most, most), max(int(counts.max()), 1)
    parts = []
    for count, begin, end in zip(
        counts.tolist(), edges[:-1].tolist(), edges[1:].tolist(), strict=True
    ):
        tall = (_TALL - 10) * count / peak
        kind = "middle"
        if higher_is_better is not None and (begin >= 0 or end <= 0):
            kind = "better" if (begin >= 0) == higher_is_better else "worse"
        parts.append(
            f'<rect class="{kind}" x="{place(begin):.1f}" y="{_TALL - tall:.1f}" '
            f'width="{place(end) - place(begin) - 1:.1f}" height="{tall:.1f}">'
            f"<title>{begin:.1f} to {end:.1f}: {count:,} segments</title></rect>"
        )
    parts.append(_axis(-most, most, _TALL, 1))
    return _svg(title, _TALL + _ROW, parts)


def lines(title: str, curves: Sequence[Curve], decimals: int = 0) -> str:
    """A line for each curve, of the same figure over the same range; names stand below, and where
    the end of a line is not covered by another, it can be told by its colour.
    """
    points = [point for _, curve in curves for point in curve]
    across, figures = [x for x, _ in points], [y for _, y in points]
    low, high = min(figures), max(figures)
    place, tall = _scale(min(across), max(across)), _LINES - 10

    def level(value: float) -> float:
        return 5 + (high - value) / (high - low) * tall if high > low else 5 + tall / 2

    parts = [_axis(min(across), max(across), _LINES, decimals)]
    for tick in _ticks(low, high):
        parts.append(
            f'<line class="axis" x1="{_LEFT - 4}" x2="{_LEFT}" '
            f'y1="{level(tick):.1f}" y2="{level(tick):.1f}"/>'
            f'<text x="{_LEFT - 10}" y="{level(tick) + 4:.1f}" text-anchor="end">'
            f"{_number(tick, 6)}</text>"
        )
    for number, (name, curve) in enumerate(curves):
        kind = f"curve curve{number % _CURVES}"
        y = _LINES + _ROW * (number + 1.5)
        drawn = " ".join(f"{place(x):.1f},{level(value):.1f}" for x, value in curve)
        parts.append(
            f'<polyline class="{kind}" points="{drawn}"><title>{escape(name)}</title></polyline>'
            f'<line class="{kind}" x1="{_LEFT}" x2="{_LEFT + 30}" y1="{y:g}" y2="{y:g}"/>'
            f'<text x="{_LEFT + 40}" y="{y + 4:g}">{escape(name)}</text>'
        )
    return _svg(title, _LINES + _ROW * (len(curves) + 1), parts)


def standalone(svg: str) -> str:
    """The plot as a file of its own, with its colours."""
    style = f"<style>{COLOURS}{STYLE}svg{{background:var(--paper)}}</style>"
    head, end, rest = svg.partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg"{end}{style}{rest}\n'


def _scale(low: float, high: float) -> Callable[[float], float]:
    """From a value to its place across the plot."""
    spread = high - low

    def place(value: float) -> float:
        share = (value - low) / spread if spread > 0 else 0.5
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    return place


def _axis(low: float, high: float, y: float, decimals: int) -> str:
    place = _scale(low, high)
    parts = [f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:g}" y2="{y:g}"/>']
    for tick in _ticks(low, high):
        x = place(tick)
        parts.append(
            f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{y:g}" y2="{y + 4:g}"/>'
            f'<text x="{x:.1f}" y="{y + 17:g}" text-anchor="middle">'
            f"{_number(tick, decimals)}</text>"
        )
    return "".join(parts)


def _ticks(low: float, high: float) -> list[float]:
    """About five round numbers."""
    if high <= low:
        return [low]
    rough = (high - low) / 5
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
    first = math.ceil(low / step)
    return [k * step for k in range(first, math.floor(high / step) + 1)]


def _number(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:23]}…"


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        + "".join(parts)
        + "</svg>"
    )
