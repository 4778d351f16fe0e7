"""A comparison as one HTML page: no scripts, nothing from elsewhere, every text escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape

from otherwords.evaluate.comparison import Figure, Measured, differing
from otherwords.evaluate.data import System
from otherwords.evaluate.plots import COLOURS, STYLE, histogram, intervals

_SHOWN_REFERENCES = 3
_STYLE = (
    COLOURS
    + """
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;
margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.2rem}h3{font-size:1rem}
table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}
th,td{padding:.3rem .7rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
td small,.soft{color:var(--soft)}.better{color:var(--good)}.worse{color:var(--bad)}
dl{border-left:3px solid var(--line);padding-left:1rem}dt{color:var(--soft);font-size:.85rem}
dd{margin:0 0 .5rem}mark{background:var(--mark);color:inherit;border-radius:2px}
code{font-size:.8rem;word-break:break-all}
"""
    + STYLE
)


def page(
    title: str, systems: Sequence[System], measured: Sequence[Measured], *, sentences: int = 20
) -> str:
    """The whole page.

    Args:
        title: Its heading.
        systems: What is compared; the first is what the others are compared with.
        measured: The figures; the sentences shown are those that differ most by the first.
        sentences: How many of them.
    """
    count = len(systems[0].segments)
    content = "".join(
        [
            f"<p>{len(systems)} systems, {count:,} segments. ",
            "In brackets, where a figure lies with 95% confidence (bootstrap). "
            if all("level:0.95|" in each.figures[0].signature for each in measured)
            else "In brackets, where a figure lies (bootstrap). ",
            f"Differences are to {escape(systems[0].name)}; p is that of approximate "
            "randomisation.</p>"
            if len(systems) > 1
            else "</p>",
            *_table(systems, measured),
            *_plots(systems, measured),
            *_sentences(systems, measured[0], sentences),
            *_signatures(systems, measured),
        ]
    )
    return document(title, content)


def document(title: str, content: str) -> str:
    """A page with this heading, and content that is HTML already."""
    return "".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>{content}</body></html>\n",
        ]
    )


def _table(systems: Sequence[System], measured: Sequence[Measured]) -> Iterator[str]:
    yield "<h2>Figures</h2><table><thead><tr><th>system</th>"
    yield from (f"<th>{escape(each.name)}{_arrow(each)}</th>" for each in measured)
    yield "</tr></thead><tbody>"
    for place, system in enumerate(systems):
        yield f"<tr><td>{escape(system.name)}</td>"
        for each in measured:
            yield f"<td>{_cell(each, each.figures[place])}</td>"
        yield "</tr>"
    yield "</tbody></table>"


def _arrow(each: Measured) -> str:
    return {True: " ↑", False: " ↓", None: ""}[each.higher_is_better]


def _cell(each: Measured, figure: Figure) -> str:
    value, digits = figure.value, each.decimals
    limits = f"[{value.low:.{digits}f}, {value.high:.{digits}f}]"
    text = f"{value.value:.{digits}f}<br><small>{limits}</small>"
    if figure.against is None or figure.p is None:
        return text
    gain = figure.against.difference.value
    good = each.higher_is_better is not None and gain and figure.p < 0.05
    kind = ("better" if (gain > 0) == each.higher_is_better else "worse") if good else "soft"
    return f'{text}<br><small class="{kind}">{gain:+.{digits}f}, p {figure.p:.3f}</small>'


def _plots(systems: Sequence[System], measured: Sequence[Measured]) -> Iterator[str]:
    names = [system.name for system in systems]
    yield "<h2>Plots</h2>"
    for each in measured:
        yield f"<h3>{escape(each.name)}{_arrow(each)}</h3>"
        yield intervals(each.name, names, [one.value for one in each.figures], each.decimals)
    first = measured[0]
    for place, name in enumerate(names[1:], 1):
        drawn = histogram(
            f"{first.name}: segments of {name}",
            first.by_segment[place] - first.by_segment[0],
            first.higher_is_better,
        )
        if drawn:
            yield (
                f"<h3>{escape(first.name)} of segments: {escape(name)} less {escape(names[0])}, "
                "where they differ</h3>"
            )
            yield drawn


def _sentences(systems: Sequence[System], first: Measured, most: int) -> Iterator[str]:
    chosen = differing(first, most) if len(systems) > 1 else []
    if not chosen:
        return
    yield f"<h2>Where systems differ most by {escape(first.name)}</h2>"
    segments = systems[0].segments
    for place in chosen:
        yield f'<h3 id="segment-{place + 1}">Segment {place + 1:,}</h3><dl>'
        source = segments.sources[place] if segments.sources else None
        if source is not None:
            yield f"<dt>source</dt><dd>{escape(source)}</dd>"
        for row, system in enumerate(systems):
            value = first.by_segment[row, place]
            said = system.segments.outputs[place]
            yield (
                f"<dt>{escape(system.name)}: {value:.{first.decimals}f}</dt>"
                f"<dd>{_marked(source, said)}</dd>"
            )
        given = segments.references[place] if segments.references else ()
        for reference in given[:_SHOWN_REFERENCES]:
            yield f'<dt>reference</dt><dd class="soft">{escape(reference)}</dd>'
        yield "</dl>"


def _marked(source: str | None, text: str) -> str:
    """The text with the words marked that the source does not have there."""
    if source is None:
        return escape(text)
    words = text.split()
    pieces = []
    matcher = SequenceMatcher(None, source.split(), words, autojunk=False)
    for kind, _, _, begin, end in matcher.get_opcodes():
        piece = escape(" ".join(words[begin:end]))
        if piece:
            pieces.append(piece if kind == "equal" else f"<mark>{piece}</mark>")
    return " ".join(pieces)


def _signatures(systems: Sequence[System], measured: Sequence[Measured]) -> Iterator[str]:
    yield "<h2>Signatures</h2><ul>"
    for each in measured:
        for system, figure in zip(systems, each.figures, strict=True):
            yield f"<li>{escape(system.name)}: <code>{escape(figure.signature)}</code></li>"
    yield "</ul>"
