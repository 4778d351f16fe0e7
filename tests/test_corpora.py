"""Readers, cleaning and prepared corpora."""

from __future__ import annotations

import gzip
import lzma
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import zstandard

from otherwords._core import CasingCounter, Error, FormatError
from otherwords.learn.corpora import (
    Batch,
    CleaningOptions,
    CleaningReport,
    prepare,
    read_corpus,
    read_pairs,
    write_corpus,
)
from otherwords.learn.corpora.cleaning import REASONS
from otherwords.learn.corpora.scripts import is_in_script_of, is_mojibake
from otherwords.text.casing import Casing, load_casing


def pairs_of(kind: str, *paths: Path, **options: Any) -> list[tuple[str, str]]:
    return [
        pair
        for batch in read_pairs(kind, paths, **options)
        for pair in zip(batch.sources, batch.targets, strict=True)
    ]


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def cleaned(
    *pairs: tuple[str, str], **options: Any
) -> tuple[list[tuple[str, str]], CleaningReport]:
    report = CleaningReport()
    batch = Batch([source for source, _ in pairs], [target for _, target in pairs])
    kept = next(iter(prepare([batch], CleaningOptions(**options), report=report)))
    return list(zip(kept.sources, kept.targets, strict=True)), report


class TestMoses:
    def test_compressed_files_are_read_as_they_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(gzip.compress(b"one\ntwo\n"))
        (tmp_path / "b").write_bytes(lzma.compress(b"eins\r\nzwei"))
        (tmp_path / "c").write_bytes(zstandard.compress(b"un\ndeux\n"))
        a, b, c = (tmp_path / name for name in "abc")
        assert pairs_of("moses", a, b) == [("one", "eins"), ("two", "zwei")]
        assert pairs_of("moses", c, b) == [("un", "eins"), ("deux", "zwei")]

    @pytest.mark.parametrize("lines", [("a\nb\nc\n", "a\nb\n"), ("a\nb\n", "a\nb\nc\n")])
    def test_unequal_numbers_of_lines_are_an_error(
        self, tmp_path: Path, lines: tuple[str, str]
    ) -> None:
        one, other = write(tmp_path / "one", lines[0]), write(tmp_path / "two", lines[1])
        with pytest.raises(FormatError, match=r":3: .* has only 2 lines; .* get both again"):
            pairs_of("moses", one, other)

    def test_a_broken_archive_is_an_error(self, tmp_path: Path) -> None:
        path = tmp_path / "a.gz"
        path.write_bytes(gzip.compress(b"one\n" * 10_000)[:-9])
        with pytest.raises(FormatError, match="the archive is broken"):
            pairs_of("moses", path, path)

    def test_two_files_are_needed(self, tmp_path: Path) -> None:
        with pytest.raises(Error, match="two files, not 1"):
            pairs_of("moses", tmp_path)


class TestTables:
    TABLE = "work\tcos\tone\ttwo\nnovel\t0.9\tA.\tB.\nnovel\t0.2\tC.\tD.\nplay\t0.8\tE.\n"

    def test_columns_are_chosen_by_name(self, tmp_path: Path) -> None:
        path = write(tmp_path / "t.tsv", self.TABLE)
        options = {"columns": ["one", "two"], "header": True}
        assert pairs_of("tsv", path, **options) == [("A.", "B."), ("C.", "D."), ("E.", "")]
        kept = pairs_of("tsv", path, **options, score="cos", least=0.35)
        assert kept == [("A.", "B."), ("E.", "")]
        assert pairs_of("tsv", path, **options, where={"work": "play"}) == [("E.", "")]

    def test_a_mark_of_the_byte_order_is_no_part_of_a_name(self, tmp_path: Path) -> None:
        path = write(tmp_path / "t.tsv", "\ufeffone\ttwo\nA.\tB.\n")
        assert pairs_of("tsv", path, columns=["one", "two"], header=True) == [("A.", "B.")]

    def test_columns_are_chosen_by_number(self, tmp_path: Path) -> None:
        path = write(tmp_path / "t.tsv", "a\tb\t3\nc\td\t1\n")
        assert pairs_of("tsv", path) == [("a", "b"), ("c", "d")]
        assert pairs_of("tsv", path, columns=["1", "0"], score="2", least=2) == [("b", "a")]

    def test_what_is_wrong_is_said(self, tmp_path: Path) -> None:
        path = write(tmp_path / "t.tsv", self.TABLE)
        with pytest.raises(Error, match=r"no column 'three'; there are: work, cos, one, two"):
            pairs_of("tsv", path, columns=["one", "three"], header=True)
        for column in ("two", "9" * 5000):
            with pytest.raises(Error, match=r"is read without a header"):
                pairs_of("tsv", path, columns=["1", column])
        with pytest.raises(FormatError, match=r"t.tsv:2: the score is no number: 'novel'"):
            pairs_of("tsv", path, header=True, score="work")
        with pytest.raises(Error, match="two columns make a pair, not 3"):
            pairs_of("tsv", path, columns=["0", "1", "2"])
        with pytest.raises(Error, match="has no option 'colums'; it takes columns, header"):
            pairs_of("tsv", path, colums=["0"])
        with pytest.raises(Error, match="there is no reader 'csv'; there are: moses"):
            pairs_of("csv", path)
        with pytest.raises(FormatError, match="it is empty"):
            pairs_of("tsv", write(tmp_path / "e.tsv", ""), header=True)

    def test_each_two_translations_make_a_pair(self, tmp_path: Path) -> None:
        path = write(tmp_path / "b.tsv", "ref\tX\tY\tZ\n1:1\ta\tb\tc\n1:2\td\t\te\n1:3\tf\n")
        assert pairs_of("translations", path) == [("a", "b"), ("a", "c"), ("b", "c"), ("d", "e")]
        chosen = pairs_of("translations", path, columns=["Z", "X"])
        assert chosen == [("c", "a"), ("e", "d")]
        with pytest.raises(Error, match="one translation makes no pairs"):
            pairs_of("translations", path, columns=["X"])


