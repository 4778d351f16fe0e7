"""Monte-Carlo search: episodes a second, and how they grow with sentences and rules.

Everything is made up here, from a seed: a language model of random sentences, and for each task one
sentence and a table with just as many rules for it. One core; the fastest of a few runs counts.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from otherwords import lm
from otherwords.search import (
    DecodeOptions,
    Decoder,
    MonteCarloMode,
    MonteCarloOptions,
    Search,
    open_decoder,
)
from otherwords.tables import TableBuilder

WORDS = [f"w{i}" for i in range(3000)]
STANDARD = (20, 200)
LENGTHS = (10, 20, 40, 80)
RULES = (50, 100, 200, 400, 1000)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--episodes", type=int, default=100_000, help="η (default: %(default)s)")
    parser.add_argument(
        "--repeats", type=int, default=3, help="runs of each (default: %(default)s)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="otherwords-") as name:
        benchmark(Path(name), options.episodes, options.repeats)


def benchmark(folder: Path, episodes: int, repeats: int) -> None:
    """All figures, one table after the other."""
    random = Random(7)
    model = write_model(random, folder)
    tasks = dict.fromkeys([STANDARD, *((n, 10 * n) for n in LENGTHS), *((20, r) for r in RULES)])
    print(f"η = {episodes:,}; thousands of episodes a second of one core\n")
    print("words  rules  translator   reward  true score  outside")
    for words, rules in tasks:
        sentence, table = write_task(random, folder, words, rules)
        with open_decoder([table], model, self_score=-1.0) as decoder:
            rates = [
                rate(decoder, sentence, chosen(mode, episodes), repeats)
                for mode in (
                    MonteCarloMode.TRANSLATOR,
                    MonteCarloMode.REWARD,
                    MonteCarloMode.TRUE_SCORE,
                )
            ]
            few = chosen(MonteCarloMode.TRUE_SCORE, max(1, episodes // 10))
            rates.append(rate(decoder, sentence, few, repeats, scorer=lengths))
        shown = "{:>11.0f} {:>8.0f} {:>11.0f} {:>8.0f}".format(*(r / 1000 for r in rates))
        print(f"{words:>5} {rules:>6} {shown}", flush=True)


def lengths(texts: list[str]) -> Sequence[float]:
    """A scorer that costs next to nothing."""
    return [-float(len(text)) for text in texts]


def chosen(mode: MonteCarloMode, episodes: int) -> DecodeOptions:
    """Monte-Carlo search in a mode."""
    sampling = MonteCarloOptions(mode=mode, episodes=episodes)
    return DecodeOptions(search=Search.MONTE_CARLO, monte_carlo=sampling)


def rate(
    decoder: Decoder,
    sentence: str,
    options: DecodeOptions,
    repeats: int,
    scorer: Callable[[list[str]], Sequence[float]] | None = None,
) -> float:
    """Episodes for each second of processor time."""
    best = 0.0
    for _ in range(repeats):
        start = time.process_time()
        result = decoder.decode(sentence, options, scorer=scorer)
        best = max(best, result.episodes / (time.process_time() - start))
    return best


def write_model(random: Random, folder: Path) -> Path:
    """A trigram model of sentences in which words prefer those with near numbers."""
    lines = []
    for _ in range(20_000):
        at = random.randrange(len(WORDS))
        line = []
        for _ in range(random.randint(5, 25)):
            at = (at + random.randint(-15, 15)) % len(WORDS)
            line.append(WORDS[at])
        lines.append(" ".join(line))
    text = folder / "text"
    text.write_text("\n".join(lines) + "\n", "utf-8")
    lm.train([text], folder / "lm", order=3, binary=True, fallback_discounts=True)
    return folder / "lm"


def write_task(random: Random, folder: Path, words: int, rules: int) -> tuple[str, Path]:
    """A sentence, and a table with so many rules of one to three words for it."""
    first = random.randrange(len(WORDS) - 7 * words)
    sentence = [WORDS[first + i * 7] for i in range(words)]  # no word twice
    builder = TableBuilder(["p"])
    seen: set[tuple[int, int, str]] = set()
    while len(seen) < rules:
        begin = random.randrange(words)
        end = min(words, begin + random.choice([1, 1, 1, 2, 2, 3]))
        near = first + begin * 7
        target = " ".join(
            WORDS[(near + random.randint(-20, 20)) % len(WORDS)]
            for _ in range(random.choice([1, 1, 2, 2, 3]))
        )
        source = " ".join(sentence[begin:end])
        if (begin, end, target) in seen or target == source:
            continue
        seen.add((begin, end, target))
        builder.add(source, target, [random.uniform(-6, 0)])
    builder.write(folder / "table")
    return " ".join(sentence), folder / "table"


if __name__ == "__main__":
    main()
