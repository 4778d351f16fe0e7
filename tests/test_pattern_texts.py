"""What patterns are as texts: slots, types, pairs that cannot be right, and labels."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords._core import FormatError
from otherwords.learn.patterns.entries import PairFilter
from otherwords.learn.patterns.filters import fits
from otherwords.learn.patterns.labels import numberings, read_judged_rules, read_pattern_labels
from otherwords.learn.patterns.slots import is_slot, renumbered, slots_of
from otherwords.learn.patterns.strict import determiner, stands_for
from otherwords.learn.patterns.types import TYPES, slot_kinds, type_of


def test_slots_are_told_from_words() -> None:
    assert all(map(is_slot, ("[NN_1]", "[VBZ_2]", "[NNPS_1]")))
    assert not any(map(is_slot, ("[", "[NN", "[sic]", "[nn_1]", "NN_1", "a")))
    assert slots_of(["give", "[NN_2]", "to", "[NN_1]"]) == ["[NN_2]", "[NN_1]"]


def test_the_slots_of_sources_are_numbered_from_left_to_right() -> None:
    assert renumbered("give [NN_2] [NN_1]", "give [NN_1] to [NN_2]") == (
        "give [NN_1] [NN_2]",
        "give [NN_2] to [NN_1]",
    )
    # Each tag by itself.
    assert renumbered("[NN_2] [JJ_1] [NN_1] [JJ_2]", "[JJ_2] [JJ_1] [NN_1] [NN_2]") == (
        "[NN_1] [JJ_1] [NN_2] [JJ_2]",
        "[JJ_2] [JJ_1] [NN_2] [NN_1]",
    )
    assert renumbered("[NN_2] [NN_3] [NN_1]", "[NN_1] [NN_2] [NN_3]") == (
        "[NN_1] [NN_2] [NN_3]",
        "[NN_3] [NN_1] [NN_2]",
    )
    assert renumbered("see [NN_1]", "look at [NN_1]") == ("see [NN_1]", "look at [NN_1]")


def test_every_numbering_of_a_pair() -> None:
    pair = ("[NN_1] of [NN_2]", "[NN_2] 's [NN_1]")
    assert list(numberings(*pair)) == [pair, ("[NN_2] of [NN_1]", "[NN_1] 's [NN_2]")]
    both = list(numberings("[NN_1] [JJ_1] [NN_2] [JJ_2]", "[JJ_2] [NN_1] [NN_2] [JJ_1]"))
    assert len(set(both)) == 4
    assert ("[NN_2] [JJ_2] [NN_1] [JJ_1]", "[JJ_1] [NN_2] [NN_1] [JJ_2]") in both
    assert list(numberings("go", "walk")) == [("go", "walk")]


@given(st.permutations(["[NN_1]", "[NN_2]", "[NN_3]", "[JJ_1]", "[JJ_2]", "to"]))
def test_numberings_are_undone(words: list[str]) -> None:
    source, target = renumbered(" ".join(words), " ".join(sorted(words)))
    for one, other in numberings(source, target):
        assert renumbered(one, other) == (source, target)
    assert (" ".join(words), " ".join(sorted(words))) in numberings(source, target)


# Table 6 of PP.
TABLE_6 = {
    "trivial": [
        ("the [NNP_1] and the president", "[NNP_1] and president"),
        ("the development of [NN_1]", "the development in [NN_1]"),
        ("a limited number of [NNS_1]", "the limited number of [NNS_1]"),
    ],
    "replacement": [
        ("[NN_1] and e-commerce", "[NN_1] and electronic commerce"),
        ("to take [JJ_1] steps [VB_1]", "to adopt [JJ_1] measures [VB_1]"),
        ("[NNS_1] and other interested parties", "[NNS_1] and other stakeholders"),
    ],
    "reordering": [
        ("the [NN_1] part", "part of [NN_1]"),
        ("[NNP_1] 's [NN_1] growth", "the [NN_1] growth of [NNP_1]"),
        ("to strengthen further [NN_1]", "to strengthen [NN_1] further"),
    ],
    "structural": [
        ("the [NN_1] 's residents", "the inhabitants of [NN_1]"),
        ("a decline in [NN_1]", "[NN_1] reduction"),
        ("continue to watch closely [NN_1]", "continue to monitor [NN_1] closely"),
    ],
    "information": [
        ("in promoting the development of [NN_1]", "in promoting [NN_1]"),
        ("the parties [VBN_1]", "the various parties [VBN_1]"),
        ("changes that have taken place in [NN_1]", "the changes in [NN_1]"),
    ],
}


@pytest.mark.parametrize(("kind", "pairs"), TABLE_6.items())
def test_the_types_of_table_6(kind: str, pairs: list[tuple[str, str]]) -> None:
    assert set(TABLE_6) == set(TYPES)
    for source, target in pairs:
        assert type_of(source, target) == type_of(target, source) == kind


def test_types_of_patterns_with_repeated_words_or_none_that_matter() -> None:
    assert type_of("more and more [NNS_1]", "more [NNS_1]") == "information"
    assert type_of("this [NN_1]", "that [NN_1]") == "replacement"
    assert type_of("[NN_1] of [NN_2]", "[NN_2] of [NN_1]") == "reordering"


def test_kinds_of_slots() -> None:
    assert slot_kinds("[NNS_1] and [NNP_1] see") == {"N"}
    assert slot_kinds("to [VB_1] [JJR_1] [NN_1]") == {"V", "J", "N"}
    assert slot_kinds("see") == set()


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        # Slots.
        ("raise [NN_1]", "improve [NN_1]", "improve [NNS_1]"),
        ("raise [NN_1]", "bring up [NN_1]", "bring [NN_1] up [NN_2]"),
        # Their order, where nothing else tells it.
        ("[NNP_1] before [NNP_2]", "[NNP_2] after [NNP_1]", "[NNP_2] before [NNP_1]"),
        ("[NNP_1] 's growth", "growth of [NNP_1]", "growth of [NN_1]"),
        # Numbers.
        ("the 3 best [NNS_1]", "the 3 finest [NNS_1]", "the 4 finest [NNS_1]"),
        # Denials.
        ("do not fear [NN_1]", "never fear [NN_1]", "always fear [NN_1]"),
        ("is not without [NN_1]", "is with [NN_1]", "is never without any [NN_1] nor"),
        # Pronouns.
        ("he likes [NN_1]", "[NN_1] pleases him", "[NN_1] pleases her"),
        ("reads it to [NNS_1]", "recites it to [NNS_1]", "recites to [NNS_1]"),
        # Conjunctions.
        ("tea or [NN_1]", "milk or [NN_1]", "tea and [NN_1]"),
        # The preposition at the beginning.
        ("in great [NN_1]", "great [NN_1]", "with great [NN_1]"),
        # Punctuation at the ends.
        (", big [NNS_1]", ", large [NNS_1]", "large [NNS_1]"),
        ("big [NNS_1] .", "large [NNS_1] .", "large [NNS_1] ,"),
    ],
)
def test_pairs_that_cannot_be_right(source: str, right: str, wrong: str) -> None:
    assert fits(source, right, ways=2)
    assert fits(right, source, ways=2)
    assert not fits(source, wrong, ways=2)
    assert not fits(wrong, source, ways=2)


def test_less_information_needs_two_ways() -> None:
    longer, shorter = "in promoting the development of [NN_1]", "in promoting [NN_1]"
    for pair in ((longer, shorter), (shorter, longer)):
        assert not fits(*pair, ways=1)
        assert fits(*pair, ways=2)
    assert fits("the development of [NN_1]", "development in [NN_1]", ways=1)  # trivial


def test_labels(tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text('source\tcorrect\ttarget\tnote\na "b\t1\tc\tx\n\na\t0\td\t\n', "utf-8")
    assert read_pattern_labels(path) == [('a "b', "c", True), ("a", "d", False)]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"source\ttarget\n", ":1: there is no column correct; the first line names source, "),
        (b"", ":1: there is no column source"),
        (b"source\ttarget\tcorrect\na\tb\t1\nc\td\tyes\n", ":3: correct is 'yes'; write 1 or 0"),
        (b"source\ttarget\tcorrect\n\n\na\tb\t2\n", ":4: correct is '2'"),
        (b"source\ttarget\tcorrect\na\tb\n", ":2: a column is missing"),
        (b"source\ttarget\tcorrect\n\xff\tb\t1\n", ": this is no UTF-8 text"),
        (b"source\ttarget\tcorrect\n" + b"a" * 200_000 + b"\tb\t1\n", ":2: field larger than"),
    ],
)
def test_broken_labels_are_told_where(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "labels.tsv"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"labels\.tsv" + why):
        read_pattern_labels(path)


def test_judged_rules_become_patterns(tmp_path: Path) -> None:
    path = tmp_path / "rules.tsv"
    rows = [
        ("rely on", "Refer to", "Yes"),
        ("rely on", "refer to", "no"),
        ("rely on", "refer to", "yes"),
        ("solve", "end", "yes"),
        ("solve", "end", "no"),
        ("see", "see", "yes"),
    ]
    lines = ["rule_lhs\trule_rhs\tjudgment", *("\t".join(row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    labels = read_judged_rules(path)
    assert len(labels) == 2 * 4 * 2
    assert labels["rely on [NNS_1]", "refer to [NNS_1]"]
    assert labels["to rely on [NN_1]", "to refer to [NN_1]"]
    assert not labels["solve [NNP_1]", "end [NNP_1]"]  # half of them is not most


def test_broken_rules_are_told_where(tmp_path: Path) -> None:
    path = tmp_path / "rules.tsv"
    path.write_text("rule_lhs\trule_rhs\tjudgment\na\tb\tyes\nc\td\tperhaps\n", "utf-8")
    with pytest.raises(FormatError, match=r"rules\.tsv:3: judgment is 'perhaps'; write yes or no"):
        read_judged_rules(path)


def test_the_rules_of_the_reference_data(shared: Path) -> None:
    labels = read_judged_rules(shared / "data" / "judged" / "rules.tsv")
    assert len(labels) > 1000
    assert 0.1 < sum(labels.values()) / len(labels) < 0.9


def test_determiners_at_the_beginning() -> None:
    begins = {
        "the [JJ_1] tools": "the",
        "of the tools [VBG_1]": "the",
        "in [NNP_1] 's room": "the",
        "their [NN_1]": "their",
        "of a [JJ_1] share": "a",
        "every [NNP_1] morning": "every",
        "take a look at [NN_1]": "",
        "[JJ_1] tools": "",
        "of": "",
        "to the": "the",
    }
    assert {pattern: determiner(pattern.split()) for pattern in begins} == begins


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        ("[NNP_1] 's growth", "the growth of [NNP_1]", "a growth of [NNP_1]"),
        ("a [JJ_1] level", "a [JJ_1] degree", "an [JJ_1] level"),
        ("the [JJ_1] disease", "the [JJ_1] illness", "this [JJ_1] disease"),
        ("food and [NN_1]", "meals and [NN_1]", "food , and [NN_1]"),
        ("[JJ_1] people", "[JJ_1] persons", "people [JJ_1]"),
        ("people [VBN_1] in [NN_1]", "persons [VBN_1] in [NN_1]", "[VBN_1] people in [NN_1]"),
        ("[JJ_1] [NN_1] law", "[JJ_1] [NN_1] rules", "[NN_1] law of [JJ_1]"),
        ("able [VB_1]", "capable [VB_1]", "unable [VB_1]"),
        ("like [NN_1]", "love [NN_1]", "dislike [NN_1]"),
        ("access to [JJ_1] markets", "access into [JJ_1] markets", "access from [JJ_1] markets"),
        ("[JJ_1] migrants", "[JJ_1] immigrants", "[JJ_1] migrants ,"),
        ("the next [JJ_1] months", "the coming [JJ_1] months", "the past [JJ_1] months"),
        ("[NNP_1] before [NNP_2]", "[NNP_2] after [NNP_1]", "[NNP_1] after [NNP_2]"),
        ("is not without [NN_1]", "is with [NN_1]", "is not , without [NN_1]"),
    ],
)
def test_pairs_that_seldom_are_right_in_sentences(source: str, right: str, wrong: str) -> None:
    assert stands_for(source, right)
    assert not stands_for(source, wrong)


def test_pairs_are_filtered_as_asked() -> None:
    article, denial = (
        ("the [JJ_1] tools", target, 3) for target in ("[JJ_1] tools", "the [JJ_1] tools not")
    )
    assert PairFilter().keeps(*article)
    assert not PairFilter(strict=True).keeps(*article)
    assert not PairFilter(strict=True).keeps(*denial)
    assert PairFilter(impossible=False, strict=True).keeps(*denial)
