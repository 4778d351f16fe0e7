"""Logs: a line for each request, as JSON, without anything that users wrote.

Paths are told as the routes that they match, errors as their codes: neither texts nor names of
files, links or keys come into a log. Handlers are attached only by `otherwords serve`.
"""

from __future__ import annotations

import json
import logging
import time
import traceback
from pathlib import Path
from typing import Any

REQUESTS = logging.getLogger("otherwords.server.requests")
ERRORS = logging.getLogger("otherwords.server.errors")


def log_request(**fields: Any) -> None:
    """Writes the line of a request."""
    if REQUESTS.isEnabledFor(logging.INFO):
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        REQUESTS.info(json.dumps({"time": moment, **fields}))


def log_failure(error: BaseException, number: str) -> None:
    """Writes where a request failed: the kind of the error and the lines that led to it, but not
    its message, which may have words of a user in it.
    """
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{Path(each.filename).name}:{each.lineno}" for each in reversed(frames))
    ERRORS.error("request %s failed: %s at %s", number, type(error).__name__, places)


def write_logs(*, requests: bool) -> None:
    """Lets logs be written to the standard error, those of uvicorn only where something is wrong.

    Args:
        requests: Whether there is a line for each request.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    REQUESTS.setLevel(logging.INFO if requests else logging.CRITICAL)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    for logger in (REQUESTS, ERRORS, logging.getLogger("uvicorn")):
        logger.addHandler(handler)
        logger.propagate = False
