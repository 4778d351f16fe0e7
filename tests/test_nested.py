"""Units inside of what others carry along, against all ways to use them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from otherwords import _core
from otherwords.lm import train
from otherwords.tables import TableBuilder, open_table
from tests.test_pattern_units import expected_patterns
from tests.test_patterns_definition import random_tree

WORDS = [*(f"s{i}" for i in range(7)), "x", "y", "z"]
SELF = -0.7

#: Words, a score, where it goes on, and units.
Way = tuple[list[str], float, int, list[int]]


@pytest.fixture(scope="module")
def lm(tmp_path_factory: pytest.TempPathFactory) -> _core.LanguageModel:
    """A trigram model of random sentences: what stands beside a word counts."""
    folder = tmp_path_factory.mktemp("lm")
    random = Random(5)
    lines = [" ".join(random.choices(WORDS, k=random.randint(2, 8))) for _ in range(200)]
    (folder / "text").write_text("\n".join(lines) + "\n")
    train([folder / "text"], folder / "lm", order=3, binary=True, fallback_discounts=True)
    return _core.LanguageModel(str(folder / "lm"))


def random_units(random: Random, folder: Path, lm: _core.LanguageModel) -> _core.Units:
    """Patterns and phrases of a random sentence."""
    tags, heads = random_tree(random)
    size = len(tags)
    patterns = TableBuilder(["p"])
    for _, _, pattern, fillers, _ in expected_patterns(tags, heads):
        slots = list(fillers)
        random.shuffle(slots)
        if random.random() < 0.4:
            target = [random.choice("xyz"), *slots, *random.choices("xyz", k=random.randint(0, 1))]
            patterns.add(pattern, " ".join(target), [random.uniform(-2, 2)])
    patterns.add("z z z", "z", [0.0])
    patterns.write(folder / "patterns")
    phrases = TableBuilder(["p"])
    for _ in range(5):
        begin = random.randrange(size)
        source = [f"s{i}" for i in range(begin, min(size, begin + random.randint(1, 2)))]
        target = random.choices(WORDS, k=random.randint(1, 2))
        phrases.add(" ".join(source), " ".join(target), [random.uniform(-2, 2)])
    phrases.write(folder / "phrases")
    kinds = [_core.TableKind.PATTERNS, _core.TableKind.PHRASES]
    finder = _core.UnitFinder(
        [open_table(folder / "patterns"), open_table(folder / "phrases")],
        lm,
        lower_case=True,
        language="en",
        kinds=kinds,
    )
    text = " ".join(f"s{i}" for i in range(size))
    starts = [3 * i for i in range(size)]
    return finder.find(
        [text], [starts], [[start + 2 for start in starts]], tags=[tags], heads=[heads]
    )


class BruteForce:
    """All derivations of one sentence: words, score without the language model, and units."""

    def __init__(self, units: _core.Units, scores: list[float], own: float) -> None:
        self._units = units
        self._scores = scores
        self._own = own
        self._begin, self._end = units.begin.tolist(), units.end.tolist()
        self._planned = [u for u in range(len(units)) if not math.isnan(scores[u])]

    def carried(self, unit: int) -> list[int]:
        first, behind = self._units.target_offsets[unit : unit + 2]
        tokens: list[int] = self._units.target_tokens[first:behind].tolist()
        return tokens

    def derivations(self, place: int = 0) -> Iterator[tuple[list[str], float, list[int]]]:
        if place == len(self._units.token_words):
            yield [], 0.0, []
            return
        ways: list[Way] = [([f"s{place}"], self._own, place + 1, [])]
        for unit in self._planned:
            if self._begin[unit] == place:
                for words, gain, inner in self.insides(unit, 0):
                    score = self._scores[unit] + gain
                    ways.append((words, score, self._end[unit], [unit, *inner]))
        for words, score, end, used in ways:
            for more, rest, others in self.derivations(end):
                yield [*words, *more], score + rest, [*used, *others]

    def insides(self, unit: int, at: int) -> Iterator[tuple[list[str], float, list[int]]]:
        """The ways to say a unit from a word of its target on."""
        target, tokens = self._units.target(unit), self.carried(unit)
        if at == len(target):
            yield [], 0.0, []
            return
        ways: list[Way] = [([target[at]], 0.0, at + 1, [])]
        for other in self._planned if self._units.rule[unit] >= 0 else ():
            source = list(range(self._begin[other], self._end[other]))
            if other != unit and tokens[at : at + len(source)] == source:
                gain = self._scores[other] - self._own * len(source)
                ways.append((self._units.target(other), gain, at + len(source), [other]))
        for words, gain, end, used in ways:
            for more, rest, others in self.insides(unit, end):
                yield [*words, *more], gain + rest, [*used, *others]


def test_the_best_are_those_of_all_ways(tmp_path: Path, lm: _core.LanguageModel) -> None:
    random = Random(2)
    nested = 0
    for _ in range(250):
        units = random_units(random, tmp_path, lm)
        usability = np.array([random.choice([math.nan, 0, 0, 1.5]) for _ in range(len(units))])
        weights = {"lm": random.uniform(0, 1), "self": random.uniform(-1, 2)}
        decoder = _core.UnitDecoder(
            lm,
            table_weights=[[1.0], [0.5]],
            lm_weight=weights["lm"],
            self_weight=weights["self"],
            usability_weight=0.8,
            self_score=SELF,
            nested=1000,
        )
        scores = (
            np.where(units.table == 0, 1.0, 0.5) * units.score + 0.8 * usability
            if len(units)
            else np.zeros(0)
        )
        brute = BruteForce(units, scores.tolist(), weights["self"] * SELF)
        best: dict[str, float] = {}
        for words, score, _ in brute.derivations():
            text = " ".join(words)
            total = score + weights["lm"] * lm.score(text)
            best[text] = max(best.get(text, -math.inf), total)
        found = decoder.decode(units, usability, _core.DecodeOptions(n=3))
        expected = sorted(best.values(), reverse=True)[:3]
        assert found.score.tolist() == pytest.approx(expected, abs=1e-6)
        for row in range(len(found.score)):
            used = found.units[found.unit_offsets[row] : found.unit_offsets[row + 1]]
            lengths = int((units.end[used] - units.begin[used]).sum())
            spans = [(int(units.begin[u]), int(units.end[u])) for u in used]
            nested += any(b < e for (_, e), (b, _) in itertools.pairwise(spans))
            # Linear in the weights: each unit takes back the self score of its words.
            linear = scores[used].sum() + weights["lm"] * found.lm[row]
            linear += weights["self"] * SELF * (len(units.token_words) - lengths)
            assert linear == pytest.approx(found.score[row], abs=1e-6)
        # Fewer ways, or none, are no better; and those are among all of them.
        for ways in (0, 1):
            fewer = _core.UnitDecoder(
                lm,
                table_weights=[[1.0], [0.5]],
                lm_weight=weights["lm"],
                self_weight=weights["self"],
                usability_weight=0.8,
                self_score=SELF,
                nested=ways,
            ).decode(units, usability)
            assert fewer.score[0] <= found.score[0] + 1e-9
            assert any(fewer.score[0] == pytest.approx(each, abs=1e-6) for each in best.values())
    assert nested > 50


@pytest.mark.parametrize(("ways", "share"), [(0, 0.0), (1, 0.75), (1000, 0.99)])
def test_sampling_uses_units_between_the_pieces_of_others(
    tmp_path: Path, lm: _core.LanguageModel, ways: int, share: float
) -> None:
    """With few ways that were found before, it depends on units that keep the order of words, which
    have pieces. With none, words that are carried along stay.
    """
    random = Random(4)
    nested = best_found = 0
    options = _core.DecodeOptions(
        search=_core.Search.MONTE_CARLO,
        n=3,
        monte_carlo=_core.MonteCarloOptions(episodes=3000, stop_at_root=True),
    )
    rounds = 80
    for _ in range(rounds):
        units = random_units(random, tmp_path, lm)
        usability = np.zeros(len(units))
        decoder = _core.UnitDecoder(
            lm,
            table_weights=[[1.0], [1.0]],
            lm_weight=0.5,
            self_weight=1.0,
            usability_weight=1.0,
            self_score=SELF,
            nested=ways,
        )
        brute = BruteForce(units, units.score.tolist(), SELF)
        best: dict[str, float] = {}
        for words, score, _ in brute.derivations():
            text = " ".join(words)
            best[text] = max(best.get(text, -math.inf), score + 0.5 * lm.score(text))
        found = decoder.decode(units, usability, options)
        best_found += found.score[0] == pytest.approx(max(best.values()), abs=1e-6)
        exact = decoder.decode(units, usability)
        assert found.score[0] >= exact.score[0] - 1e-6
        assert ways > 0 or found.score[0] == pytest.approx(exact.score[0], abs=1e-6)
        for row in range(len(found.score)):
            used = found.units[found.unit_offsets[row] : found.unit_offsets[row + 1]]
            assert any(found.score[row] == pytest.approx(each, abs=1e-6) for each in best.values())
            lengths = int((units.end[used] - units.begin[used]).sum())
            linear = units.score[used].sum() + 0.5 * found.lm[row]
            linear += SELF * (len(units.token_words) - lengths)
            assert linear == pytest.approx(found.score[row], abs=1e-6)
            growth = int((units.target_bytes[used] - units.source_bytes[used]).sum())
            assert found.growth[row] == growth
            spans = [(int(units.begin[u]), int(units.end[u])) for u in used]
            nested += any(b < e for (_, e), (b, _) in itertools.pairwise(spans))
    assert (nested > 0) == (ways > 0)
    assert best_found >= share * rounds


def test_budgets_count_the_bytes_of_what_is_inside(tmp_path: Path, lm: _core.LanguageModel) -> None:
    random = Random(3)
    seen = 0
    for _ in range(60):
        units = random_units(random, tmp_path, lm)
        decoder = _core.UnitDecoder(
            lm,
            table_weights=[[1.0], [1.0]],
            lm_weight=0.1,
            self_weight=1.0,
            usability_weight=0.0,
            self_score=SELF,
            nested=4,
        )
        found = decoder.fronts(units, np.zeros(len(units)), np.array([100], np.int64))
        growths = units.target_bytes - units.source_bytes
        for row in range(len(found.score)):
            used = found.units[found.unit_offsets[row] : found.unit_offsets[row + 1]]
            assert found.growth[row] == growths[used].sum()
            seen += len(used) > 2
    assert seen > 10