class TestJsonl:
    def test_a_list_makes_several_pairs(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", '{"s": "a", "t": ["b", "c"]}\n\n{"s": "d"}\n')
        assert pairs_of("jsonl", path, columns=["s", "t"]) == [("a", "b"), ("a", "c"), ("d", "")]

    @pytest.mark.parametrize(
        ("line", "why"),
        [
            ("{", "a.jsonl:2: this is not JSON"),
            ("[1]", "a.jsonl:2: not a JSON object"),
            ('{"source": 1}', "a.jsonl:2: field 'source' is neither a text nor a list"),
            ("[" * 100_000, "a.jsonl:2: this is not JSON"),
        ],
    )
    def test_what_is_wrong_is_said(self, tmp_path: Path, line: str, why: str) -> None:
        path = write(tmp_path / "a.jsonl", '{"source": "a", "target": "b"}\n' + line)
        with pytest.raises(FormatError, match=why):
            pairs_of("jsonl", path)


class TestTmx:
    TMX = """<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en-GB"><seg>A <bpt i="1">b</bpt>old
 word.</seg></tuv><tuv xml:lang="FR"><seg>Un mot.</seg></tuv>
    <tuv xml:lang="de"><seg>Ein Wort.</seg></tuv></tu>
<tu><tuv lang="fr"><seg>Deux.</seg></tuv></tu>
</body></tmx>"""

    def test_units_of_both_languages_are_read(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tmx.gz"
        path.write_bytes(gzip.compress(self.TMX.encode()))
        languages = {"source_language": "en", "target_language": "fr"}
        assert pairs_of("tmx", path, **languages) == [("A bold word.", "Un mot.")]

    def test_what_is_wrong_is_said(self, tmp_path: Path) -> None:
        languages = {"source_language": "en", "target_language": "fr"}
        path = write(tmp_path / "a.tmx", self.TMX.replace("</tu>\n</body>", "</body>"))
        with pytest.raises(FormatError, match=r"a.tmx:6: this is not TMX: mismatched tag"):
            pairs_of("tmx", path, **languages)
        with pytest.raises(FormatError, match=r"this is not TMX: no element found"):
            pairs_of("tmx", write(tmp_path / "b.tmx", ""), **languages)
        for encoding in ("shift_jis", "no-such-code"):
            text = self.TMX.replace('"1.0"', f'"1.0" encoding="{encoding}"')
            with pytest.raises(FormatError, match=r"c.tmx:1: this is not TMX: .*encoding"):
                pairs_of("tmx", write(tmp_path / "c.tmx", text), **languages)
        with pytest.raises(Error, match="needs the option 'target_language'"):
            pairs_of("tmx", path, source_language="en")

    def test_a_broken_archive_is_told(self, tmp_path: Path) -> None:
        packed = gzip.compress(self.TMX.encode())
        (tmp_path / "a.tmx.gz").write_bytes(packed[: len(packed) // 2])
        with pytest.raises(FormatError, match=r"a.tmx.gz: the archive is broken"):
            pairs_of("tmx", tmp_path / "a.tmx.gz", source_language="en", target_language="fr")

    def test_what_was_read_does_not_stay_in_memory(self, tmp_path: Path) -> None:
        unit = "<tu><tuv lang='en'><seg>a</seg></tuv><tuv lang='fr'><seg>b</seg></tuv></tu>"
        path = write(tmp_path / "a.tmx", f"<tmx><body>{unit * 20_000}</body></tmx>")
        tracemalloc.start()
        try:
            languages = {"source_language": "en", "target_language": "fr"}
            assert sum(map(len, read_pairs("tmx", [path], **languages))) == 20_000
            assert tracemalloc.get_traced_memory()[1] < 4 << 20
        finally:
            tracemalloc.stop()


class TestLinked:
    def test_links_of_both_directions_make_one_pair(self, tmp_path: Path) -> None:
        sentences = write(tmp_path / "s", "1\teng\tHi.\n2\tfra\tSalut.\n3\teng\tHello.\n")
        links = write(tmp_path / "l", "1\t2\n2\t1\n1\t3\n3\t1\n3\t9\n")
        english = {"source_language": "eng", "target_language": "eng"}
        assert pairs_of("linked", sentences, links, **english) == [("Hi.", "Hello.")]
        french = {"source_language": "eng", "target_language": "fra"}
        assert pairs_of("linked", sentences, links, **french) == [("Hi.", "Salut.")]
        for line in ("a\tb", "1\t" + "9" * 5000):
            with pytest.raises(FormatError, match=r"l:1: not two numbers"):
                pairs_of("linked", sentences, write(links, line), **french)
        for line in ("1 eng Hi.", "9" * 5000 + "\teng\tHi."):
            with pytest.raises(FormatError, match=r"s:1: not number, language and text"):
                pairs_of("linked", write(sentences, line), links, **french)


class TestCleaning:
    def test_each_reason_is_counted(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(b"caf\xe9\nok\n")
        broken = next(read_pairs("moses", [tmp_path / "a", tmp_path / "a"])).sources[0]
        kept, report = cleaned(
            ("A good one.", "Un bon."),
            (broken, "Un café."),
            ("", "Rien."),
            ("Nothing.", " \u200b"),
            ("x" * 1_000_000, "Long."),
            ("x" * 200, "Un mot long."),
            ("Coffee.", "CafÃ©."),
            ("Moscow.", "Москва."),
            ("word " * 81, "mot " * 60),
            ("One.", "mot " * 30),
            ("The same.", "the same ."),
            ("A good one.", "Un  bon ."),
            target_language="fr",
        )
        assert kept == [("A good one .", "Un bon .")]
        assert report.dropped == dict.fromkeys(REASONS, 1) | {"empty": 2, "characters": 2}
        assert (report.read, report.kept) == (12, 1)
        assert (report.source_words, report.target_words) == (4, 3)

    def test_options_change_what_is_kept(self) -> None:
        pairs = [("A b.", "A b."), ("A b c d e f.", "A b."), ("A b c d e f.", "A b.")]
        assert cleaned(*pairs, identical=True)[1].dropped == {"duplicate": 1}
        assert cleaned(*pairs, duplicates=True)[1].dropped == {"identical": 1}
        assert cleaned(*pairs, ratio=2.0, duplicates=True, identical=True)[1].dropped == {
            "ratio": 2
        }
        assert cleaned(*pairs, longest=6, identical=True)[1].dropped == {"length": 2}
        assert cleaned(*pairs, shortest=4, identical=True)[1].dropped == {"length": 3}

    def test_casing_is_counted_before_it_is_lost(self, tmp_path: Path) -> None:
        counter = CasingCounter()
        batch = Batch(["We like Paris.", "I saw PARIS and Paris."], ["Yes, we do.", "I did."])
        options = CleaningOptions(lower=True)
        kept = next(iter(prepare([batch], options, source_casing=counter)))
        assert kept.sources == ["we like paris .", "i saw paris and paris ."]
        Casing.of(*counter.forms()).write(tmp_path / "casing")
        casing = load_casing(tmp_path / "casing")
        assert casing.restore(["paris", "is", "like", "us"]) == ["Paris", "is", "like", "us"]
        assert casing.restore(["“", "we", "saw", "paris"]) == ["“", "We", "saw", "Paris"]
        assert len(casing) == 1

    def test_ties_in_casing_are_broken(self) -> None:
        assert Casing.of(["Paris", "paris"], [1, 1]).form_of("paris") == "paris"
        assert Casing.of(["PARIS", "Paris"], [1, 1]).form_of("paris") == "Paris"

    def test_broken_casing_statistics_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match="not an otherwords casing file"):
            load_casing(write(tmp_path / "casing", "no"))
        with pytest.raises(FormatError, match="run `otherwords learn` again"):
            load_casing(write(tmp_path / "casing.parquet", "PAR1…"))

    @pytest.mark.parametrize(
        ("text", "language", "fits"),
        [
            ("Déjà vu, naïve Łódź", "fr", True),
            ("Москва means Moscow", "en", True),
            ("Москва", "en", False),
            ("Москва", "ru", True),
            ("ABC", "ru", False),
            ("我们 OK", "zh", True),
            ("... 123", "zh", True),
        ],
    )
    def test_scripts(self, text: str, language: str, fits: bool) -> None:
        assert is_in_script_of(text, language) is fits

    @pytest.mark.parametrize("text", ["Ã©tÃ©", "donâ€™t", "ÐŸÑ€", "\ufffd", "300 \x80"])
    def test_wrong_decodings_are_noticed(self, text: str) -> None:
        assert is_mojibake(text)

    @pytest.mark.parametrize("text", ["Spaß“", "«À»", "ÄÖÜ", "Año «Ñ»", "São Paulo", "“Âge”"])
    def test_right_ones_are_left_alone(self, text: str) -> None:
        assert not is_mojibake(text)


class TestPartitions:
    def test_a_corpus_is_kept_in_parts(self, tmp_path: Path) -> None:
        import pyarrow.parquet as pq

        batches = [Batch([f"s {i}"] * 3, [f"t {i}"] * 3) for i in range(4)]
        assert write_corpus(tmp_path / "c", batches, rows=5) == 12
        names = [path.name for path in sorted((tmp_path / "c").iterdir())]
        assert names == [f"part-0000{i}.parquet" for i in range(3)]
        last = pq.read_table(tmp_path / "c" / names[2])
        assert last.to_pydict() == {
            "id": [10, 11],
            "source": ["s 3", "s 3"],
            "target": ["t 3", "t 3"],
        }
        read = [text for batch in read_corpus(tmp_path / "c") for text in batch.sources]
        assert read == [f"s {i // 3}" for i in range(12)]

    def test_an_empty_corpus_is_one_file(self, tmp_path: Path) -> None:
        assert write_corpus(tmp_path / "c", []) == 0
        assert [len(batch) for batch in read_corpus(tmp_path / "c")] == [0]

    def test_a_failure_leaves_what_was_there(self, tmp_path: Path) -> None:
        write_corpus(tmp_path / "c", [Batch(["a"], ["b"])])

        def failing() -> Any:
            yield Batch(["c"] * 10, ["d"] * 10)
            raise ValueError("full")

        with pytest.raises(ValueError, match="full"):
            write_corpus(tmp_path / "c", failing(), rows=2)
        assert [batch.sources for batch in read_corpus(tmp_path / "c")] == [["a"]]
        assert [path.name for path in tmp_path.iterdir()] == ["c"]

    def test_a_new_corpus_takes_the_place_of_an_old_one(self, tmp_path: Path) -> None:
        write_corpus(tmp_path / "c", [Batch(["a"] * 9, ["b"] * 9)], rows=2)
        write_corpus(tmp_path / "c", [Batch(["c"], ["d"])])
        assert [batch.sources for batch in read_corpus(tmp_path / "c")] == [["c"]]
        assert [path.name for path in tmp_path.iterdir()] == ["c"]

    def test_what_is_no_corpus_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match="prepare a corpus first"):
            list(read_corpus(tmp_path))
        write(tmp_path / "part-00000.parquet", "no")
        with pytest.raises(FormatError, match="no prepared corpus"):
            list(read_corpus(tmp_path))

    def test_memory_is_not_taken_for_rows_that_are_not_there(
        self, repository: Path, tmp_path: Path
    ) -> None:
        """A byte in the file says that 100 billion rows follow."""
        found = repository / "tests" / "fixtures" / "too-many-rows.parquet"
        (tmp_path / "part-00000.parquet").write_bytes(found.read_bytes())
        with pytest.raises(FormatError, match="its parts do not have as many rows as it says"):
            list(read_corpus(tmp_path))


CORPORA: list[tuple[str, list[str], dict[str, Any], int]] = [
    ("tsv", ["novels/novels.en-en"], {"columns": ["text_a", "text_b"], "header": True}, 13_289),
    ("tsv", ["simplewiki/simplewiki.en-en"], {"columns": ["1", "2"], "header": True}, 25_954),
    ("translations", ["novels/koran3.en-en"], {}, 18_666),
    ("translations", ["e2e/e2e-multiref"], {}, 48_030),
]


@pytest.mark.parametrize(("kind", "names", "options", "count"), CORPORA)
def test_real_corpora_are_read(
    shared: Path, kind: str, names: list[str], options: dict[str, Any], count: int
) -> None:
    paths = [shared / "data" / "corpora" / f"{name}.tsv.xz" for name in names]
    assert sum(map(len, read_pairs(kind, paths, **options))) == count
