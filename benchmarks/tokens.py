"""Tokens: speed, and agreement with spaCy's rules and with the English Web Treebank.

    python benchmarks/tokens.py [--sentences 20000] [--differences 10]

CPU seconds on one core, since machines are shared. spaCy is compared with where it is installed.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from otherwords.text import tokenise, tokenise_lines

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared")) / "data"
TEXTS = [
    ("en", "europarl/europarl-p1.en-de.en.xz"),
    ("en", "tatoeba/tatoeba.mono.en.xz"),
    ("en", "ecbplus/ecbplus.jsonl.xz"),
    ("en", "gutenberg/gutenberg-books.en.xz"),
    ("fr", "europarl/europarl-p1.en-fr.fr.xz"),
    ("de", "europarl/europarl-p1.en-de.de.xz"),
    ("es", "europarl/europarl-p1.en-es.es.xz"),
]
Cutter = Callable[[str], list[str]]


def sentences_of(name: str, count: int) -> list[str]:
    """The same sample of a text every time."""
    with lzma.open(DATA / "corpora" / name, "rt", encoding="utf-8") as file:
        if ".jsonl" in name:
            lines = [sentence for line in file for sentence in json.loads(line)["sentences"]]
        else:
            lines = [line.rstrip("\n") for line in file]
    return random.Random(1).sample(lines, min(count, len(lines)))


def treebank() -> Iterator[tuple[str, list[str]]]:
    """The sentences of the treebank: text and words."""
    for part in ("train", "dev"):
        text, words = "", []
        path = DATA / "treebank" / f"ewt-{part}.conllu.xz"
        for line in lzma.open(path, "rt", encoding="utf-8"):
            if line.startswith("# text = "):
                text = line[9:].rstrip("\n")
            elif line == "\n":
                yield text, words
                words = []
            elif line.split("\t")[0].isdecimal():
                words.append(line.split("\t")[1].replace(" ", ""))


def spans(words: Sequence[str]) -> set[tuple[int, int]]:
    """Where the words are in the text without its spaces."""
    found, end = set(), 0
    for word in words:
        found.add((end, end + len(word)))
        end += len(word)
    return found


def differences(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[str]:
    """The smallest pieces of a sentence that are cut differently."""
    text = "".join(ours)
    cuts = [{0, *(end for _, end in spans(words))} for words in (theirs, ours)]
    common = sorted(cuts[0] & cuts[1])
    for begin, end in pairwise(common):
        shown = []
        for each in cuts:
            inside = [begin, *sorted(cut for cut in each if begin < cut < end), end]
            shown.append("|".join(text[a:b] for a, b in pairwise(inside)))
        if shown[0] != shown[1]:
            yield " → ".join(shown)


def spacy_cutter(language: str) -> Cutter | None:
    try:
        import spacy
    except ImportError:
        return None
    tokenizer = spacy.blank(language).tokenizer
    return lambda text: [token.text for token in tokenizer(text) if not token.is_space]


def measure_text(language: str, name: str, count: int, shown: int) -> None:
    sentences = sentences_of(name, count)
    start = time.process_time()
    lines = tokenise_lines(sentences, language, lower=True, threads=1)
    seconds = time.process_time() - start
    words = sum(line.count(" ") + 1 for line in lines)
    print(f"{name}: {words / seconds / 1e6:.2f} million words a second", end="")
    cutter = spacy_cutter(language)
    if cutter is None:
        print()
        return
    start = time.process_time()
    theirs = [cutter(sentence) for sentence in sentences]
    seconds = time.process_time() - start
    ours = [tokenise(sentence, language).words for sentence in sentences]
    same = sum(one == other for one, other in zip(ours, theirs, strict=True))
    print(
        f" (spaCy {words / seconds / 1e6:.2f}); "
        f"the tokens of spaCy in {100 * same / len(ours):.2f} % of {len(ours):,} sentences"
    )
    counts = Counter(
        piece for one, other in zip(ours, theirs, strict=True) for piece in differences(one, other)
    )
    for piece, times in counts.most_common(shown):
        print(f"  {times:>5}  {piece}")


def measure_treebank() -> None:
    cutters: dict[str, Cutter | None] = {
        "otherwords": lambda text: tokenise(text).words,
        "spaCy": spacy_cutter("en"),
    }
    sentences = list(treebank())
    for name, cutter in cutters.items():
        if cutter is None:
            continue
        right = found = there = same = 0
        for text, words in sentences:
            ours, gold = spans(cutter(text)), spans(words)
            right += len(ours & gold)
            found += len(ours)
            there += len(gold)
            same += ours == gold
        print(
            f"treebank, {name}: F1 {200 * right / (found + there):.2f} %, "
            f"{100 * same / len(sentences):.2f} % of {len(sentences):,} sentences"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=20_000)
    parser.add_argument("--differences", type=int, default=10, help="how many to show")
    options = parser.parse_args()
    if not DATA.is_dir():
        print(f"no texts at {DATA}; set OTHERWORDS_SHARED to where they are")
        return
    for language, name in TEXTS:
        measure_text(language, name, options.sentences, options.differences)
    measure_treebank()


if __name__ == "__main__":
    main()
