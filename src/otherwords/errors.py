"""Errors that need a name of their own."""

from __future__ import annotations

from otherwords._core import Error


class OptionError(Error):
    """An option that does not exist, or a value that an option cannot have."""
