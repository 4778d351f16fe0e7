"""Sentences, tables and language models made to be hard: nothing can be pruned or shared."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

from otherwords._core import Decoder, LanguageModel
from otherwords.lm import convert
from otherwords.tables import Table, TableBuilder

WORDS = [f"w{number}" for number in range(120)]
OPTIONS = 100


def equal_model(folder: Path) -> LanguageModel:
    """A model in which everything is as likely as anything else."""
    rows = "".join(f"-1\t{word}\n" for word in ("<s>", "</s>", "<unk>", *WORDS))
    return _converted(folder, f"ngram 1={len(WORDS) + 3}\n\n\\1-grams:\n{rows}\n")


def random_model(folder: Path, order: int, grams: int) -> LanguageModel:
    """A model in which each context says something else, and back-offs may be above one."""
    chance = random.Random(1)
    by_order: list[set[tuple[str, ...]]] = [{(word,) for word in ("<s>", "</s>", "<unk>", *WORDS)}]
    for _ in range(1, order):
        contexts = sorted(gram for gram in by_order[-1] if gram[-1] != "</s>")
        by_order.append({(*chance.choice(contexts), chance.choice(WORDS)) for _ in range(grams)})
    for shorter, longer in reversed(list(itertools.pairwise(by_order[1:]))):
        shorter |= {gram[1:] for gram in longer} | {gram[:-1] for gram in longer}
    counts = "".join(f"ngram {n}={len(found)}\n" for n, found in enumerate(by_order, 1))
    sections = []
    for number, found in enumerate(by_order, 1):
        rows = (
            f"{-3 * chance.random():.4f}\t{' '.join(gram)}"
            + ("" if number == order or gram[-1] == "</s>" else f"\t{chance.gauss(-0.3, 0.4):.4f}")
            for gram in sorted(found)
        )
        sections.append(f"\\{number}-grams:\n" + "".join(f"{row}\n" for row in rows))
    return _converted(folder, counts + "\n" + "\n".join(sections) + "\n")


def crowded_table(folder: Path, longest: int) -> Table:
    """A table with 100 targets for each run of the first word up to a length."""
    chance = random.Random(2)
    builder = TableBuilder(["p"])
    for length in range(1, longest + 1):
        targets: set[str] = set()
        while len(targets) < OPTIONS:
            targets.add(" ".join(chance.choices(WORDS, k=chance.randint(1, 4))))
        for target in sorted(targets):
            builder.add(" ".join(WORDS[:1] * length), target, [-chance.random()])
    builder.write(folder / "crowded.table")
    return Table(folder / "crowded.table")


def crowded_decoder(folder: Path, *, order: int = 3, longest: int = 7) -> Decoder:
    """All of it together; with order 1, the model in which everything is equal."""
    model = equal_model(folder) if order == 1 else random_model(folder, order, 3000)
    return Decoder([crowded_table(folder, longest)], model)


def sentence(length: int) -> str:
    """The same word again and again: every span has 100 options."""
    return " ".join(WORDS[:1] * length)


def _converted(folder: Path, body: str) -> LanguageModel:
    (folder / "arpa").write_text(f"\\data\\\n{body}\\end\\\n", "utf-8")
    convert(folder / "arpa", folder / "lm")
    return LanguageModel(str(folder / "lm"))
