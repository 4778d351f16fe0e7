"""How likely two patterns are each other's translation within one language, for Model 3.

The pairs of Model 2 are a text of two sides in one language. What words stand for each other in it
is learnt by IBM Model 1, with slots as words; pairs that are only by chance have few such words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from otherwords import _core
from otherwords._core import WEIGHT_BITS, Lexicon
from otherwords.align.columns import TextColumn, bitext
from otherwords.align.phrases import lexicon_table
from otherwords.learn import parts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ROUNDS = 5


def train_lexicon(pairs: Sequence[str], threads: int, output: str) -> None:
    """Translation probabilities of words from files with the columns source and target."""
    import pyarrow

    texts = pyarrow.concat_tables(parts.read(path, ["source", "target"]) for path in pairs)
    lexicon = _core.train_model1(bitext(*texts.columns), iterations=_ROUNDS, threads=threads)
    parts.write_table(lexicon_table(lexicon), output)


def likelihoods(
    sources: TextColumn, targets: TextColumn, lexicon: Lexicon
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Log p(target | source) and log p(source | target) of each pair: h6 and h7.

    Divided by the number of words, as lexical weights are in equation 5, so that long patterns are
    not punished for their length: on our labels this tells correct pairs from others far better.
    """
    import numpy as np

    sides = bitext(sources, targets)
    weights = _core.weigh_sentences(sides, lexicon)
    scale = float(1 << WEIGHT_BITS)
    source_words, target_words = (np.maximum(np.asarray(n), 1) for n in sides.lengths())
    return weights.target / scale / target_words, weights.source / scale / source_words
