"""Word alignment by eflomal (Östling and Tiedemann 2016), which comes with `otherwords[learn]`.

eflomal samples, and takes its seed from the system; here it gets a fixed one, so that the same text
gets the same links. It treats sentences of more than 1,023 words as empty.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords import _core
from otherwords._core import Error, FormatError, Links
from otherwords.align.pharaoh import link_texts, read_links
from otherwords.files import name_of, open_binary, writing

_PRELOAD = Path(_core.__file__).with_name("_seed.so")
_SEED = b"otherwrd"  # any eight bytes that are not all zero


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
    aligner = eflomal.Aligner(
        n_samplers=options.samplers,
        rel_iterations=options.iterations,
        null_prior=options.null_prior,
    )
    with tempfile.TemporaryDirectory(prefix="otherwords-") as folder:
        forward, reverse = os.path.join(folder, "forward"), os.path.join(folder, "reverse")
        priors = None if options.priors is None else _prior_lines(eflomal, options.priors)
        with _fixed_seed(Path(folder, "seed"), options.samplers):
            aligner.align(
                map(_plain_blanks, source),
                map(_plain_blanks, target),
                links_filename_fwd=forward,
                links_filename_rev=reverse,
                priors_input=priors,
            )
        return _links(forward, len(source)), _links(reverse, len(source))


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
        raise Error("this aligner needs eflomal; install otherwords[learn]") from None
    return eflomal


@contextlib.contextmanager
def _fixed_seed(file: Path, samplers: int) -> Iterator[None]:
    """Lets programs started in the block take their seed from a file with the same bytes always."""
    file.write_bytes(_SEED)
    ours = {"LD_PRELOAD": str(_PRELOAD), "OTHERWORDS_SEED": str(file)}
    if samplers > 1:  # on several threads they would take their turns in any order
        ours["OMP_NUM_THREADS"] = "1"
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _plain_blanks(sentence: str) -> str:
    """The sentence with only our blanks in it: eflomal splits at everything Unicode calls one."""
    words = sentence.replace("\t", " ").split(" ")
    return " ".join("_".join(word.split()) or "_" for word in words if word)


def _prior_lines(eflomal: Any, path: Path) -> list[str]:
    with open_binary(path) as file:
        lines = file.read().decode("utf-8", "replace").split("\n")
    if lines[-1] == "":
        lines.pop()
    try:
        eflomal.read_priors(lines)
    except (ValueError, TypeError, IndexError):
        raise FormatError(
            f"{name_of(path)}: these are no priors of eflomal; make them with --save-priors"
        ) from None
    return lines


def _links(path: str, count: int) -> Links:
    """The links that eflomal wrote; it is silent when it fails."""
    if not os.path.exists(path) or len(found := read_links(path)) != count:
        raise Error(
            "eflomal did not align the text; is there enough memory and room for its files?"
        )
    return found
