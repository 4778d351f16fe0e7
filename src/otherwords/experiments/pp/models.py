"""The models compared: tables 2 to 4, and what the lists are made from."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from otherwords.experiments import Given, Section
from otherwords.experiments.pp.pairs import ADDED, CUT, FURTHER, MODELS, Lists, Pair
from otherwords.experiments.pp.reading import draw, note_of, read_of, share
from otherwords.experiments.verdicts import Line

#: #PP and precision, in the order of the tables.
PUBLISHED = {
    "B&C Model": (1_015_533, 61.47),
    "Model 1": (1_058_624, 69.93),
    "Model 2": (1_399_407, 67.15),
    ADDED: (340_783, 58.87),
    FURTHER: (345_178, 43.30),
    "Model 3": (1_049_036, 78.29),
    CUT: (1_051_198, 70.25),
}
_WEIGHTED = dict(
    zip(
        PUBLISHED,
        ("624,248", "740,296", "939,702", "200,619", "149,462", "821,290", "738,467"),
        strict=True,
    )
)
_PIVOTS = (
    "The paper also tries pivots that are partial subtrees (736,161 pairs, 65.77%), which needs a "
    "parser of the other languages that is not there."
)


def data_section(lists: Lists, sentences: int, words: int, signature: str) -> Section:
    """What there is to learn from, and how much of it is above the thresholds."""
    rows = [
        ("sentence pairs", "2,048,009", f"{sentences:,}"),
        ("English words", "47 million", f"{words:,}"),
        ("pivots that are paraphrases (pairs)", "53,252", f"{lists.pivots:,}"),
    ]
    for name in MODELS.values():
        what = f"{name}: pairs above the threshold"
        rows.append((what, f"{PUBLISHED[name][0]:,}", f"{lists.above[name]:,}"))
    return Section(
        "Data and sizes (section 4)", ("", "published", "measured"), tuple(rows), "", signature
    )


def lines_of(
    given: Given, pairs: Mapping[str, list[Pair]], known: Collection[Pair]
) -> dict[str, list[Line]]:
    """What is to be read of each list."""
    count, seed = given.number("read"), given.number("seed")
    return {
        name: [Line(*pair, name) for pair in draw(each, count, seed, known)]
        for name, each in pairs.items()
    }


def precision_section(
    given: Given, lists: Lists, drawn: Mapping[str, list[Line]], signature: str
) -> Section:
    """Tables 2 to 4."""
    rows = []
    for name, (_, published) in PUBLISHED.items():
        said, size = read_of(given.verdicts, drawn[name]), len(lists.pairs[name])
        weighted = f"{round(size * sum(said) / len(said)):,}" if said else ""
        size_there = f"{PUBLISHED[name][0]:,}"
        cells = (size_there, f"{size:,}", _WEIGHTED[name], weighted)
        rows.append((name, *cells, f"{published:.2f}%", share(said)))
    columns = ("", "#PP there", "#PP", "weighted there", "weighted", "published", "measured")
    lines = [line for each in drawn.values() for line in each]
    note = note_of(given, lines, "pairs-", "85.4%, kappa 0.62")
    title = "Models at matched sizes (tables 2 to 4): precision"
    return Section(title, columns, tuple(rows), f"{note}. {_PIVOTS}", signature)
