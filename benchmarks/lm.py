"""Language models: words trained a CPU second, and queries beside the `kenlm` package.

Text: Europarl from the reference data (`OTHERWORDS_SHARED`, or `shared` beside the source tree),
lower-cased and split at white space and punctuation; without it, generated text. Training runs in
a process of its own, one thread, from plain text to ARPA text on disk.
"""

from __future__ import annotations

import argparse
import lzma
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from otherwords import lm

TOKEN = re.compile(r"\w+|[^\w\s]")
TRAINING_TARGETS = {3: 1.2e6, 5: 0.4e6}  # words a CPU second of the best known trainer
QUERY_ORDER = 3


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sentences", type=int, default=400_000, help="to train on")
    parser.add_argument("--queries", type=int, default=10_000, help="sentences to score")
    parser.add_argument("--memory", default="2G", help="limit for training")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="otherwords-") as name:
        folder = Path(name)
        text = folder / "text"
        origin, held_out = sample(text, options.sentences, options.queries)
        print(f"training on {options.sentences:,} sentences of {origin}, memory {options.memory}")
        for order, target in TRAINING_TARGETS.items():
            measure_training(text, order, options.memory, target, folder / f"{order}.arpa")
        measure_queries(folder / f"{QUERY_ORDER}.arpa", folder / "model", held_out)


def sample(path: Path, sentences: int, queries: int) -> tuple[str, list[str]]:
    """Writes the training text; returns where it comes from, and sentences that follow it."""
    beside = Path(__file__).resolve().parent.parent.parent / "shared"
    shared = Path(os.environ.get("OTHERWORDS_SHARED", beside))
    corpora = sorted(shared.glob("data/corpora/europarl/europarl-p*.en-de.en.xz"))
    lines = europarl(corpora) if corpora else generated()
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in islice(lines, sentences))
    return ("Europarl" if corpora else "generated text"), list(islice(lines, queries))


def europarl(corpora: list[Path]) -> Iterator[str]:
    """Sentences of the corpora, tokenised."""
    for corpus in corpora:
        with lzma.open(corpus, "rt", encoding="utf-8") as file:
            for line in file:
                yield " ".join(TOKEN.findall(line.lower()))


def generated() -> Iterator[str]:
    """Endless sentences whose words and pairs of words are distributed somewhat as in text."""
    choose = random.Random(1)
    while True:
        word, words = 0, []
        for _ in range(choose.randint(3, 45)):
            step = int(choose.paretovariate(0.9))
            word = (word * 31 + step) % 60_000 if choose.random() < 0.6 else step % 60_000
            words.append(f"w{word}")
        yield " ".join(words)


def measure_training(text: Path, order: int, memory: str, target: float, arpa: Path) -> None:
    """Trains one model in a process of its own."""
    command = [sys.executable, "-m", "otherwords", "lm", "train", str(text), "-o", str(arpa)]
    process = subprocess.Popen(
        [*command, "--order", str(order), "--memory", memory], stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(said)
    words = int(said.split(" words")[0].split(": ")[-1].replace(",", ""))
    seconds = usage.ru_utime + usage.ru_stime
    speed = words / seconds
    print(
        f"order {order}: {words:,} words in {seconds:.1f} CPU s: {speed / 1e6:.2f} M words/s, "
        f"{speed / target:.1f} times the target of {target / 1e6} M; "
        f"peak memory {usage.ru_maxrss >> 10:,} MiB, ARPA text {mebibytes(arpa)}"
    )


def measure_queries(arpa: Path, model_file: Path, sentences: list[str]) -> None:
    """Scores sentences with both programs, one call a sentence."""
    lm.convert(arpa, model_file)
    start = time.perf_counter()
    own = lm.LanguageModel(str(model_file))
    opening = time.perf_counter() - start
    words = sum(sentence.count(" ") + 2 for sentence in sentences)
    print(f"queries: order {QUERY_ORDER}, {len(sentences):,} unseen sentences, one call each")
    print(f"  otherwords opened its file of {mebibytes(model_file)} in {1000 * opening:.1f} ms")
    try:
        import kenlm
    except ImportError:
        own_seconds, _ = fastest(own.score, sentences)
        print(f"  otherwords {words / own_seconds / 1e6:.2f} M words/s; kenlm is not installed")
        return
    settings: Any = kenlm.Config()
    settings.show_progress = False
    settings.arpa_complain = kenlm.ARPALoadComplain.NONE
    start = time.perf_counter()
    peer = kenlm.Model(str(arpa), settings)
    print(f"  kenlm read the ARPA text in {time.perf_counter() - start:.1f} s")
    own_seconds, own_scores = fastest(own.score, sentences)
    peer_seconds, peer_scores = fastest(peer.score, sentences)
    difference = max(
        abs(a - b * math.log(10)) for a, b in zip(own_scores, peer_scores, strict=True)
    )
    print(f"  otherwords {words / own_seconds / 1e6:.2f} M words/s")
    print(f"  kenlm      {words / peer_seconds / 1e6:.2f} M words/s")
    print(
        f"  ratio {peer_seconds / own_seconds:.2f}, largest difference of scores {difference:.1e}"
    )


def mebibytes(path: Path) -> str:
    """The size of a file for people."""
    return f"{path.stat().st_size / 2**20:,.0f} MiB"


def fastest(score: Callable[[str], float], sentences: list[str]) -> tuple[float, list[float]]:
    """CPU seconds of the best of five rounds, and the scores."""
    seconds, scores = math.inf, []
    for _ in range(5):
        start = time.process_time()
        scores = [score(sentence) for sentence in sentences]
        seconds = min(seconds, time.process_time() - start)
    return seconds, scores


if __name__ == "__main__":
    main()
