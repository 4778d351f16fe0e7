"""Plots of results, as SVG that a page or a file can hold.

Colours are attributes and not styles, so that the strictest policy of a page allows them; text has
the colour of what is around it, in the light and in the dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from otherwords.server.rating.protocols import Measure
from otherwords.server.rating.results import ALL_JUDGES, Results

_WIDTH, _NAMES, _RIGHT = 430, 135, 12
_ROW, _BAR, _TOP = 34, 22, 34
# From the worst label to the best; each with a colour of text that can be read on it.
_SHADES = {
    2: [("#b4472f", "#ffffff"), ("#1f766a", "#ffffff")],
    3: [("#b4472f", "#ffffff"), ("#e3ba63", "#1d1a16"), ("#1f766a", "#ffffff")],
}
_ACCENT = "#1f8a7d"
_SHORTEST_LABEL = 0.09  # share of a bar that has room for its number


def plots_of(results: Results) -> dict[str, str]:
    """All plots, by name: distributions and means by each measure of which there are any."""
    found = {}
    for measure in results.measures:
        if any(figure.measure == measure.name for figure in results.figures):
            found[f"{measure.name}-labels"] = labels_plot(results, measure)
            found[f"{measure.name}-means"] = means_plot(results, measure)
    return found


def labels_plot(results: Results, measure: Measure) -> str:
    """How often each label was given to each group."""
    shades = _SHADES[len(measure.values)]
    rows = [
        each
        for each in results.distributions
        if each.measure == measure.name and each.judge == ALL_JUDGES and each.number
    ]
    span = _WIDTH - _NAMES - _RIGHT
    parts, told = [_legend(measure.values, shades)], []
    for number, row in enumerate(rows):
        top = _TOP + number * _ROW
        parts.append(_name(row.group, top))
        left = float(_NAMES)
        for value, (colour, ink) in zip(measure.values, shades, strict=True):
            share = row.shares[value]
            width = share * span
            parts.append(
                f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_BAR}" '
                f'fill="{colour}"/>'
            )
            if share >= _SHORTEST_LABEL:
                middle = left + width / 2
                parts.append(_text(f"{share:.0%}", middle, top + 15, "middle", ink))
            left += width
        shares = ", ".join(f"{value} {row.shares[value]:.1%}" for value in measure.values)
        told.append(f"{row.group}: {shares}.")
    height = _TOP + len(rows) * _ROW
    return _figure(f"{measure.name}-labels", f"{measure.title}: labels", told, parts, height)


def means_plot(results: Results, measure: Measure) -> str:
    """The mean of each group, with its interval."""
    rows = [figure for figure in results.figures if figure.measure == measure.name]
    low, high = (1.0, 3.0) if measure.ordered else (0.0, 1.0)
    bottom = _TOP + len(rows) * _ROW
    parts, told = [_axis(low, high, bottom)], []
    for number, row in enumerate(rows):
        top = _TOP + number * _ROW
        middle = top + _BAR / 2
        begin, value, end = (
            _at(each, low, high) for each in (row.mean.low, row.mean.value, row.mean.high)
        )
        parts += [
            _name(row.group, top),
            f'<line x1="{begin:.1f}" x2="{end:.1f}" y1="{middle}" y2="{middle}" '
            f'stroke="{_ACCENT}" stroke-width="3" stroke-linecap="round"/>',
            f'<circle cx="{value:.1f}" cy="{middle}" r="6" fill="{_ACCENT}"/>',
        ]
        told.append(
            f"{row.group}: {row.mean.value:.2f}, from {row.mean.low:.2f} to {row.mean.high:.2f}."
        )
    title = f"{measure.title}: mean and 95% interval"
    return _figure(f"{measure.name}-means", title, told, parts, bottom + 22)


def _figure(name: str, title: str, told: Sequence[str], parts: Sequence[str], height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:g}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc" font-family="sans-serif" font-size="13">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(" ".join(told))}</desc>{"".join(parts)}</svg>'
    )


def _text(text: str, x: float, y: float, anchor: str, colour: str = "currentColor") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:g}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )


def _name(group: str, top: float) -> str:
    shown = group if len(group) <= 18 else f"{group[:17]}…"
    return _text(shown, _NAMES - 10, top + 15, "end")


def _legend(values: Sequence[str], shades: Sequence[tuple[str, str]]) -> str:
    parts = []
    for number, (value, (colour, _)) in enumerate(zip(values, shades, strict=True)):
        left = _NAMES + number * 60
        parts.append(f'<rect x="{left}" y="6" width="14" height="14" rx="3" fill="{colour}"/>')
        parts.append(_text(value, left + 20, 18, "start"))
    return "".join(parts)


def _at(value: float, low: float, high: float) -> float:
    return _NAMES + (value - low) / (high - low) * (_WIDTH - _NAMES - _RIGHT)


def _axis(low: float, high: float, bottom: float) -> str:
    parts = []
    for step in range(5):
        value = low + (high - low) * step / 4
        x = _at(value, low, high)
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="24" y2="{bottom}" stroke="currentColor" '
            f'stroke-opacity="0.2"/>'
        )
        shown = f"{value:.1f}" if high > 1 else f"{value:.0%}"
        parts.append(_text(shown, x, bottom + 16, "middle" if step < 4 else "end"))
    return "".join(parts)
