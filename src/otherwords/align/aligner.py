"""Word alignment by hidden Markov models of both directions that learn to agree.

It starts from IBM Model 1. In each round of expectation maximisation every direction hears what
the other one thinks of a link (Liang, Taskar and Klein 2006). No chance is involved: the same text
gives the same links, whatever the number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from otherwords._core import AlignmentPrior, Bitext, Error, FormatError, Links, align_words
from otherwords.align.phrases import lexicon_from_table, lexicon_table
from otherwords.files import name_of, replacing
from otherwords.parquet_file import read_parquet

__all__ = ["Aligned", "AlignerOptions", "AlignmentPrior", "align", "read_prior", "write_prior"]

_FORMAT = b"otherwords alignment prior 1"
_MOST = 1e11  # that the fixed point of the core can count


@dataclass(frozen=True, kw_only=True)
class AlignerOptions:
    """How the aligner works."""

    model1_rounds: int = 5
    """Rounds of IBM Model 1, to begin with."""
    hmm_rounds: int = 5
    """Rounds of hidden Markov models."""
    null: float = 0.2
    """Prior probability that a word has no link."""
    identical: float = 0.0
    """How often each word counts as linked to itself before anything is seen; for text of one
    language, where 10 is good."""


@dataclass(frozen=True)
class Aligned:
    """The links of both directions, and what was learnt if that was asked for."""

    forward: Links
    reverse: Links
    learnt: AlignmentPrior | None


def align(
    bitext: Bitext,
    options: AlignerOptions | None = None,
    *,
    prior: AlignmentPrior | None = None,
    learn: bool = False,
    threads: int = 0,
) -> Aligned:
    """Aligns the words of sentence pairs.

    With the `learnt` of other text of the same kind as `prior`, a corpus can be aligned part by
    part: a part then knows what all of that text taught.
    """
    options = options or AlignerOptions()
    forward, reverse, learnt = align_words(
        bitext,
        prior=prior,
        learn=learn,
        model1_rounds=options.model1_rounds,
        hmm_rounds=options.hmm_rounds,
        null=options.null,
        identical=options.identical,
        threads=threads,
    )
    return Aligned(forward, reverse, learnt)


def write_prior(prior: AlignmentPrior, path: str | Path) -> None:
    """Writes what was learnt as Parquet: pairs of words with counts, jumps in the metadata."""
    import pyarrow.parquet

    jumps = {
        f"{direction} jumps": " ".join(map(repr, numbers.tolist())).encode()
        for direction, numbers in [
            ("forward", prior.forward_jumps),
            ("reverse", prior.reverse_jumps),
        ]
    }
    table = lexicon_table(prior.counts).replace_schema_metadata({"format": _FORMAT, **jumps})
    with replacing(path) as file:
        pyarrow.parquet.write_table(table, file, compression="zstd")


def read_prior(path: str | Path) -> AlignmentPrior:
    """Reads what `write_prior` wrote; raises FormatError for anything else."""
    import numpy as np
    import pyarrow

    try:
        table = read_parquet(path)
        metadata = table.schema.metadata or {}
        if metadata.get(b"format") != _FORMAT:
            raise ValueError
        forward, reverse = (
            np.array([float(number) for number in metadata[name].split()])
            for name in (b"forward jumps", b"reverse jumps")
        )
        lexicon = lexicon_from_table(table)
        counts = (forward, reverse, lexicon.source_given_target, lexicon.target_given_source)
        if not all(np.all((column >= 0) & (column < _MOST)) for column in counts):
            raise ValueError
        return AlignmentPrior(lexicon, forward, reverse)
    except (ValueError, KeyError, TypeError, Error, OSError, pyarrow.ArrowException) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the system, and not what pyarrow says of broken content
        raise FormatError(
            f"{name_of(path)}: this is no prior of alignments; make one with --save-priors"
        ) from None
