"""Symmetrisation against the published definitions; Pharaoh files; eflomal."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords._core import FormatError, Symmetrisation, symmetrise
from otherwords.align import eflomal
from otherwords.align.columns import bitext, links
from otherwords.align.pharaoh import link_texts, read_links, write_links
from tests.alignments import LinkSet, aligned, final_and, grow_diag, text_of


@st.composite
def both_directions(draw: st.DrawFn) -> tuple[int, int, LinkSet, LinkSet]:
    """Lengths, and two alignments that agree here and there."""
    sources, targets, forward = draw(aligned())
    points = [(s, t) for s in range(sources) for t in range(targets)]
    changed = draw(st.sets(st.sampled_from(points), max_size=5)) if points else set()
    return sources, targets, forward, forward ^ changed


@settings(deadline=None)
@given(both_directions())
def test_symmetrisations_are_those_of_the_definitions(
    case: tuple[int, int, LinkSet, LinkSet],
) -> None:
    sources, targets, forward, reverse = case
    text = bitext([" ".join("s" * sources)], [" ".join("t" * targets)])
    grown = grow_diag(forward, reverse, sources, targets)
    expected = {
        Symmetrisation.INTERSECTION: forward & reverse,
        Symmetrisation.UNION: forward | reverse,
        Symmetrisation.GROW_DIAG: grown,
        Symmetrisation.GROW_DIAG_FINAL_AND: final_and(final_and(grown, forward), reverse),
    }
    for method, alignment in expected.items():
        found = symmetrise(links([text_of(forward)]), links([text_of(reverse)]), text, method)
        assert list(link_texts(found)) == [text_of(frozenset(alignment))]


def test_symmetrisation_wants_links_of_the_text() -> None:
    text = bitext(["a"], ["b"])
    with pytest.raises(FormatError, match="reverse alignment:1: the link 0-1 leads outside"):
        symmetrise(links(["0-0"]), links(["0-1"]), text, Symmetrisation.UNION)


def test_pharaoh_files_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "links.gz"
    write_links(links(["0-0 1-2", "", "3-1"]), path)
    assert list(link_texts(read_links(path))) == ["0-0 1-2", "", "3-1"]


def test_pharaoh_links_are_sorted_and_said_once(tmp_path: Path) -> None:
    path = tmp_path / "links"
    path.write_bytes(b"1-2 0-0\t1-2\r\n\n0-10 0-9")
    assert list(link_texts(read_links(path))) == ["0-0 1-2", "", "0-9 0-10"]


def test_broken_pharaoh_files_are_told_by_line(tmp_path: Path) -> None:
    path = tmp_path / "links"
    path.write_text("0-0\n1_1\n", "utf-8")
    with pytest.raises(FormatError, match=r'links:2: "1_1" is not a link'):
        read_links(path)


ENGLISH = ["House", "the", "the house", "the book", "book"] * 60
FRENCH = ["maison", "la", "la maison", "le livre", "livre"] * 60


def test_eflomal_aligns_both_ways_and_learns_from_priors(tmp_path: Path) -> None:
    pytest.importorskip("eflomal")
    forward, reverse = eflomal.align(ENGLISH, FRENCH)
    assert len(forward) == len(reverse) == len(ENGLISH)
    assert sum("0-0" in line for line in link_texts(forward)) > 150
    priors = tmp_path / "priors"
    eflomal.write_priors(priors, ENGLISH, FRENCH, forward, reverse)
    known = [line.split("\t") for line in priors.read_text("utf-8").splitlines()]
    assert max(float(row[-1]) for row in known if row[:3] == ["LEX", "house", "maison"]) > 60


@pytest.mark.parametrize("samplers", [1, 2])
def test_eflomal_gives_the_same_links_again(samplers: int) -> None:
    pytest.importorskip("eflomal")
    chance = random.Random(1)  # text without sense, where links are a matter of chance
    texts = [[" ".join(chance.choices("abcdef", k=9)) for _ in range(40)] for _ in "st"]
    options = eflomal.EflomalOptions(samplers=samplers)
    found = [eflomal.align(texts[0], texts[1], options) for _ in range(2)]
    first, second = ([list(link_texts(links)) for links in both] for both in found)
    assert first == second


def test_eflomal_is_given_the_priors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What it makes of them is a matter of chance in a text this small.
    pytest.importorskip("eflomal")
    given_priors = []
    run = subprocess.run

    def recording(command: list[Any], **options: Any) -> Any:
        given_priors.append(Path(command[command.index("-p") + 1]).read_text("utf-8"))
        return run(command, **options)

    monkeypatch.setattr(subprocess, "run", recording)
    priors = tmp_path / "priors"
    priors.write_text("LEX\thouse\tmaison\t9\nHMMF\t1\t5\n", "utf-8")
    eflomal.align(["the house"], ["la maison"], eflomal.EflomalOptions(priors=priors))
    # Sizes; then the second words of both sides, and a jump by one, with their counts.
    assert given_priors == ["3 3 1 1 0 0 0\n2 2 9\n1 5\n"]


def test_eflomal_leaves_the_environment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("eflomal")
    before, run = dict(os.environ), subprocess.run

    def watching(command: list[Any], **options: Any) -> Any:
        assert dict(os.environ) == before
        assert options["env"]["OTHERWORDS_SEED"]
        return run(command, **options)

    monkeypatch.setattr(subprocess, "run", watching)
    assert [len(links) for links in eflomal.align(ENGLISH, FRENCH)] == [len(ENGLISH)] * 2


def test_eflomal_aligns_nothing_to_nothing() -> None:
    pytest.importorskip("eflomal")
    assert [len(links) for links in eflomal.align([], [])] == [0, 0]


def test_eflomal_keeps_words_apart_as_we_do() -> None:
    pytest.importorskip("eflomal")
    english = ["100\u00a0000 euros", "\u2028 x", ""]
    forward, _ = eflomal.align(english, ["100\u202f000 euros", "y\tz", "vide"])
    assert len(forward) == 3
    forward.check(bitext(english, ["100\u202f000 euros", "y\tz", "vide"]), name="forward")


def test_eflomal_refuses_what_it_cannot_use(tmp_path: Path) -> None:
    pytest.importorskip("eflomal")
    with pytest.raises(FormatError, match="the source has 1 sentences, the target 0"):
        eflomal.align(["a"], [])
    priors = tmp_path / "priors"
    for text in ["LEX\ta\tb\tmany\n", "nonsense\n", "LEX\ta\t3\n"]:
        priors.write_text(text, "utf-8")
        with pytest.raises(FormatError, match="priors: these are no priors of eflomal"):
            eflomal.align(["a"], ["b"], eflomal.EflomalOptions(priors=priors))
