"""Word vectors: words that have the same neighbours in the text point the same way.

Counts of the words before and behind each word, each position by itself, become positive pointwise
mutual information, of which a truncated singular value decomposition keeps the most. What is kept
of a vector are whole numbers of one byte: enough to compare words, and free of rounding errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from otherwords.extras import missing

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

_SEED = 1
_MORE = 20  # directions beyond those that are kept, which makes these more exact
_ROUNDS = 2  # of the iteration; a third changes nothing that a rating shows
_TOKENS = 1 << 23  # whose neighbours are counted at a time
_NO_WORD = -1
_NOTHING = 1e-6  # a vector that is shorter than this is made of rounding errors
_LONGEST = 127  # what a vector of length 1 has, as whole numbers


@dataclass(frozen=True)
class VectorOptions:
    """How vectors are made of a text.

    Attributes:
        words: So many words have vectors, the most frequent,
        least: if they occur so often.
        contexts: So many of them count as neighbours, the most frequent.
        reach: How many words before and behind a word are its neighbours.
        smoothing: Exponent for the counts of contexts, so that rare ones say less.
        dimensions: Most dimensions of a vector.
        by_position: Whether each position is counted by itself, so that words are near that can
            stand for each other; otherwise those are that keep the same company.
    """

    words: int = 40_000
    least: int = 8
    contexts: int = 10_000
    reach: int = 2
    smoothing: float = 0.75
    dimensions: int = 200
    by_position: bool = True

    def parameters(self) -> dict[str, Any]:
        """All that decides about the vectors of a text."""
        numbers = [_MORE, _ROUNDS, _SEED, _NOTHING, _LONGEST]
        return {**asdict(self), "numbers": numbers}


@dataclass(frozen=True)
class Vectors:
    """Words and their vectors.

    Attributes:
        words: The most frequent first; of a text that is too small there are none.
        rows: The vector of each, of length 127 but for rounding.
    """

    words: Sequence[str]
    rows: NDArray[np.int8]


def learn_vectors(text: Iterable[pyarrow.Array], options: VectorOptions | None = None) -> Vectors:
    """The vectors of the words of a text.

    Args:
        text: Arrays of sentences, words with blanks between them. They are asked for twice.
        options: How the vectors are made.
    """
    options = options or VectorOptions()
    words = frequent_words(text, options)
    return _decomposed(
        words, associations(count_neighbours(text, words, options), options), options
    )


def frequent_words(text: Iterable[pyarrow.Array], options: VectorOptions) -> list[str]:
    """The words that are to have vectors, the most frequent first."""
    import pyarrow.compute as pc

    counts: Counter[str] = Counter()
    for sentences in text:
        words, numbers = pc.value_counts(pc.split_pattern(sentences, " ").flatten()).flatten()
        counts.update(dict(zip(words.to_pylist(), numbers.to_pylist(), strict=True)))
    del counts[""]  # an empty sentence
    often = (word for word, count in counts.items() if count >= options.least)
    return sorted(often, key=lambda word: (-counts[word], word))[: options.words]


def count_neighbours(
    text: Iterable[pyarrow.Array], words: Sequence[str], options: VectorOptions
) -> list[csr_array]:
    """How often each word has each context, a matrix for each position."""
    import numpy as np
    import pyarrow

    reach = options.reach
    positions = [*range(-reach, 0), *range(1, reach + 1)]
    known = pyarrow.array(words, pyarrow.string())
    shape = (len(words), min(options.contexts, len(words)))
    counts = [_matrix(shape) for _ in positions]
    waiting: list[NDArray[np.int32]] = []

    def count() -> None:
        numbers = np.concatenate(waiting) if waiting else np.zeros(0, np.int32)
        waiting.clear()
        for i, position in enumerate(positions):
            counts[i] = counts[i] + _pairs(numbers, position, shape)

    for sentences in text:
        waiting.append(_numbered(sentences, known, reach))
        if sum(map(len, waiting)) > _TOKENS:
            count()
    count()
    return counts


def associations(counts: Sequence[csr_array], options: VectorOptions) -> csr_array:
    """Positive pointwise mutual information, of all positions side by side."""
    import numpy as np

    sparse = _sparse()
    found = []
    if not options.by_position:
        counts = [sum(counts[1:], start=counts[0])]
    for matrix in counts:
        of_words = matrix.sum(axis=1).astype(np.float64)
        of_contexts = matrix.sum(axis=0).astype(np.float64) ** options.smoothing
        shares = of_contexts / max(1.0, of_contexts.sum())
        cells = matrix.tocoo()
        information = np.log(cells.data / (of_words[cells.row] * shares[cells.col]))
        kept = information > 0
        entries = (information[kept], (cells.row[kept], cells.col[kept]))
        found.append(sparse.coo_array(entries, shape=matrix.shape))
    return sparse.hstack(found, format="csr")


def _numbered(sentences: pyarrow.Array, words: pyarrow.Array, reach: int) -> NDArray[np.int32]:
    """The numbers of the words of sentences, with gaps between these that nothing reaches over."""
    import numpy as np
    import pyarrow.compute as pc

    lists = pc.split_pattern(sentences, " ")
    numbers = pc.fill_null(pc.index_in(lists.flatten(), value_set=words), _NO_WORD)
    ends = np.cumsum(pc.list_value_length(lists).to_numpy())
    return np.insert(numbers.to_numpy(), np.repeat(ends, reach), _NO_WORD)


def _pairs(numbers: NDArray[np.int32], position: int, shape: tuple[int, int]) -> csr_array:
    """How often a word has another at a position."""
    distance = abs(position)
    before, behind = numbers[:-distance], numbers[distance:]
    words, contexts = (before, behind) if position > 0 else (behind, before)
    kept = (words >= 0) & (contexts >= 0) & (contexts < shape[1])
    return _matrix(shape, words[kept], contexts[kept])


def _matrix(shape: tuple[int, int], rows: Any = (), columns: Any = ()) -> csr_array:
    """Counts of pairs of numbers."""
    import numpy as np

    ones = np.ones(len(rows), np.int64)
    return _sparse().coo_array((ones, (rows, columns)), shape=shape).tocsr()


def _decomposed(words: Sequence[str], table: csr_array, options: VectorOptions) -> Vectors:
    """Rows of U S^(1/2), of length 1, by subspace iteration."""
    import numpy as np

    size = min(options.dimensions, *table.shape)
    if size == 0:
        return Vectors([], np.zeros((0, 0), np.int8))
    width = min(size + _MORE, *table.shape)
    # Of double precision, lest the number of threads of an algebra library shows in the bytes.
    start = np.random.default_rng(_SEED).standard_normal((table.shape[1], width))
    basis = np.linalg.qr(table @ start).Q
    for _ in range(_ROUNDS):
        basis = np.linalg.qr(table @ (table.T @ basis)).Q
    projected = table.T @ basis
    squares, turn = np.linalg.eigh(projected.T @ projected)  # in ascending order
    strengths = np.maximum(squares[::-1][:size], 0.0) ** 0.25
    rows = (basis @ turn[:, ::-1][:, :size]) * strengths
    lengths = np.linalg.norm(rows, axis=1)
    kept = lengths > _NOTHING
    units = rows[kept] / lengths[kept, np.newaxis]
    return Vectors(
        [word for word, is_kept in zip(words, kept, strict=True) if is_kept],
        np.rint(_LONGEST * units).astype(np.int8),
    )


def _sparse() -> Any:
    try:
        from scipy import sparse
    except ImportError:
        raise missing("word vectors need scipy", "learn") from None
    return sparse
