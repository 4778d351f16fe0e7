"""Language models: training, binary files, ARPA text, and scores."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from otherwords._core import (
    Error,
    LanguageModel,
    ModelReport,
    TextScore,
    TrainReport,
    WordScore,
    read_arpa,
    train_arpa,
)
from otherwords.files import name_of, reading, starts_with, writing

__all__ = [
    "LanguageModel",
    "ModelReport",
    "TextScore",
    "TrainReport",
    "WordScore",
    "convert",
    "is_model_file",
    "open_model",
    "train",
    "write_arpa",
]

_MAGIC = b"OWLM\r\n\x1a\n"


def is_model_file(path: str | Path) -> bool:
    """Whether a file begins like a binary model."""
    return starts_with(path, _MAGIC)


def train(
    texts: Sequence[str | Path],
    output: str | Path,
    *,
    order: int = 3,
    binary: bool = False,
    memory: int = 2 << 30,
    folder: str | Path | None = None,
    cutoffs: Sequence[int] = (),
    entropy: float = 0.0,
    vocabulary: int = 0,
    fallback_discounts: bool = False,
) -> TrainReport:
    """Trains an interpolated modified Kneser-Ney model of tokenised texts, a sentence a line.

    Args:
        texts: Files, plain or compressed; `-` is the standard input. A blank line is an empty
            sentence, `<unk>` the unknown word.
        output: The model as ARPA text, compressed if the name says so.
        order: Length of the longest n-grams, 1 to 5.
        binary: Write a model file instead of ARPA text.
        memory: Bytes of memory to stay near while training; the model does not depend on it.
        folder: Where to keep what does not fit; default: the system's folder for such things.
        cutoffs: For each order from 1 on, n-grams that occur this often or less are dropped. The
            first is 0, none is below the one before, the last holds for all further orders.
        entropy: N-grams whose removal raises the perplexity by less than this share are dropped.
        vocabulary: Keep so many words, the most frequent; the others become `<unk>`. 0 keeps all.
        fallback_discounts: Accept text too small to compute the discounts of an order from.
    """
    folder = os.fspath(folder or tempfile.gettempdir())
    with contextlib.ExitStack() as stack:
        if binary:
            if str(output) == "-":
                raise Error("a model file cannot go to the standard output; name a file")
            arpa = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)), "arpa")
        else:
            arpa = Path(output)
        with writing(arpa) as fd, contextlib.ExitStack() as sources:
            report = train_arpa(
                [(sources.enter_context(reading(text)), name_of(text)) for text in texts],
                (fd, name_of(arpa, "standard output")),
                order=order,
                memory=memory,
                folder=folder,
                cutoffs=cutoffs,
                entropy=entropy,
                vocabulary=vocabulary,
                fallback_discounts=fallback_discounts,
            )
        if binary:
            convert(arpa, output)
    return report


def convert(arpa: str | Path, model: str | Path, *, quantise: bool = False) -> ModelReport:
    """Turns ARPA text (plain or compressed, `-` for the standard input) into a model file."""
    with reading(arpa) as fd:
        builder = read_arpa(fd, name_of(arpa))
    return builder.write(os.fspath(model), quantise=quantise)


def write_arpa(model: LanguageModel, path: str | Path) -> None:
    """Writes a model as ARPA text, compressed if the name says so."""
    with writing(path) as fd:
        model.write_arpa(fd, name_of(path, "standard output"))


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
