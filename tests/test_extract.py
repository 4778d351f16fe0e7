"""Phrase extraction against the definitions, and weights worked by hand."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords._core import Bitext, Error, FormatError, Links
from otherwords.align.columns import bitext, links
from otherwords.align.phrases import (
    WEIGHT_BITS,
    ExtractedPhrases,
    ExtractOptions,
    WeightKind,
    count_table,
    extract,
    lexicon_from_counts,
    lexicon_from_table,
    lexicon_table,
)
from tests.alignments import LinkSet, aligned, cept_count, consistent_spans, text_of

Words = list[str]


def different_words(sources: int, targets: int) -> tuple[str, str]:
    """Sentences in which every span is a phrase of its own."""
    return " ".join(f"s{i}" for i in range(sources)), " ".join(f"t{i}" for i in range(targets))


def extracted(text: Bitext, alignment: Links, options: ExtractOptions) -> ExtractedPhrases:
    return extract(text, alignment, lexicon_from_counts([count_table(text, alignment)]), options)


def phrase_pairs(found: ExtractedPhrases) -> dict[tuple[str, str], dict[str, object]]:
    """The rows by the words of both phrases."""
    sources = dict(zip(*(found.sources[name].to_pylist() for name in ("id", "words")), strict=True))
    targets = dict(zip(*(found.targets[name].to_pylist() for name in ("id", "words")), strict=True))
    return {
        (sources[row["source_id"]], targets[row["target_id"]]): row
        for row in found.pairs.to_pylist()
    }


def expected_spans(
    sources: int, targets: int, alignment: LinkSet, options: ExtractOptions
) -> set[tuple[str, str]]:
    longest = options.longest or 255
    found = consistent_spans(sources, targets, alignment, longest=longest, tight=options.tight)
    return {
        (" ".join(f"s{i}" for i in range(*source)), " ".join(f"t{i}" for i in range(*target)))
        for source, target in found
        if not options.cepts or cept_count(source, target, alignment) <= options.cepts
    }


@settings(deadline=None)
@given(aligned(), st.integers(0, 5), st.booleans(), st.integers(0, 4))
def test_the_pairs_are_those_of_the_definition(
    case: tuple[int, int, LinkSet], longest: int, tight: bool, cepts: int
) -> None:
    sources, targets, alignment = case
    options = ExtractOptions(longest=longest, tight=tight, cepts=cepts)
    source, target = different_words(sources, targets)
    found = extracted(bitext([source], [target]), links([text_of(alignment)]), options)
    assert set(phrase_pairs(found)) == expected_spans(sources, targets, alignment, options)
    assert set(found.pairs["count"].to_pylist()) <= {1}


WORD = st.sampled_from(["a", "b", "ç"])


@st.composite
def corpora(draw: st.DrawFn) -> list[tuple[Words, Words, LinkSet]]:
    """Aligned sentence pairs with few words, so that phrases come again."""
    pairs = []
    for sources, targets, alignment in draw(st.lists(aligned(4), max_size=4)):
        source = draw(st.lists(WORD, min_size=sources, max_size=sources))
        target = draw(st.lists(WORD, min_size=targets, max_size=targets))
        pairs.append((source, target, alignment))
    return pairs


@settings(deadline=None)
@given(corpora(), st.integers(0, 3))
def test_counts_and_weights_are_those_of_the_formula(
    corpus: list[tuple[Words, Words, LinkSet]], threads: int
) -> None:
    linked: Counter[tuple[str, str]] = Counter()
    for source, target, alignment in corpus:
        linked.update((source[s], target[t]) for s, t in alignment)
        linked.update((word, "") for i, word in enumerate(source) if i not in dict(alignment))
        bound = {t for _, t in alignment}
        linked.update(("", word) for j, word in enumerate(target) if j not in bound)
    source_totals: Counter[str] = Counter()
    target_totals: Counter[str] = Counter()
    for (s, t), count in linked.items():
        source_totals[s] += count
        target_totals[t] += count

    counts: Counter[tuple[str, str]] = Counter()
    weights: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for source, target, alignment in corpus:
        for (sb, se), (tb, te) in consistent_spans(len(source), len(target), alignment):
            pair = " ".join(source[sb:se]), " ".join(target[tb:te])
            of_source, of_target = 1.0, 1.0
            for i in range(sb, se):
                others = [target[t] for s, t in alignment if s == i] or [""]
                found = [linked[source[i], t] / target_totals[t] for t in others]
                of_source *= sum(found) / len(found)
            for j in range(tb, te):
                others = [source[s] for s, t in alignment if t == j] or [""]
                found = [linked[s, target[j]] / source_totals[s] for s in others]
                of_target *= sum(found) / len(found)
            counts[pair] += 1
            weights.setdefault(pair, []).append((of_source, of_target))

    text = bitext([" ".join(s) for s, _, _ in corpus], [" ".join(t) for _, t, _ in corpus])
    alignment_column = links([text_of(alignment) for _, _, alignment in corpus])
    lexicon = lexicon_from_counts([count_table(text, alignment_column)])
    rows = phrase_pairs(extract(text, alignment_column, lexicon, threads=threads))
    assert {pair: row["count"] for pair, row in rows.items()} == counts
    for pair, row in rows.items():
        best_source = max(of_source for of_source, _ in weights[pair])
        best_target = max(of_target for _, of_target in weights[pair])
        assert row["source_weight"] == pytest.approx(scaled(best_source), abs=1)
        assert row["target_weight"] == pytest.approx(scaled(best_target), abs=1)


def scaled(probability: float) -> float:
    return math.log(probability) * (1 << WEIGHT_BITS)


def test_weights_by_hand() -> None:
    # `ne pas` and `not` are linked twice over; `do` has no link, and counts with the null word.
    text = bitext(["i do not go", "not i"], ["je ne vais pas", "pas je"])
    alignment = links(["0-0 2-1 2-3 3-2", "0-0 1-1"])
    counts = count_table(text, alignment)
    assert sorted(counts["count"].to_pylist()) == [1, 1, 1, 2, 2]  # not-pas and i-je come twice
    rows = phrase_pairs(extracted(text, alignment, ExtractOptions(alignments=True)))
    # w(not | ne) = 1, w(not | pas) = 2/2, so the mean is 1; w(ne | not) = 1/3, w(pas | not) = 2/3.
    row = rows["do not go", "ne vais pas"]
    assert row["source_weight"] == 0  # w(do | null) = 1, w(not | …) = 1, w(go | vais) = 1
    assert row["target_weight"] == pytest.approx(scaled(1 / 3 * 1 * 2 / 3), abs=1)
    assert row["alignment"] == bytes([1, 0, 1, 2, 2, 1])
    assert rows["i", "je"]["count"] == 2
    assert ("not", "ne") not in rows
    assert rows["not", "pas"]["alignment"] == bytes([0, 0])


def test_of_several_alignments_the_greatest_weights_count() -> None:
    text = bitext(["a b", "a b", "a"], ["x y", "x y", "x"])
    alignment = links(["0-1 1-0", "0-0 1-1", "0-0"])
    row = phrase_pairs(extracted(text, alignment, ExtractOptions(alignments=True)))["a b", "x y"]
    assert row["count"] == 2
    # w(x | a) = 2/3 and w(y | b) = 1/2 along the second; 1/3 and 1/2 along the first.
    assert row["target_weight"] == pytest.approx(scaled(2 / 3 * 1 / 2), abs=1)
    assert row["alignment"] == bytes([0, 0, 1, 1])


def test_ids_are_the_same_in_every_part() -> None:
    options = ExtractOptions()
    first = phrase_pairs(extracted(bitext(["a b"], ["c"]), links(["0-0 1-0"]), options))
    second = phrase_pairs(extracted(bitext(["x  a\tb "], ["c"]), links(["1-0 2-0"]), options))
    assert first["a b", "c"]["source_id"] == second["a b", "c"]["source_id"]
    assert first["a b", "c"]["target_id"] == second["a b", "c"]["target_id"]


def test_the_number_of_threads_changes_nothing() -> None:
    sentences = [f"w{i % 7} w{i % 5} w{i % 3} w{i % 2}" for i in range(3000)]
    text, alignment = bitext(sentences, sentences), links(["0-0 1-2 2-1 3-3"] * 3000)
    lexicon = lexicon_from_counts([count_table(text, alignment)])
    options = ExtractOptions(alignments=True)
    one, two = (extract(text, alignment, lexicon, options, threads=n) for n in (1, 3))
    assert one.pairs.equals(two.pairs)
    assert one.sources.equals(two.sources)
    assert one.targets.equals(two.targets)
    ids = list(
        zip(*(one.pairs[name].to_pylist() for name in ("source_id", "target_id")), strict=True)
    )
    assert ids == sorted(set(ids))
    assert one.targets["id"].to_pylist() == sorted(set(one.targets["id"].to_pylist()))


def test_words_that_are_not_wanted_are_not_told() -> None:
    options = ExtractOptions(source_words=False, target_words=False)
    found = extracted(bitext(["a"], ["b"]), links(["0-0"]), options)
    assert (found.pairs.num_rows, found.sources.num_rows, found.targets.num_rows) == (1, 0, 0)
    assert found.pairs.column_names == [
        "source_id",
        "target_id",
        "count",
        "source_weight",
        "target_weight",
    ]


def test_a_lexicon_survives_as_a_table() -> None:
    text, alignment = bitext(["a b", "a"], ["c", "c d"]), links(["0-0", "0-0"])
    counts = count_table(text, alignment)
    lexicon = lexicon_from_counts([counts.slice(0, 1), counts.slice(1)])
    again = lexicon_from_table(lexicon_table(lexicon))
    assert lexicon_table(again).equals(lexicon_table(lexicon))
    assert len(again) == len(lexicon) == 3
    shown = extract(text, alignment, again)
    assert shown.pairs.equals(extract(text, alignment, lexicon).pairs)


def test_pairs_outside_of_the_lexicon_weigh_little() -> None:
    text, alignment = bitext(["a"], ["b"]), links(["0-0"])
    other = bitext(["x"], ["y"])
    lexicon = lexicon_from_counts([count_table(other, alignment)])
    row = phrase_pairs(extract(text, alignment, lexicon))["a", "b"]
    assert row["source_weight"] == row["target_weight"] == round(scaled(1e-7))


def test_columns_of_arrow_are_read_as_they_are() -> None:
    import pyarrow as pa

    column = pa.chunked_array([["a b", "c"], ["d"]], pa.string())
    whole = extracted(bitext(column, column), links(["0-0 1-1", "0-0", ""]), ExtractOptions())
    assert ("a b", "a b") in phrase_pairs(whole)
    part = column.combine_chunks().slice(1)
    sliced = extracted(bitext(part, part), links(["0-0", "0-0"]), ExtractOptions())
    assert set(phrase_pairs(sliced)) == {("c", "c"), ("d", "d")}
    empty = pa.array([], pa.large_string())
    assert len(bitext(empty, empty)) == 0
    with pytest.raises(Error, match="null"):
        bitext(pa.array(["a", None]), pa.array(["a", "b"]))


@pytest.mark.parametrize(
    ("alignment", "message"),
    [
        (["0-0"], "alignment: 1 alignments for 2 sentence pairs"),
        (["0-0", "0-2"], "alignment:2: the link 0-2 leads outside of a pair of 1 and 2 words"),
        (["1-0", ""], "alignment:1: the link 1-0 leads outside of a pair of 1 and 1 words"),
    ],
)
def test_links_of_another_text_are_refused(alignment: Words, message: str) -> None:
    text = bitext(["a", "b"], ["c", "d e"])
    with pytest.raises(FormatError, match=message):
        count_table(text, links(alignment))
    lexicon = lexicon_from_counts([count_table(text, links(["", ""]))])
    with pytest.raises(FormatError, match=message):
        extract(text, links(alignment), lexicon)


@pytest.mark.parametrize("text", ["0", "0-", "-1-0", "0-0-0", "a-b", "0:0", "70000-0", "0 - 0"])
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match=r"given:2: .* is not a link; write places from 0 on"):
        links(["0-0", text], name="given")


def test_texts_must_be_parallel() -> None:
    with pytest.raises(FormatError, match="the source has 2 sentences, the target 1"):
        bitext(["a", "b"], ["c"])


def test_endless_sentences_are_refused() -> None:
    with pytest.raises(FormatError, match="target:2: a sentence of more than 4,095 words"):
        bitext(["a", "b"], ["c", "d " * 4096])
    with pytest.raises(Error, match="up to 255 words, not 256"):
        extracted(bitext(["a"], ["b"]), links(["0-0"]), ExtractOptions(longest=256))


@settings(deadline=None)
@given(aligned(5))
def test_weights_of_model_1_are_sums_over_all_alignments(case: tuple[int, int, LinkSet]) -> None:
    sources, targets, alignment = case
    source, target = different_words(sources, targets)
    text, column = bitext([source], [target]), links([text_of(alignment)])
    lexicon = lexicon_from_counts([count_table(text, column)])
    linked = {(f"s{s}", f"t{t}") for s, t in alignment}
    fan_out = Counter(s for s, _ in linked)
    fan_in = Counter(t for _, t in linked)
    free = {f"s{i}" for i in range(sources)} - set(fan_out)
    free_targets = {f"t{i}" for i in range(targets)} - set(fan_in)

    def of_source(s: str, t: str) -> float:
        if not t:
            return 1 / len(free) if s in free else 1e-7
        return 1 / fan_in[t] if (s, t) in linked else 1e-7

    def of_target(t: str, s: str) -> float:
        if not s:
            return 1 / len(free_targets) if t in free_targets else 1e-7
        return 1 / fan_out[s] if (s, t) in linked else 1e-7

    options = ExtractOptions(weights=WeightKind.MODEL1)
    for (s_words, t_words), row in phrase_pairs(extract(text, column, lexicon, options)).items():
        ss, ts = s_words.split(), t_words.split()
        probability = math.prod(sum(of_source(s, t) for t in ["", *ts]) / (len(ts) + 1) for s in ss)
        assert row["source_weight"] == pytest.approx(scaled(probability), abs=1)
        probability = math.prod(sum(of_target(t, s) for s in ["", *ss]) / (len(ss) + 1) for t in ts)
        assert row["target_weight"] == pytest.approx(scaled(probability), abs=1)
