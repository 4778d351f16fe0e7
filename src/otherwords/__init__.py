"""Says a sentence in other words for a purpose: exact, fast, offline, explained."""

from otherwords._core import Error, FormatError
from otherwords._core import version as __version__

__all__ = ["Error", "FormatError", "__version__"]
