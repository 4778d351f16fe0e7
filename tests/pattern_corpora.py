"""English and Latin sentences of a toy grammar, in which patterns can be found within seconds."""

from __future__ import annotations

import random
from pathlib import Path

# English words and their Latin ones.
THINGS = [
    ("letter", "epistulam"),
    ("book", "librum"),
    ("plan", "consilium"),
    ("law", "legem"),
    ("gift", "donum"),
    ("song", "carmen"),
]
PEOPLE = [
    ("doctor", "medico"),
    ("teacher", "magistro"),
    ("farmer", "agricolae"),
    ("king", "regi"),
    ("poet", "poetae"),
]
WANTS = [("I want", "volo"), ("They hope", "sperant"), ("We try", "conamur"), ("You need", "debes")]
# Ways to say the same, and the one in Latin.
SAYINGS = [
    (
        ["take the {thing} into consideration", "consider the {thing}"],
        "considerare {thing}",
    ),
    (
        ["give the {person} the {thing}", "give the {thing} to the {person}"],
        "dare {thing} {person}",
    ),
    (["rely on the {person}", "trust the {person}"], "credere {person}"),
    (["read the {thing}"], "legere {thing}"),
    (["praise the {thing}"], "laudare {thing}"),
    (["obey the {person}"], "parere {person}"),
]

RECIPE = """\
name = "toy"
language = "en"

[corpus.latin]
files = ["la.en", "la.la"]
language = "la"

[table.pt4]
method = "patterns"
corpora = ["latin"]
symmetrisation = "intersection"
"""


def write_pattern_corpora(folder: Path, count: int = 150) -> Path:
    """Writes a corpus and a recipe that learns patterns from it; returns the recipe."""
    chance = random.Random(1)
    english, latin = [], []
    for _ in range(count):
        want, thing, person = (chance.choice(words) for words in (WANTS, THINGS, PEOPLE))
        ways, said = chance.choice(SAYINGS)
        way = chance.choice(ways).format(thing=thing[0], person=person[0])
        english.append(f"{want[0]} to {way}\n")
        latin.append(f"{want[1].capitalize()} {said.format(thing=thing[1], person=person[1])}\n")
    (folder / "la.en").write_text("".join(english), "utf-8")
    (folder / "la.la").write_text("".join(latin), "utf-8")
    recipe = folder / "recipe.toml"
    recipe.write_text(RECIPE, "utf-8")
    return recipe
