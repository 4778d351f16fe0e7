"""Tables: what goes in comes out, from Python, text and the reference data."""

from __future__ import annotations

import gzip
import math
import struct
from collections import defaultdict
from pathlib import Path

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from otherwords import Error, FormatError
from otherwords.align.columns import text_buffers
from otherwords.tables import (
    BuildReport,
    Duplicates,
    Entry,
    Table,
    TableBuilder,
    TextOptions,
    build_table,
    open_table,
    write_table,
)

# Words without what separates them, and with enough that is not ASCII.
WORD = st.text(st.sampled_from("abcé字😀|&'-.0"), min_size=1, max_size=4).filter(
    lambda word: "|||" not in word
)
PHRASE = st.lists(WORD, min_size=1, max_size=4).map(" ".join)
SCORE = st.floats(-50, 3, width=32)
COUNT = st.none() | st.integers(1, 1 << 40)
TAGS = st.none() | st.sampled_from(["NN", "VB", "VP/NP", "字"])
PAIRS = st.dictionaries(
    st.tuples(PHRASE, PHRASE),
    st.tuples(st.tuples(SCORE, SCORE), COUNT, TAGS, st.booleans()),
    max_size=40,
)
Pairs = dict[tuple[str, str], tuple[tuple[float, float], int | None, str | None, bool]]
# Files overwrite those of the example before, and disks are slow now and then.
FOLDER_PER_RUN = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)


def single(number: float) -> float:
    """The number in single precision."""
    return float(struct.unpack("f", struct.pack("f", number))[0])


def alignment_of(source: str, target: str, aligned: bool) -> list[tuple[int, int]]:
    """First to last and last to first, if the pair is to have an alignment."""
    last = (len(source.split()) - 1, len(target.split()) - 1)
    return [(0, last[1]), (last[0], 0)][: 1 + (last != (0, 0))] if aligned else []


def build(path: Path, pairs: Pairs) -> Table:
    builder = TableBuilder(["p", "q"])
    for (source, target), (scores, count, tags, aligned) in pairs.items():
        alignment = alignment_of(source, target, aligned)
        builder.add(source, target, scores, count=count, tags=tags, alignment=alignment)
    assert len(builder) == len(pairs)
    builder.write(path)
    return Table(path)


def flat(entry: Entry) -> tuple[str, list[float], int | None, str | None, list[tuple[int, int]]]:
    return entry.target, entry.scores, entry.count, entry.tags, entry.alignment


def expected(pairs: Pairs, source: str) -> list[object]:
    """The entries of a source as they must come out: best first, then by the words."""
    found = [
        (target, list(scores), count, tags, alignment_of(source, target, aligned))
        for (other, target), (scores, count, tags, aligned) in pairs.items()
        if other == source
    ]
    found.sort(key=lambda entry: (-entry[1][0], [word.encode() for word in entry[0].split()]))
    return list(found)


@FOLDER_PER_RUN
@given(pairs=PAIRS)
def test_a_table_equals_a_dictionary(pairs: Pairs, tmp_path: Path) -> None:
    table = build(tmp_path / "t", pairs)
    assert table.entry_count == len(pairs)
    assert table.source_count == len({source for source, _ in pairs})
    for source in {source for source, _ in pairs} | {"not there", ""}:
        assert [flat(entry) for entry in table.lookup(source)] == expected(pairs, source)


@FOLDER_PER_RUN
@given(pairs=PAIRS, tokens=st.lists(WORD, max_size=6))
def test_matches_are_look_ups_of_all_spans(pairs: Pairs, tokens: list[str], tmp_path: Path) -> None:
    table = build(tmp_path / "t", pairs)
    tokens += [word for source, _ in list(pairs)[:3] for word in source.split()]
    spans = [
        (begin, end, entry)
        for begin in range(len(tokens))
        for end in range(begin + 1, len(tokens) + 1)
        for entry in expected(pairs, " ".join(tokens[begin:end]))
    ]
    assert [(m.begin, m.end, flat(m.entry)) for m in table.matches(tokens)] == spans


@FOLDER_PER_RUN
@given(pairs=PAIRS.filter(bool), log=st.booleans(), name=st.sampled_from(["t.tsv", "t.tsv.zst"]))
def test_text_gives_the_same_table_again(
    pairs: Pairs, log: bool, name: str, tmp_path: Path
) -> None:
    table = build(tmp_path / "a", pairs)
    write_table(table, tmp_path / name, log=log)
    build_table([tmp_path / name], tmp_path / "b", options=TextOptions(log=log, strict=True))
    if log:
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    again = Table(tmp_path / "b")
    for source, _ in pairs:
        # A score next to 0 has no probability of its own in double precision.
        near: list[object] = [
            (target, [pytest.approx(score, rel=1e-7, abs=1e-15) for score in scores], *rest)
            for target, scores, *rest in map(flat, table.lookup(source))
        ]
        assert [flat(entry) for entry in again.lookup(source)] == near


