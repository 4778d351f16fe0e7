"""Plots as SVG: intervals of figures, and how segments differ. Colours come from the page's CSS."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

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
