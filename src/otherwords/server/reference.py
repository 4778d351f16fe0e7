"""The reference: the description of the API as a page that needs nothing from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.responses import HTMLResponse, Response

from otherwords.server.keys import needs_key
from otherwords.server.static import add_files

_ASSETS = Path(__file__).parent / "assets"


def add_reference(app: FastAPI, *, with_keys: bool) -> None:
    """Adds `/docs`, and the need for keys to the OpenAPI document if there is one.

    All routes that are to be described must be there.
    """
    from jinja2 import Environment, FileSystemLoader

    pages: list[str] = []

    async def docs() -> Response:
        return HTMLResponse(pages[0])

    app.add_api_route("/docs", docs, methods=["GET"], include_in_schema=False)
    add_files(app, _ASSETS / "files", "/docs")
    schema = app.openapi()  # kept by the application from now on, since no route follows
    if with_keys:
        _add_keys(schema)
    templates = Environment(loader=FileSystemLoader(_ASSETS / "templates"), autoescape=True)
    pages.append(
        templates.get_template("reference.html").render(
            info=schema["info"], routes=list(_routes(schema)), schemas=list(_schemas(schema))
        )
    )


def _add_keys(schema: dict[str, Any]) -> None:
    schemes = {"key": {"type": "http", "scheme": "bearer", "description": "A key of this server."}}
    schema.setdefault("components", {})["securitySchemes"] = schemes
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            if needs_key(path):
                operation["security"] = [{"key": []}]


def _routes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the page tells of each route."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            yield {
                "path": path,
                "method": method.upper(),
                "about": operation.get("description", "").split("\n\n"),
                "body": _name(body.get("schema", {})),
                "example": _shown(_example(schema, body)),
                "answers": [
                    {
                        "status": status,
                        "about": answer["description"],
                        "bodies": [
                            {
                                "kind": kind,
                                "name": _name(content.get("schema", {})),
                                "example": _shown(_example(schema, content)),
                            }
                            for kind, content in answer.get("content", {}).items()
                        ],
                    }
                    for status, answer in sorted(operation["responses"].items())
                ],
            }


def _schemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What it tells of each kind of object."""
    for name, described in schema["components"]["schemas"].items():
        required = described.get("required", ())
        yield {
            "name": name,
            "about": described.get("description", ""),
            "fields": [
                {
                    "name": field,
                    "type": _type(about),
                    "default": json.dumps(about["default"]) if "default" in about else None,
                    "required": field in required,
                    "about": about.get("description", ""),
                }
                for field, about in described.get("properties", {}).items()
            ],
        }


def _example(schema: dict[str, Any], content: dict[str, Any]) -> Any:
    if "example" in content:
        return content["example"]
    named = schema["components"]["schemas"].get(_name(content.get("schema", {})), {})
    return next(iter(named.get("examples", ())), None)


def _shown(example: Any) -> str:
    if example is None or isinstance(example, str):
        return example or ""
    return json.dumps(example, ensure_ascii=False, indent=2)


def _name(described: dict[str, Any]) -> str:
    return str(described.get("$ref", "")).rpartition("/")[2]


def _type(described: dict[str, Any]) -> str:
    if "$ref" in described:
        return _name(described)
    if "enum" in described or "const" in described:
        values = described.get("enum") or [described["const"]]
        return " or ".join(json.dumps(value) for value in values)
    if "anyOf" in described:
        return " or ".join(_type(each) for each in described["anyOf"])
    if described.get("type") == "array":
        return f"list of {_type(described['items'])}"
    return str(described.get("type", "anything"))
