"""What is known of the words in which two patterns differ, as numbers.

WordNet, a treebank and word vectors tell more about single words than pivots of whole patterns do.
What both patterns begin and end with is passed over, so that `the [JJ_1] results` and `the [JJ_1]
outcomes` are compared by `results` and `outcomes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords import _core
from otherwords._core import likeness_names
from otherwords.align.columns import text_buffers
from otherwords.learn.quality.knowledge import open_lexicon
from otherwords.learn.quality.vector_file import open_vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The features: how phrases are alike, how near their words are to each other, whether these cannot
#: have the same form, and whether they are opposites.
LIKENESS = (*likeness_names(), "nearness", "unmatched", "disagrees", "opposite")


@dataclass(frozen=True)
class WordKnowledge:
    """The files that tell what words have to do with each other; none if a name is empty.

    Attributes:
        language: Of the words.
        wordnet: WordNet's folder.
        treebank: A file in CoNLL-U.
        vectors: Word vectors; without them nothing is known.
    """

    language: str = ""
    wordnet: str = ""
    treebank: str = ""
    vectors: str = ""


def compare(
    sources: Sequence[str], targets: Sequence[str], knowledge: WordKnowledge
) -> NDArray[np.float64]:
    """What is known of pairs of patterns: rows of `LIKENESS`, all 0 where nothing is known."""
    import numpy as np

    if not knowledge.vectors or not sources:
        return np.zeros((len(sources), len(LIKENESS)))
    pairs = [different(*pair) for pair in zip(sources, targets, strict=True)]
    lexicon = open_lexicon(knowledge.language, knowledge.wordnet, knowledge.treebank)
    lexicon.learn({word for pair in pairs for side in pair for word in side.split()})
    first, second = (text_buffers(list(side)) for side in zip(*pairs, strict=True))
    alike = _core.compare_phrases(*first, *second, lexicon.knowledge)
    near = _core.compare_vectors(*first, *second, open_vectors(knowledge.vectors))
    values = np.asarray(alike.values, np.float64).reshape(len(pairs), -1)
    columns = (values, near.nearness, near.unmatched, alike.disagrees, alike.opposite)
    return np.column_stack(columns).astype(np.float64)


def different(source: str, target: str) -> tuple[str, str]:
    """Both patterns without what they begin and end with in common; a word at least is left."""
    first, second = source.split(), target.split()
    begin, most = 0, min(len(first), len(second)) - 1
    while begin < most and first[begin] == second[begin]:
        begin += 1
    end = 0
    while end < most - begin and first[-1 - end] == second[-1 - end]:
        end += 1
    return " ".join(first[begin : len(first) - end]), " ".join(second[begin : len(second) - end])
