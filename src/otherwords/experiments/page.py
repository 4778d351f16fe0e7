"""All that experiments found as one HTML page: no scripts, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from otherwords.evaluate.page import document
from otherwords.experiments.sections import Section


def page(title: str, sections: Sequence[Section], different: str) -> str:
    """The whole page."""
    parts = [part for section in sections for part in _section(section)]
    where = f"<h2>Where data differ</h2><p>{escape(different)}</p>"
    return document(title, "".join([*parts, where]))


def _section(section: Section) -> Iterator[str]:
    yield f"<h2>{escape(section.title)}</h2>"
    yield "<table><thead><tr>"
    yield from (f"<th>{escape(name)}</th>" for name in section.columns)
    yield "</tr></thead><tbody>"
    for row in section.rows:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody></table>"
    if section.note:
        yield f'<p class="soft">{escape(section.note)}</p>'
    for plot in section.plots:
        yield f"<h3>{escape(plot.title)}</h3>{plot.svg}"
    if section.signature:
        yield f"<p><code>{escape(section.signature)}</code></p>"
