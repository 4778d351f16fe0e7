"""Throughput of the whole corridor, text in to text out, and where the time goes.

    python benchmarks/paraphrase.py [MODEL] [--sentences N] [--application NAME] [--confidence P]
                                    [--tags] [--analyser spacy]

Real sentences of the reference data, the same sample every time. CPU seconds on one core, since
machines are shared. With --tags, sentences are tagged as for a model whose tables need tags.
"""

from __future__ import annotations

import argparse
import lzma
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from otherwords import load, paraphraser, settings
from otherwords.cli.numbers import confidence
from otherwords.model import Model
from otherwords.text.analysis import BACKENDS

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("OTHERWORDS_SHARED", REPOSITORY.parent / "shared")) / "data"
TEXTS = ["europarl/europarl-p1.en-de.en.xz", "tatoeba/tatoeba.mono.en.xz"]


def sentences_of(count: int) -> list[str]:
    """Half of the sentences from each text."""
    chosen: list[str] = []
    for name in TEXTS:
        with lzma.open(DATA / "corpora" / name, "rt", encoding="utf-8") as file:
            lines = [line.rstrip("\n") for line in file]
        chosen += random.Random(1).sample(lines, count // len(TEXTS))
    random.Random(2).shuffle(chosen)
    return chosen


class Clock:
    """Adds up the CPU seconds of calls by the name of their part of the corridor."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def wrap(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **options: Any) -> Any:
            start = time.thread_time()
            try:
                return function(*args, **options)
            finally:
                self.seconds[part] += time.thread_time() - start

        return timed


class Timed:
    """An object one of whose methods is timed."""

    def __init__(self, inner: Any, method: str, clock: Clock, part: str) -> None:
        self._inner = inner
        setattr(self, method, clock.wrap(part, getattr(inner, method)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def parts(clock: Clock, model: Model) -> None:
    """Times the rooms of the corridor."""
    model.finder = Timed(model.finder, "find", clock, "look-up")  # type: ignore[assignment]
    paraphraser.Paraphraser._analysed = clock.wrap("analysis", paraphraser.Paraphraser._analysed)
    paraphraser.read_documents = clock.wrap("text", paraphraser.read_documents)
    settings.plan = clock.wrap("planning", settings.plan)
    settings.assess = clock.wrap("confidence", settings.assess)
    settle = paraphraser.settle

    def timed_settle(*args: Any, **options: Any) -> Any:
        settled = settle(*args, **options)
        decoder = Timed(settled.decoder, "decode", clock, "search")
        decoder = Timed(decoder, "decode_within", clock, "search")
        protector = Timed(settled.protector, "protect", clock, "text")
        object.__setattr__(settled, "decoder", decoder)
        object.__setattr__(settled, "protector", protector)
        return settled

    paraphraser.settle = timed_settle


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("model", nargs="?", help="default: the one of the package")
    options.add_argument("--sentences", type=int, default=10_000)
    options.add_argument("--application", default="compress")
    options.add_argument("--confidence", type=confidence, help="default: as of the commands")
    options.add_argument("--tags", action="store_true")
    options.add_argument("--analyser", choices=BACKENDS)
    given = options.parse_args()
    texts = sentences_of(given.sentences)
    if given.tags:
        Model.needed_parts = property(lambda _: frozenset({"tags"}))
    p = load(given.model, analyser=given.analyser)
    p.compress(texts[0])  # files are opened
    clock = Clock()
    parts(clock, p.model)
    start = time.process_time()
    changed = edits = 0
    limit = {} if given.confidence is None else {"confidence": given.confidence}
    references = texts[1:] + texts[:1]
    for result in p.pipe(texts, application=given.application, references=references, **limit):
        changed += bool(result.edits)
        edits += len(result.edits)
    total = time.process_time() - start
    print(f"{given.application}: {len(texts) / total:,.0f} sentences/s, {total:.2f} CPU s")
    print(f"{changed / len(texts):.1%} changed, {edits / len(texts):.2f} edits a sentence")
    for part, seconds in clock.seconds.most_common():
        print(f"  {part:10} {seconds / total:6.1%}")
    rest = total - sum(clock.seconds.values())
    print(f"  {'writing':10} {rest / total:6.1%}")


if __name__ == "__main__":
    main()
