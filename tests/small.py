"""A table and a language model small enough to work with by hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

TABLE = """\
the dog ||| the beast ||| 0.8
the young cat ||| the kitten ||| 0.7
after the ||| after it ||| 0.4
the young ||| the ||| 0.05
cat ||| kitten ||| 0.1
the ||| the ||| 1
dog ||| dog ||| 1
runs ||| runs ||| 1
after ||| after ||| 1
young ||| young ||| 1
cat ||| cat ||| 1
"""
WORDS = ["the", "dog", "runs", "after", "young", "cat", "beast", "kitten", "it"]
SOURCE = "the dog runs after the young cat"


@dataclass(frozen=True)
class Small:
    """Both files, and the options that name them."""

    table: Path
    lm: Path

    @property
    def options(self) -> list[str]:
        return ["--table", str(self.table), "--lm", str(self.lm)]


def write_small(folder: Path) -> Small:
    """Writes a table in Moses' format, and a model that gives every word 1/10."""
    small = Small(folder / "table.txt", folder / "lm.arpa")
    small.table.write_text(TABLE, "utf-8")
    unigrams = ["0\t<s>", "0\t</s>", "-2\t<unk>", *(f"-1\t{word}" for word in WORDS)]
    head = f"\\data\\\nngram 1={len(unigrams)}\n\n\\1-grams:\n"
    small.lm.write_text(head + "\n".join(unigrams) + "\n\n\\end\\\n", "utf-8")
    return small
