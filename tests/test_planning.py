"""Planning and the applications: what is kept, and μ, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from otherwords import Application, Error
from otherwords.applications import Units, application_names, find_application
from otherwords.applications.compress import Compress
from otherwords.applications.paraphrase import Paraphrase
from otherwords.applications.simplify import Simplify
from otherwords.applications.toward import Toward
from otherwords.model import Model
from otherwords.planning import plan
from otherwords.text.tokens import tokenise
from tests.small_model import write_model


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return Model(write_model(tmp_path_factory.mktemp("model")))


def units_of(
    model: Model,
    *texts: str,
    references: list[str] | None = None,
    is_protected: list[bytes] | None = None,
    avoid: list[str] | None = None,
) -> Units:
    tokens = [tokenise(text) for text in texts]
    columns = model.finder.find(
        list(texts),
        [t.starts for t in tokens],
        [t.ends for t in tokens],
        is_protected=is_protected,
        avoid=avoid or [],
    )
    return Units(columns, model.lm, references)


def rows_of(units: Units) -> list[tuple[int, int, int, int, str]]:
    return [
        (
            int(units.sentence[row]),
            int(units.table[row]),
            int(units.begin[row]),
            int(units.end[row]),
            " ".join(units.columns.target(row)),
        )
        for row in range(len(units))
    ]


def planned(units: Units, application: Application) -> dict[str, float]:
    made = plan(units, application)
    return {" ".join(units.columns.target(row)): float(made.usability[row]) for row in made.kept}


def test_units_are_all_that_the_tables_offer(model: Model) -> None:
    units = units_of(model, "We utilise assistance .", "In  spite of rain")
    assert rows_of(units) == [
        (0, 0, 1, 2, "use"),
        (0, 0, 2, 3, "help"),
        (0, 1, 2, 3, "help"),
        (0, 1, 2, 3, "aid"),
        (1, 0, 0, 3, "despite"),
    ]
    assert units.score.tolist() == [-0.25, -1.5, -0.5, -0.75, -0.5]
    # Two spaces in the source count as they are.
    assert units.source_bytes.tolist() == [7, 10, 10, 10, 12]
    assert units.target_bytes.tolist() == [3, 4, 4, 3, 7]


def test_columns_are_not_copied(model: Model) -> None:
    units = units_of(model, "We utilise assistance .")
    first, second = units.begin, units.begin
    assert np.shares_memory(first, second)
    assert not first.flags.writeable
    del units
    assert first.tolist() == [1, 2, 2, 2]


def test_nothing_touches_a_protected_token(model: Model) -> None:
    text = "in spite of assistance"
    assert [row[4] for row in rows_of(units_of(model, text, is_protected=[b"\0\1\0\0"]))] == [
        "help",
        "help",
        "aid",
    ]


def test_no_target_has_what_is_to_be_avoided(model: Model) -> None:
    units = units_of(model, "assistance and tools", avoid=["help", "the tools", ""])
    assert [row[4] for row in rows_of(units)] == ["aid"]


def test_a_unit_that_changes_nothing_is_none(tmp_path: Path) -> None:
    folder = write_model(tmp_path, {"pt1": [("the rain", "the rain", 0.0), ("rain", "aid", -1.0)]})
    assert [row[4] for row in rows_of(units_of(Model(folder), "The rain"))] == ["aid"]


def test_seams_are_counted(tmp_path: Path) -> None:
    entries = [
        ("n't", "not", -1.0),
        ("can", "may", -1.0),
        ("and", ",", -1.0),
        ("tools", "the - aid", -1.0),
    ]
    units = units_of(Model(write_model(tmp_path, {"pt1": entries})), "don't, cannot and tools")
    #   n't → " not"; can|not → "may not"; " and" → ","; no space around a hyphen.
    assert [row[4] for row in rows_of(units)] == ["not", "may", ",", "the - aid"]
    assert units.target_bytes.tolist() == [4, 4, 0, 7]
    assert units.source_bytes.tolist() == [3, 3, 3, 5]


def test_compress_keeps_what_is_shorter(model: Model) -> None:
    units = units_of(model, "In spite of rain we utilise tools with assistance.")
    assert planned(units, Compress()) == {
        "despite": 11 - 7,
        "use": 7 - 3,
        "help": 10 - 4,
        "aid": 10 - 3,
    }


def test_spelling_alone_is_no_other_word(tmp_path: Path) -> None:
    entries = [("neighbour", "neighbor", 0.0), ("health care", "healthcare", 0.0)]
    model = Model(write_model(tmp_path, {"pt1": entries}))
    units = units_of(model, "neighbour of health care")
    assert units.respellings.all()
    assert planned(units, Compress()) == {}
    assert planned(units, Paraphrase()) == {}
    toward = units_of(model, "neighbour", references=["neighbor"])
    assert planned(toward, Toward()) == {"neighbor": 1.0}


def test_simplify_keeps_what_the_model_scores_higher(model: Model) -> None:
    units = units_of(model, "In spite of rain we utilise tools with assistance.")
    # in spite of: -1 -3 -1 = -5 < despite: -3; utilise: -4 < use: -2; assistance: -3 < help: -2,
    # but not < aid: -3; tools: -2 is not < the tools: -1 -2.
    assert planned(units, Simplify()) == {"despite": 1.0, "use": 1.0, "help": 1.0}
    source, target = units.fluency
    assert source[0] == pytest.approx(-5 * np.log(10))
    assert target[0] == pytest.approx(-3 * np.log(10))


def test_simplify_by_frequency_lists(model: Model) -> None:
    pytest.importorskip("wordfreq")
    units = units_of(model, "we utilise assistance and tools")
    assert planned(units, Simplify("wordfreq")) == {"use": 1.0, "help": 1.0, "aid": 1.0}
    with pytest.raises(Error, match="frequency cannot be 'guess'"):
        Simplify("guess")  # type: ignore[arg-type]


def test_toward_keeps_what_gains_words(model: Model) -> None:
    text = "in spite of tools we utilise assistance"
    units = units_of(model, text, references=["despite the tools use help"])
    # tools → the tools gains one word, as `tools` is in the reference on both sides.
    assert planned(units, Toward()) == {"despite": 1.0, "the tools": 1.0, "use": 1.0, "help": 1.0}
    units = units_of(model, text, references=["in spite of aid"])
    assert planned(units, Toward()) == {"aid": 1.0}
    with pytest.raises(Error, match="needs a reference"):
        plan(units_of(model, text), Toward())


def test_a_word_of_the_reference_counts_once(tmp_path: Path) -> None:
    folder = write_model(tmp_path, {"pt1": [("rain", "aid aid", -1.0), ("tools", "the aid", -1.0)]})
    units = units_of(Model(folder), "rain tools", references=["the aid"])
    assert planned(units, Toward()) == {"aid aid": 1.0, "the aid": 2.0}


def test_paraphrase_keeps_all(model: Model) -> None:
    units = units_of(model, "we utilise assistance")
    made = plan(units, Paraphrase())
    assert made.kept.tolist() == [0, 1, 2, 3]
    assert made.usability.tolist() == [0.0] * 4


def test_sums_by_word(model: Model) -> None:
    units = units_of(model, "we utilise tools", "in spite of rain")
    lengths = np.array([float(len(word)) for word in units.vocabulary])
    assert units.sum_sources(lengths).tolist() == [7.0, 5.0, 9.0]
    assert units.sum_targets(lengths).tolist() == [3.0, 8.0, 7.0]
    none = units_of(model, "rain")
    assert none.sum_sources(lengths).tolist() == none.sum_targets(lengths).tolist() == []


class TooFew(Application):
    def usability(self, units: Units) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.zeros(len(units) - 1)


class Endless(Application):
    def usability(self, units: Units) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.full(len(units), np.inf)


def test_a_wrong_application_is_told_so(model: Model) -> None:
    units = units_of(model, "we utilise assistance")
    with pytest.raises(Error, match=r"TooFew.usability gave an array of shape \(3,\) for 4 units"):
        plan(units, TooFew())
    with pytest.raises(Error, match=r"Endless.usability is infinite"):
        plan(units, Endless())


def test_applications_are_found_by_name() -> None:
    assert {"compress", "paraphrase", "simplify", "toward"} <= set(application_names())
    assert find_application("compress") is Compress
    with pytest.raises(Error, match="there is no application 'shout'; installed: compress"):
        find_application("shout")
