"""Word alignment by eflomal (Östling and Tiedemann 2016), which comes with `otherwords[learn]`.

eflomal samples, and takes its seed from the system; here it gets a fixed one, so that the same text
gets the same links. It treats sentences of more than 1,023 words as empty.
"""

from __future__ import annotations

import math
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from otherwords import _core
from otherwords._core import Error, FormatError, Links
from otherwords.align.columns import links as link_columns
from otherwords.align.pharaoh import link_texts, read_links
from otherwords.extras import missing
from otherwords.files import line_batches, name_of, writing

_PRELOAD = Path(_core.__file__).with_name("_seed.so")
_SEED = b"otherwrd"  # any eight bytes that are not all zero
_MODEL = 3  # IBM Model 1 with a hidden Markov model and fertility


@dataclass(frozen=True, kw_only=True)
class EflomalOptions:
    """How eflomal works."""

    samplers: int = 1
    """Independent samplers whose answers are averaged; time grows with them. eflomal's own default
    is 3."""
    iterations: float = 1.0
    """Rounds of sampling, relative to what eflomal thinks right for the size of the text."""
    null_prior: float = 0.2
    """Prior probability that a word has no link."""
    priors: Path | None = None
    """What was learnt from text aligned before, by `write_priors`."""


def align(
    source: Sequence[str], target: Sequence[str], options: EflomalOptions | None = None
) -> tuple[Links, Links]:
    """Aligns tokenised sentence pairs in both directions: forward and reverse links.

    Words are compared in lower case.
    """
    options = options or EflomalOptions()
    eflomal = _eflomal()
    if len(source) != len(target):
        raise FormatError(
            f"the source has {len(source)} sentences, the target {len(target)}; give texts that "
            "are parallel line by line"
        )
    if not len(source):
        return link_columns([]), link_columns([])  # eflomal would divide by their number
    with tempfile.TemporaryDirectory(prefix="otherwords-") as folder:
        files = _Files(*(Path(folder, name) for name in _Files._fields))
        priors = None if options.priors is None else prior_lines(eflomal, options.priors)
        with (
            open(files.source, "wb") as sources,
            open(files.target, "wb") as targets,
            open(files.priors, "w", encoding="utf-8") as known,
        ):
            eflomal.Aligner().prepare_files(
                map(_plain_blanks, source),
                sources,
                map(_plain_blanks, target),
                targets,
                priors,
                known,
            )
        _run(eflomal, files, len(source), options)
        return _links(files.forward, len(source)), _links(files.reverse, len(source))


def write_priors(
    path: str | Path,
    source: Sequence[str],
    target: Sequence[str],
    forward: Links,
    reverse: Links,
) -> None:
    """Writes what aligned text teaches about words, for `EflomalOptions.priors`.

    With it, more text of the same kind can be aligned part by part.
    """
    eflomal = _eflomal()
    priors = eflomal.calculate_priors(
        map(str.lower, map(_plain_blanks, source)),
        map(str.lower, map(_plain_blanks, target)),
        link_texts(forward),
        link_texts(reverse),
    )
    with writing(path) as fd, os.fdopen(os.dup(fd), "w", encoding="utf-8") as file:
        eflomal.write_priors(file, *priors)


def _eflomal() -> Any:
    try:
        import eflomal
    except ImportError:
        raise missing("this aligner needs eflomal", "learn") from None
    return eflomal


class _Files(NamedTuple):
    """What eflomal reads and writes."""

    source: Path
    target: Path
    priors: Path
    forward: Path
    reverse: Path
    seed: Path


def _run(eflomal: Any, files: _Files, sentences: int, options: EflomalOptions) -> None:
    """Calls the program as the package does, but with a seed that is the same always.

    The environment of this process stays as it is: other threads may start programs, too.
    """
    files.seed.write_bytes(_SEED)
    environment = {**os.environ, "LD_PRELOAD": str(_PRELOAD), "OTHERWORDS_SEED": str(files.seed)}
    if options.samplers > 1:  # on several threads they would take their turns in any order
        environment["OMP_NUM_THREADS"] = "1"
    rounds = max(2, round(options.iterations * 5000 / math.sqrt(sentences)))
    told = {
        "-m": _MODEL,
        "-s": files.source,
        "-t": files.target,
        "-n": options.samplers,
        "-N": options.null_prior,
        "-1": max(2, rounds // 4),
        "-2": max(1, rounds // 4),
        "-3": rounds,
        "-f": files.forward,
        "-r": files.reverse,
    }
    if options.priors is not None:
        told["-p"] = files.priors
    program = Path(eflomal.__file__).with_name("bin") / "eflomal"
    words = [str(word) for pair in told.items() for word in pair]
    subprocess.run([program, "-q", *words], env=environment, check=False)


def _plain_blanks(sentence: str) -> str:
    """The sentence with only our blanks in it: eflomal splits at everything Unicode calls one."""
    words = sentence.replace("\t", " ").split(" ")
    return " ".join("_".join(word.split()) or "_" for word in words if word)


def prior_lines(eflomal: Any, path: Path) -> list[str]:
    """What eflomal has written for itself to know before. Raises FormatError for anything else."""
    lines = list(chain.from_iterable(line_batches(path, errors="replace")))
    try:
        eflomal.read_priors(lines)
    except (ValueError, TypeError, IndexError):
        raise FormatError(
            f"{name_of(path)}: these are no priors of eflomal; make them with --save-priors"
        ) from None
    return lines


def _links(path: Path, count: int) -> Links:
    """The links that eflomal wrote; it is silent when it fails."""
    if not path.exists() or len(found := read_links(path)) != count:
        raise Error(
            "eflomal did not align the text; is there enough memory and room for its files?"
        )
    return found
