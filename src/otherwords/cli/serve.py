"""`otherwords serve`: a local page, and an HTTP API."""

from __future__ import annotations

import argparse
from dataclasses import fields

from otherwords.cli.numbers import not_negative, positive, whole
from otherwords.extras import missing
from otherwords.model import VARIABLE
from otherwords.server.settings import ServerSettings, settings_from_environment
from otherwords.text.analysis import BACKENDS

_DEFAULTS = ServerSettings()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_serving_arguments(parser)
    parser.add_argument("--rating", metavar="URL", help="the database of a rating site")


def add_serving_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares those that each server has; each is a field of the settings."""
    _add_models(parser)
    _add_reach(parser)
    _add_limits(parser)
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument("--no-log", action="store_true", help="no line for each request")


def run(options: argparse.Namespace) -> int:
    """Serves until it is told to stop."""
    settings = settings_of(options)
    try:
        import fastapi  # noqa: F401
        import uvicorn  # noqa: F401

        from otherwords.server.running import serve
    except ImportError as error:
        raise missing(f"the server needs {error.name}", "serve") from None

    def ready(address: str) -> None:
        print(f"otherwords serves {address} (Ctrl-C stops it)", flush=True)
        if options.open:
            import webbrowser

            webbrowser.open(address)

    serve(settings, log=not options.no_log, ready=ready)
    return 0


def settings_of(options: argparse.Namespace) -> ServerSettings:
    """The settings that options change; the environment has changed them before."""
    given = {}
    for field in fields(ServerSettings):
        value = getattr(options, field.name, None)
        given[field.name] = tuple(value) if isinstance(value, list) else value
    return settings_from_environment(**{k: v for k, v in given.items() if v is not None})


def _add_models(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-m",
        "--model",
        action="append",
        dest="models",
        metavar="FOLDER",
        help=f"a model; repeatable (default: {VARIABLE}, or else the English one of the package)",
    )
    parser.add_argument(
        "--analyser", choices=BACKENDS, help="the backend of the analysis (default: the model's)"
    )


def _add_reach(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("who can reach it").add_argument
    add("--host", metavar="ADDRESS", help=f"where to listen (default: {_DEFAULTS.host})")
    add("--port", type=whole, help=f"0: any that is free (default: {_DEFAULTS.port})")
    add("--allow-remote", action="store_true", default=None, help="other machines may connect")
    add("--keys-file", metavar="FILE", help="API keys, a name and a key a line")
    add(
        "--allow-host",
        action="append",
        dest="hosts",
        metavar="NAME",
        help="a name that the server may be called by, beside localhost and addresses; repeatable",
    )
    add(
        "--origin",
        action="append",
        dest="origins",
        metavar="ORIGIN",
        help="a page of others that may use the API, as https://example.org; repeatable",
    )
    add("--no-page", action="store_false", default=None, dest="page", help="the API alone")


def _add_limits(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("limits")

    def add(name: str, kind: type, metavar: str, what: str) -> None:
        default = getattr(_DEFAULTS, name)
        shown = f"{default:g}" if isinstance(default, float) else f"{default}"
        group.add_argument(
            f"--{name.replace('_', '-')}",
            type={int: positive, float: not_negative}[kind],
            metavar=metavar,
            help=f"{what} (default: {shown})",
        )

    add("workers", int, "N", "processes")
    add("max_body", int, "BYTES", "of a request")
    add("max_texts", int, "N", "of a request")
    add("max_characters", int, "N", "of a text")
    add("max_seconds", float, "S", "after which a request gets the best so far")
    add("max_n", int, "N", "paraphrases of a text")
    add("max_candidates", int, "N", "that a scorer ranks")
    add("max_connections", int, "N", "that a worker keeps; those that wait longest go first")
    add("header_seconds", float, "S", "in which head and body of a request must have come")
    add("idle_seconds", float, "S", "that a connection may be idle")
    add("shutdown_seconds", float, "S", "that requests have to finish at the end")
    group.add_argument(
        "--concurrent", type=whole, metavar="N", help="requests at a time (default: all cores)"
    )
    group.add_argument(
        "--queue",
        type=whole,
        metavar="N",
        help=f"requests that may wait for their turn (default: {_DEFAULTS.queue})",
    )
