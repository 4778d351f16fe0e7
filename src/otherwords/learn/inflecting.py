"""LemmInflect, which knows the forms of English words."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from otherwords._core import Error


@cache
def lemminflect() -> Any:
    """The module. Raises Error if it is not installed."""
    # It warns about things that do not concern us.
    logging.getLogger("lemminflect").setLevel(logging.ERROR)
    try:
        import lemminflect
    except ImportError:
        raise Error("forms of words need lemminflect; install otherwords[learn]") from None
    return lemminflect
