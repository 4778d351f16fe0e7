"""Phrases with the features that filters compare."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords import _core
from otherwords.align.columns import text_buffers
from otherwords.files import replacing
from otherwords.learn.wordnet import opposites_in
from otherwords.learn.words import NEGATIONS, OPPOSITES
from otherwords.text.function_words import function_words

if TYPE_CHECKING:
    import pyarrow

_ROWS = 1 << 20


def describe_phrases(
    words: str, language: str, wordnet: str | None, opposites: str, output: str
) -> None:
    """Adds features to phrases.

    Args:
        words: A Parquet file of id, count and words.
        language: Of the phrases.
        wordnet: A folder with the files of WordNet, which knows more opposites.
        opposites: A Parquet file to write: the id of a phrase and the sense of its opposite.
        output: A Parquet file to write: the phrases with their features.
    """
    import pyarrow
    import pyarrow.parquet

    classes = word_classes(language, wordnet)
    with (
        pyarrow.parquet.ParquetFile(words) as source,
        replacing(output) as rows_file,
        replacing(opposites) as opposites_file,
        pyarrow.parquet.ParquetWriter(rows_file, _phrase_schema()) as rows,
        pyarrow.parquet.ParquetWriter(opposites_file, _opposite_schema()) as others,
    ):
        for batch in source.iter_batches(_ROWS):
            features = features_of(batch.column("words"), classes)
            columns = [batch.column(name) for name in ("id", "count", "words")]
            for name in _phrase_schema().names[3:]:
                array = pyarrow.array(getattr(features, name))
                columns.append(array.cast(_phrase_schema().field(name).type))
            rows.write_batch(pyarrow.RecordBatch.from_arrays(columns, schema=_phrase_schema()))
            ids = batch.column("id").take(pyarrow.array(features.opposite_row))
            senses = pyarrow.array(features.opposite_sense)
            others.write_batch(
                pyarrow.RecordBatch.from_arrays([ids, senses], schema=_opposite_schema())
            )


def features_of(words: pyarrow.Array, classes: _core.WordClasses) -> _core.PhraseFeatures:
    """The features of a column of phrases."""
    return _core.describe_phrases(*text_buffers(words), classes)


@cache
def word_classes(language: str, wordnet: str | None) -> _core.WordClasses:
    """What is known about the words of a language."""
    classes = _core.WordClasses()
    for word in function_words(language):
        classes.add_functional(word)
    for word in NEGATIONS.get(language, ()):
        classes.add_negation(word)
    pairs = set(OPPOSITES.get(language, ()))
    if wordnet is not None:
        pairs |= opposites_in(Path(wordnet))
    for one, other in pairs:
        classes.add_opposite(one, other)
        classes.add_opposite(other, one)
    return classes


@cache
def _phrase_schema() -> pyarrow.Schema:
    import pyarrow

    integer, boolean = pyarrow.int64(), pyarrow.bool_()
    columns = {"id": integer, "count": integer, "words": pyarrow.string()}
    columns |= dict.fromkeys(["folded", "content", "sense", "numbers", "punctuation"], integer)
    columns |= dict.fromkeys(["negations", "length"], pyarrow.int32())
    columns |= dict.fromkeys(["unbalanced", "functional"], boolean)
    return pyarrow.schema([pyarrow.field(name, kind) for name, kind in columns.items()])


@cache
def _opposite_schema() -> pyarrow.Schema:
    import pyarrow

    return pyarrow.schema([("id", pyarrow.int64()), ("sense", pyarrow.int64())])
