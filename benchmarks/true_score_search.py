"""Exact, beam and Monte-Carlo search by their true scores: section 4 of Chevelu et al. (2010).

    python benchmarks/true_score_search.py SENTENCES --table TABLE --lm MODEL [--plot FILE.svg]
                                           [--rows FILE.jsonl]

With tables and language models of recipes/ts, or those of the reference data.

Of each tokenised sentence the best paraphrase by exact search, by beam search with its 100 best
ordered again by true score (as the paper does it for Moses), and by Monte-Carlo search in both
modes. All are compared by true score, in natural logs. The plot is the paper's figure 3.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Sequence
from pathlib import Path

from otherwords.search import (
    DecodeOptions,
    Decoder,
    MonteCarloMode,
    MonteCarloOptions,
    Search,
    open_decoder,
)

LIST = 100
COLOURS = {"exact": "#222", "beam": "#27c", "true-score": "#c33", "translator": "#999"}
WIDTH, HEIGHT, MARGIN = 720, 420, 50


def best_scores(decoder: Decoder, sentence: str, options: argparse.Namespace) -> dict[str, float]:
    """The true score of what each system takes for the best."""

    def sampled(mode: MonteCarloMode) -> DecodeOptions:
        sampling = MonteCarloOptions(
            mode=mode,
            episodes=options.episodes,
            seed=options.seed,
            prior=options.prior,
            rollout_stop=options.rollout_stop,
            rollout_heat=options.rollout_heat,
        )
        return DecodeOptions(search=Search.MONTE_CARLO, monte_carlo=sampling)

    systems = {
        "exact": DecodeOptions(),
        "beam": DecodeOptions(search=Search.BEAM, n=LIST),
        "true-score": sampled(MonteCarloMode.TRUE_SCORE),
        "translator": sampled(MonteCarloMode.TRANSLATOR),
    }
    scores = {}
    for name, how in systems.items():
        found = [each.text for each in decoder.decode(sentence, how).derivations]
        texts = found if name == "beam" else found[:1]
        scores[name] = max(each.score for each in decoder.true_scores(sentence, texts))
    return scores


def read_rows(path: Path | None) -> list[dict[str, float]]:
    """What an earlier run has found, of the first sentences."""
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def report(rows: Sequence[dict[str, float]]) -> None:
    """Means and standard deviations, and of differences as the paper gives them."""
    print(f"{'':28} {'mean':>9} {'st. dev.':>9} {'equal':>6}")
    for name in COLOURS:
        scores = [row[name] for row in rows]
        print(f"{name:28} {statistics.mean(scores):9.2f} {statistics.stdev(scores):9.2f}")
    pairs = [(name, "exact") for name in list(COLOURS)[1:]] + [("true-score", "translator")]
    for one, other in pairs:
        gaps = [row[one] - row[other] for row in rows]
        equal = sum(abs(gap) < 1e-6 for gap in gaps)
        title = f"{one} less {other}"
        print(f"{title:28} {statistics.mean(gaps):9.2f} {statistics.stdev(gaps):9.2f} {equal:6}")


def draw(rows: Sequence[dict[str, float]], path: Path) -> None:
    """Writes the scores of all systems, sentences in the order of the exact ones, as SVG."""
    ordered = sorted(rows, key=lambda row: row["exact"])
    values = [score for row in rows for score in row.values()]
    low, high = min(values), max(values)

    def place(i: int, score: float) -> str:
        x = MARGIN + i * (WIDTH - 2 * MARGIN) / max(1, len(ordered) - 1)
        y = MARGIN + (high - score) * (HEIGHT - 2 * MARGIN) / max(1e-9, high - low)
        return f"{x:.1f},{y:.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{MARGIN}" y="20">true score of the best paraphrase, natural log</text>',
        f'<text x="{MARGIN}" y="{HEIGHT - 15}">sentences, by the exact score</text>',
    ]
    for score in (low, high):
        y = place(0, score).split(",")[1]
        lines.append(f'<text x="{MARGIN - 6}" y="{y}" text-anchor="end">{score:.0f}</text>')
    for row, (name, colour) in enumerate(COLOURS.items()):
        points = " ".join(place(i, each[name]) for i, each in enumerate(ordered))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
        lines.append(
            f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 120 + 18 * row}" text-anchor="end" '
            f'fill="{colour}">{name}</text>'
        )
    path.write_text("\n".join([*lines, "</svg>", ""]), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sentences", type=Path)
    parser.add_argument("--table", required=True)
    parser.add_argument("--lm", required=True)
    parser.add_argument("--self", dest="self_score", type=float, help="of words that stay")
    parser.add_argument("--count", type=int, default=100, help="sentences (default: %(default)s)")
    parser.add_argument("--episodes", type=int, default=100_000, help="η (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    standard = MonteCarloOptions()
    for name in ("prior", "rollout_stop", "rollout_heat"):
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=float,
            default=getattr(standard, name),
            help="see docs/monte-carlo.md; 0 is as published (default: %(default)s)",
        )
    parser.add_argument("--plot", type=Path)
    parser.add_argument(
        "--rows", type=Path, help="keeps the scores of each sentence: goes on there"
    )
    options = parser.parse_args()
    sentences = options.sentences.read_text("utf-8").splitlines()[: options.count]
    rows = read_rows(options.rows)[: len(sentences)]
    with (
        open_decoder([options.table], options.lm, self_score=options.self_score) as decoder,
        open(options.rows or os.devnull, "a") as kept,
    ):
        for sentence in sentences[len(rows) :]:
            rows.append(best_scores(decoder, sentence, options))
            print(json.dumps(rows[-1]), file=kept, flush=True)
    print(
        f"{len(rows)} sentences, η = {options.episodes:,}, seed {options.seed}, "
        f"prior {options.prior:g}, roll-outs: stop {options.rollout_stop:g}, "
        f"heat {options.rollout_heat:g}"
    )
    report(rows)
    if options.plot:
        draw(rows, options.plot)


if __name__ == "__main__":
    main()
