"""What applications and the systems they are compared with do to the same sentences, and how fast.

    python benchmarks/rivals.py [MODEL …] [--sentences FILE] [--most 200] [--wordnet FOLDER]

Without a model, that of the package. Of the first model all applications, of each all systems for
which it has what they need; with `recipes/pr` learnt, name its model too. For each: the share of
sentences that change, words deleted and inserted in those that do, the same as a share of their
words, what the language model of the first model gains a word, and CPU seconds for 100 sentences.
nlpaug's synonym augmenter is in the table if it is installed (`pip install nlpaug==1.1.11 nltk`)
and `--wordnet` names WordNet's files; its tagger needs data that must be downloaded, so ours tags
for it.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import otherwords
from otherwords import Error, Paraphraser
from otherwords.applications import application_names
from otherwords.baselines import system_names
from otherwords.text import tokenise, tokenise_lines

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared"))
SENTENCES = SHARED / "data" / "dev" / "spg-tune.tsv"
EPISODES = 2_000  # of Monte-Carlo search: the papers' 100,000 take too long here
SEED = 1

Say = Callable[[Sequence[str]], list[str]]


def distance(source: Sequence[str], target: Sequence[str]) -> int:
    """Words to delete and to insert."""
    from difflib import SequenceMatcher

    blocks = SequenceMatcher(a=source, b=target, autojunk=False).get_matching_blocks()
    return len(source) + len(target) - 2 * sum(block.size for block in blocks)


def row(name: str, say: Say, sentences: Sequence[str], judge: Paraphraser) -> str:
    """A line of the table."""
    say(sentences[:1])  # files are opened
    start = time.process_time()
    texts = say(sentences)
    seconds = time.process_time() - start
    pairs = list(zip(sentences, texts, strict=True))
    changed = [pair for pair in pairs if pair[0] != pair[1]]
    words = [[[w.lower() for w in tokenise(t).words] for t in pair] for pair in changed]
    edits = sum(distance(*pair) for pair in words)
    gain = sum(fluency(judge, pair) for pair in changed)
    total = max(1, sum(len(first) for first, _ in words))
    return (
        f"{name:<24} {len(changed) / len(pairs):>8.1%} {edits / max(1, len(changed)):>8.2f} "
        f"{edits / total:>8.1%} {gain / max(1, len(changed)):>+8.3f} "
        f"{100 * seconds / len(sentences):>9.2f}"
    )


def fluency(judge: Paraphraser, pair: tuple[str, str]) -> float:
    """What the language model gains by the change: natural log of the probability, a word."""
    lower = judge.model.lower_case
    lines = tokenise_lines(list(pair), judge.model.language, lower=lower, threads=1)
    scores = [judge.model.lm.score(line) / max(1, len(line.split())) for line in lines]
    return float(scores[1] - scores[0])


def systems_of(p: Paraphraser, references: Sequence[str], *, applications: bool) -> dict[str, Say]:
    """All that a model can do."""

    def saying(**options: Any) -> Say:
        def say(sentences: Sequence[str]) -> list[str]:
            needed = references[: len(sentences)]
            return [each.text for each in p.pipe(sentences, references=needed, **options)]

        return say

    found = {
        name: saying(application=name, confidence="bold")
        for name in application_names()
        if applications
    }
    for name in system_names():
        options: dict[str, Any] = {"system": name}
        if name == "mcpg":
            options |= {"episodes": EPISODES, "seed": SEED}
        try:
            p.settle(**options)
        except Error:
            continue  # the model has not what it needs
        found[name] = saying(**options)
    return found


def nlpaug_synonyms(wordnet: Path, tagger: Any) -> Say:
    """The augmenter of nlpaug as it is unless told: up to three words in ten, at most ten."""
    import nltk
    import numpy
    from nlpaug.augmenter.word import SynonymAug
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    # The package hides the module behind what it imports under the same name.
    dictionary = import_module("nlpaug.model.word_dict.wordnet")
    held = tempfile.TemporaryDirectory(prefix="otherwords-nltk-")
    folder = Path(held.name) / "corpora" / "wordnet"
    folder.mkdir(parents=True)
    for path in wordnet.iterdir():
        if path.is_file():
            shutil.copyfile(path, folder / path.name)  # it takes no links
    (folder / "lexnames").write_text("".join(f"{n:02}\tfile.{n}\t1\n" for n in range(45)))
    (folder / "index.sense").touch()  # asked for, of no use here
    nltk.data.path.append(held.name)  # it reads nowhere else
    nltk.corpus.wordnet = dictionary.wordnet = WordNetCorpusReader(str(folder), None)

    def tag(tokens: list[str]) -> list[tuple[str, str]]:
        (tags,) = tagger.tags([tokens])
        return list(zip(tokens, tags, strict=True))

    dictionary.WordNet.pos_tag = staticmethod(tag)
    augmenter = SynonymAug(aug_src="wordnet")

    def say(sentences: Sequence[str], held: object = held) -> list[str]:
        random.seed(SEED)
        numpy.random.seed(SEED)
        return [augmenter.augment(sentence)[0] for sentence in sentences]

    return say


def read_sentences(path: Path, most: int) -> tuple[list[str], list[str]]:
    """Sentences and references; where there are none, a sentence is its own."""
    if path.suffix != ".tsv":
        lines = path.read_text("utf-8").splitlines()[:most]
        return lines, lines
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[:most]
    return [each["source"] for each in rows], [each["reference"] for each in rows]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("models", nargs="*", metavar="MODEL", help="default: the package's")
    options.add_argument("--sentences", type=Path, default=SENTENCES)
    options.add_argument("--most", type=int, default=200)
    options.add_argument("--wordnet", type=Path, help="WordNet's files, for nlpaug")
    given = options.parse_args()
    sentences, references = read_sentences(given.sentences, given.most)
    judge = otherwords.load(given.models[0] if given.models else None)
    print(f"{len(sentences)} sentences of {given.sentences.name}")
    heads = ("changed", "edits", "of words", "lm a word", "s for 100")
    print(f"{'':<24} {' '.join(f'{head:>8}' for head in heads)}")
    for number, folder in enumerate(given.models or [None]):
        p = judge if number == 0 else otherwords.load(folder)
        for name, say in systems_of(p, references, applications=number == 0).items():
            print(row(f"{p.model.name}: {name}", say, sentences, judge), flush=True)
    try:
        import nlpaug  # noqa: F401
    except ImportError:
        print("nlpaug: not installed")
        return
    if given.wordnet is None or judge.model.analyser is None:
        print("nlpaug: needs --wordnet, and a model with an analyser")
        return
    say = nlpaug_synonyms(given.wordnet, judge.model.analyser)
    print(row("nlpaug: SynonymAug", say, sentences, judge))


if __name__ == "__main__":
    main()
