"""What each part of confidence brings, on units that were never used for fitting.

    python benchmarks/confidence_ablation.py --text FILE … [--model MODEL] [--taught FOLDER]

Networks that see more and more are fitted to the same annotations, without guards and calibration.
`--taught` is a work folder of `otherwords learn confidence --teacher`: then one network is first
trained on what the teacher said. All annotators are language models.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.evaluate.ranking import area
from otherwords.learn.confidence.annotations import UnitKey, read_contexts
from otherwords.learn.confidence.examples import (
    Examples,
    find_examples,
    tag_words,
    word_vectors,
)
from otherwords.learn.confidence.fitting import Said, Training, columns_of, predict, train
from otherwords.learn.confidence.pipeline import mixed_lines, said_of
from otherwords.learn.confidence.teaching import read_scores
from otherwords.paraphraser import load
from otherwords.regression import log_odds, logistic

REPOSITORY = Path(__file__).resolve().parent.parent
ANNOTATIONS = REPOSITORY / "data" / "en" / "annotations" / "contexts.tsv.xz"
TAGGED = 60_000  # sentences
NEVER = 2**31 - 1  # more examples than any row has
TABLE, GRADE = (1,), (1, 12, 13, 14)  # places among the numbers of a unit, see features.cpp
PARTS = ("held-sentences", "held-random")


def by_numbers(
    examples: Examples, right: NDArray[np.float32], fit: NDArray[np.intp], places: tuple[int, ...]
) -> NDArray[np.float64]:
    """Log-odds of all units from some of their numbers alone."""
    numbers = examples.features.numbers.reshape(len(examples.keys), -1)
    some = numbers[:, places].astype(np.float64)
    weights, intercept = logistic(some[fit], right[fit].astype(float), 1.0)
    return log_odds(some, weights.tolist(), intercept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="en")
    parser.add_argument("--annotations", default=str(ANNOTATIONS))
    parser.add_argument("--text", action="append", required=True)
    parser.add_argument("--taught")
    options = parser.parse_args()
    paraphraser = load(options.model)
    units = [unit for unit in read_contexts(options.annotations) if unit.answer != "v"]
    said: Said = said_of(units)
    if options.taught:
        taught: dict[UnitKey, float] = {}
        for path in sorted(Path(options.taught).glob("*.parquet")):
            taught.update(read_scores(path))
        said = replace(said, teacher=taught)
    sentences = mixed_lines([Path(text) for text in options.text])
    wanted: dict[str, set[UnitKey]] = defaultdict(set)
    for key in (*(unit.key for unit in units), *said.teacher):
        wanted[key.sentence].add(key)
    vectors = word_vectors(paraphraser, [*sentences, *wanted])
    words = tag_words(paraphraser, [*islice(sentences, TAGGED), *wanted])
    traits = paraphraser.model.table_traits
    examples = find_examples(paraphraser, wanted, words, vectors, traits)
    right, teacher, _ = columns_of(examples, said)
    fit = np.flatnonzero(~np.isnan(right))
    everything = np.arange(len(examples.keys))
    is_fit = np.zeros(len(everything), bool)
    is_fit[fit] = True
    full = Training(teacher_rounds=0)

    def network(training: Training, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        trained = train(examples, right, teacher, chosen, training)
        return predict(examples, everything, trained)

    numbers_alone = replace(full, reach=0.0, least_count=NEVER)
    systems = {
        "score of the table": by_numbers(examples, right, fit, TABLE),
        "+ grade of the pair": by_numbers(examples, right, fit, GRADE),
        "+ forms, tree, language model, vectors": network(numbers_alone, is_fit),
        "+ words in context": network(full, is_fit),
    }
    if options.taught:
        known = is_fit | ~np.isnan(teacher)
        systems[f"+ {len(said.teacher):,} units of the teacher"] = network(
            replace(full, teacher_rounds=2), known
        )
    places = {key: place for place, key in enumerate(examples.keys)}
    print(f"fitted to {len(fit):,} units; AUC")
    for name, odds in systems.items():
        areas = []
        for part in PARTS:
            held = {unit.key: unit.is_right for unit in units if unit.part == part}
            confidence = [odds[places[key]] if key in places else -np.inf for key in held]
            areas.append(
                area(np.array(confidence), np.array(list(held.values())), np.ones(len(held)))
            )
        print(
            f"  {name:42} "
            + "  ".join(f"{part} {one:.3f}" for part, one in zip(PARTS, areas, strict=True))
        )


if __name__ == "__main__":
    main()
