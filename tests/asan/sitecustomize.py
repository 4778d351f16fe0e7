"""Runs Python with the libraries that OTHERWORDS_ASAN_LIBRARIES names, which the sanitizer must
have loaded first, and lets `import otherwords._core` find the module in the folder that
OTHERWORDS_ASAN_CORE names. Other programs that Python starts run without these libraries.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

_NAME = "otherwords._core"
_PRELOAD = "LD_PRELOAD"


class _Finder:
    @staticmethod
    def find_spec(
        name: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != _NAME:
            return None
        (file,) = Path(os.environ["OTHERWORDS_ASAN_CORE"]).glob("_core*.so")
        loader = importlib.machinery.ExtensionFileLoader(name, str(file))
        return importlib.util.spec_from_file_location(name, file, loader=loader)


def _preload(libraries: str) -> None:
    if os.environ.get(_PRELOAD) != libraries:
        environment = {**os.environ, _PRELOAD: libraries}
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)
    del os.environ[_PRELOAD]


_preload(os.environ["OTHERWORDS_ASAN_LIBRARIES"])
sys.meta_path.insert(0, _Finder)
