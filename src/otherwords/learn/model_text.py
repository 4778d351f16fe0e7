"""The text in the model's language that language models, vectors and classes are learnt from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from otherwords.learn.corpus_steps import size_of
from otherwords.learn.estimates import TextSize
from otherwords.learn.recipe import Recipe
from otherwords.learn.steps import Step
from otherwords.learn.work import Work

if TYPE_CHECKING:
    import pyarrow

_ROWS = 1 << 16


class ModelText:
    """The sentences of some corpora: both sides of pairs within the language.

    Attributes:
        steps: The steps to be made before the text is read.
        sizes: What there may be of it, for estimates.
    """

    def __init__(self, work: Work, names: Sequence[str], corpora: Mapping[str, Step]) -> None:
        self._work = work
        self.steps = [corpora[name] for name in names]
        self.sizes: list[TextSize] = [size_of(work, work.recipe.corpora[name]) for name in names]
        self._columns = [
            ["source", "target"] if _within_one_language(work.recipe, name) else ["source"]
            for name in names
        ]

    def __iter__(self) -> Iterator[pyarrow.Array]:
        """Sentences of tokens with blanks between them, many at a time."""
        import pyarrow.parquet

        for step, columns in zip(self.steps, self._columns, strict=True):
            for path in sorted(self._work.rows_of(step).glob("*.parquet")):
                with pyarrow.parquet.ParquetFile(path) as parts:
                    for batch in parts.iter_batches(_ROWS, columns=columns):
                        yield from (batch.column(name) for name in columns)

    def write(self, fd: int) -> int:
        """Writes the sentences, one a line; returns how many there are."""
        count = 0
        with open(fd, "wb", closefd=False) as file:
            for sentences in self:
                file.write(("\n".join(sentences.to_pylist()) + "\n").encode())
                count += len(sentences)
        return count


def _within_one_language(recipe: Recipe, name: str) -> bool:
    corpus = recipe.corpora[name]
    return corpus.kind != "text" and corpus.language in {"", recipe.language}
