"""The experiments of PP, on a toy grammar in which patterns are known."""

from __future__ import annotations

import json
import lzma
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from otherwords.cli import main
from otherwords.contexts import Candidate, Match
from otherwords.experiments import Given
from otherwords.experiments.pp import contexts
from otherwords.experiments.pp.contexts import Contexts
from otherwords.experiments.pp.dirt import Paths, correct_pairs, section
from otherwords.experiments.pp.kinds import slots_section, types_section
from otherwords.experiments.pp.reading import draw, note_of, verdict
from otherwords.experiments.verdicts import Line, Verdicts, item_of
from tests.pattern_corpora import PEOPLE, RECIPE, THINGS, write_pattern_corpora

WEIGHTS = """
[bc]
weights = [1, 1]
[model1]
weights = [1, 1, 1, 1]
[model2]
weights = [1, 1, 1, 1, 1]
[model3]
weights = [1, 1, 1, 1, 1, 1, 1]
"""
PAPER = """
experiments = "pp"
title = "PP"
different = "All is small."
verdicts = ["verdicts.tsv"]
[settings]
labels = "labels.tsv"
size = 30
read = 100
paths = 3
sentences = 12
matches = 5
"""
TAKE, CONSIDER = "to take [NN_1] into consideration", "to consider [NN_1]"
LABELS = f"source\ttarget\tcorrect\n{TAKE}\t{CONSIDER}\t1\n"


def write_folders(folder: Path) -> list[str]:
    """A recipe and its data; returns the command."""
    recipe, data = folder / "recipe", folder / "data" / "corpora" / "europarl"
    recipe.mkdir()
    data.mkdir(parents=True)
    write_pattern_corpora(recipe)
    table = "weights = 'patterns.toml'\nfilters = false\nscores = ['score']\n"
    (recipe / "recipe.toml").write_text(f"{RECIPE}{table}[lm]\ncorpora = ['latin']\norder = 2\n")
    (recipe / "patterns.toml").write_text(WEIGHTS)
    (recipe / "paper.toml").write_text(PAPER)
    (recipe / "labels.tsv").write_text(LABELS)
    (recipe / "verdicts.tsv").write_text("item\treader\tcorrect\n")
    sentences = [f"They hope to consider the {thing} of the king ." for thing, _ in THINGS]
    sentences += [f"We try to trust the {person} of the king ." for person, _ in PEOPLE]
    text = "\n".join([*sentences, "Too short ."]) + "\n"
    (data / "europarl-heldout.en-fr.en.xz").write_bytes(lzma.compress(text.encode()))
    output = str(folder / "out")
    return ["evaluate", "recipe", str(recipe), "-d", str(folder / "data"), "-o", output]


def sheet(folder: Path, name: str) -> list[list[str]]:
    return [line.split("\t") for line in (folder / name).read_text().splitlines()[1:]]