@FOLDER_PER_RUN
@given(pairs=PAIRS.filter(bool))
def test_moses_text_keeps_all_but_tags(pairs: Pairs, tmp_path: Path) -> None:
    table = build(tmp_path / "a", pairs)
    write_table(table, tmp_path / "t.moses.gz", log=True)
    options = TextOptions(log=True, strict=True, names=["p", "q"])
    again = open_table(tmp_path / "t.moses.gz", options=options)
    for source, _ in pairs:
        assert [flat(e) for e in again.lookup(source)] == [
            (target, scores, count, None, alignment)
            for target, scores, count, _, alignment in map(flat, table.lookup(source))
        ]


@settings(FOLDER_PER_RUN, max_examples=25)
@given(pairs=PAIRS)
def test_parquet_has_all_columns(pairs: Pairs, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = build(tmp_path / "t", pairs)
    write_table(table, tmp_path / "t.parquet")
    rows = parquet.read_table(tmp_path / "t.parquet").to_pylist()
    found = {
        (row["source"], row["target"]): (
            (row["p"], row["q"]),
            row.get("count"),
            row.get("tags"),
            row.get("alignment"),
        )
        for row in rows
    }
    assert len(rows) == len(pairs)
    assert found == {
        (source, target): (
            scores,
            count,
            tags,
            " ".join(f"{a}-{b}" for a, b in alignment_of(source, target, aligned)) or None,
        )
        for (source, target), (scores, count, tags, aligned) in pairs.items()
    }


@FOLDER_PER_RUN
@given(
    first=PAIRS,
    second=PAIRS,
    policy=st.sampled_from(list(Duplicates)),
)
def test_merging_is_a_union(
    first: Pairs, second: Pairs, policy: Duplicates, tmp_path: Path
) -> None:
    tables = [build(tmp_path / "a", first), build(tmp_path / "b", second)]
    builder = TableBuilder(["p", "q"])
    for table in tables:
        builder.add_table(table)
    report = builder.write(tmp_path / "c", duplicates=policy)
    merged = Table(tmp_path / "c")
    assert merged.entry_count == report.entries == len(first.keys() | second.keys())
    assert report.duplicates == len(first.keys() & second.keys())
    for source, target in first.keys() | second.keys():
        [entry] = [e for e in merged.lookup(source) if e.target == target]
        rivals = [pairs[source, target] for pairs in (first, second) if (source, target) in pairs]
        if policy == Duplicates.FIRST:
            assert entry.scores == list(rivals[0][0])
        elif policy == Duplicates.BEST:
            assert entry.scores == list(max(rival[0] for rival in rivals))
        else:
            columns = zip(*(rival[0] for rival in rivals), strict=True)
            sums = [math.log(sum(map(math.exp, column))) for column in columns]
            assert entry.scores == pytest.approx(sums, rel=1e-6, abs=1e-6)
            assert (entry.count or 0) == sum(rival[1] or 0 for rival in rivals)


@FOLDER_PER_RUN
@given(values=st.lists(SCORE, min_size=1, max_size=600))
def test_quantised_scores_are_near_and_in_order(values: list[float], tmp_path: Path) -> None:
    builder = TableBuilder(["p"])
    for place, value in enumerate(values):
        builder.add("a", f"t{place}", [value])
    report = builder.write(tmp_path / "t", quantise=True)
    table = Table(tmp_path / "t")
    assert table.is_quantised
    [limit] = report.quantisation_errors
    if len(set(values)) <= 256:
        assert limit == 0
    assert limit <= (max(values) - min(values)) / 255 * 1.001
    entries = table.lookup("a")
    for entry in entries:
        assert abs(entry.scores[0] - values[int(entry.target[1:])]) <= limit * 1.00001
    keys = [(-entry.scores[0], entry.target) for entry in entries]
    assert keys == sorted(keys)


def test_the_reference_table_is_found_entry_by_entry(shared: Path, tmp_path: Path) -> None:
    source_file = shared / "reference" / "decode" / "table.gz"
    report = build_table([source_file], tmp_path / "t", options=TextOptions(strict=True))
    assert report.written.entries == 319_477
    table = Table(tmp_path / "t")
    table.verify()
    by_source: dict[str, dict[str, float]] = defaultdict(dict)
    with gzip.open(source_file, "rt", encoding="utf-8") as lines:
        for line in lines:
            source, target, score = line.rstrip("\n").split(" ||| ")
            by_source[source][target] = single(math.log(float(score)))
    assert table.source_count == len(by_source)
    for source, targets in by_source.items():
        entries = table.lookup(source)
        assert {entry.target: entry.scores[0] for entry in entries} == targets
        scores = [entry.scores[0] for entry in entries]
        assert scores == sorted(scores, reverse=True)
    assert table.file_size < 12 * table.entry_count


def test_the_builder_refuses_what_is_no_entry() -> None:
    builder = TableBuilder(["p"])
    for source, target, scores, alignment, why in [
        ("", "b", [0.0], [], "the source is empty"),
        ("a", " ", [0.0], [], "the target is empty"),
        ("a", "b " * 256, [0.0], [], "256 words"),
        ("a", "b", [], [], "0 scores where 1 are expected"),
        ("a", "b", [math.nan], [], "not a finite number"),
        ("a", "b", [-math.inf], [], "not a finite number"),
        ("a", "b|||c", [0.0], [], "|||"),
        ("a", "b\nc", [0.0], [], "white space"),
        ("a", "b", [0.0], [(0, 1)], "outside the phrases"),
        ("a", "b", [0.0], [(0, 0), (0, 0)], "twice"),
    ]:
        with pytest.raises(FormatError) as caught:
            builder.add(source, target, scores, alignment=alignment)
        assert why in str(caught.value)
    assert len(builder) == 0
    for names in [[], ["a", "a"], ["1"], ["count"], ["a b"], [f"s{i}" for i in range(65)]]:
        with pytest.raises(FormatError):
            TableBuilder(names)


def test_tables_with_other_scores_are_not_merged(tmp_path: Path) -> None:
    builder = TableBuilder(["p"])
    builder.add("a", "b", [-1])
    builder.write(tmp_path / "t")
    with pytest.raises(FormatError, match="its scores are p, not q"):
        TableBuilder(["q"]).add_table(Table(tmp_path / "t"))


def test_a_text_opened_as_a_table_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    text = tmp_path / "t.tsv"
    text.write_text("a\tb\t0.5\n", encoding="utf-8")
    table = open_table(text)
    assert [path.name for path in tmp_path.iterdir()] == ["t.tsv"]
    assert table.lookup("a")[0].target == "b"
    (tmp_path / "broken.tsv").write_text("a\tb\tx\n")
    with pytest.raises(FormatError):
        open_table(tmp_path / "broken.tsv", options=TextOptions(strict=True))
    assert len(list(tmp_path.iterdir())) == 2


def test_files_of_version_1_stay_readable(repository: Path, tmp_path: Path) -> None:
    kept = repository / "tests" / "fixtures" / "version-1.table"
    table = Table(kept)
    table.verify()
    assert table.score_names == ["p", "q"]
    assert [flat(entry) for entry in table.lookup("in spite of")] == [
        ("despite", [-0.5, -1.25], 7, "IN", [(0, 0), (2, 0)]),
        ("for all", [-3.0, -0.125], None, None, []),
    ]
    assert table.lookup("été")[0].target == "l' été"
    # The same entries give the same bytes: a change of the format needs a new version.
    builder = TableBuilder(["p", "q"])
    builder.add_table(table)
    builder.write(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == kept.read_bytes()


def test_broken_lines_never_pass_in_silence(tmp_path: Path) -> None:
    text = tmp_path / "t.tsv"
    text.write_text("a\tb\t0.5\na\tc\t0\n", encoding="utf-8")
    with pytest.warns(UserWarning, match="1 of 2 lines .* the first is line 2: the probability 0"):
        assert open_table(text).entry_count == 1
    reports: list[BuildReport] = []
    open_table(text, report=reports.append)
    assert reports[0].inputs[0].held.broken == 1


def test_nothing_is_written_from_a_broken_archive(tmp_path: Path) -> None:
    archive = tmp_path / "t.gz"
    archive.write_bytes(gzip.compress(b"a ||| b ||| 0.5\n" * 1000)[:-9])
    with pytest.raises(Error, match="archive is broken"):
        build_table([archive], tmp_path / "t", text_format="moses")
    assert not (tmp_path / "t").exists()


def test_columns_of_entries_make_the_same_table(tmp_path: Path) -> None:
    sources, targets = ["a b", "a", "a b"], ["c", "b c", "d"]
    scores = numpy.array([[-1.0, -2.0], [-0.5, 0.0], [-3.0, -1.0]], numpy.float32)
    counts = numpy.array([3, 0, 1])
    one, many = TableBuilder(["p", "q"]), TableBuilder(["p", "q"])
    for source, target, values, count in zip(sources, targets, scores, counts, strict=True):
        one.add(source, target, values.tolist(), count=int(count) or None)
    many.add_columns(*text_buffers(sources), *text_buffers(targets), scores, counts)
    one.write(tmp_path / "one")
    many.write(tmp_path / "many")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "many").read_bytes()
    with pytest.raises(Error, match="differ in length"):
        many.add_columns(*text_buffers(sources), *text_buffers(targets), scores[:2], counts)
