"""Before and after the search: sentence boundaries, articles, and the time a sentence takes.

    python benchmarks/text.py [--sentences 10000] [--differences 10]

Boundaries are those inside the paragraphs of the English Web Treebank, beside a regular expression
and, where it is installed, spaCy's sentencizer. Articles: how often `a` and `an` of texts are those
that the next word takes. Speed: CPU seconds on one core, from a text to its tokens, what is
protected among them, and the text with every fifth token replaced.
"""

from __future__ import annotations

import argparse
import lzma
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from otherwords.text import tokenise, tokenise_lines
from otherwords.text.protection import Protector
from otherwords.text.sentences import split
from otherwords.text.surface import Surface

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared")) / "data"
SPEED_TEXT = "europarl/europarl-p1.en-de.en.xz"
ARTICLE_TEXTS = [
    "europarl/europarl-p1.en-de.en.xz",
    "tatoeba/tatoeba.mono.en.xz",
    "gutenberg/gutenberg-books.en.xz",
]
Result = TypeVar("Result")
Splitter = Callable[[str], list[int]]
"""The ends of the sentences of a paragraph."""


def paragraphs(part: str) -> Iterator[list[str]]:
    """The sentences of each paragraph of a part of the treebank."""
    sentences: list[str] = []
    path = DATA / "treebank" / f"ewt-{part}.conllu.xz"
    for line in lzma.open(path, "rt", encoding="utf-8"):
        if line.startswith("# newpar") and sentences:
            yield sentences
            sentences = []
        elif line.startswith("# text = "):
            sentences.append(line[9:].rstrip("\n"))
    yield sentences


def expression(text: str) -> list[int]:
    """A stop, what closes, and white space before something that is not in lower case."""
    found = re.finditer(r"""[.!?…]+['"”’)\]]*(?=\s+[^\sa-z])""", text)
    return [*(match.end() for match in found), len(text)]


def sentencizer() -> Splitter | None:
    try:
        import spacy
    except ImportError:
        return None
    language = spacy.blank("en")
    language.add_pipe("sentencizer")
    return lambda text: [sentence.end_char for sentence in language(text).sents]


def measure_boundaries(part: str, shown: int) -> None:
    splitters: dict[str, Splitter | None] = {
        "otherwords": lambda text: split(text).ends,
        "expression": expression,
        "spaCy": sentencizer(),
    }
    documents = list(paragraphs(part))
    for name, splitter in splitters.items():
        if splitter is None:
            continue
        right = found = there = 0
        wrong: Counter[str] = Counter()
        seconds = 0.0
        for sentences in documents:
            text = " ".join(sentences)
            ends, end = set(), -1
            for sentence in sentences:
                end += 1 + len(sentence)
                ends.add(end)
            ends.discard(len(text))  # nobody can miss it
            start = time.process_time()
            ours = splitter(text)
            seconds += time.process_time() - start
            inside = {end for end in ours if end < len(text)}
            right += len(inside & ends)
            found += len(inside)
            there += len(ends)
            for end in inside ^ ends:
                sign = "+" if end in inside else "-"
                wrong[f"{sign} {text[max(0, end - 25) : end]} ¦{text[end : end + 20]}"] += 1
        print(
            f"boundaries of {part}, {name}: precision {100 * right / found:.2f} %, "
            f"recall {100 * right / there:.2f} %, F1 {200 * right / (found + there):.2f} % "
            f"of {there:,}; {seconds:.2f} s"
        )
        if name == "otherwords":
            for place in random.Random(1).sample(sorted(wrong), min(shown, len(wrong))):
                print(f"  {place}")


def lines_of(name: str, count: int) -> list[str]:
    """The same sample of a text every time."""
    with lzma.open(DATA / "corpora" / name, "rt", encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    return random.Random(1).sample(lines, min(count, len(lines)))


def measure_articles(name: str, count: int, shown: int) -> None:
    """Has each article chosen again, as if the word behind it were new."""
    surface = Surface()
    right = total = 0
    wrong: Counter[str] = Counter()
    for line in lines_of(name, count):
        tokens = tokenise(line)
        words = tokens.words
        for at, (article, word) in enumerate(pairwise(words)):
            if article not in ("a", "an") or not word[0].isalnum():
                continue
            written = surface.write([tokens], [[(at, at + 1, article)]])[0].text
            kept = written == line
            right += kept
            total += 1
            if not kept:
                wrong[f"{article} {word}"] += 1
    print(f"articles of {name}: {100 * right / total:.3f} % of {total:,} as they are written")
    for pair, times in wrong.most_common(shown):
        print(f"  {times:>5}  {pair}")


def measure_speed(count: int) -> None:
    lines = lines_of(SPEED_TEXT, count)
    text = " ".join(lines)
    protector, surface = Protector(keep=["European Union", "Mr President"]), Surface()
    parts: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Result]) -> Result:
        start = time.process_time()
        result = work()
        parts[name] = time.process_time() - start
        return result

    timed("sentences", lambda: split(text))
    sentences = timed("tokens", lambda: [tokenise(line) for line in lines])
    timed("lower-case words", lambda: tokenise_lines(lines, lower=True, threads=1))
    timed("protection", lambda: protector.protect(sentences))
    replacements = [
        [(at, at + 1, "another word") for at in range(2, len(tokens), 5)] for tokens in sentences
    ]
    timed("surface", lambda: surface.write(sentences, replacements))
    for name, seconds in parts.items():
        print(f"{name}: {1e6 * seconds / len(lines):.1f} µs a sentence")
    print(f"together: {1e6 * sum(parts.values()) / len(lines):.1f} µs a sentence")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=10_000)
    parser.add_argument("--differences", type=int, default=10, help="how many to show")
    options = parser.parse_args()
    if not DATA.is_dir():
        print(f"no texts at {DATA}; set OTHERWORDS_SHARED to where they are")
        return
    for part in ("train", "dev"):
        measure_boundaries(part, options.differences)
    for name in ARTICLE_TEXTS:
        measure_articles(name, options.sentences, options.differences)
    measure_speed(options.sentences)


if __name__ == "__main__":
    main()
