"""From tokenised sentence pairs to symmetric alignments, in parts that fit into memory."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from otherwords._core import Bitext, Error, FormatError, Links, Symmetrisation, symmetrise
from otherwords.align import aligner, eflomal
from otherwords.align.columns import bitext
from otherwords.align.pharaoh import link_texts

#: Names of the aligners.
ALIGNERS = ("otherwords", "eflomal")
#: Names of the ways to make one alignment of two.
METHODS = {
    "grow-diag-final-and": Symmetrisation.GROW_DIAG_FINAL_AND,
    "grow-diag": Symmetrisation.GROW_DIAG,
    "intersection": Symmetrisation.INTERSECTION,
    "union": Symmetrisation.UNION,
}


@dataclass(frozen=True, kw_only=True)
class AlignOptions:
    """How texts are aligned."""

    aligner: str = "otherwords"
    """One of ALIGNERS. That of otherwords leaves nothing to chance."""
    method: str = "grow-diag-final-and"
    """One of METHODS."""
    identical: float = 0.0
    """Of otherwords: how often each word counts as linked to itself, for text of one language."""
    samplers: int = 1
    """Of eflomal: independent samplers whose answers are averaged."""
    part: int = 0
    """Align so many pairs at a time; each part after the first knows what the first one, and the
    priors, have taught. 0: all at once."""
    priors: Path | None = None
    """What `save_priors` wrote for other text."""
    save_priors: Path | None = None
    """Where to write what the first part has taught."""
    threads: int = 0
    """Of otherwords; 0: one a core."""


def align_texts(
    source: Sequence[str], target: Sequence[str], options: AlignOptions | None = None
) -> Iterator[str]:
    """The alignment of each sentence pair as text, `0-0 1-2`; words are compared in lower case.

    Raises FormatError when there are more sentences of one side than of the other.
    """
    options = options or AlignOptions()
    if options.method not in METHODS or options.aligner not in ALIGNERS:
        raise Error(f"no such aligner or method: {options.aligner}, {options.method}")
    if len(source) != len(target):
        raise FormatError(
            f"the source has {len(source)} sentences, the target {len(target)}; give texts that "
            "are parallel line by line"
        )
    size = options.part or max(1, len(source))
    parts = (
        ([line.lower() for line in side[begin : begin + size]] for side in (source, target))
        for begin in range(0, max(1, len(source)), size)
    )
    align = _with_eflomal if options.aligner == "eflomal" else _with_otherwords
    more = size < len(source)
    for text, forward, reverse in align(((list(s), list(t)) for s, t in parts), options, more):
        yield from link_texts(symmetrise(forward, reverse, text, METHODS[options.method]))


Parts = Iterator[tuple[list[str], list[str]]]
Directions = Iterator[tuple[Bitext, Links, Links]]


def _with_otherwords(parts: Parts, options: AlignOptions, more: bool) -> Directions:
    prior = None if options.priors is None else aligner.read_prior(options.priors)
    learn = more or options.save_priors is not None
    chosen = aligner.AlignerOptions(identical=options.identical)
    for source, target in parts:
        text = bitext(source, target)
        found = aligner.align(text, chosen, prior=prior, learn=learn, threads=options.threads)
        if found.learnt is not None:
            prior, learn = found.learnt, False
            if options.save_priors is not None:
                aligner.write_prior(prior, options.save_priors)
        yield text, found.forward, found.reverse


def _with_eflomal(parts: Parts, options: AlignOptions, more: bool) -> Directions:
    with contextlib.ExitStack() as stack:
        priors, learnt = options.priors, options.save_priors
        if learnt is None and more:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="otherwords-"))
            learnt = Path(folder, "priors")
        for source, target in parts:
            chosen = eflomal.EflomalOptions(samplers=options.samplers, priors=priors)
            forward, reverse = eflomal.align(source, target, chosen)
            if learnt is not None:
                eflomal.write_priors(learnt, source, target, forward, reverse)
                priors, learnt = learnt, None
            yield bitext(source, target), forward, reverse
