"""Corpora: one file a reader, cleaning, and what makes sentence pairs of other text.

Every reader yields batches of raw sentence pairs; `prepare` cleans and tokenises them, and
`write_corpus` keeps the result as Parquet.
"""

from otherwords.learn.corpora.batches import Batch
from otherwords.learn.corpora.cleaning import CleaningOptions, CleaningReport, prepare
from otherwords.learn.corpora.partitions import read_corpus, write_corpus
from otherwords.learn.corpora.readers import READERS, read_pairs

__all__ = [
    "READERS",
    "Batch",
    "CleaningOptions",
    "CleaningReport",
    "prepare",
    "read_corpus",
    "read_pairs",
    "write_corpus",
]