def test_pp_from_corpora_to_precision(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHERWORDS_DATA", "is set by the experiments")
    command = write_folders(tmp_path)
    assert main(command) == 0
    told = capsys.readouterr().out
    rows = [line.split() for line in told.splitlines()]
    english = (tmp_path / "recipe" / "la.en").read_text().splitlines()
    assert ["sentence", "pairs", "2,048,009", str(len(set(english)))] in rows
    sizes = {row[1]: row[3] for row in rows if row[0:1] == ["Model"] and len(row) == 6}
    assert sizes == {"1": "30", "2": "39", "3": "30"}
    output = tmp_path / "out"
    report = json.loads((output / "report.json").read_text())
    assert len(report["sections"]) == 6
    drawn = sheet(output, "pairs-sheet.tsv")
    assert {row[2] for row in drawn} >= {"B&C Model", "Model 1", "Model 2", "Model 3"}
    of = {name: {(row[0], row[1]) for row in drawn if row[2] == name} for _, _, name in drawn}
    assert of["Model 2 (A)"] == of["Model 2"] - of["Model 1"]
    assert of["Model 2 (F+T)"] < of["Model 2"]
    assert not of["Model 1 (A-T)"] & of["Model 1"]
    # What weights were fitted to is not read again; the other way round it is another pair.
    assert [TAKE, CONSIDER] not in [row[:2] for row in drawn]
    in_sentences = sheet(output, "contexts-unread.tsv")
    assert in_sentences
    assert all("⟦" in row[1] and "⟦" not in row[2] for row in in_sentences)

    # Of Model 3, all pairs are right whose source has one slot; nobody reads the other lists.
    of_model3 = [row for row in drawn if row[2] == "Model 3"]
    right = [row for row in of_model3 if row[0].count("[") == 1]
    assert 0 < len(right) < len(of_model3)
    said = [
        f"{item_of(row[0], row[1])}\tann\t{'yes' if row in right else 'no'}\n" for row in of_model3
    ]
    said += [f"{row[0]}\tann\tyes\n" for row in in_sentences]
    said.append(f"{item_of(*of_model3[0][:2])}\tbob\tno\n")
    (tmp_path / "recipe" / "verdicts.tsv").write_text("item\treader\tcorrect\n" + "".join(said))
    assert main(command) == 0
    told = capsys.readouterr().out
    precision = f"{len(right) / len(of_model3):.2%} of {len(of_model3)}"
    weighted = round(30 * len(right) / len(of_model3))
    assert f"821,290 {weighted} 78.29% {precision}" in " ".join(told.split())
    assert f"{len(right)} correct pairs of Model 3" in told
    assert "of 1, Cohen's kappa" in told
    assert "top-5 precision 53.53% 100.00% of" in " ".join(told.split())


def test_lists_with_common_pairs_are_read_on_the_same_ones() -> None:
    pairs = [(f"a {i}", f"b {i}") for i in range(1000)]
    drawn = draw(pairs, 100, 1)
    assert draw(pairs[::-1], 100, 1) == drawn
    assert draw(pairs[500:], 100, 1)[:20] == [p for p in drawn if p in set(pairs[500:])][:20]
    assert draw(pairs, 100, 2) != drawn
    assert not set(draw(pairs, 100, 1, drawn)) & set(drawn)
    numbers = [int(source.split()[1]) for source, _ in drawn]
    assert any(a > b for a, b in pairwise(numbers))
    assert 350 < sum(numbers) / 100 < 650


def given_for(folder: Path, verdicts: Verdicts) -> Given:
    return Given(folder, folder, folder, {}, verdicts)


def said_of(lines: list[Line], *answers: str) -> Verdicts:
    """What readers say, a text of their answers each."""
    items = [item_of(line.source, line.paraphrase) for line in lines]
    return Verdicts(
        {
            item: {
                f"reader {number}": {"correct": "yes" if each[place] == "y" else "no"}
                for number, each in enumerate(answers)
                if each[place] != " "
            }
            for place, item in enumerate(items)
        }
    )


def test_the_first_reader_counts_and_the_second_is_compared_with(tmp_path: Path) -> None:
    """Cohen's kappa by hand: 3 of 4 agree, and half would by chance."""
    lines = [Line("a", str(place), "x") for place in range(5)]
    verdicts = said_of(lines, "yyyn ", "yynn ")
    assert [verdict(verdicts, line) for line in lines] == [True, True, True, False, None]
    other = said_of([Line("c", "d", "x")], "y", "n")
    given = given_for(tmp_path, Verdicts(verdicts.said | other.said))
    assert note_of(given, lines, "a-", "85.4%") == (
        "a-unread.tsv: 5 items, 1 of them not read yet; two readers agree on 75.0% of 4, "
        "Cohen's kappa 0.50 (paper: 85.4%)"
    )


def test_dirt_counts_paths_that_have_enough_and_were_read(tmp_path: Path) -> None:
    many = [f"X v{i} Y (nsubj, dobj)" for i in range(5)]
    paths = Paths(9, {"X a Y (nsubj, dobj)": many, "X b Y (nsubj, dobj)": many[:2]})
    lines = paths.lines()
    assert len(lines) == 7
    verdicts = said_of(lines, "ynynynn")
    rows = section(given_for(tmp_path, verdicts), paths, "").rows
    assert [row[2] for row in rows] == ["50.00% of 2 paths", "60.00% of 1 paths", "", ""]
    pairs = correct_pairs(verdicts, [*lines, Line("Y p by X (x, y)", "X q Y", "x")])
    assert pairs[0] == ("[NN_1] a [NN_2]", "[NN_1] v0 [NN_2]")
    assert len(pairs) == 3


def test_the_first_of_the_table_and_of_the_sentence_are_told_apart(tmp_path: Path) -> None:
    text = "we take it"
    candidates = tuple(
        Candidate(name, f"we {name} it", score_ll, 0.0, 0.0)
        for name, score_ll in (("get", -2.0), ("have", -1.0), ("eat", -3.0))
    )
    match = Match(3, 7, "take", "take [NN_1]", "pt4", candidates)
    lines = [Line("we ⟦take⟧ it", each.text, "x") for each in candidates]
    given = replace(given_for(tmp_path, said_of(lines, "nyn")), settings={"matches": 9, "seed": 1})
    found = Contexts([text, "none"], [[match], []])
    assert [row[2] for row in contexts.section(given, found, "").rows] == [
        "50.00% of 2",
        "100.00% of 1",
        "33.33% of 3",
        "0.00% of 1",
    ]


def test_types_slots_and_symmetry_are_counted() -> None:
    pairs = [
        ("a step for [NN_1]", "a move for [NN_1]"),
        ("a move for [NN_1]", "a step for [NN_1]"),
        ("the [JJ_1] end", "the [JJ_1] finish"),
        ("give [NN_1] [NN_2]", "give [NN_2] to [NN_1]"),
    ]
    types = {row[0]: row[1:] for row in types_section(pairs, pairs[:1], pairs[3:], "").rows}
    assert types["replacement"] == ("53.60%", "100.00%", "75.00%", "61.48%", "0.00%")
    assert types["reordering"] == ("11.60%", "0.00%", "25.00%", "10.93%", "100.00%")
    assert types_section(pairs, [], [], "").rows[0][2] == ""
    slots = {row[0]: row[2] for row in slots_section(pairs, "").rows}
    assert (slots["1-slot"], slots["2-slot"]) == ("75.00%", "25.00%")
    assert (slots["N-slots"], slots["J-slots"], slots["V-slots"]) == ("75.00%", "25.00%", "0.00%")
    assert slots["symmetric"] == "66.67%"  # of three, since the numbers of the last may change
