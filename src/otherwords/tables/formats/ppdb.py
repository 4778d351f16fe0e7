"""PPDB 1.0 and 2.0: `[LHS] ||| source ||| target ||| feature=value … ||| alignment [||| …]`.

Features whose names begin with `p(`, `-logp(` or `Lex(` are negative logs of probabilities in these
files; in the table they are log probabilities. All other features (PPDB2.0Score, AGigaSim, …) are
taken as they are, in the place of a log: the higher the better. The label of the left-hand side,
without its brackets, is the tag signature. Rules with slots such as `[NP,1]` are patterns and no
entries of a table of phrases: see `ppdb_rules.py`.
"""

from __future__ import annotations

from otherwords._core import Error, TextImport
from otherwords.tables.formats.options import TextOptions


def check_options(options: TextOptions) -> None:
    """Raises Error for what PPDB leaves no choice of."""
    if options.log:
        raise Error("PPDB says by the name of a feature whether it is a log; leave the scale out")


def importer(options: TextOptions) -> TextImport:
    """What reads this format."""
    check_options(options)
    return TextImport.ppdb(options.scores, options.names, options.strict)
