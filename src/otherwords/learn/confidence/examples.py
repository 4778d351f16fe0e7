"""Examples to learn from: units that were annotated or scored, with their features."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords._core import ContextExamples, ContextFeatures, FeatureMaker
from otherwords.applications.paraphrase import Paraphrase
from otherwords.learn.confidence.annotations import UnitKey
from otherwords.learn.quality.vectors import VectorOptions, Vectors, learn_vectors
from otherwords.model import CONFIDENCE_PARTS as NEEDED
from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import Document, Sentence
from otherwords.settings import settle
from otherwords.tables.units import Units
from otherwords.text import tokenise_lines
from otherwords.text.tokens import tokenise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BATCH = 128  # sentences that are looked up together
_LEAST_COUNT = 2  # of a word with a tag
_LEAST_SHARE = 0.02  # of the occurrences of a word that have a tag

#: Told how many sentences are done, and of how many.
Watch = Callable[[int, int], None]


@dataclass(frozen=True)
class TaggedWords:
    """Which tags words can have.

    Attributes:
        names: The tags.
        words: Each word with a bit for each tag, in the order of the names.
    """

    names: list[str]
    words: list[tuple[str, int]]


#: Of vectors: words are near that keep the same company.
_VECTORS = VectorOptions(
    words=18_000, least=5, contexts=10_000, reach=5, dimensions=64, by_position=False
)


def word_vectors(paraphraser: Paraphraser, sentences: Sequence[str]) -> Vectors:
    """Vectors of the words of a text."""
    import pyarrow

    model = paraphraser.model
    lines = tokenise_lines(sentences, model.language, lower=model.lower_case)
    return learn_vectors([pyarrow.array(lines, pyarrow.string())], _VECTORS)


def tag_words(paraphraser: Paraphraser, sentences: Iterable[str]) -> TaggedWords:
    """The tags that words have in sentences."""
    model = paraphraser.model
    if model.analyser is None:
        return TaggedWords([], [])
    tokens = [tokenise(sentence, model.language).words for sentence in sentences]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for words, tags in zip(tokens, model.analyser.tags(tokens), strict=True):
        for word, tag in zip(words, tags, strict=True):
            counts[word.lower() if model.lower_case else word][tag] += 1
    names = sorted({tag for of_word in counts.values() for tag in of_word})
    bits = {tag: 1 << place for place, tag in enumerate(names)}
    known = []
    for word, of_word in sorted(counts.items()):
        total = sum(of_word.values())
        mask = 0
        for tag, count in of_word.items():
            if count >= min(_LEAST_COUNT, total) and count >= _LEAST_SHARE * total:
                mask |= bits[tag]
        known.append((word, mask))
    return TaggedWords(names, known)


class Examples:
    """Units by their keys, with features in the order of the keys."""

    def __init__(self) -> None:
        self.keys: list[UnitKey] = []
        self.origins: list[int] = []
        self.features = ContextFeatures()

    def examples(
        self,
        rows: NDArray[np.int64],
        right: NDArray[np.float32],
        teacher: NDArray[np.float32],
        importance: NDArray[np.float32],
    ) -> ContextExamples:
        """Some of them with what was said of them."""
        return ContextExamples(self.features.some(rows), right, teacher, importance)


def find_examples(
    paraphraser: Paraphraser,
    wanted: Mapping[str, set[UnitKey]],
    words: TaggedWords,
    vectors: Vectors,
    traits: Sequence[tuple[int, int]],
    watch: Watch = lambda done, all_: None,
) -> Examples:
    """The features of the wanted units of sentences that the tables offer."""
    import numpy as np

    model = paraphraser.model
    maker = FeatureMaker(words.words, words.names, list(vectors.words), vectors.rows.ravel())
    found = Examples()
    for batch, units in found_units(paraphraser, sorted(wanted), watch):
        columns = units.columns
        texts = columns.target_texts(np.arange(len(units), dtype=np.int64))
        chosen = []
        seen: set[UnitKey] = set()
        for row in range(len(units)):
            sentence = batch[int(units.sentence[row])]
            key = UnitKey(sentence, int(units.begin[row]), int(units.end[row]), texts[row])
            if key in wanted[sentence] and key not in seen:
                seen.add(key)
                chosen.append(row)
                found.keys.append(key)
                found.origins.append(traits[int(units.table[row])][0])
        rows = np.array(chosen, np.int64)
        maker.add(columns, model.lm, list(traits), rows, found.features)
    return found


def found_units(
    paraphraser: Paraphraser, sentences: Sequence[str], watch: Watch
) -> Iterator[tuple[Sequence[str], Units]]:
    """What the tables offer for sentences, which are not cut again, batch by batch."""
    model = paraphraser.model
    settings = settle(model, Paraphrase(), confidence="bold")
    for first in range(0, len(sentences), _BATCH):
        batch = sentences[first : first + _BATCH]
        documents = [
            Document(text, [Sentence(0, tokenise(text, model.language), number)])
            for number, text in enumerate(batch)
        ]
        yield batch, paraphraser.units(settings, documents, [None] * len(batch), parts=NEEDED)
        watch(min(first + _BATCH, len(sentences)), len(sentences))
