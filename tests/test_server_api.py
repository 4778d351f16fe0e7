"""The API answers what the library says, and tells every mistake in one shape."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import otherwords as ow
from otherwords.cli import main
from otherwords.server import answers
from tests.known_confidence import KNOWN, KnownConfidence
from tests.serving import TestClient, client_of
from tests.small_model import write_model

TEXT = "We utilise tools in spite of the rain."
TEXTS = [TEXT, "They utilise assistance.", "Nothing here."]
LONG = "We utilise tools with assistance in spite of rain."
NEVER = "the tools"  # is never right


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def client(model: Path) -> Iterator[TestClient]:
    limits: dict[str, Any] = {"max_texts": 40, "max_characters": 1000, "max_n": 20}
    with client_of(model, max_candidates=50, max_body=100_000, **limits) as client:
        yield client


@pytest.fixture(scope="module")
def known(model: Path) -> Iterator[TestClient]:
    """A client of a server whose model knows how likely its units are right."""
    with client_of(model, max_texts=40, max_characters=1000) as client:
        paraphraser = knowing(client.app.state.models.default)  # type: ignore[attr-defined]
        assert paraphraser.model.confidence is not None
        yield client


def knowing(paraphraser: ow.Paraphraser) -> ow.Paraphraser:
    """The paraphraser with known confidence."""
    confidence = {target: each for target, each in KNOWN.items() if target != NEVER}
    paraphraser.model.__dict__["confidence"] = KnownConfidence(confidence)
    return paraphraser


def say(client: TestClient, **body: Any) -> list[dict[str, Any]]:
    answer = client.post("/v1/paraphrase", json=body)
    assert answer.status_code == 200, answer.text
    results: list[dict[str, Any]] = answers_checked(answer.json(), answers.ParaphrasesAnswer)[
        "results"
    ]
    return results


def answers_checked(content: Any, shape: type[BaseModel]) -> Any:
    """The content, which must be as the description of the API has it."""
    shape.model_validate(content, strict=True)
    return content


def test_answers_are_those_of_the_command_line(
    client: TestClient, model: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    options = ["-n", "3", "--keep", "tools", "--avoid", "aid"]
    assert main(["simplify", "-m", str(model), "--json", *options, *TEXTS]) == 0
    printed = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    wanted = {"application": "simplify", "n": 3, "keep": ["tools"], "avoid": ["aid"]}
    results = say(client, texts=TEXTS, **wanted)
    for result in results:
        for one in result["paraphrases"]:
            assert one.pop("bytes") == len(one["text"].encode())
            assert one.pop("words") == len(one["text"].split())
    assert results == printed
    assert any(one["edits"] for result in results for one in result["paraphrases"])


def test_one_text_without_reasons(client: TestClient) -> None:
    (result,) = say(client, text=TEXT, application="compress", explain=False)
    (one,) = result["paraphrases"]
    assert one["text"] == "We use tools despite the rain."
    assert "edits" not in one
    assert one["complete"]


def test_many_texts_come_in_order(client: TestClient) -> None:
    texts = [f"We utilise {number} tools." for number in range(40)]
    results = say(client, texts=texts, application="compress")
    assert [result["source"] for result in results] == texts
    assert [result["paraphrases"][0]["text"] for result in results] == [
        text.replace("utilise", "use") for text in texts
    ]
    assert say(client, texts=[]) == []


def test_references(client: TestClient) -> None:
    texts = ["They utilise assistance."] * 2
    wanted = {"texts": texts, "application": "toward"}
    first, second = say(client, **wanted, references=["aid", "use help"])
    assert first["paraphrases"][0]["text"] == "They utilise aid."
    assert second["paraphrases"][0]["text"] == "They use help."
    both = say(client, **wanted, reference="aid")
    assert [each["paraphrases"][0]["text"] for each in both] == ["They utilise aid."] * 2


def test_choices_are_kept(client: TestClient) -> None:
    text = "They utilise assistance."
    (result,) = say(
        client,
        text=text,
        choices=[
            {"start": 13, "end": 23, "target": "aid"},
            {"start": 5, "end": 12, "target": None},
        ],
    )
    assert result["paraphrases"][0]["text"] == "They utilise aid."


def test_searches_and_scorers(client: TestClient) -> None:
    for wanted in (
        {"search": "monte-carlo", "episodes": 50, "seed": 7},
        {"scorer": {"model": 1.0, "novelty": 2.0}, "candidates": 20},
        {"scorer": "novelty", "search": "hybrid"},
    ):
        (result,) = say(client, text=TEXT, **wanted)
        best = result["paraphrases"][0]
        assert best["text"].startswith("We ")
        assert ("global_score" in best) == ("scorer" in wanted)


def test_streams_have_a_result_a_line(client: TestClient) -> None:
    texts = TEXTS * 13
    accepted = {"Accept": "application/x-ndjson"}
    with client.stream("POST", "/v1/paraphrase", json={"texts": texts}, headers=accepted) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        lines = [json.loads(line) for line in answer.iter_lines()]
    assert lines == say(client, texts=texts)
    # What is wrong from the start has its status.
    answer = client.post("/v1/paraphrase", json={"text": "a", "n": 21}, headers=accepted)
    assert answer.status_code == 422


def test_lattices(client: TestClient, model: Path) -> None:
    text = "They utilise assistance. It rains."
    answer = client.post("/v1/lattice", json={"text": text, "application": "compress", "n": 3})
    content = answers_checked(answer.json(), answers.LatticeAnswer)
    found = ow.load(model).lattices(text, application="compress")
    assert content["sentences"] == json.loads(json.dumps([asdict(each) for each in found]))
    assert content["sentences"][0]["units"][content["sentences"][0]["best"][0]]["target"] == "use"
    assert all(unit["confidence"] is None for unit in content["sentences"][0]["units"])


def test_sentences_are_as_confident_as_asked(known: TestClient) -> None:
    for confidence, least in (("high", 0.9), (None, 0.8), (0.4, 0.4)):
        (result,) = say(known, text=LONG, application="compress", confidence=confidence, n=3)
        assert f"|confidence:{least:g}|" in result["signature"]
        for one in result["paraphrases"]:
            assert one["confidence"] >= least - 1e-6
            assert "confident" not in one
            confidences = [edit["confidence"] for edit in one["edits"] if edit["table"] != "self"]
            assert one["confidence"] == pytest.approx(math.prod(confidences), abs=1e-5)
    (result,) = say(known, text=LONG, application="compress", confidence="bold")
    assert "confidence" not in result["paraphrases"][0]
    assert "confidence" not in result["signature"]


def test_a_budget_counts_more_than_confidence(known: TestClient) -> None:
    wanted = {"text": LONG, "application": "compress", "confidence": 1}
    (result,) = say(known, **wanted)
    assert result["paraphrases"][0]["text"] == LONG
    (result,) = say(known, **wanted, max_bytes=len(LONG) - 1)
    assert result["paraphrases"][0]["confident"] is False


def test_quotations(known: TestClient) -> None:
    text = f"“{LONG}”"
    wanted = {"text": text, "application": "compress", "confidence": 0}
    assert say(known, **wanted)[0]["paraphrases"][0]["edits"] == []
    assert say(known, **wanted, edit_quotes=True)[0]["paraphrases"][0]["edits"]


def test_the_source_among_several(known: TestClient) -> None:
    wanted = {"text": LONG, "application": "compress", "confidence": 0.4, "n": 5}
    for include_source in (False, True):
        (result,) = say(known, **wanted, include_source=include_source)
        found = LONG in [one["text"] for one in result["paraphrases"]]
        assert found or not include_source or len(result["paraphrases"]) == 5


def suggest(client: TestClient, **body: Any) -> list[dict[str, Any]]:
    answer = client.post("/v1/suggest", json=body)
    assert answer.status_code == 200, answer.text
    results: list[dict[str, Any]] = answers_checked(answer.json(), answers.SuggestionsAnswer)[
        "results"
    ]
    return results


def test_suggestions_are_those_of_the_library(known: TestClient, model: Path) -> None:
    texts = [LONG, "It rains.", ""]
    results = suggest(known, texts=texts, confidence=0.2)
    assert [result["source"] for result in results] == texts
    expected = knowing(ow.load(model)).suggest_all(texts, confidence=0.2)
    for text, found in zip(texts, expected, strict=True):
        (result,) = suggest(known, text=text, confidence=0.2)
        assert result == results[texts.index(text)]
        assert result["suggestions"] == [asdict(one) for one in found]
    suggestions = results[0]["suggestions"]
    assert suggestions
    for one in suggestions:
        assert LONG[one["start"] : one["end"]] == one["source"]
        assert one["confidence"] >= 0.2
    (surer,) = suggest(known, text=LONG)
    assert surer["suggestions"] == [one for one in suggestions if one["confidence"] >= 0.5]


def test_suggestions_keep_and_avoid(known: TestClient) -> None:
    (all_of_them,) = suggest(known, text=LONG, confidence=0)
    term = all_of_them["suggestions"][0]["source"]
    target = all_of_them["suggestions"][-1]["target"]
    (fewer,) = suggest(known, text=LONG, confidence=0, keep=[term], avoid=[target])
    assert fewer["suggestions"]
    assert all(one["target"] != target for one in fewer["suggestions"])
    assert all(term not in one["source"] for one in fewer["suggestions"])
    wanted = {"text": f"“{LONG}”", "confidence": 0}
    assert suggest(known, **wanted) == [{"source": wanted["text"], "suggestions": []}]
    assert suggest(known, **wanted, edit_quotes=True)[0]["suggestions"]


def test_suggestions_toward_a_reference(known: TestClient) -> None:
    wanted = {"text": LONG, "confidence": 0, "application": "toward"}
    (result,) = suggest(known, **wanted, reference="aid")
    (others,) = suggest(known, text=LONG, confidence=0)
    assert 0 < len(result["suggestions"]) < len(others["suggestions"])


@pytest.mark.parametrize(
    ("body", "code", "where"),
    [
        ({}, "invalid", None),
        ({"text": "a", "confidence": "bold"}, "invalid", "confidence"),
        ({"text": "a", "n": 2}, "invalid", "n"),
        ({"texts": ["a"] * 41}, "too-many", "texts"),
        ({"texts": ["a", "a" * 1001]}, "too-long", "texts[1]"),
        ({"text": "a", "reference": "a" * 1001}, "too-long", "references[0]"),
        ({"text": "a", "application": "nonsense"}, "bad-option", None),
        ({"text": "a"}, "bad-option", None),  # the model has no confidence file
        ({"text": "a", "model": "other"}, "no-model", "model"),
    ],
)
def test_mistakes_of_suggestions_are_told(
    client: TestClient, body: dict[str, Any], code: str, where: str | None
) -> None:
    answer = client.post("/v1/suggest", json=body)
    assert answer.status_code == 422
    error = answers_checked(answer.json(), answers.ErrorAnswer)["error"]
    assert (error["code"], error["where"]) == (code, where)


def test_units_of_lattices_have_a_confidence_however_bold_one_is(known: TestClient) -> None:
    found = {}
    for confidence in (None, "bold"):
        body = {"text": LONG, "confidence": confidence}
        content = known.post("/v1/lattice", json=body).json()
        (sentence,) = answers_checked(content, answers.LatticeAnswer)["sentences"]
        found[confidence] = {
            (unit["begin"], unit["end"], unit["target"], unit["table"]): unit["confidence"]
            for unit in sentence["units"]
        }
    assert found[None]
    assert all(0 < each < 1 for each in found[None].values())
    # Without a limit there are also those that are never right.
    assert {key: each for key, each in found["bold"].items() if each > 0} == found[None]
    assert {key[2] for key, each in found["bold"].items() if each == 0} == {NEVER}


def test_true_scores(client: TestClient) -> None:
    source = "They utilise assistance."
    (result,) = say(client, text=source, application="compress", n=5)
    pairs = [{"source": source, "target": one["text"]} for one in result["paraphrases"]]
    pairs.append({"source": source, "target": "They sleep."})
    answer = client.post("/v1/true-score", json={"pairs": pairs, "application": "compress"})
    *made, not_made = answers_checked(answer.json(), answers.TrueScoresAnswer)["results"]
    assert [one["score"] for one in made] == pytest.approx(
        [one["score"] for one in result["paraphrases"]]
    )
    assert {unit["target"] for unit in made[0]["units"]} == {"use", "help"}
    assert not_made["score"] is None
    assert "word 2" in not_made["reason"]


def test_what_there_is(client: TestClient) -> None:
    content = answers_checked(client.get("/v1/models").json(), answers.ModelsAnswer)
    assert content["models"][0]["name"] == "small"
    assert content["limits"]["max_texts"] == 40
    assert "folder" not in content["models"][0]
    content = answers_checked(client.get("/v1/applications").json(), answers.ApplicationsAnswer)
    names = [each["name"] for each in content["applications"]]
    assert {"compress", "paraphrase", "simplify", "toward"} <= set(names)
    answers_checked(client.get("/healthz").json(), answers.HealthAnswer)


def test_metrics_count_texts(client: TestClient) -> None:
    def texts() -> float:
        lines = client.get("/metrics").text.splitlines()
        wanted = 'otherwords_texts_total{application="compress"} '
        found = [line for line in lines if line.startswith(wanted)]
        return float(found[0].split()[-1]) if found else 0.0

    before = texts()
    say(client, texts=TEXTS, application="compress")
    assert texts() == before + 3


MISTAKES: list[tuple[dict[str, Any], int, str, str | None]] = [
    ({}, 422, "invalid", None),
    ({"text": "a", "texts": ["a"]}, 422, "invalid", None),
    ({"text": 7}, 422, "invalid", "text"),
    ({"texts": ["a", None]}, 422, "invalid", "texts[1]"),
    ({"text": "\ud800"}, 422, "invalid", "text"),
    ({"text": "a", "secret": "words"}, 422, "invalid", "secret"),
    ({"text": "a", "n": 0}, 422, "invalid", "n"),
    ({"text": "a", "n": "1"}, 422, "invalid", "n"),
    ({"text": "a", "n": 21}, 422, "too-many", "n"),
    ({"text": "a", "candidates": 51, "scorer": "novelty"}, 422, "too-many", "candidates"),
    ({"texts": ["a"] * 41}, 422, "too-many", "texts"),
    ({"texts": ["a", "a" * 1001]}, 422, "too-long", "texts[1]"),
    ({"text": "a", "reference": "a" * 1001}, 422, "too-long", "references[0]"),
    ({"texts": ["a", "b"], "references": ["a"]}, 422, "invalid", None),
    (
        {"texts": ["a", "b"], "choices": [{"start": 0, "end": 1, "target": None}]},
        422,
        "invalid",
        None,
    ),
    ({"text": "a", "choices": [{"start": 0, "end": 1}]}, 422, "invalid", "choices[0].target"),
    ({"text": "a", "choices": [{"start": 0, "end": 9, "target": "b"}]}, 422, "bad-option", None),
    ({"text": "a", "application": "nonsense"}, 422, "bad-option", None),
    ({"text": "a", "application": "toward"}, 422, "bad-option", None),
    ({"text": "a", "diverse": True}, 422, "bad-option", None),
    ({"text": "a", "confidence": 1.5}, 422, "invalid", "confidence"),
    ({"text": "a", "confidence": "normal"}, 422, "invalid", "confidence"),
    ({"text": "a", "confidence": "high"}, 422, "bad-option", None),
    ({"text": "a", "precision": "high"}, 422, "invalid", "precision"),
    ({"text": "a", "quoted": True}, 422, "invalid", "quoted"),
    ({"text": "a", "ratio": 0}, 422, "invalid", "ratio"),
    ({"text": "a", "scorer": {"private words": "x"}}, 422, "invalid", "scorer"),
    ({"text": "a", "scorer": "nonsense"}, 422, "bad-option", None),
    ({"text": "a", "search": "exact", "episodes": 3}, 422, "bad-option", None),
    ({"text": "a", "system": "baseline-2", "application": "nope"}, 422, "bad-option", None),
    ({"text": "a", "system": "baseline-3"}, 422, "bad-option", None),
    ({"text": "a", "model": "other"}, 422, "no-model", "model"),
]


@pytest.mark.parametrize(("body", "status", "code", "where"), MISTAKES)
def test_mistakes_are_told(
    client: TestClient, model: Path, body: dict[str, Any], status: int, code: str, where: str | None
) -> None:
    headers = {"Content-Type": "application/json"}
    answer = client.post("/v1/paraphrase", content=json.dumps(body), headers=headers)
    assert answer.status_code == status
    error = answers_checked(answer.json(), answers.ErrorAnswer)["error"]
    assert (error["code"], error["where"]) == (code, where)
    assert str(model) not in error["message"]
    assert "private" not in answer.text


@pytest.mark.parametrize(
    ("method", "path", "content", "kind", "status", "code"),
    [
        ("GET", "/v1/nothing", "", "", 404, "not-found"),
        ("GET", "/nothing.html", "", "", 404, "not-found"),
        ("GET", "/v1/paraphrase", "", "", 405, "method-not-allowed"),
        ("DELETE", "/v1/models", "", "", 405, "method-not-allowed"),
        ("POST", "/", "", "", 405, "method-not-allowed"),
        ("POST", "/v1/paraphrase", '{"text": "a"', "application/json", 400, "not-json"),
        ("POST", "/v1/paraphrase", "[" * 90_000, "application/json", 400, "bad-request"),
        (
            "POST",
            "/v1/paraphrase",
            '{"n": ' + "9" * 5000 + "}",
            "application/json",
            400,
            "bad-request",
        ),
        ("POST", "/v1/paraphrase", '{"text": "a"}', "text/plain", 415, "not-json"),
        ("POST", "/v1/paraphrase", "", "", 415, "not-json"),
        ("POST", "/v1/paraphrase", "a" * 100_001, "application/json", 413, "too-large"),
    ],
)
def test_errors_of_http_have_the_same_shape(
    client: TestClient, method: str, path: str, content: str, kind: str, status: int, code: str
) -> None:
    headers = {"Content-Type": kind} if kind else {}
    answer = client.request(method, path, content=content, headers=headers)
    assert answer.status_code == status
    assert answers_checked(answer.json(), answers.ErrorAnswer)["error"]["code"] == code
    if status == 405:
        assert answer.headers["allow"]


def test_a_mistake_of_the_server_is_no_traceback(
    model: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with client_of(model) as client:

        def fail(*_: object) -> None:
            raise RuntimeError("private words")

        monkeypatch.setattr("otherwords.server.jobs.Job.say", fail)
        answer = client.post("/v1/paraphrase", json={"text": "private words"})
        lines = client.post(
            "/v1/paraphrase",
            json={"texts": ["private words"]},
            headers={"Accept": "application/x-ndjson"},
        )
    for each in (answer, lines):
        assert each.status_code == 500
        error = answers_checked(each.json(), answers.ErrorAnswer)["error"]
        assert error["code"] == "internal"
        assert each.headers["x-request-id"] in error["message"]
    # The log says where it was, and nothing of what was given.
    assert "RuntimeError at test_server_api.py:" in caplog.text
    assert "private" not in caplog.text
    assert "private" not in answer.text


def test_a_mistake_within_a_stream_is_its_last_line(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from otherwords.server.errors import ApiError
    from otherwords.server.jobs import Batch, Job

    say_batch = Job.say

    def fail_later(self: Job, batch: Batch) -> list[dict[str, Any]]:
        if TEXTS[-1] in batch.texts:
            raise ApiError(422, "no", code="bad-option")
        return say_batch(self, batch)

    monkeypatch.setattr(Job, "say", fail_later)
    texts = ["They sleep."] * 20 + TEXTS
    answer = client.post(
        "/v1/paraphrase", json={"texts": texts}, headers={"Accept": "application/x-ndjson"}
    )
    *results, last = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.status_code == 200
    assert [each["source"] for each in results] == ["They sleep."] * 16
    assert answers_checked(last, answers.ErrorAnswer)["error"]["code"] == "bad-option"


def test_several_models(model: Path, tmp_path: Path) -> None:
    other = write_model(tmp_path / "other", {"pt1": [("utilise", "help", -0.1)]})
    manifest = other / "model.toml"
    manifest.write_text(manifest.read_text("utf-8").replace('"small"', '"other"'), "utf-8")
    with client_of(model, models=(str(model), str(other))) as client:
        content = {"text": "They utilise.", "application": "compress"}
        assert say(client, **content)[0]["paraphrases"][0]["text"] == "They use."
        assert say(client, **content, model="other")[0]["paraphrases"][0]["text"] == "They help."
