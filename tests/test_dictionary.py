"""The dictionary: entries by lemma, their forms, and the table that comes of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from otherwords._core import FormatError
from otherwords.cli import main
from otherwords.learn.dictionary.entries import Entry, read_entries
from otherwords.learn.dictionary.forms import forms_of
from otherwords.learn.dictionary.table import write_dictionary
from otherwords.tables import open_table


@pytest.mark.parametrize(
    ("entry", "forms"),
    [
        (
            Entry("V", "purchase", "buy", 3),
            {
                ("purchase", "buy"),
                ("purchases", "buys"),
                ("purchased", "bought"),
                ("purchasing", "buying"),
            },
        ),
        (
            Entry("V", "begin", "start", 3),
            {
                ("begin", "start"),
                ("begins", "starts"),
                ("began", "started"),
                ("begun", "started"),
                ("beginning", "starting"),
            },
        ),
        (
            Entry("V", "slowly decline~", "fade", 2),
            {
                ("slowly decline", "fade"),
                ("slowly declines", "fades"),
                ("slowly declined", "faded"),
                ("slowly declining", "fading"),
            },
        ),
        (
            Entry("N", "head~ of state", "state leader", 2),
            {("head of state", "state leader"), ("heads of state", "state leaders")},
        ),
        (Entry("P", "prior to", "before", 3), {("prior to", "before")}),
        (Entry("A", "sizeable", "large", 2), {("sizeable", "large")}),
    ],
)
def test_both_sides_are_inflected_alike(entry: Entry, forms: set[tuple[str, str]]) -> None:
    found = list(forms_of(entry))
    assert set(found) == forms
    assert len(found) == len(forms)


def test_forms_of_be_keep_their_person() -> None:
    assert list(forms_of(Entry("V", "be located in", "be in", 3))) == [
        ("be located in", "be in"),
        ("are located in", "are in"),
        ("am located in", "am in"),
        ("is located in", "is in"),
        ("was located in", "was in"),
        ("were located in", "were in"),
        ("been located in", "been in"),
        ("being located in", "being in"),
    ]
    found = set(forms_of(Entry("V", "remain", "be still", 2)))
    assert {("remained", "was still"), ("remained", "were still")} <= found


def test_persons_stay_what_they_are() -> None:
    found = set(forms_of(Entry("V", "make up one's mind", "decide", 3)))
    assert ("made up their mind", "decided") in found
    found = set(forms_of(Entry("V", "pride oneself on one's work", "be proud of one's work", 2)))
    assert ("prided herself on her work", "was proud of her work") in found
    assert not any("his" in source and "her" in target for source, target in found)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("V\tbuy\tpurchase", "3 fields"),
        ("X\tbuy\tpurchase\t3", "part of speech is 'X'"),
        ("V\tbuy\tpurchase\t4", "grade is '4'"),
        ("V\tBuy\tpurchase\t3", "'Buy' must be words in lower case"),
        ("V\tbuy  it\tpurchase\t3", "single spaces"),
        ("V\t\tpurchase\t3", "'' must be words"),
        ("V\tbuy~ or~ sell\ttrade\t3", "more than one inflected word"),
        ("V\tdecide\tmake up one's mind\t3", "is in the target alone"),
    ],
)
def test_broken_lines_are_told(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(f"P\tso as to\tto\t3\n\n{line}\n", "utf-8")
    with pytest.raises(FormatError, match=re.escape("words.tsv:3: ")) as told:
        list(read_entries(path))
    assert why in str(told.value)


def test_given_entries_come_before_forms(tmp_path: Path) -> None:
    words, others = tmp_path / "words.tsv", tmp_path / "plain.tsv"
    words.write_text(
        "P\tprior to\tbefore\t2\nP\tdon't\tdo not\t3\n"
        "V\tgo on\tcontinue\t2\nV\tgo on\tcontinue\t3\n",
        "utf-8",
    )
    others.write_text("prior to\tbefore\t0.95\n", "utf-8")
    out = tmp_path / "all.tsv"
    assert write_dictionary([words], [others], out, "en") == 7
    assert out.read_text("utf-8").splitlines() == [
        "prior to\tbefore\t0.95",
        "do n't\tdo not\t0.9",
        "go on\tcontinue\t0.9",
        "goes on\tcontinues\t0.9",
        "going on\tcontinuing\t0.9",
        "gone on\tcontinued\t0.9",
        "went on\tcontinued\t0.9",
    ]


def test_a_recipe_names_a_dictionary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        'name = "plain"\n[table.plain]\nmethod = "given"\nfile = "plain.tsv"\n'
        'dictionary = ["words.tsv"]\n',
        "utf-8",
    )
    (tmp_path / "plain.tsv").write_text("prior to\tbefore\t0.8\n", "utf-8")
    assert main(["learn", str(recipe), "-o", str(tmp_path / "model")]) == 1
    assert "words.tsv" in capsys.readouterr().err
    (tmp_path / "words.tsv").write_text("V\tpurchase\tbuy\t3\n", "utf-8")
    assert main(["learn", str(recipe), "-o", str(tmp_path / "model")]) == 0
    table = open_table(tmp_path / "model" / "plain.table")
    assert table.lookup("purchased")[0].target == "bought"
    assert table.lookup("prior to")[0].target == "before"
