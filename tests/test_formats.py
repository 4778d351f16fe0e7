"""Binary files: all that is read is verified; old versions are readable, others name the remedy."""

from __future__ import annotations

import math
import random
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from otherwords._core import Error, FormatError, LanguageModel, Table
from otherwords.lm import convert, write_arpa
from otherwords.text.casing import load_casing
from otherwords.text.core_analyser import CoreAnalyser

HEADER, DATA = 64, 2048


def read_table(path: Path) -> Any:
    table = Table(path)
    table.verify()
    return [
        [(entry.target, entry.scores, entry.count, entry.tags) for entry in table.lookup(source)]
        for source in ("in spite of", "été", "no such")
    ]


def read_lm(path: Path) -> Any:
    model = LanguageModel(str(path))
    texts = ["été b b", "b", "no such words b", ""]
    arpa = path.with_name("arpa")
    write_arpa(model, arpa)
    return [model.score(text) for text in texts], arpa.read_text("utf-8")


def read_casing(path: Path) -> Any:
    casing = load_casing(path)
    return [casing.form_of(word) for word in ("london", "nato", "łódź", "the", "no", "of")]


def read_analyser(path: Path) -> Any:
    return CoreAnalyser(path, threads=1).tags([["Mary", "sees", "the", "old", "dogs", "."]])


@dataclass(frozen=True)
class Kind:
    """A binary format: a file of it, its version, and what reads it."""

    file: str
    version: int
    read: Callable[[Path], Any]


KINDS = {
    "table": Kind("tests/fixtures/version-1.table", 1, read_table),
    "language model": Kind("tests/fixtures/version-2.lm", 2, read_lm),
    "quantised model": Kind("tests/fixtures/version-2.quantised.lm", 2, read_lm),
    "casing": Kind("tests/fixtures/version-1.casing", 1, read_casing),
}
#: Too large to be damaged byte by byte.
LARGE = {"analyser": Kind("models/en/analyser", 1, read_analyser)}


@pytest.fixture
def damaged(tmp_path: Path) -> Callable[[bytes], Path]:
    """Writes a file, always under the same name."""

    def write(content: bytes) -> Path:
        path = tmp_path / "damaged"
        path.write_bytes(content)
        return path

    return write


def test_old_versions_give_the_answers_they_gave(repository: Path) -> None:
    scores, _ = read_lm(repository / KINDS["language model"].file)
    logs10 = [-0.25 - 0.5 - 0.75 - 0.125, -0.3 - 0.75 - 0.125, -0.3 - 6 - 0.75 - 0.125, -0.3 - 1.5]
    assert scores == pytest.approx([math.log(10) * each for each in logs10], abs=1e-5)
    quantised, _ = read_lm(repository / KINDS["quantised model"].file)
    assert quantised == pytest.approx(scores, abs=1e-5)
    forms = read_casing(repository / KINDS["casing"].file)
    assert forms == ["London", "NATO", "Łódź", "the", "no", "of"]
    (tags,) = read_analyser(repository / LARGE["analyser"].file)
    assert list(tags) == ["NNP", "VBZ", "DT", "JJ", "NNS", "."]


def test_the_same_model_is_written_as_it_was(repository: Path, tmp_path: Path) -> None:
    kept = repository / KINDS["language model"].file
    write_arpa(LanguageModel(str(kept)), tmp_path / "arpa")
    convert(tmp_path / "arpa", tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == kept.read_bytes()


@pytest.mark.parametrize("name", [*KINDS, *LARGE])
def test_other_versions_and_kinds_are_refused_with_the_remedy(
    repository: Path, damaged: Callable[[bytes], Path], name: str
) -> None:
    kind = {**KINDS, **LARGE}[name]
    good = (repository / kind.file).read_bytes()
    for version in (0, kind.version - 1, kind.version + 1, 2**32 - 1):
        path = damaged(good[:8] + struct.pack("<I", version) + good[12:])
        why = rf"format version {version}, .* reads version {kind.version}; build the file again"
        with pytest.raises(FormatError, match=why):
            kind.read(path)
    with pytest.raises(FormatError, match="not an otherwords"):
        kind.read(damaged(b"OWother\n" + good[8:]))
    for size in (0, 1, 8, HEADER, DATA - 1, DATA, len(good) // 2, len(good) - 1):
        with pytest.raises(FormatError, match=re.escape("damaged") + ".*(truncated|empty|short)"):
            kind.read(damaged(good[:size]))
    with pytest.raises(FormatError, match="contradict"):
        kind.read(damaged(good + b"\0"))


@pytest.mark.parametrize("name", KINDS)
def test_every_damaged_byte_is_noticed(
    repository: Path, damaged: Callable[[bytes], Path], name: str
) -> None:
    kind = KINDS[name]
    good = (repository / kind.file).read_bytes()
    expected = kind.read(damaged(good))
    sections = struct.unpack_from("<I", good, 12)[0]
    chance = random.Random(1)
    places = [*range(HEADER + 24 * sections), *chance.choices(range(DATA, len(good)), k=300)]
    for place in places:
        content = bytearray(good)
        content[place] ^= 1 << chance.randrange(8)
        try:
            answers = kind.read(damaged(bytes(content)))
        except Error:
            continue
        # A section that nobody had to read, such as filling, may be damaged: nothing wrong is told.
        assert place >= DATA, place
        assert answers == expected, place
