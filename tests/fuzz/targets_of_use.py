"""What is fuzzed: what commands, evaluations, systems to compare with and the server read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from otherwords._core import Error
from otherwords.baselines.templates import read_templates
from otherwords.cli.compared import words_to_replace
from otherwords.cli.texts import batches_of
from otherwords.evaluate.data import Data, read_data, read_system
from otherwords.evaluate.human import read_judged as read_judged_translations
from otherwords.evaluate.human import read_scores, read_system_scores
from otherwords.experiments.folder import FILE, read_paper, settle
from otherwords.experiments.kept import Shape, file_name, kept_rows
from otherwords.experiments.verdicts import read_verdicts
from otherwords.judged import read_judged
from otherwords.server.errors import invalid
from otherwords.server.keys import Keys
from otherwords.server.rating.items import read_items
from otherwords.server.schemas import (
    Common,
    LatticeRequest,
    ParaphraseRequest,
    SuggestRequest,
    TrueScoreRequest,
)
from otherwords.tune.sentences import read_sentences
from tests.fuzz import seeds
from tests.fuzz.target import Target, read_all, written_apart

_Wanted = TypeVar("_Wanted", bound=Common)
_QUESTIONS = {"correct": ("yes", "no")}


def _texts(path: Path, unit: str) -> None:
    given = argparse.Namespace(texts=[], input=[str(path)], document=False, paragraphs=False)
    setattr(given, unit, True)
    read_all(batches_of(given))


def _validated(kind: type[_Wanted], path: Path) -> _Wanted:
    """What the framework does with a body, and what the server makes of its complaints."""
    try:
        return kind.model_validate(json.loads(path.read_bytes()))
    except ValidationError as error:
        told = RequestValidationError(error.errors())
        refusal = invalid(told.errors(), "application/json")
        assert refusal.response().body
        raise Error(refusal.message) from None
    except (ValueError, RecursionError):
        raise Error("the body is no JSON") from None


def _request(path: Path) -> None:
    wanted = _validated(ParaphraseRequest, path)
    assert wanted.options()
    "".join([*wanted.all_texts, *(wanted.all_references or [])]).encode()


def _with_references(path: Path) -> None:
    texts, references = written_apart(path)
    read_sentences(texts, references)


def _judged_edits(path: Path) -> None:
    for votes in read_judged(path).votes.values():
        votes.log_odds()


def _paper(path: Path) -> None:
    paper = read_paper(path.parent)
    settle({"share": 0.5, "count": 2, "file": "x"}, paper.settings, [], {"count": 1})
    read_verdicts(paper.verdicts, _QUESTIONS)


def _kept(path: Path) -> None:
    path.rename(path.with_name(file_name("rows", "key")))
    shape: dict[str, Shape] = {"score": float, "more": {"proven": bool, "at": int, "why": str}}
    row = {"score": 1.0, "more": {"proven": True, "at": 1, "why": ""}}
    for each in kept_rows(path.parent, "rows", "key", ["b"], lambda _: row, shape):
        assert each["score"] + each["more"]["at"] <= float("inf")


TARGETS_OF_USE: dict[str, Target] = {
    "evaluation_data": Target(read_data, seeds.DATA),
    "evaluation_answers": Target(
        lambda path: read_system("ours", path, Data(None, None)), [seeds.ANSWERS, *seeds.TEXTS]
    ),
    "judged_translations": Target(read_judged_translations, [seeds.JUDGED_TRANSLATIONS]),
    "human_scores": Target(read_scores, [seeds.HUMAN_SCORES]),
    "system_scores": Target(read_system_scores, [seeds.SYSTEM_SCORES]),
    "compared_answers": Target(lambda path: words_to_replace(str(path), "en"), [seeds.ANSWERS]),
    "references": Target(_with_references, [seeds.REFERENCES]),
    "paragraphs": Target(lambda path: _texts(path, "paragraphs"), [seeds.PARAGRAPHS]),
    "document": Target(lambda path: _texts(path, "document"), [seeds.PARAGRAPHS]),
    "judged_edits": Target(_judged_edits, [seeds.JUDGED_EDITS]),
    "templates": Target(read_templates, [seeds.TEMPLATES]),
    "rating_items": Target(read_items, seeds.ITEMS),
    "keys": Target(lambda path: Keys(str(path)), [seeds.KEYS]),
    "request": Target(_request, seeds.REQUESTS),
    "lattice_request": Target(
        lambda path: _validated(LatticeRequest, path).options(), [seeds.LATTICE_REQUEST]
    ),
    "suggest_request": Target(
        lambda path: _validated(SuggestRequest, path).options(), [seeds.SUGGEST_REQUEST]
    ),
    "true_score_request": Target(
        lambda path: _validated(TrueScoreRequest, path).options(), [seeds.TRUE_SCORE_REQUEST]
    ),
    "paper": Target(_paper, [seeds.PAPER], FILE, {"verdicts.tsv": seeds.VERDICTS[0]}),
    "verdicts": Target(lambda path: read_verdicts([path], _QUESTIONS), seeds.VERDICTS),
    "kept_rows": Target(_kept, [seeds.KEPT_ROWS]),
}
