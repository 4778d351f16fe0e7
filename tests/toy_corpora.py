"""Corpora of a toy grammar, small enough to learn from within seconds."""

from __future__ import annotations

import random
from pathlib import Path

# English words that say the same, and their one translation into French and German.
NOUNS = [
    (["house", "home"], "maison", "Haus"),
    (["car", "automobile"], "voiture", "Auto"),
    (["doctor", "physician"], "médecin", "Arzt"),
    (["child", "kid"], "enfant", "Kind"),
    (["town", "city"], "ville", "Stadt"),
]
VERBS = [
    (["buys", "purchases"], "achète", "kauft"),
    (["helps", "assists"], "aide", "hilft"),
    (["sees"], "voit", "sieht"),
]
ADJECTIVES = [(["big", "large"], "grand", "groß"), (["quick", "fast"], "rapide", "schnell")]


def sentences(count: int, seed: int) -> list[tuple[str, str, str, str]]:
    """English, French and German sentences, and another way to say the English one."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        subject, thing = chance.sample(NOUNS, 2)
        verb, adjective = chance.choice(VERBS), chance.choice(ADJECTIVES)
        one, other = (
            f"The {chance.choice(adjective[0])} {chance.choice(subject[0])} "
            f"{chance.choice(verb[0])} the {chance.choice(thing[0])}."
            for _ in range(2)
        )
        french = f"Le {subject[1]} {adjective[1]} {verb[1]} la {thing[1]}."
        german = f"Das {adjective[2]} {subject[2]} {verb[2]} die {thing[2]}."
        found.append((one, french, german, other))
    return found


def write_corpora(folder: Path, count: int = 150, **settings: str) -> Path:
    """Writes corpora and a recipe that uses them all, with more settings for the tables of these
    names; returns the recipe.
    """
    for name, column, seed in (("fr", 1, 1), ("de", 2, 2)):
        rows = sentences(count, seed)
        (folder / f"{name}.en").write_text("".join(f"{row[0]}\n" for row in rows), "utf-8")
        (folder / f"{name}.{name}").write_text("".join(f"{row[column]}\n" for row in rows), "utf-8")
    pairs = "".join(f"{row[0]}\t{row[3]}\n" for row in sentences(count, 3))
    (folder / "pairs.tsv").write_text(pairs, "utf-8")
    recipe = folder / "recipe.toml"
    text = RECIPE
    for name, setting in settings.items():
        text = text.replace(f"[table.{name}]\n", f"[table.{name}]\n{setting}\n")
    recipe.write_text(text, "utf-8")
    return recipe


COLLOCATIONS = """
[table.pt5]
method = "collocations"
corpora = ["french", "german"]
confirm = ["pairs"]
wordnet = "wordnet"
least_count = 1
least_likelihood = 0.0
significance = 0.0
least_words = 0.0
least_links = 1
least_seen = 1
least = 0.5
"""


PATTERNS = """
[table.pt4]
method = "patterns"
corpora = ["french", "german"]
"""


def files_of(model: Path) -> dict[str, bytes]:
    """The files of a model; the reports tell times, which are never the same."""
    return {path.name: path.read_bytes() for path in model.iterdir() if path.stem != "report"}


def write_whole_recipe(folder: Path, count: int) -> Path:
    """Writes corpora, a thesaurus, and a recipe for tables of all kinds; returns the recipe."""
    recipe = write_corpora(folder, count, pt1="signatures = 'fine'", pt3="alignments = true")
    write_thesaurus(folder / "wordnet")
    recipe.write_text(recipe.read_text("utf-8") + COLLOCATIONS + PATTERNS, "utf-8")
    return recipe


def write_collocation_recipe(folder: Path, count: int, table: str = COLLOCATIONS) -> Path:
    """Writes corpora, a thesaurus, and a recipe for collocations alone; returns the recipe."""
    recipe = write_corpora(folder, count)
    text = recipe.read_text("utf-8")
    begin, end = text.index("[table.pt1]"), text.index("[lm]")
    recipe.write_text(f"{text[:begin]}{table}\n{text[end:]}", "utf-8")
    write_thesaurus(folder / "wordnet")
    return recipe


def write_thesaurus(folder: Path) -> None:
    """Writes files like those of WordNet, which take more for synonyms than is."""
    folder.mkdir()
    synsets = {
        "verb": ["buy purchase see", "help assist see buy"],
        "noun": ["house home town car", "doctor physician child city"],
        "adj": [],
        "adv": [],
    }
    for kind, lines in synsets.items():
        with open(folder / f"data.{kind}", "w") as file:
            for number, words in enumerate(lines, 1):
                members = "".join(f"{word} 0 " for word in words.split())
                size = len(words.split())
                file.write(f"{number:08} 30 {kind[0]} {size:02x} {members}000 | alike\n")


RECIPE = """\
name = "toy"
language = "en"

[corpus.french]
files = ["fr.en", "fr.fr"]
language = "fr"

[corpus.german]
files = ["de.en", "de.de"]
language = "de"
weight = 2

[corpus.pairs]
kind = "tsv"
files = ["pairs.tsv"]

[table.pt1]
method = "pivot"
corpora = ["french", "german"]
kappa = 5

[table.pt3]
method = "direct"
corpora = ["pairs"]
extraction = "cepts"

[lm]
corpora = ["french", "german", "pairs"]
order = 2
"""
