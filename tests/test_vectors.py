"""Word vectors: counts, information and directions against brute force, their file, features."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray

from otherwords import _core
from otherwords._core import Error, FormatError
from otherwords.align.columns import text_buffers
from otherwords.learn.quality.vector_file import open_vectors, write_vectors
from otherwords.learn.quality.vectors import (
    VectorOptions,
    Vectors,
    associations,
    count_neighbours,
    frequent_words,
    learn_vectors,
)
from tests.toy_corpora import sentences

OPTIONS = VectorOptions(least=2, contexts=12)


@pytest.fixture(scope="module")
def text() -> list[pa.Array]:
    """Sentences in two arrays, the second a slice of a longer one, and empty ones among them."""
    lines = [row[0].lower().replace(".", " .") for row in sentences(200, 5)]
    lines[7] = lines[150] = ""
    return [pa.array(lines[:90]), pa.array(["not this", *lines[90:]]).slice(1)]


def _brute_force(
    text: list[pa.Array], options: VectorOptions
) -> tuple[list[str], NDArray[np.float64]]:
    """The words, and the information of all positions side by side, by the definition."""
    lines = [line.split() for array in text for line in array.to_pylist()]
    counts = Counter(word for line in lines for word in line)
    words = sorted((w for w in counts if counts[w] >= options.least), key=lambda w: (-counts[w], w))
    words = words[: options.words]
    contexts = words[: options.contexts]
    parts = []
    for position in (-2, -1, 1, 2):
        seen = np.zeros((len(words), len(contexts)))
        for line in lines:
            for i, word in enumerate(line):
                other = line[i + position] if 0 <= i + position < len(line) else ""
                if word in words and other in contexts:
                    seen[words.index(word), contexts.index(other)] += 1
        shares = seen.sum(0) ** options.smoothing / (seen.sum(0) ** options.smoothing).sum()
        with np.errstate(divide="ignore", invalid="ignore"):
            information = np.log(seen / (seen.sum(1)[:, None] * shares))
        parts.append(np.where(seen > 0, np.maximum(information, 0.0), 0.0))
    return words, np.hstack(parts)


def test_information_is_as_defined(text: list[pa.Array]) -> None:
    words, expected = _brute_force(text, OPTIONS)
    assert len(words) > OPTIONS.contexts  # so that some words are no contexts
    assert frequent_words(text, OPTIONS) == words
    found = associations(count_neighbours(text, words, OPTIONS), OPTIONS)
    assert found.toarray() == pytest.approx(expected)


def test_information_worked_by_hand() -> None:
    options = VectorOptions(least=1, reach=1, smoothing=1.0)
    text = [pa.array(["a b", "a b", "a c"])]
    assert frequent_words(text, options) == ["a", "b", "c"]
    before, behind = count_neighbours(text, ["a", "b", "c"], options)
    assert before.toarray().tolist() == [[0, 0, 0], [2, 0, 0], [1, 0, 0]]
    assert behind.toarray().tolist() == [[0, 2, 1], [0, 0, 0], [0, 0, 0]]
    halved = VectorOptions(least=1, reach=1, smoothing=0.0)
    # Contexts count alike: "b" is behind "a" in two of three cases, by chance in one of three.
    information = associations([behind], halved).toarray()
    assert information[0] == pytest.approx([0.0, np.log(2), 0.0])


def test_directions_are_those_of_the_decomposition(text: list[pa.Array]) -> None:
    words, information = _brute_force(text, OPTIONS)
    for dimensions in (3, 200):
        options = VectorOptions(least=2, contexts=12, dimensions=dimensions)
        left, strengths, _ = np.linalg.svd(information, full_matrices=False)
        exact = (left * np.sqrt(strengths))[:, :dimensions]
        exact /= np.linalg.norm(exact, axis=1, keepdims=True)
        vectors = learn_vectors(text, options)
        assert vectors.words == words
        assert vectors.rows.shape == (len(words), min(dimensions, len(words)))
        units = vectors.rows / 127
        assert units @ units.T == pytest.approx(exact @ exact.T, abs=0.03)


def test_words_of_one_kind_are_near(text: list[pa.Array]) -> None:
    vectors = learn_vectors(text)
    near = dict(zip(vectors.words, vectors.rows.astype(float), strict=True))
    assert near["house"] @ near["home"] > near["house"] @ near["buys"]


def test_the_same_text_gives_the_same_vectors(text: list[pa.Array]) -> None:
    one, again = learn_vectors(text), learn_vectors(text)
    assert one.words == again.words
    assert one.rows.tobytes() == again.rows.tobytes()
    other = learn_vectors([pa.concat_arrays(text)])  # however it is cut
    assert one.rows.tobytes() == other.rows.tobytes()


@pytest.mark.parametrize(
    "lines", [[], [""], ["too few words"], ["alone"] * 9, ["a b"] * 9, ["a b c d e f"] * 9]
)
def test_little_text_gives_few_vectors_or_none(lines: list[str], tmp_path: Path) -> None:
    vectors = learn_vectors([pa.array(lines, pa.string())])
    assert len(vectors.words) == len(vectors.rows) <= len(set(" ".join(lines).split()))
    write_vectors(vectors, tmp_path / "vectors")
    opened = open_vectors(str(tmp_path / "vectors"))
    assert len(opened) == len(vectors.words)
    found = _core.compare_vectors(*text_buffers(["x"]), *text_buffers(["y"]), opened)
    assert found.nearness[0] == found.unmatched[0] == pytest.approx(0.3)


def _cosine(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def _compare(vectors: Vectors, source: str, target: str) -> tuple[float, float]:
    known = dict(zip(vectors.words, vectors.rows.astype(float), strict=True))
    sides = source.split(), target.split()
    sums = [sum((known[w] for w in side if w in known), np.zeros(1)) for side in sides]
    nearness = _cosine(sums[0], sums[1]) if all(len(each) > 1 for each in sums) else 0.3
    own = [
        [known[w] for w in side if w in known and w not in other]
        for side, other in (sides, sides[::-1])
    ]
    best = [
        max((_cosine(one, other) for other in others), default=0.0)
        for side, others in (own, own[::-1])
        for one in side
    ]
    return nearness, min(best, default=0.3)


def test_features_are_as_defined(text: list[pa.Array], tmp_path: Path) -> None:
    vectors = learn_vectors(text)
    write_vectors(vectors, tmp_path / "vectors")
    chance = random.Random(4)
    words = [*vectors.words, "nobody", "knows"]
    sources, targets = (
        [" ".join(chance.choices(words, k=chance.randint(1, 4))) for _ in range(400)]
        for _ in range(2)
    )
    found = _core.compare_vectors(
        *text_buffers(sources), *text_buffers(targets), open_vectors(str(tmp_path / "vectors"))
    )
    expected = [_compare(vectors, *pair) for pair in zip(sources, targets, strict=True)]
    assert found.nearness == pytest.approx([nearness for nearness, _ in expected], abs=1e-6)
    assert found.unmatched == pytest.approx([unmatched for _, unmatched in expected], abs=1e-6)


def test_damaged_files_are_told(text: list[pa.Array], tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    vectors = learn_vectors(text)
    write_vectors(vectors, path)
    content = path.read_bytes()
    at = content.index(vectors.rows[3].tobytes())
    for name, damaged in {
        "flipped": content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :],
        "short": content[:-20],
        "empty": b"",
    }.items():
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(FormatError, match=f"{name}: damaged, or no word vectors"):
            open_vectors(str(tmp_path / name))
    with pytest.raises(Error, match="different lengths"):
        _core.WordVectors(*text_buffers(["a", "b"]), np.zeros(3, np.int8))


def test_a_file_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    found = []
    for rows in ([[127, 0], [127, 0]], [[127, 0], [0, 127]]):
        write_vectors(Vectors(["a", "b"], np.array(rows, np.int8)), path)
        vectors = open_vectors(str(path))
        assert open_vectors(str(path)) is vectors
        compared = _core.compare_vectors(*text_buffers(["a"]), *text_buffers(["b"]), vectors)
        found.append(compared.nearness[0])
    assert found == pytest.approx([1.0, 0.0])
