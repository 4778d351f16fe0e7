"""LemmInflect, which knows the forms of English words."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from otherwords.extras import missing


@cache
def lemminflect() -> Any:
    """The module. Raises Error if it is not installed."""
    # It warns about things that do not concern us.
    logging.getLogger("lemminflect").setLevel(logging.ERROR)
    try:
        import lemminflect
    except ImportError:
        raise missing("forms of words need lemminflect", "learn") from None
    return lemminflect
