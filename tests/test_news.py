"""Sentence pairs from news and from two translations of a work."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords._core import Error, FormatError, align_sentences, cluster_articles, near_pairs
from otherwords.learn.corpora import read_pairs
from otherwords.learn.corpora.news import Article, read_articles
from otherwords.learn.corpora.news_pairs import NewsOptions, NewsReport, mine_pairs
from otherwords.learn.corpora.sentence_alignment import align_works
from otherwords.learn.corpora.sentences import split_sentences

PR: dict[str, Any] = {"distance": 12, "share": 0.6, "ratio": 2 / 3, "shortest": 5, "longest": 80}


def edits(a: list[str], b: list[str], substitution: int) -> int:
    """The edit distance, by the book."""
    row = list(range(len(b) + 1))
    for i, word in enumerate(a, 1):
        next_row = [i]
        for j, other in enumerate(b, 1):
            change = row[j - 1] + (0 if word == other else substitution)
            next_row.append(min(row[j] + 1, next_row[-1] + 1, change))
        row = next_row
    return row[-1]


def near_by_the_book(lines: list[str], substitutions: bool, **o: Any) -> list[tuple[int, int, int]]:
    def visible(words: list[str]) -> list[str]:
        return [word for word in words if any(map(str.isalnum, word))]

    first = {line: place for place, line in reversed(list(enumerate(lines)))}
    found = []
    for i, j in combinations(sorted(first.values()), 2):
        a, b = lines[i].split(), lines[j].split()
        short, long = sorted((len(a), len(b)))
        if short < o["shortest"] or long > o["longest"] or short < o["ratio"] * long - 1e-9:
            continue
        distance = edits(a, b, 1 if substitutions else 2)
        near = distance <= min(o["distance"], int(o["share"] * long + 1e-9))
        if near and set(a) & set(b) and visible(a) != visible(b):
            found.append((i, j, distance))
    return found


WORDS = st.sampled_from([*"abcdef,."])


@given(
    st.lists(
        st.lists(WORDS, max_size=9).map(" ".join),
        max_size=12,
    ),
    st.booleans(),
    st.integers(0, 8),
    st.floats(0, 2),
    st.sampled_from([0.1, 0.5, 2 / 3, 1.0]),
    st.integers(1, 4),
)
def test_blocking_misses_no_pair(
    lines: list[str],
    substitutions: bool,
    distance: int,
    share: float,
    ratio: float,
    shortest: int,
) -> None:
    options: dict[str, Any] = {"distance": distance, "share": share, "ratio": ratio}
    options["shortest"] = shortest
    found = near_pairs([lines], longest=8, substitutions=substitutions, **options)[0]
    expected = near_by_the_book(lines, substitutions, longest=8, **options)
    assert [(pair.first, pair.second, pair.distance) for pair in found.pairs] == expected


def test_clusters_do_not_depend_on_threads() -> None:
    chance = random.Random(1)
    clusters = [
        [" ".join(chance.choices(["a", "b", "c", "d", "e", "f", "g"], k=8)) for _ in range(40)]
        for _ in range(9)
    ]
    one, three = (
        near_pairs(clusters, substitutions=False, threads=threads, **PR) for threads in (1, 3)
    )
    assert [[(p.first, p.second) for p in c.pairs] for c in one] == [
        [(p.first, p.second) for p in c.pairs] for c in three
    ]


STORIES = [
    "The central bank of Ruritania raised its interest rate to five percent on Monday.",
    "Ruritania's central bank on Monday raised its main interest rate to five percent.",
    "A fire destroyed the old opera house in the harbour of Strelsau, police said.",
    "The old opera house in Strelsau was destroyed by a fire, police said on Monday.",
]


def articles(**changes: Any) -> list[Article]:
    return [Article(f"a:{i}", [text], time=0, **changes) for i, text in enumerate(STORIES)]


def test_articles_are_clustered_by_event() -> None:
    numbers = cluster_articles(STORIES, [0, 1, 2, 3], similarity=0.2, window=10)
    assert numbers == [0, 0, 1, 1]
    late = cluster_articles(STORIES, [0, 100, 2, 3], similarity=0.2, window=10)
    assert late == [0, 2, 1, 1]
    assert cluster_articles(STORIES, [9, 8, 7, 6], similarity=1.1, window=10) == [3, 2, 1, 0]
    assert cluster_articles([], [], similarity=0.2, window=1) == []
    with pytest.raises(Error, match="each article needs a time"):
        cluster_articles(["a"], [], similarity=0.2, window=1)


def test_pairs_come_with_statistics() -> None:
    report = NewsReport()
    pairs = list(mine_pairs(articles(), NewsOptions(share=0.9, distance=20), report=report))
    assert [(pair.source, pair.target) for pair in pairs] == [
        (STORIES[0], STORIES[1]),
        (STORIES[2], STORIES[3]),
    ]
    assert (report.articles, report.clusters, report.sentences) == (4, 2, 4)
    assert (report.pairs, report.possible) == (2, 2)
    assert report.mean_distance == sum(pair.distance for pair in pairs) / 2
    assert 14 < report.mean_length < 18


def test_given_clusters_are_used() -> None:
    wide = NewsOptions(share=2, distance=99, ratio=0.1)
    assert len(list(mine_pairs(articles(cluster="x"), wide))) == 6
    again = NewsOptions(share=2, distance=99, ratio=0.1, recluster=True)
    assert len(list(mine_pairs(articles(cluster="x"), again))) == 2


def test_repeated_sentences_and_pairs_count_once() -> None:
    report = NewsReport()
    sentences = [
        "The old mill was sold today .",
        "The old mill was sold today !",
        "The old mill was sold",
    ]
    twice = [Article(f"{c}:{i}", sentences, c) for c in "xy" for i in range(2)]
    pairs = list(mine_pairs(twice, NewsOptions(), report=report))
    assert len(pairs) == report.pairs == 2
    assert (report.repeated, report.punctuation, report.duplicates) == (6, 2, 2)


class TestArticles:
    def test_json_lines(self, tmp_path: Path) -> None:
        path = tmp_path / "news.jsonl"
        items = [
            {"cluster": "c", "sentences": ["A.", "B."], "date": "2004-05-17T02:00+02:00"},
            {"title": "T", "text": "Mr. X came. He saw.", "timestamp": 1084752000000},
        ]
        path.write_text("\n".join(map(json.dumps, items)), "utf-8")
        first, second = read_articles(path)
        assert first == Article(f"{path}:1", ["A.", "B."], "c", 1084752000)
        assert second == Article(f"{path}:2", ["T", "Mr. X came.", "He saw."], None, 1084752000)

    def test_headlines(self, tmp_path: Path) -> None:
        path = tmp_path / "news.tsv"
        path.write_text("story\ttimestamp\ttitle\ns1\t7\tA headline\n", "utf-8")
        assert list(read_articles(path)) == [Article(f"{path}:2", ["A headline"], "s1", 7)]

    def test_folders(self, tmp_path: Path) -> None:
        pytest.importorskip("trafilatura")
        (tmp_path / "2004-05-17").mkdir()
        (tmp_path / "2004-05-17" / "a.txt").write_text("One fine day. It rained.", "utf-8")
        paragraph = "<p>The mayor opened the new bridge across the river on Monday morning.</p>"
        (tmp_path / "b.html").write_text(
            "<html><head><title>A bridge</title>"
            '<meta property="article:published_time" content="2004-05-18T10:00:00Z"></head><body>'
            f"<nav><a href='/'>Home</a></nav><article><h1>A bridge</h1>{paragraph * 4}</article>"
            "<footer>All rights reserved</footer></body></html>",
            "utf-8",
        )
        text, page = read_articles(tmp_path)
        assert text.sentences == ["One fine day.", "It rained."]
        assert text.time == 1084752000
        assert page.time == 1084838400
        assert (
            "The mayor opened the new bridge across the river on Monday morning." in page.sentences
        )
        assert not any("Home" in sentence or "rights" in sentence for sentence in page.sentences)

    def test_a_number_is_no_date(self, tmp_path: Path) -> None:
        for name in ("2004-05-17-id-20041399.txt", "id-20041399.txt", "folder.txt/20040518.txt"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text("One fine day.", "utf-8")
        times = {Path(each.place).name: each.time for each in read_articles(tmp_path)}
        assert times == {
            "2004-05-17-id-20041399.txt": 1084752000,
            "id-20041399.txt": None,
            "20040518.txt": 1084838400,
        }

    @pytest.mark.parametrize(
        ("item", "why"),
        [
            ({"date": "2004"}, "no sentences, text or title"),
            ({"text": 3}, "must be texts"),
            ({"sentences": [1]}, "must be texts"),
            ({"text": "a", "date": "soon"}, "'soon' is no time; write it as"),
            ({"text": "a", "date": 1e300}, "'1e.300' is no time; write it as"),
        ],
    )
    def test_what_is_wrong_is_said(self, tmp_path: Path, item: dict[str, Any], why: str) -> None:
        path = tmp_path / "news.jsonl"
        path.write_text(json.dumps(item), "utf-8")
        with pytest.raises(FormatError, match=f"news.jsonl:1: .*{why}"):
            list(read_articles(path))

    def test_dates_are_needed_for_a_window(self, tmp_path: Path) -> None:
        path = tmp_path / "news.jsonl"
        path.write_text("".join(json.dumps({"text": text}) + "\n" for text in STORIES), "utf-8")
        with pytest.raises(Error, match=r"news.jsonl:1: the article has no date"):
            list(read_pairs("news", [path]))
        found = read_pairs("news", [path], days=0, share=0.9, distance=20)
        assert sum(map(len, found)) == 2
        with pytest.raises(Error, match="has no option 'day'; it takes language, recluster"):
            read_pairs("news", [path], day=0)
        with pytest.raises(Error, match=r"ratio = -1.0: give a number from 0 on"):
            read_pairs("news", [path], ratio=-1.0)
        with pytest.raises(Error, match="longest = 1000001: give words"):
            read_pairs("news", [path], longest=1_000_001)
        assert not list(mine_pairs([], NewsOptions(days=1e300)))

    def test_what_is_no_news_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(Error, match=r"no .html, .htm or .txt file here"):
            list(read_articles(tmp_path))
        (tmp_path / "a.doc").touch()
        with pytest.raises(Error, match=r"articles come in a folder, or in a .jsonl or .tsv file"):
            list(read_articles(tmp_path / "a.doc"))


def test_clusters_of_real_news_give_pairs(shared: Path) -> None:
    report = NewsReport()
    path = shared / "data" / "corpora" / "ecbplus" / "ecbplus.jsonl.xz"
    pairs = list(mine_pairs(read_articles(path), NewsOptions(), report=report))
    assert (report.articles, report.clusters) == (982, 86)
    assert len(pairs) == report.pairs > 900
    assert report.compared < report.possible / 1000
    # PR: 5.17 words and 18.6 words.
    assert 4 < report.mean_distance < 7
    assert 15 < report.mean_length < 25


def test_sentences_end_where_a_reader_would_end_them() -> None:
    text = 'He met Dr. Smith in the U.S. on Monday. "Why?" he asked. She left… Then 3 came!\nEnd'
    assert split_sentences(text) == [
        "He met Dr. Smith in the U.S. on Monday.",
        '"Why?" he asked.',
        "She left…",
        "Then 3 came!",
        "End",
    ]
    assert split_sentences(" \n\n") == []


class TestSentenceAlignment:
    ONE: ClassVar = [
        "the cat sat on the mat .",
        "it rained all day .",
        "then it slept .",
        "the end .",
    ]
    OTHER: ClassVar = [
        "on the mat sat the cat .",
        "all day it rained , and then it slept .",
        "nobody knew why this happened to them , not even the old king .",
        "this is the end .",
    ]

    def test_beads_cover_both_texts(self) -> None:
        beads = align_sentences(self.ONE, self.OTHER)
        spans = [(b.first_begin, b.first_end, b.second_begin, b.second_end) for b in beads]
        assert spans == [(0, 1, 0, 1), (1, 3, 1, 2), (3, 3, 2, 3), (3, 4, 3, 4)]
        assert [round(bead.overlap, 1) for bead in beads][2] == 0
        assert beads[0].overlap == 1

    @given(
        st.lists(st.sampled_from(["a b", "c d e f", "g", ""]), max_size=30),
        st.lists(st.sampled_from(["a b", "c d e f", "g", ""]), max_size=30),
        st.integers(0, 5),
    )
    def test_nothing_is_left_out(self, one: list[str], other: list[str], window: int) -> None:
        ends = (0, 0)
        for bead in align_sentences(one, other, window=window):
            assert (bead.first_begin, bead.second_begin) == ends
            ends = (bead.first_end, bead.second_end)
            assert 0 <= bead.overlap <= 1
        assert ends == (len(one), len(other))

    def test_works_are_aligned_by_chapter(self, tmp_path: Path) -> None:
        first, second = tmp_path / "a", tmp_path / "b"
        first.write_text("I. The cat sat.\n\n\nII. It slept. The end.\n", "utf-8")
        second.write_text("\nI. A cat sat down.\n\nII. It slept. This is the end.\n\n", "utf-8")
        pairs = list(align_works(first, second))
        assert [(p.source, p.target, p.shape) for p in pairs] == [
            ("I. The cat sat.", "I. A cat sat down.", "1-1"),
            ("II. It slept. The end.", "II. It slept. This is the end.", "1-1"),
        ]
        split = [pair.source for pair in align_works(first, second, split=True)]
        assert split[-1] == "The end."
        batches = list(read_pairs("works", [first, second], least=0.99))
        assert batches == []
        with pytest.raises(Error, match="takes two works, not 1"):
            read_pairs("works", [first])

    def test_a_known_alignment_is_found_again(self, shared: Path) -> None:
        import lzma

        path = shared / "data" / "corpora" / "bible" / "bible-english.tsv.xz"
        rows = [line.rstrip("\n").split("\t") for line in lzma.open(path, "rt", encoding="utf-8")]
        verses = [row for row in rows if row[0].startswith("Mark ") and row[1] and row[3]]
        chance = random.Random(5)
        one: list[str] = []
        other: list[str] = []
        expected = set()
        for row in verses:
            kept = chance.random()
            if kept > 0.03:
                one.append(row[1].lower())
            if kept < 0.97:
                other.append(row[3].lower())
            if 0.03 < kept < 0.97:
                expected.add((len(one) - 1, len(one), len(other) - 1, len(other)))
        found = {
            (b.first_begin, b.first_end, b.second_begin, b.second_end)
            for b in align_sentences(one, other)
        }
        assert len(expected) > 500
        assert len(found & expected) > 0.97 * len(expected)
