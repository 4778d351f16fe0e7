"""The code of the package, instrumented: atheris then sees which inputs reach new code."""

from __future__ import annotations

import contextlib
import importlib.machinery
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

_PACKAGE = "otherwords"
_SOURCES = str(Path(__file__).parents[2] / "src")


class _SourceFinder:
    """Finds modules in the source tree: an editable package has a loader of its own, whose code
    atheris does not get to see. The compiled module is left to that one.
    """

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] != _PACKAGE:
            return None
        return importlib.machinery.PathFinder.find_spec(name, path or [_SOURCES], target)


def import_targets() -> None:
    """Imports all that is fuzzed. Nothing of it may have been imported before."""
    import atheris

    sys.meta_path.insert(0, _SourceFinder)
    with (
        contextlib.redirect_stderr(io.StringIO()),  # a line for each module
        atheris.instrument_imports(include=[_PACKAGE, "tomllib"]),
    ):
        import tests.fuzz.reading  # noqa: F401
