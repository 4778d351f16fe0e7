"""Language models: binary files, ARPA text, and scores."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from otherwords._core import LanguageModel, ModelReport, TextScore, WordScore, read_arpa
from otherwords.files import reading, starts_with, writing

__all__ = [
    "LanguageModel",
    "ModelReport",
    "TextScore",
    "WordScore",
    "convert",
    "is_model_file",
    "open_model",
    "write_arpa",
]

_MAGIC = b"OWLM\r\n\x1a\n"


def is_model_file(path: str | Path) -> bool:
    """Whether a file begins like a binary model."""
    return starts_with(path, _MAGIC)


def convert(arpa: str | Path, model: str | Path, *, quantise: bool = False) -> ModelReport:
    """Turns ARPA text (plain or compressed, `-` for the standard input) into a model file."""
    with reading(arpa) as fd:
        builder = read_arpa(fd, str(arpa))
    return builder.write(os.fspath(model), quantise=quantise)


def write_arpa(model: LanguageModel, path: str | Path) -> None:
    """Writes a model as ARPA text, compressed if the name says so."""
    with writing(path) as fd:
        model.write_arpa(fd, str(path))


@contextlib.contextmanager
def open_model(path: str | Path) -> Iterator[LanguageModel]:
    """Opens a model file, or ARPA text by way of a temporary model file."""
    if is_model_file(path):
        yield LanguageModel(os.fspath(path))
        return
    with tempfile.TemporaryDirectory(prefix="otherwords-") as folder:
        file = Path(folder, "lm")
        convert(path, file)
        yield LanguageModel(str(file))
