"""Entries with the probability that they are correct."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from otherwords._core import LanguageModel
from otherwords.files import replacing, stamp_of
from otherwords.learn.entries import QUALITY
from otherwords.learn.quality.features import describe
from otherwords.learn.quality.knowledge import open_lexicon
from otherwords.learn.quality.vector_file import open_vectors
from otherwords.learn.quality.weights import read_weights

_ROWS = 1 << 17


def rate(
    entries: str,
    method: str,
    weights: str,
    language: str,
    wordnet: str,
    treebank: str,
    lm: str,
    vectors: str,
    output: str,
) -> None:
    """Rates the entries of a Parquet file, and leaves out what is excluded, see `Described`.

    Args:
        entries: The file.
        method: How the table was made.
        weights: The file of weights.
        language: Of the phrases.
        wordnet: A folder with the files of WordNet; empty for none.
        treebank: A file in CoNLL-U; empty for none.
        lm: A language model.
        vectors: A file of word vectors.
        output: A Parquet file to write: the same with a column more.
    """
    import pyarrow
    import pyarrow.parquet

    lexicon = open_lexicon(language, wordnet, treebank)
    model, fitted = _lm(lm, stamp_of(lm)), read_weights(Path(weights))
    near = open_vectors(vectors)
    with pyarrow.parquet.ParquetFile(entries) as source:
        schema = source.schema_arrow.append(pyarrow.field(QUALITY, pyarrow.float64()))
        with replacing(output) as file, pyarrow.parquet.ParquetWriter(file, schema) as writer:
            for batch in source.iter_batches(_ROWS):
                described = describe(batch, lexicon, model, near)
                quality = fitted.log_quality(method, described.values)
                kept = pyarrow.array(~described.excluded)
                columns = [*batch.columns, pyarrow.array(quality)]
                whole = pyarrow.RecordBatch.from_arrays(columns, schema=schema)
                writer.write_batch(whole.filter(kept))


@cache
def _lm(path: str, _stamp: tuple[int, int, int]) -> LanguageModel:
    return LanguageModel(path)
