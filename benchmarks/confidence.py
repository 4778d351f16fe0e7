"""How good confidence is on units that were never used for fitting: AUC, calibration, precision.

    python benchmarks/confidence.py [MODEL] [--annotations FILE] [--plot FILE]

Looks at the parts `held-sentences` (whole sentences) and `held-random` of the annotations. Units
that the tables no longer offer, or that a guard forbids, count as never right. All annotators are
language models.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from otherwords.evaluate.plots import Curve, lines, standalone
from otherwords.learn.confidence.annotations import InContext, UnitKey, read_contexts
from otherwords.learn.confidence.examples import found_units
from otherwords.learn.confidence.fitting import Measured, measure
from otherwords.paraphraser import Paraphraser, load

REPOSITORY = Path(__file__).resolve().parent.parent
ANNOTATIONS = REPOSITORY / "data" / "en" / "annotations" / "contexts.tsv.xz"
LIMITS = (0.5, 0.8, 0.85, 0.9)

Known = Mapping[UnitKey, tuple[float, str]]


def known_units(paraphraser: Paraphraser, sentences: Sequence[str]) -> Known:
    """The confidence of all units of sentences, and the table that offers each."""
    model = paraphraser.model
    confidence = model.assessor
    assert confidence is not None
    known: dict[UnitKey, tuple[float, str]] = {}
    for batch, units in found_units(paraphraser, sentences, lambda done, all_: None):
        rows = np.arange(len(units))
        values = np.nan_to_num(confidence.of(units, rows))
        targets = units.columns.target_texts(rows)
        for row, target in enumerate(targets):
            sentence = batch[int(units.sentence[row])]
            key = UnitKey(sentence, int(units.begin[row]), int(units.end[row]), target)
            value = float(values[row]), model.table_names[int(units.table[row])]
            known[key] = max(known.get(key, value), value)
    return known


def measured(units: Sequence[InContext], known: Known) -> Measured:
    """How good confidence is on some units."""
    confidence = np.array([known.get(unit.key, (0.0, ""))[0] for unit in units])
    right = np.array([unit.is_right for unit in units], np.float32)
    return measure(confidence, right, np.ones(len(units)))


def apart(units: Sequence[tuple[InContext, float]]) -> list[InContext]:
    """Of the units of a sentence those that can stand side by side, the surest first."""
    taken: list[InContext] = []
    for unit, _ in sorted(units, key=lambda one: (-one[1], one[0].key)):
        key = unit.key
        if all(key.end <= other.key.begin or other.key.end <= key.begin for other in taken):
            taken.append(unit)
    return taken


def show(name: str, one: Measured) -> None:
    """Prints one line."""
    print(
        f"  {name:16} {one.units:6,} units  {one.right:6.1%} right  AUC {one.area:.3f}  "
        f"calibration error {one.error:.3f}"
    )


def precision(units: Sequence[InContext], known: Known) -> None:
    """Prints how many right units there are above limits."""
    sentences = len({unit.key.sentence for unit in units})
    by_sentence: dict[str, list[tuple[InContext, float]]] = defaultdict(list)
    for unit in units:
        by_sentence[unit.key.sentence].append((unit, known.get(unit.key, (0.0, ""))[0]))
    print("  limit     units  right  per sentence  side by side: right  per sentence  sentences")
    for limit in LIMITS:
        above = {
            sentence: [(unit, value) for unit, value in some if value >= limit]
            for sentence, some in by_sentence.items()
        }
        all_units = [unit for some in above.values() for unit, _ in some]
        chosen = [unit for some in above.values() for unit in apart(some)]
        right = sum(unit.is_right for unit in all_units)
        good = sum(unit.is_right for unit in chosen)
        with_any = sum(bool(some) for some in above.values())
        print(
            f"  {limit:5.2f} {len(all_units):9,} {right / max(len(all_units), 1):6.1%} "
            f"{right / sentences:13.2f} {good / max(len(chosen), 1):20.1%} "
            f"{good / sentences:13.2f} {with_any / sentences:10.1%}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?", default="en")
    parser.add_argument("--annotations", default=str(ANNOTATIONS))
    parser.add_argument("--teacher", help="translation models that are asked, too")
    parser.add_argument("--plot", help="where a reliability plot is written, as SVG")
    options = parser.parse_args()
    given: dict[str, Any] = {"teacher": options.teacher} if options.teacher else {}
    paraphraser = load(options.model, **given)
    units = [unit for unit in read_contexts(options.annotations) if unit.answer != "v"]
    held = {
        part: [unit for unit in units if unit.part == part]
        for part in ("held-sentences", "held-random")
    }
    sentences = sorted({unit.key.sentence for some in held.values() for unit in some})
    known = known_units(paraphraser, sentences)
    curves: list[Curve] = []
    for part, some in held.items():
        print(part)
        whole = measured(some, known)
        show("all", whole)
        groups: dict[str, list[InContext]] = defaultdict(list)
        for unit in some:
            groups[unit.kind].append(unit)
            groups[f"[{known.get(unit.key, (0.0, 'not offered'))[1]}]"].append(unit)
        for name, members in sorted(groups.items()):
            if any(unit.is_right for unit in members):
                show(name, measured(members, known))
        for mass, mean, share in whole.bins:
            print(f"  confidence {mean:6.1%}: {share:6.1%} right of {mass:,.0f}")
        curves.append((part, [(mean, share) for _, mean, share in whole.bins]))
        if part == "held-sentences":
            precision(some, known)
    if options.plot:
        svg = lines(
            "Share of right units by confidence", [*curves, ("exact", [(0.0, 0.0), (1.0, 1.0)])], 1
        )
        Path(options.plot).write_text(standalone(svg), "utf-8")


if __name__ == "__main__":
    main()
