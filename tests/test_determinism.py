"""The same input, model, options and seed give the same bytes, however they are computed."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
from pathlib import Path

import pytest

import otherwords
from otherwords.paraphraser import Paraphraser
from tests.faults import OTHERWORDS
from tests.toy_corpora import files_of, write_corpora

COUNT = 10_000
SAMPLED = 300  # by Monte-Carlo search, and one by one
SUBJECTS = ["The committee", "Many people", "A number of experts", "My sister and her friend"]
VERBS = ["purchased", "is going to utilise", "took into consideration", "has made use of"]
OBJECTS = ["the large house", "approximately 30 vehicles", "a great deal of money", "it"]
REASONS = [
    "in order to assist the children",
    "in spite of the heavy rain",
    "due to the fact that it was late",
    "prior to the meeting in London",
    "with regard to the new law",
]
ENDS = ["", " again", " at the present time", ", he said", " for the purpose of learning"]


def sentences() -> list[str]:
    """Different sentences that a lot can be said otherwise in."""
    parts = itertools.product(SUBJECTS, VERBS, OBJECTS, REASONS, ENDS)
    whole = [f"{a} {b} {c} {d}{e}." for a, b, c, d, e in parts]
    pairs = (pair for step in range(1, 10) for pair in zip(whole, whole[step * 7 :], strict=False))
    return [*whole, *(f"{one[:-1]}; {other}" for one, other in pairs)][:COUNT]


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sentences, one a line."""
    path = tmp_path_factory.mktemp("text") / "sentences.txt"
    path.write_text("".join(f"{line}\n" for line in sentences()), "utf-8")
    return path


@pytest.fixture(scope="module")
def english() -> Paraphraser:
    """The model of the package."""
    return otherwords.load()


def digest_of(text: Path, *options: str, seed: str) -> str:
    """Of what a process of its own prints."""
    with open(text, "rb") as lines:
        done = subprocess.run(
            [*OTHERWORDS, *options, "--json"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdin=lines,
            capture_output=True,
            check=True,
        )
    assert done.stdout.count(b"\n") == text.read_bytes().count(b"\n")
    assert b'"edits": [{' in done.stdout
    return hashlib.sha256(done.stdout).hexdigest()


def test_there_are_as_many_sentences_as_we_say() -> None:
    found = sentences()
    assert len(found) == len(set(found)) == COUNT


def test_threads_processes_and_runs_give_the_same_bytes(text: Path) -> None:
    digests = {
        digest_of(text, "simplify", "--threads", threads, seed=seed)
        for threads, seed in (("1", "1"), ("2", "2"))
    }
    assert len(digests) == 1


def test_a_sentence_does_not_depend_on_its_neighbours(english: Paraphraser) -> None:
    chosen = sentences()[:: COUNT // SAMPLED]
    streamed = list(english.pipe(chosen, application="compress", threads=2, n=3))
    assert streamed == [english.compress(sentence, n=3) for sentence in chosen]
    backwards = list(english.pipe(chosen[::-1], application="compress", threads=1, n=3))
    assert streamed == backwards[::-1]


def test_sampling_depends_on_its_seed_alone(text: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.txt"
    few.write_text("".join(text.read_text("utf-8").splitlines(keepends=True)[:SAMPLED]), "utf-8")
    options = ("paraphrase", "--search", "monte-carlo", "--episodes", "200", "-n", "2")
    digests = [
        digest_of(few, *options, "--threads", threads, "--seed", seed, seed=seed)
        for threads, seed in (("1", "1"), ("2", "1"), ("2", "2"))
    ]
    assert digests[0] == digests[1] != digests[2]


def test_the_same_corpus_gives_the_same_model(tmp_path: Path) -> None:
    recipe = write_corpora(tmp_path, 60)
    for name, threads in (("one", "1"), ("two", "2")):
        command = [*OTHERWORDS, "learn", str(recipe), "-o", str(tmp_path / name)]
        subprocess.run([*command, "--threads", threads], check=True, capture_output=True)
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")
