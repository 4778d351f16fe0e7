"""`otherwords serve`: a local page, and an HTTP API."""

from __future__ import annotations

import argparse

from otherwords.cli.numbers import positive, whole
from otherwords.server.settings import settings_from_environment


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add(
        "-m",
        "--model",
        action="append",
        dest="models",
        metavar="FOLDER",
        help="a model; repeatable",
    )
    add("--host", metavar="ADDRESS", help="where to listen (default: 127.0.0.1)")
    add("--port", type=whole, metavar="PORT", help="0: any that is free (default: 8520)")
    add("--allow-remote", action="store_true", default=None, help="other machines may connect")
    add("--workers", type=positive, metavar="N", help="processes (default: 1)")
    add("--rating", metavar="URL", help="database of the rating site")
    add("--open", action="store_true", help="open the page in a browser")


def run(options: argparse.Namespace) -> int:
    """Serves until it is told to stop."""
    import uvicorn

    from otherwords.server import create_app

    given = {name: getattr(options, name) for name in ("host", "port", "allow_remote", "rating")}
    settings = settings_from_environment().changed(
        models=tuple(options.models) if options.models else None, **given
    )
    print(f"http://{settings.host}:{settings.port}/", flush=True)
    uvicorn.run(create_app(settings), host=settings.host, port=settings.port, access_log=False)
    return 0
