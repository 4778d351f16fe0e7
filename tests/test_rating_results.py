"""Figures of results, held to what can be worked out by hand."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from otherwords import Error
from otherwords.cli import main
from otherwords.evaluate.agreement import agreement
from otherwords.evaluate.krippendorff import alpha
from otherwords.server.rating.access import Visitor
from otherwords.server.rating.export import as_csv, as_json, as_labels, as_pattern_labels, figures
from otherwords.server.rating.items import Item, read_items
from otherwords.server.rating.passes import open_second_pass
from otherwords.server.rating.projects import find_project
from otherwords.server.rating.results import ALL_JUDGES, Results, holm
from otherwords.tune.labels import read_labels, write_labels
from tests.rating_site import Site, answer_all, patterns

# What two judges say of the paraphrases of two systems: adequacy and fluency.
SAID = {
    "ann": {"good": ["33", "33", "32", "23"], "poor": ["11", "23", "12", "33"]},
    "ben": {"good": ["33", "32", "22", "23"], "poor": ["11", "13", "12", "32"]},
}


class Table:
    """A project in which what each judge says of each paraphrase is given."""

    def __init__(self, folder: Path, protocol: str, given: list[Item]) -> None:
        self.site = Site(folder / "ratings.db", protocol, given)
        self.people: dict[str, Visitor] = {}

    def judge(self, name: str, said: dict[str, dict[str, str]], number: int = 1) -> None:
        """Says of each paraphrase what is given."""
        if name not in self.people:
            self.people[name] = self.site.visitor(self.site.judge(name))
        who = replace(self.people[name], current_pass=number)
        answer_all(self.site.database, who, lambda place: said.get(place.paraphrase, {}))

    @property
    def results(self) -> Results:
        """As they are now."""
        return Results(self.site.database, find_project(self.site.database, "news"))


@pytest.fixture
def spg(tmp_path: Path) -> Iterator[Table]:
    given = [
        Item(f"source {number}", f"{system} {number}", [system])
        for system in ("good", "poor")
        for number in range(4)
    ]
    table = Table(tmp_path, "spg", given)
    for name, by_system in SAID.items():
        said = {
            f"{system} {number}": {"adequacy": labels[0], "fluency": labels[1]}
            for system, given_labels in by_system.items()
            for number, labels in enumerate(given_labels)
        }
        table.judge(name, said)
    yield table
    table.site.database.close()


def test_the_table_of_spg(spg: Table) -> None:
    shares = {
        (row.group, row.judge, row.measure): list(row.shares.values())
        for row in spg.results.distributions
    }
    assert shares["good", "ann", "adequacy"] == [0, 0.25, 0.75]
    assert shares["poor", "ben", "adequacy"] == [0.75, 0, 0.25]
    assert shares["good", ALL_JUDGES, "fluency"] == [0, 3 / 8, 5 / 8]
    assert shares["poor", "ann", "flawless"] == [0.75, 0.25]
    # Usability is not asked where there is no purpose: a dash in the table.
    assert all(math.isnan(share) for share in shares["good", "ann", "usability"])
    page_rows = [row for row in spg.results.distributions if row.judge == "ann"]
    assert [row.number for row in page_rows] == [4, 4, 0, 4] * 2


def test_means_and_what_all_judges_say(spg: Table) -> None:
    found = {(row.group, row.measure): row for row in spg.results.figures}
    good = found["good", "adequacy"]
    assert good.mean.value == pytest.approx((3 + 3 + 3 + 2 + 3 + 3 + 2 + 2) / 8)
    assert good.mean.low <= good.mean.value <= good.mean.high
    assert good.items == 4
    assert good.by_all is not None
    assert good.by_all.value == 2 / 4
    assert ("good", "usability") not in found
    flawless = found["good", "flawless"]
    assert flawless.by_all is not None
    assert flawless.by_all.value == 1 / 4
    assert flawless.mean.value == 3 / 8


def test_agreement_is_that_of_the_measures_themselves(spg: Table) -> None:
    pairs = [
        (SAID["ann"][system][number], SAID["ben"][system][number])
        for system in ("good", "poor")
        for number in range(4)
    ]
    found = {row.measure: row for row in spg.results.agreement}
    for place, measure in enumerate(("adequacy", "fluency")):
        labels = [(first[place], second[place]) for first, second in pairs]
        (pair,) = found[measure].pairs
        expected = agreement(labels, 3)
        assert (pair.first, pair.second, pair.items) == ("ann", "ben", 8)
        assert pair.observed.value == expected.observed
        assert pair.uniform.value == pytest.approx(expected.uniform)
        assert pair.cohen.value == pytest.approx(expected.cohen)
        assert pair.uniform.low <= pair.uniform.value <= pair.uniform.high
        nominal, ordinal = found[measure].nominal, found[measure].ordinal
        assert nominal is not None
        assert ordinal is not None
        assert nominal.value == pytest.approx(alpha(labels, "123"))
        assert ordinal.value == pytest.approx(alpha(labels, "123", "ordinal"))
    # SPG: P(A) = 6/8, P(E) = 1/3.
    assert found["adequacy"].pairs[0].uniform.value == pytest.approx((0.75 - 1 / 3) / (2 / 3))
    assert found["flawless"].ordinal is None
    assert found["usability"].pairs == []
    assert found["usability"].nominal is None


def test_systems_are_compared_on_the_same_sources(spg: Table) -> None:
    found = {row.measure: row for row in spg.results.comparisons}
    row = found["adequacy"]
    assert (row.first, row.second, row.sources) == ("good", "poor", 4)
    assert row.result.first == pytest.approx(21 / 8)
    assert row.result.difference.value == pytest.approx(13 / 8 - 21 / 8)
    assert 0 < row.result.p <= row.adjusted <= 1
    assert "usability" not in found


def test_holm_on_a_worked_example() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_applications_are_groups_of_their_own(tmp_path: Path) -> None:
    given = [
        Item("x", "a", ["ours"], "compress"),
        Item("x", "b", ["ours"], "simplify"),
        Item("x", "c", ["baseline"]),
    ]
    table = Table(tmp_path, "pr", given)
    table.judge("ann", {each: {"accept": "yes"} for each in "abc"})
    assert table.results.groups == ["baseline, no purpose", "ours, compress", "ours, simplify"]
    table.site.database.close()


def test_mcpg_counts_meaning_where_it_was_asked(tmp_path: Path) -> None:
    given = [Item(f"s{number}", f"p{number}", ["m"]) for number in range(4)]
    table = Table(tmp_path, "mcpg", given)
    well, both = (
        {"well_formed": "yes", "same_meaning": "no"},
        {"well_formed": "yes", "same_meaning": "yes"},
    )
    table.judge("ann", {"p0": {"well_formed": "no"}, "p1": well, "p2": both, "p3": both})
    table.judge("ben", {"p0": {"well_formed": "no"}, "p1": both, "p2": both, "p3": well})
    found = {row.measure: row for row in table.results.figures}
    assert {name: row.mean.value for name, row in found.items()} == {
        "well_formed": 6 / 8,
        "same_meaning": 4 / 6,
        "both": 4 / 8,
    }
    by_all = {name: row.by_all.value for name, row in found.items() if row.by_all is not None}
    assert by_all == {"well_formed": 3 / 4, "same_meaning": 1 / 3, "both": 1 / 4}
    items = {row.measure: row.items for row in table.results.agreement}
    assert items == {"well_formed": 4, "same_meaning": 3, "both": 4}
    table.site.database.close()


def test_pr_tells_both_passes(tmp_path: Path) -> None:
    given = [Item(f"s{number}", f"p{number}", ["m"]) for number in range(10)]
    table = Table(tmp_path, "pr", given)
    yes, no = {"accept": "yes"}, {"accept": "no"}
    table.judge("ann", {f"p{number}": yes for number in range(10)})
    table.judge("ben", {f"p{number}": no if number < 2 else yes for number in range(10)})
    assert [row.number for row in table.results.agreement] == [None]
    open_second_pass(table.site.database, find_project(table.site.database, "news"))
    table.judge("ann", {"p0": no, "p1": yes}, 2)
    table.judge("ben", {"p0": no, "p1": no}, 2)
    shares = {row.number: row.pairs[0].observed.value for row in table.results.agreement}
    assert shares == {1: 0.8, None: 0.9}
    (figure,) = table.results.figures
    assert figure.mean.value == (20 - 3) / 20
    table.site.database.close()


def test_three_judges_make_three_pairs(spg: Table) -> None:
    spg.judge("eve", {"good 0": {"adequacy": "1", "fluency": "1"}})
    found = {row.measure: row for row in spg.results.agreement}
    assert [(pair.first, pair.second, pair.items) for pair in found["adequacy"].pairs] == [
        ("ann", "ben", 8),
        ("ann", "eve", 1),
        ("ben", "eve", 1),
    ]


def test_files_have_everything(spg: Table) -> None:
    results = spg.results
    rows = list(csv.DictReader(io.StringIO(as_csv(results))))
    assert len(rows) == 16
    assert {row["systems"] for row in rows} == {"good", "poor"}
    content = json.loads(as_json(results))
    assert len(content["item_list"]) == 8
    assert len(content["history"]) == 16
    assert content["judgements"] == 16
    assert content["distributions"][2]["shares"] == {"1": None, "2": None, "3": None}
    assert figures(results)["project"] == "news"


LABELS = """number\tsentence\tbegin\tend\tsource\ttarget\ttables\tann
1\tThey ⟦utilise⟧ tools.\t1\t2\tutilise\tuse\tpt1 pt2\t1
1\tThey utilise ⟦tools⟧.\t2\t3\ttools\tthings\tpt1\t
2\tWe ⟦assist⟧ them.\t1\t2\tassist\thelp\tpt2\t0
"""


def test_labels_go_to_the_site_and_back_to_tune(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text(LABELS)
    table = Table(tmp_path, "pr", read_items(path))
    table.judge(
        "ben",
        {
            "They use tools.": {"accept": "yes"},
            "They utilise things.": {"accept": "no"},
            "We help them.": {"accept": "yes"},
        },
    )
    assert table.results.groups == ["pt1", "pt2"]
    write_labels(as_labels(table.results), path)
    table.site.database.close()
    labels = read_labels(path)
    assert labels.raters == ["ann", "ben"]
    assert [row.labels for row in labels.rows] == [
        {"ann": True, "ben": True},
        {"ben": False},
        {"ann": False, "ben": True},
    ]
    assert [row.marked for row in labels.rows] == [
        line.split("\t")[1] for line in LABELS.splitlines()[1:]
    ]
    assert main(["tune", "agreement", str(path)]) == 0
    assert "ann and ben: 2 units, agreement 50.0%" in capsys.readouterr().out


def test_what_is_no_unit_gives_no_labels(spg: Table) -> None:
    with pytest.raises(Error, match="tune units"):
        as_labels(spg.results)


def test_pairs_of_patterns_for_tune(tmp_path: Path) -> None:
    table = Table(tmp_path, "pp", patterns())
    yes, no = {"correct": "yes"}, {"correct": "no"}
    table.judge("ann", {"take [NN_1] into account": yes, "[NNP_1] uniting": yes})
    table.judge("ben", {"take [NN_1] into account": yes, "[NNP_1] uniting": no})
    assert as_pattern_labels(table.results) == (
        "source\ttarget\tcorrect\n"
        "consider [NN_1]\ttake [NN_1] into account\t1\n"
        "[NNP_1] unity\t[NNP_1] uniting\t0\n"
    )
    table.site.database.close()
