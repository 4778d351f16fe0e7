"""Paraphrasers in other processes: copies open the same model."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from pathlib import Path

import pytest

import otherwords as ow
from tests.known_teacher import KnownTeacher
from tests.small_model import write_model

TEXTS = ["We utilise tools", "In spite of rain"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


def copied(paraphraser: ow.Paraphraser) -> ow.Paraphraser:
    copy: ow.Paraphraser = pickle.loads(pickle.dumps(paraphraser))  # noqa: S301
    return copy


def test_a_process_of_its_own_says_the_same(folder: Path) -> None:
    p = ow.load(folder)
    expected = [p.simplify(text) for text in TEXTS]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(p.simplify, TEXTS) == expected


def test_copies_say_the_same_wherever_they_are(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    p = ow.load(Path(folder.name))
    expected = [p.compress(text) for text in TEXTS]
    signature = p.settle().signature
    monkeypatch.chdir(tmp_path)
    for other in (copied(p), copied(copied(p)), copy.deepcopy(p)):
        assert other.model is not p.model
        assert [other.compress(text) for text in TEXTS] == expected
        assert other.settle().signature == signature


def test_copies_have_the_same_analyser_and_teacher(folder: Path, tmp_path: Path) -> None:
    for teacher in (tmp_path, str(tmp_path)):
        p = copied(ow.load(folder, analyser="spacy", teacher=teacher))
        assert p.model.backend == "spacy"
        with pytest.raises(ow.Error, match=f"{tmp_path}/en-fr: model.bin is missing|CTranslate2"):
            _ = p.model.teacher
    assert not copied(ow.load(folder)).model.has_teacher


def test_a_teacher_of_ones_own_stays_where_it_is(folder: Path) -> None:
    p = ow.load(folder, teacher=KnownTeacher({}))
    for attempt in (copied, copy.deepcopy):
        with pytest.raises(TypeError, match=r"teacher of type KnownTeacher cannot be .*; load it"):
            attempt(p)
