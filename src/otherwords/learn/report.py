"""What was learnt, for people: as text, and as a page with plots that needs nothing else."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from otherwords._core import version
from otherwords.learn.corpora.cleaning import REASONS
from otherwords.learn.filters import FILTERS, SIGNATURES
from otherwords.learn.pipeline import Learnt
from otherwords.learn.recipe import PATTERN_MODELS
from otherwords.learn.steps import Outcome

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #1c1c1c; background: #fff }
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2.2rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
th { font-weight: 600 } .bar { fill: #2f6f9f } svg { vertical-align: middle }
@media (prefers-color-scheme: dark) {
  body { background: #16181b; color: #e6e6e6 } th, td { border-color: #3a3d42 }
  .bar { fill: #6fb1e0 } }
"""
_BAR = 160


#: A name and numbers.
Row = list[str | float]


@dataclass(frozen=True)
class Section:
    """A heading and a table; `plotted` is the column whose numbers are shown as bars."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Row]
    plotted: int


def as_text(learnt: Learnt) -> str:
    """The report as text."""
    blocks = [_heading(learnt)]
    for section in _sections(learnt):
        cells = [list(section.columns), *([_cell(cell) for cell in row] for row in section.rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
        lines = [section.title]
        for first, *rest in cells:
            numbers = (f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
            lines.append("  " + "  ".join([f"{first:<{widths[0]}}", *numbers]).rstrip())
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def as_html(learnt: Learnt) -> str:
    """The report as a page."""
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f"<title>{html.escape(learnt.recipe.name)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{html.escape(learnt.recipe.name)}</h1><p>{html.escape(_heading(learnt))}</p>",
    ]
    for section in _sections(learnt):
        header = "".join(f"<th>{html.escape(name)}</th>" for name in section.columns)
        parts.append(f"<h2>{html.escape(section.title)}</h2><table><tr>{header}<th></th></tr>")
        numbers = [row[section.plotted] for row in section.rows]
        most = max((number for number in numbers if isinstance(number, float)), default=0.0)
        for row in section.rows:
            cells = "".join(f"<td>{html.escape(_cell(cell))}</td>" for cell in row)
            parts.append(f"<tr>{cells}<td>{_bar(row[section.plotted], most)}</td></tr>")
        parts.append("</table>")
    return "\n".join([*parts, "</body></html>", ""])


def _heading(learnt: Learnt) -> str:
    seconds = sum(outcome.cost.cpu_seconds for outcome in learnt.outcomes)
    peak = max((outcome.cost.peak_bytes for outcome in learnt.outcomes), default=0)
    return (
        f"{learnt.recipe.name}: otherwords {version}, engine {learnt.engine}, "
        f"{len(learnt.outcomes)} steps, {seconds:,.0f} CPU seconds, "
        f"at most {peak / 2**20:,.0f} MiB of memory"
    )


def _sections(learnt: Learnt) -> Iterator[Section]:
    by_kind: dict[str, list[tuple[str, Outcome]]] = {}
    for outcome in learnt.outcomes:
        name, _, kind = outcome.step.name.rpartition(".")
        by_kind.setdefault(kind, []).append((name, outcome))
    corpora = by_kind.get("corpus", [])
    if corpora:
        yield _corpora(corpora)
        yield _dropped("Sentence pairs dropped", corpora, REASONS)
    pairs = [*by_kind.get("phrases", []), *by_kind.get("scores", [])]
    found = [(name, each) for name, each in pairs if "phrase pairs" in each.figures]
    if found:
        rows: list[Row] = [[name, float(each.figures["phrase pairs"])] for name, each in found]
        yield Section("Phrase pairs, in parts of corpora and counted", ["", "pairs"], rows, 1)
    induced = by_kind.get("patterns", [])
    if induced:
        keys = [key for key in induced[0][1].figures if key != "pairs"]
        rows = [[name, *(float(each.figures[key]) for key in keys)] for name, each in induced]
        yield Section("Patterns, in all their places", ["", *keys], rows, 1)
    signed = [each for each in by_kind.get("signatures", []) if "signatures" in each[1].figures]
    if signed:
        keys = ["phrases", "signatures"]
        rows = [[name, *(float(each.figures[key]) for key in keys)] for name, each in signed]
        yield Section("Tag signatures", ["table", *keys], rows, 1)
    candidates = by_kind.get("candidates", [])
    if candidates:
        meanings = {each.name: each.meaning for each in (*FILTERS.values(), SIGNATURES)}
        yield _dropped("Candidates dropped by filters", candidates, meanings)
    fitted = [each for each in by_kind.get("entries", []) if "held out" in each[1].figures]
    if fitted:
        yield _collocations(fitted)
    if "table" in by_kind:
        # The last model is the table's own; Model 3 has pairs of Model 2 besides.
        scored = {name: each for kind in PATTERN_MODELS for name, each in by_kind.get(kind, [])}
        yield _tables(by_kind["table"], dict(candidates) | scored)
    if "lm" in by_kind:
        ngrams: Mapping[str, int] = by_kind["lm"][0][1].figures["n-grams"]
        rows = [[f"{order}-grams", float(count)] for order, count in ngrams.items()]
        yield Section("Language model", ["", "n-grams"], rows, 1)
    yield _steps(learnt.outcomes)


def _corpora(corpora: Sequence[tuple[str, Outcome]]) -> Section:
    columns = ["corpus", "read", "kept", "words", "words of the other side"]
    keys = ["read", "kept", "source words", "target words"]
    rows: list[Row] = [
        [name, *(float(each.figures[key]) for key in keys)] for name, each in corpora
    ]
    return Section("Corpora, in sentence pairs", columns, rows, 2)


def _dropped(
    title: str, found: Sequence[tuple[str, Outcome]], meanings: Mapping[str, str]
) -> Section:
    names = [name for name, _ in found]
    rows: list[Row] = []
    for reason, meaning in meanings.items():
        counts = [float(each.figures["dropped"].get(reason, 0)) for _, each in found]
        if any(counts):
            rows.append([meaning, *counts, sum(counts)])
    return Section(title, ["because", *names, "all"], rows, len(names) + 1)


def _collocations(fitted: Sequence[tuple[str, Outcome]]) -> Section:
    """What was learnt from, and how well it is told on examples that are held out."""
    shares = ["precision", "recall", "f", "auc"]
    rows: list[Row] = []
    for name, each in fitted:
        figures = each.figures
        told = figures["held out"]  # nothing where there are too few examples
        measured = (f"{told[share]:.3f}" if told else "too few" for share in shares)
        rows.append([name, float(figures["positive"]), float(figures["negative"]), *measured])
    columns = ["table", "positive", "negative", *shares]
    return Section("Collocations", columns, rows, 1)


def _tables(tables: Sequence[tuple[str, Outcome]], judged: Mapping[str, Outcome]) -> Section:
    rows: list[Row] = []
    for name, each in tables:
        candidates = float(judged[name].figures["candidates"]) if name in judged else "given"
        figures = [each.figures["entries"], each.figures["sources"]]
        rows.append([name, candidates, *map(float, figures)])
    return Section("Tables", ["table", "candidates", "entries", "sources"], rows, 2)


def _steps(outcomes: Sequence[Outcome]) -> Section:
    columns = ["step", "seconds", "CPU seconds", "peak MiB", "MiB on disk"]
    rows: list[Row] = [
        [
            outcome.step.name,
            round(outcome.cost.seconds, 1),
            round(outcome.cost.cpu_seconds, 1),
            float(outcome.cost.peak_bytes >> 20),
            float(outcome.bytes >> 20),
        ]
        for outcome in outcomes
    ]
    return Section("Steps", columns, rows, 2)


def _cell(cell: str | float) -> str:
    if isinstance(cell, str):
        return cell
    return f"{cell:,.0f}" if cell == int(cell) else f"{cell:,.1f}"


def _bar(number: str | float, most: float) -> str:
    width = round(_BAR * float(number) / most) if most else 0
    return f'<svg width="{_BAR}" height="12"><rect class="bar" width="{width}" height="12"/></svg>'
