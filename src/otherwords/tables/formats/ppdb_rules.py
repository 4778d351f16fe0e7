"""PPDB's syntactic rules: `[NP] ||| the report of [NP,1] ||| [NP,1] 's report ||| features ||| …`.

They become patterns: slots with Penn tags of nouns, verbs and adjectives are ours (`[NN_1]`), NP
stands for each of the four tags of nouns and ADJP for an adjective. Rules with other slots, with
slots that only one side has, without any, or with a side of function words only are left out; the
report says how many and why. Features are as in `ppdb.py`.
"""

from __future__ import annotations

from otherwords._core import TextImport
from otherwords.tables.formats import ppdb
from otherwords.tables.formats.options import TextOptions
from otherwords.text.function_words import function_words


def importer(options: TextOptions) -> TextImport:
    """What reads this format."""
    ppdb.check_options(options)
    known = sorted(function_words("en"))  # the language of these tags
    return TextImport.ppdb_rules(options.scores, options.names, known, options.strict)
