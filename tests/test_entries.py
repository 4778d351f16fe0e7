"""From the last relation of the plan to a table file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from otherwords._core import FormatError
from otherwords.cli import main
from otherwords.learn import plan
from otherwords.learn.entries import write_table
from otherwords.learn.recipe_file import read_recipe
from otherwords.tables import Table, open_table
from tests.toy_corpora import write_corpora


def written(folder: Path, **columns: Any) -> Table:
    """The table of three entries with these columns besides the usual ones."""
    relation = folder / "rows"
    relation.mkdir()
    numbers = ("backward", "forward_weight", "backward_weight", "count", "languages")
    rows = {
        "source": ["a b", "b", "c"],
        "target": ["x", "y z", "w"],
        "forward": [plan.ONE, plan.ONE // 2, plan.ONE // 4],
        **{name: [1, 1, 1] for name in numbers},
        **columns,
    }
    pyarrow.parquet.write_table(pyarrow.table(rows), relation / "part-00000.parquet")
    write_table(
        relation,
        folder / "small.table",
        scores=["direct"],
        least_quality=0.0,
        counts=True,
        quantise=False,
    )
    return open_table(folder / "small.table")


def test_tags_and_links_only_where_there_are_any(tmp_path: Path) -> None:
    table = written(tmp_path)
    assert not table.has_tags
    assert not table.has_alignments


def test_entries_have_their_tags(tmp_path: Path) -> None:
    table = written(tmp_path, tags=["NP", "NN,VB", ""])
    assert [table.lookup(source)[0].tags for source in ("a b", "b", "c")] == ["NP", "NN,VB", None]


def test_links_of_pairs_that_were_turned_round_are_turned_back(tmp_path: Path) -> None:
    table = written(
        tmp_path,
        alignment=[b"\0\1\0\0", b"\0\0\0\1", None],
        reversed=[True, False, None],
    )
    links = [table.lookup(source)[0].alignment for source in ("a b", "b", "c")]
    assert links == [[(0, 0), (1, 0)], [(0, 0), (0, 1)], []]


def test_learnt_entries_tell_their_alignment(tmp_path: Path) -> None:
    recipe = write_corpora(tmp_path, 40, pt3="alignments = true")
    assert main(["learn", str(recipe), "-o", str(tmp_path / "model"), "--threads", "2"]) == 0
    table = open_table(tmp_path / "model" / "pt3.table")
    entry = next(e for e in table.lookup("the car") if e.target == "the automobile")
    assert entry.alignment == [(0, 0), (1, 1)]
    assert not open_table(tmp_path / "model" / "pt1.table").has_alignments


def test_pivots_have_no_alignments(tmp_path: Path) -> None:
    recipe = write_corpora(tmp_path, 5, pt1="alignments = true")
    with pytest.raises(FormatError, match=r"recipe.toml:\d+: .*only direct tables"):
        read_recipe(recipe)
