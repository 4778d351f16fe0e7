"""Model 1 against plain expectation maximisation; the aligner, its priors, and the command."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords._core import Error, FormatError, train_model1
from otherwords.align import aligner
from otherwords.align.columns import bitext
from otherwords.align.pharaoh import link_texts
from otherwords.align.phrases import lexicon_table
from otherwords.align.texts import AlignOptions, align_texts
from otherwords.cli import main
from tests.alignments import model1

SENTENCE = st.lists(st.sampled_from("abcd"), max_size=4)


@settings(deadline=None)
@given(st.lists(st.tuples(SENTENCE, SENTENCE), min_size=1, max_size=5), st.integers(1, 4))
def test_model_1_is_plain_expectation_maximisation(
    pairs: list[tuple[list[str], list[str]]], iterations: int
) -> None:
    text = bitext([" ".join(s) for s, _ in pairs], [" ".join(t) for _, t in pairs])
    rows = lexicon_table(train_model1(text, iterations=iterations, threads=2)).to_pylist()
    words = {0: "", **{hash_of(word): word for word in "abcd"}}
    names = [(words[row["source"]], words[row["target"]]) for row in rows]
    assert len(set(names)) == len(names)
    forward = dict(zip(names, (row["target_given_source"] for row in rows), strict=True))
    for pair, expected in model1(pairs, iterations).items():
        assert forward.get(pair, 0) == pytest.approx(expected, abs=1e-5)
    reverse = dict(zip(names, (row["source_given_target"] for row in rows), strict=True))
    for (t, s), expected in model1([(t, s) for s, t in pairs], iterations).items():
        assert reverse.get((s, t), 0) == pytest.approx(expected, abs=1e-5)


def hash_of(word: str) -> int:
    """The identity that the core gives to a word."""
    rows = lexicon_table(train_model1(bitext([word], [word]), iterations=1)).to_pylist()
    return next(int(row["source"]) for row in rows if row["source"])


def made_up(pairs: int, seed: int) -> tuple[list[str], list[str], list[str]]:
    """Sentences of a made-up language, which turns neighbours around, and their links."""
    chance = random.Random(seed)
    source, target, links = [], [], []
    for _ in range(pairs):
        words = [int(chance.paretovariate(0.5)) % 60 for _ in range(chance.randint(2, 9))]
        order = list(range(len(words)))
        for i in range(0, len(words) - 1, 2):
            if words[i] % 3 == 0:
                order[i], order[i + 1] = order[i + 1], order[i]
        source.append(" ".join(f"s{word}" for word in words))
        target.append(" ".join(f"t{words[place]}" for place in order))
        links.append(" ".join(f"{s}-{order.index(s)}" for s in range(len(words))))
    return source, target, links


def share_right(found: list[str], expected: list[str]) -> float:
    pairs = [(set(a.split()), set(b.split())) for a, b in zip(found, expected, strict=True)]
    return sum(len(a & b) for a, b in pairs) / sum(len(a | b) for a, b in pairs)


def test_the_aligner_finds_the_links() -> None:
    source, target, links = made_up(500, seed=1)
    assert share_right(list(align_texts(source, target)), links) > 0.9


def test_the_same_text_gives_the_same_links() -> None:
    source, target, _ = made_up(700, seed=2)
    text = bitext(source, target)
    runs = [aligner.align(text, learn=True, threads=threads) for threads in (1, 2, 5)]
    for run in runs[1:]:
        assert list(link_texts(run.forward)) == list(link_texts(runs[0].forward))
        assert list(link_texts(run.reverse)) == list(link_texts(runs[0].reverse))
        assert run.learnt is not None
        assert runs[0].learnt is not None
        assert lexicon_table(run.learnt.counts).equals(lexicon_table(runs[0].learnt.counts))
        assert run.learnt.forward_jumps.tolist() == runs[0].learnt.forward_jumps.tolist()


def test_words_may_count_as_linked_to_themselves() -> None:
    source, target = ["x y z"], ["z x w"]
    alone, helped = (
        list(align_texts(source, target, AlignOptions(identical=count))) for count in (0.0, 10.0)
    )
    assert {"0-1", "2-0"} <= set(helped[0].split())
    assert not {"0-1", "2-0"} <= set(alone[0].split())


def test_every_word_has_at_most_one_link_a_direction() -> None:
    source, target, _ = made_up(50, seed=3)
    found = aligner.align(bitext(source, target))
    for line in link_texts(found.forward):
        targets = [link.split("-")[1] for link in line.split()]
        assert len(targets) == len(set(targets))
    for line in link_texts(found.reverse):
        sources = [link.split("-")[0] for link in line.split()]
        assert len(sources) == len(set(sources))


def test_what_was_learnt_helps_with_little_text(tmp_path: Path) -> None:
    source, target, links = made_up(504, seed=4)
    prior = tmp_path / "prior.parquet"
    known = AlignOptions(save_priors=prior)
    list(align_texts(source[:500], target[:500], known))
    alone = list(align_texts(source[500:], target[500:]))
    helped = list(align_texts(source[500:], target[500:], AlignOptions(priors=prior)))
    assert share_right(helped, links[500:]) > share_right(alone, links[500:]) + 0.05


@pytest.mark.parametrize("name", ["otherwords", "eflomal"])
def test_parts_learn_from_the_first(name: str) -> None:
    if name == "eflomal":
        pytest.importorskip("eflomal")
    source, target, links = made_up(430, seed=5)
    found = list(align_texts(source, target, AlignOptions(aligner=name, part=200)))
    assert len(found) == 430
    # The last part is too small to learn from.
    assert share_right(found[400:], links[400:]) > 0.6


def test_a_prior_keeps_what_it_knew() -> None:
    first = aligner.align(bitext(["a b"] * 9, ["x y"] * 9), learn=True).learnt
    assert first is not None
    second = aligner.align(bitext(["c"], ["z"]), prior=first, learn=True).learnt
    assert second is not None
    before, after = (
        {(row["source"], row["target"]) for row in lexicon_table(prior.counts).to_pylist()}
        for prior in (first, second)
    )
    assert before < after


@pytest.mark.parametrize(
    ("source", "target"), [([], []), ([""], [""]), (["a"], [""]), ([" "], ["b c"])]
)
def test_nothing_to_align_is_no_problem(source: list[str], target: list[str]) -> None:
    assert list(align_texts(source, target)) == [""] * len(source)


def test_nonsense_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="the source has 1 sentences, the target 0"):
        list(align_texts(["a"], []))
    with pytest.raises(Error, match="no such aligner or method: magic"):
        list(align_texts([], [], AlignOptions(aligner="magic")))
    with pytest.raises(Error, match="at least one round"):
        aligner.align(bitext(["a"], ["b"]), aligner.AlignerOptions(hmm_rounds=0))
    broken = tmp_path / "prior"
    broken.write_bytes(b"PAR1 nonsense")
    with pytest.raises(FormatError, match="prior: this is no prior of alignments"):
        aligner.read_prior(broken)


@pytest.mark.parametrize("number", ["inf", "nan", "-1", "1e300"])
def test_a_prior_has_counts(tmp_path: Path, number: str) -> None:
    import pyarrow.parquet

    learnt = aligner.align(bitext(["a b"], ["c d"]), learn=True).learnt
    assert learnt is not None
    aligner.write_prior(learnt, tmp_path / "prior")
    table = pyarrow.parquet.read_table(tmp_path / "prior")
    jumps = {**table.schema.metadata, b"forward jumps": " ".join([number] * 201)}
    pyarrow.parquet.write_table(table.replace_schema_metadata(jumps), tmp_path / "prior")
    with pytest.raises(FormatError, match="prior: this is no prior of alignments"):
        aligner.read_prior(tmp_path / "prior")


def test_a_table_that_is_no_prior_is_refused(tmp_path: Path) -> None:
    import pyarrow.parquet

    path = tmp_path / "table.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"source": [1]}), path)
    with pytest.raises(FormatError, match="this is no prior of alignments"):
        aligner.read_prior(path)


def test_the_command_aligns_files(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, target, _ = made_up(100, seed=6)
    files = [tmp_path / "source", tmp_path / "target"]
    for path, lines in zip(files, (source, target), strict=True):
        path.write_text("".join(f"{line.upper()}\n" for line in lines), "utf-8")
    out, prior = tmp_path / "links.xz", tmp_path / "prior"
    texts = ["--source", str(files[0]), "--target", str(files[1])]
    assert main(["align", *texts, "-o", str(out), "--save-priors", str(prior)]) == 0
    assert capfd.readouterr().err.startswith("100 pairs, ")
    assert prior.exists()
    assert main(["align", *texts, "--method", "intersection"]) == 0
    assert capfd.readouterr().out.splitlines() == list(
        align_texts(source, target, AlignOptions(method="intersection"))
    )


def test_the_command_symmetrises_links_of_others(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, text in [("s", "a b\n"), ("t", "c d\n"), ("f", "0-0 1-1\n"), ("r", "0-0 0-1\n")]:
        (tmp_path / name).write_text(text, "utf-8")
    source, target, forward, reverse = (str(tmp_path / name) for name in "stfr")
    texts = ["--source", source, "--target", target]
    assert main(["align", *texts, "--links", forward, reverse, "--method", "union"]) == 0
    assert capfd.readouterr().out == "0-0 0-1 1-1\n"
    assert main(["align", *texts, "--links", forward, source, "--method", "union"]) == 1
    assert "is not a link; write places from 0 on as 3-4" in capfd.readouterr().err


def test_the_command_needs_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["align", "--source", "a"])
    assert "--source and --target are needed" in capsys.readouterr().err
