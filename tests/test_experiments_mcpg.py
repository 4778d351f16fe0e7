"""The experiments of MCPG, on a table that is small enough to know what comes out."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from otherwords.cli import main
from otherwords.experiments.mcpg.reading import figures
from otherwords.experiments.mcpg.tables import write_tables
from otherwords.experiments.verdicts import Answers, Line, Verdicts, item_of
from otherwords.tables import TableBuilder, open_table
from tests.small_europarl import write_europarl


def test_from_sentences_to_table_1(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["evaluate", "recipe", str(repository / "recipes" / "mcpg")]
    command += [*write_europarl(tmp_path), "--set", "episodes=200", "--set", "read=2"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "What both make of 3 held-out sentences, french" in out
    rows = [line.split("\t") for line in (tmp_path / "out" / "sheet.tsv").read_text().splitlines()]
    assert {row[2] for row in rows[1:]} <= {
        f"{system} {language}" for system in ("beam", "mcpg") for language in ("french", "english")
    }
    assert all(row[0] != row[1] for row in rows[1:])
    unread = [
        line.split("\t") for line in (tmp_path / "out" / "unread.tsv").read_text().splitlines()
    ]
    # Ann finds all well formed, Bob none; nobody was asked for the meaning.
    judged = tmp_path / "judged.tsv"
    said = [f"{row[0]}\t{reader}\t{answer}\t\n" for row in unread[1:] for reader, answer in READERS]
    judged.write_text("item\treader\twell_formed\tsame_meaning\n" + "".join(said))
    assert main([*command, "--judged", str(judged)]) == 0
    told = [re.split("  +", line.strip()) for line in capsys.readouterr().out.splitlines()]
    assert ["mcpg: well formed", "63% (0.84)", *["0% (0.00) of 2"] * 2] in told
    assert ["mcpg: meaning preserved", "55% (0.64)"] in told


def test_settings_that_cannot_be_are_told_at_once(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["evaluate", "recipe", str(repository / "recipes" / "mcpg")]
    assert main([*command, *write_europarl(tmp_path), "--set", "confidence=1"]) == 1
    told = capsys.readouterr()
    assert "confidence must be below 1" in told.err
    assert "searching" not in told.err


READERS = (("ann", "yes"), ("bob", "no"))


def test_figures_by_hand() -> None:
    lines = [Line("a b", text, "mcpg") for text in ("a b", "a c", "a d", "a e")]
    yes, no = {"well_formed": "yes", "same_meaning": "yes"}, {"well_formed": "no"}
    said: dict[str, dict[str, Answers]] = {
        item_of("a b", "a c"): {"ann": yes, "bob": yes},
        item_of("a b", "a d"): {"ann": yes, "bob": no},
    }
    # The last was not read; whoever finds a text badly formed may not have been asked for its
    # meaning.
    assert list(figures(lines, Verdicts(said))) == [
        "50% (0.00) of 2 that were asked",
        "100% of 2 that were asked",
        "50% (0.00) of 2 that were asked",
    ]
    # The source itself needs no reader, and counts with all that differ.
    said[item_of("a b", "a e")] = {"ann": no, "bob": no}
    assert list(figures(lines, Verdicts(said))) == [
        "50% (0.40) of 4",
        "100% of 2 that were asked",
        "50% (0.40) of 4",
    ]
    assert list(figures(lines, Verdicts({}))) == ["", "", ""]
    assert list(figures(lines[:1], Verdicts({}))) == ["100% of 1"] * 3


def test_tables_have_the_best_entries_and_identities_as_likely(tmp_path: Path) -> None:
    builder = TableBuilder(["p"])
    for target, p in (("b", 0.5), ("a", 0.3), ("c", 0.2), ("d", 0.1)):
        builder.add("a", target, [math.log(p)])
    builder.add("x", "y", [math.log(0.5)])
    builder.write(tmp_path / "table")
    paths = write_tables(open_table(tmp_path / "table"), ["a a"], 3, tmp_path)
    decoding, sampling = (
        {
            entry.target: round(math.exp(entry.scores[0]), 3)
            for entry in open_table(path).lookup("a")
        }
        for path in paths
    )
    assert decoding == {"b": 0.5, "a": 0.3, "c": 0.2}
    assert sampling == {"b": 0.5, "a": 0.5, "c": 0.2}
    assert not open_table(paths[0]).lookup("x")
