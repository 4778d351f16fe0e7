"""Lets `import otherwords._core` find the module in the folder that OTHERWORDS_ASAN_CORE names."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

_NAME = "otherwords._core"


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


sys.meta_path.insert(0, _Finder)
