"""The description of the API is complete and true, and nothing that it allows breaks the server."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from otherwords.model import Model
from otherwords.server import ServerSettings, create_app
from otherwords.server.describing import problems
from tests.known_confidence import KNOWN, KnownConfidence
from tests.serving import TestClient, client_of
from tests.small_model import write_model

ROUTES = {
    ("/v1/paraphrase", "post"),
    ("/v1/suggest", "post"),
    ("/v1/lattice", "post"),
    ("/v1/true-score", "post"),
    ("/v1/models", "get"),
    ("/v1/applications", "get"),
    ("/healthz", "get"),
    ("/metrics", "get"),
}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module", autouse=True)
def known() -> Iterator[None]:
    """Lets all models know how likely their units are right: suggestions need that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Model, "confidence", KnownConfidence(KNOWN))
        yield


@pytest.fixture(scope="module")
def client(model: Path) -> Iterator[TestClient]:
    with client_of(model) as client:
        yield client


@pytest.fixture(scope="module")
def described(client: TestClient) -> Any:
    return client.get("/openapi.json").json()


@pytest.fixture(scope="module")
def api(model: Path) -> Any:
    limits: dict[str, Any] = {"max_seconds": 0.2, "max_characters": 500}
    app = create_app(ServerSettings(models=(str(model),), hosts=("testserver",), **limits))
    return schemathesis.openapi.from_asgi("/openapi.json", app)


def sensible(path: str, body: dict[str, Any]) -> dict[str, Any]:
    """What differs from a request that can be answered in its texts and some options only."""
    body = {**body, "application": ("compress", "simplify", "paraphrase")[len(body) % 3]}
    for name in ("model", "system", "scorer", "candidates", "references", "choices"):
        body.pop(name, None)
    if "pairs" not in body and isinstance(body.get("texts"), list):
        body.pop("text", None)
    elif "pairs" not in body and body.get("text") is None:
        body.update(text="We utilise tools in spite of the rain.", texts=None)
    if path == "/v1/suggest":
        return body  # there is no search to get wrong
    if body.get("n", 1) == 1 or body["n"] > 100:
        body.update(n=1, diverse=False)
    if body.get("search") == "hybrid":
        body["search"] = "exact"
    if body.get("search") == "monte-carlo":
        body.update(max_bytes=None, ratio=None)
    else:
        body.update(episodes=None, seed=None)
    return body


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("route", sorted(ROUTES))
def test_nothing_breaks_the_server(api: Any, route: tuple[str, str], mode: GenerationMode) -> None:
    """Requests as the description has them, and others: all get answers as it has them."""
    path, method = route
    if mode is GenerationMode.NEGATIVE and method == "get":
        return  # there is nothing to get wrong

    @settings(
        max_examples=60 if method == "post" else 3,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=api[path][method.upper()].as_strategy(generation_mode=mode))
    def answers_all(case: Any) -> None:
        # Not all that cannot be is told by the shapes, such as names of applications.
        case.call_and_validate(excluded_checks=[positive_data_acceptance])
        if method == "post" and mode is GenerationMode.POSITIVE:
            case.body = sensible(path, case.body)
            answer = case.call_and_validate(excluded_checks=[positive_data_acceptance])
            statuses[answer.status_code] += 1

    statuses = Counter[int]()
    answers_all()
    if statuses:  # enough of them got through to the work
        assert statuses[200] > statuses.total() / 3


def operations(described: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_every_route_is_described(described: Any) -> None:
    assert {(path, method) for path, method, _ in operations(described)} == ROUTES


def named(described: Any, content: Any) -> Any:
    """The shape that content refers to."""
    return described["components"]["schemas"].get(content["schema"].get("$ref", "").split("/")[-1])


def test_every_answer_and_every_request_has_an_example(described: Any) -> None:
    for path, method, operation in operations(described):
        assert operation["description"], path
        if method == "post":
            body = operation["requestBody"]["content"]["application/json"]
            assert named(described, body)["examples"]
            assert {"400", "413", "422", "429", "500"} <= set(operation["responses"])
        for status, answer in operation["responses"].items():
            for content in answer["content"].values():
                shape = named(described, content) or {}
                assert content.get("example") or shape.get("examples"), (path, status)


def test_examples_of_requests_are_answered(client: TestClient, described: Any) -> None:
    for path, method, operation in operations(described):
        if method == "post":
            body = operation["requestBody"]["content"]["application/json"]
            for example in named(described, body)["examples"]:
                assert client.post(path, json=example).status_code == 200, path


def test_examples_of_answers_have_their_shape() -> None:
    from otherwords.server import answers

    checked = 0
    for shape in vars(answers).values():
        examples = getattr(shape, "model_config", {}).get("json_schema_extra", {})
        for example in examples.get("examples", ()):
            shape.model_validate(example)
            checked += 1
    assert checked == 7
    for problem in problems(400, 401, 403, 408, 413, 415, 421, 422, 429, 500).values():
        answers.ErrorAnswer.model_validate(problem["content"]["application/json"]["example"])


def test_the_reference_needs_nothing_from_elsewhere(client: TestClient, described: Any) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    for path, method, _ in operations(described):
        assert f"{method.upper()} {path}" in page.text
    links = re.findall(r'(?:src|href)="([^"]*)"', page.text)
    assert links
    for link in links:
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in page.text
        else:
            assert link.startswith("/")
            assert client.get(link).status_code == 200
    assert "<script" not in page.text
    assert "style=" not in page.text


def test_keys_are_described_where_they_are_needed(model: Path, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("alice 0123456789abcdef\n")
    with client_of(model, keys_file=str(tmp_path / "keys")) as client:
        described = client.get("/openapi.json").json()
    needing = {path for path, _, operation in operations(described) if "security" in operation}
    assert needing == {path for path in described["paths"] if path != "/healthz"}
