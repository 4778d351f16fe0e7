"""`otherwords calibrate`: weights of the quality model from phrases that people have judged."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.learn.quality.calibrating import Judgements
    from otherwords.learn.quality.fitting import Fitted, Ranking


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("recipe", type=Path, metavar="RECIPE", help="what was learnt, as TOML")
    parser.add_argument(
        "judged",
        type=Path,
        metavar="JUDGED",
        help="TSV with the columns phrase, paraphrase and scores (1 to 5, with commas)",
    )
    parser.add_argument(
        "--labels",
        action="append",
        default=[],
        metavar="FILE",
        help="units that were labelled in sentences (`otherwords tune units`), as judgements of 5 "
        "and 1; may be given several times",
    )
    parser.add_argument(
        "--work", type=Path, required=True, metavar="FOLDER", help="where `learn` keeps its steps"
    )
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="the weights, as TOML"
    )


def run(options: argparse.Namespace) -> int:
    """Fits a model for each method of tables and says how well it ranks."""
    from otherwords.learn.quality.calibrating import calibrate, read_judged
    from otherwords.learn.quality.weights import QualityWeights, write_weights
    from otherwords.learn.recipe_file import read_recipe

    recipe = read_recipe(options.recipe)
    judgements = read_judged(options.judged)
    labels: Judgements = {}
    for path in options.labels:
        _add_labels(labels, path, recipe.language)
    fitted = calibrate(recipe, options.work.absolute(), judgements, labels)
    notes = {method: _note(each) for method, each in fitted.items()}
    weights = QualityWeights({method: each.weights for method, each in fitted.items()})
    write_weights(weights, options.output, notes=notes)
    for method, note in notes.items():
        print(f"{method}: {note}")
    return 0


def _note(fitted: Fitted) -> str:
    def told(ranking: Ranking, how: str) -> list[str]:
        return [
            f"{ranking.pairs:,} pairs judged {how}: rho {ranking.rho:.3f}, AUC {ranking.auc:.3f};",
            f"the direct probability: rho {ranking.direct_rho:.3f}, AUC {ranking.direct_auc:.3f}.",
        ]

    lines = ["Held out, five folds by source phrase."]
    lines += told(fitted.alone, "by themselves") if fitted.alone else []
    lines += told(fitted.in_sentences, "in sentences") if fitted.in_sentences else []
    return "\n".join(lines)


def _add_labels(labels: Judgements, path: str, language: str) -> None:
    from otherwords.text.tokens import tokenise
    from otherwords.tune.labels import read_labels

    for key, is_correct in read_labels(path).judged().items():
        words = tokenise(key.sentence, language).words[key.begin : key.end]
        source = " ".join(words).lower()
        labels.setdefault((source, key.target.lower()), []).append(5.0 if is_correct else 1.0)
